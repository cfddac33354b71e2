/* SPDX-License-Identifier: MIT */
/* Checks the buffers of pending operations: a buffer that is received into must not overlap
 * another, a buffer that is sent must not change, and both must lie in living objects (bounds.h). A
 * job is checked if HEDDLE_BUFFERS or heddle_run asks for it. Each call is compared with the
 * pending operations of its rank. Sent data are copied when the operation starts, and compared with
 * the copy when the user learns that it is complete.
 *
 * Messages report their own buffers; api/observe/uses.c reports those of other operations. A
 * blocking call is compared, but the rank's other threads do not see it as pending. */
#ifndef CHECK_BUFFERS_H
#define CHECK_BUFFERS_H

#include "base/knob.h"
#include "base/list.h"
#include "check/bounds.h"
#include "mpi_types.h"
#include "rank/rank.h"
#include "sync/lock.h"
#include "type/overlap.h"

struct call;
struct diverted;
struct pending_buffer;
struct request;

/* "the buffer": the name of a call's only one, known by its address. */
extern const char buffers_unnamed[];

enum buffer_use { BUFFER_SENT, BUFFER_RECEIVED };

/* One argument's buffer and how a call uses it. */
struct buffer_used {
    const char *name; /* name of the argument */
    const char *pending_name; /* what it is while the call is pending; NULL: it is unnamed */
    enum buffer_use use;
    bool comes_back; /* block by block before the request is complete, to any thread */
    bool is_prepared; /* by a call that compared its types (uses_prepare) */
    int count;
    const struct data *blocks; /* [count] */
    const struct data *argument; /* from which the blocks are displaced; NULL: they begin there */
};

/* Values of HEDDLE_BUFFERS: what happens to violations. By default the kind of job decides. */
enum {
    BUFFERS_AS_THE_JOB_IS = -1,
    BUFFERS_PASS,
    BUFFERS_ARE_REPORTED,
    BUFFERS_ARE_AN_ERROR,
    BUFFERS_ARE_DIVERTED, /* an error, and what is received is diverted (diverted.h) */
};

/* Does the job divert what its operations receive? With HEDDLE_CHECK it does, to see what writes to
 * the buffers of pending operations; but not under ThreadSanitizer, which would not see the
 * operations there. */
bool buffers_are_to_be_diverted(void);

/* The value for a job that is not heddle_run's. The watch for races of windows needs to know of
 * messages, unless the user does not want that. */
static inline int buffers_choose(void)
{
    return knobs.buffers < BUFFERS_PASS && knobs.rma != 0 ? BUFFERS_ARE_REPORTED
                                                           : (int)knobs.buffers;
}

/* Pending operations that use their buffers in one way. */
struct users {
    struct list pending;
    struct address_range hull; /* of all buffers since the list was empty; meets none then */
};

/* Learns of the buffers in the thread that uses them, and of where others may be that concern it:
 * rma, which looks for races of messages with operations on windows (rma/race.h). */
struct buffers_follower {
    void (*use)(struct rank *self, const struct call *call, const struct buffer_used *used);
    void (*begin)(struct rank *self, const struct call *call, const struct request *request,
                  const struct buffer_used *used);
    void (*end)(struct rank *self, const struct request *request);
};

struct buffers {
    const struct buffers_follower *_Atomic follower; /* NULL: there is none */
    /* Buffers elsewhere do not concern it. A thread that reads them while they change sees older
     * bounds. */
    _Atomic(uintptr_t) followed_low, followed_high;
    struct lock lock; /* protects the lists and chains, which the rank's threads share */
    struct users users[2]; /* by enum buffer_use */
    struct pending_buffer *spare; /* entries with one block, for the next operations */
};

/* Does the buffer concern the follower? */
static inline bool buffers_are_followed(const struct buffers *buffers, struct address_range span)
{
    return load_relaxed(&buffers->follower) != NULL &&
           span.low < load_relaxed(&buffers->followed_high) &&
           span.high > load_relaxed(&buffers->followed_low);
}

/* Create and destroy the rank's list of pending operations, when its messaging is opened and
 * closed. The list exists only if the world's options ask for it. */
int buffers_open(struct rank *self); /* 0 or MPI_ERR_NO_MEM */
void buffers_close(struct rank *self);

/* Compares a buffer with pending operations before its operation starts, and one that is received
 * into with itself. Returns 0, or MPI_ERR_BUFFER with a sentence that names both calls, or what
 * buffers_compare_itself does. */
int buffers_compare_blocks(const struct call *call, const struct buffer_used *used);
/* As buffers_compare_blocks, and does not call the follower, which knows. */
int buffers_compare_pending(const struct call *call, const struct buffer_used *used);
/* Compares the two sides of one call with each other, and the blocks that it receives into among
 * themselves. */
int buffers_compare_sides(const struct call *call, const struct buffer_used *sent,
                          const struct buffer_used *received);
/* Records an operation that has started. If there is no memory, the operation is not watched. */
void buffers_note_blocks(const struct call *call, struct request *request,
                         const struct buffer_used *used);
/* Records a sent buffer that must not change until the request is concluded, and compares no other
 * buffer with it: that of an operation on a window, of which rma/race.h knows the rest. */
void buffers_keep_sent(const struct call *call, struct request *request, const char *name,
                       const struct data *data);
/* Records an operation that receives into *diverted, if that has memory, in place of those blocks.
 * Takes *diverted over. */
void buffers_note_diverted(const struct call *call, struct request *request,
                           const struct buffer_used *used, struct diverted *diverted);

/* For a buffer that the call writes to: 0, or MPI_ERR_TYPE with a sentence that names the call that
 * made its datatype, whose elements name a byte twice. */
int buffers_compare_itself(const struct call *call, const char *name, const struct data *data);

/* Forms for buffers of one block. */
int buffers_compare(const struct call *call, const char *name, const struct data *data,
                    enum buffer_use use);
int buffers_compare_two(const struct call *call, const struct data *sent,
                        const struct data *received);
void buffers_note_as(const struct call *call, struct request *request, const char *name,
                     const struct data *data, enum buffer_use use);
static inline void buffers_note(const struct call *call, struct request *request,
                                const struct data *data, enum buffer_use use)
{
    buffers_note_as(call, request, buffers_unnamed, data, use); /* of calls that have one */
}
void buffers_note_received(const struct call *call, struct request *request,
                           const struct data *data, struct diverted *diverted);

/* Data without gaps, of a named type, of a rank that is one thread: nearly all are, and have short
 * ways, which call nothing. */
static inline bool buffers_are_usual(const struct data *data)
{
    return likely(data_is_contiguous(data)) && likely(data->type->is_named) &&
           likely(!guard_is_shared(&rank_self()->guard));
}

/* The bytes of such data. */
static inline struct address_range buffers_run(const struct data *data)
{
    uintptr_t start = (uintptr_t)data_start(data);

    return (struct address_range){start, start + (uintptr_t)data_bytes(data)};
}

/* For the fast path, without a sentence: true if buffers_compare of a blocking call would find a
 * violation, or compares types (contents.h). Usually a buffer does not even meet the hull of those
 * that are pending. */
bool buffers_find_conflict(const struct data *data, enum buffer_use use);
static inline bool buffers_conflict(const struct data *data, enum buffer_use use)
{
    const struct buffers *buffers = rank_self()->buffers;
    const struct users *users = buffers->users;
    struct address_range run = buffers_run(data);

    if (buffers_are_usual(data) && likely(!bounds_are_known()) &&
        likely(!buffers_are_followed(buffers, run)) &&
        likely(!spans_meet(run, users[BUFFER_RECEIVED].hull)) &&
        (use == BUFFER_SENT || likely(!spans_meet(run, users[BUFFER_SENT].hull))))
        return false;
    return buffers_find_conflict(data, use);
}

/* Would buffers_conclude find a buffer that has changed? The request is watched. */
bool buffers_have_changed(const struct request *request);

/* A block has been received and belongs to the user again. */
void buffers_release(struct request *request, int block);
/* The user learns that the operation is complete. Returns 0, or MPI_ERR_BUFFER if a sent buffer has
 * changed. */
int buffers_conclude(const struct call *call, struct request *request);
/* The user has freed the request's handle. */
void buffers_forget(struct request *request);

/* True if the rank's buffers are watched at all. */
static inline bool buffers_are_watched(void)
{
    return unlikely(rank_self()->buffers != NULL);
}

#endif
