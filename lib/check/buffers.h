/* SPDX-License-Identifier: MIT */
/* Checks the buffers of pending operations: a buffer that is received into must not overlap
 * another, a buffer that is sent must not change, and both must lie in living objects (bounds.h). A
 * job is checked if HEDDLE_BUFFERS or heddle_run asks for it. Each call is compared with the
 * pending operations of its rank. Sent data are summed when the operation starts and again when the
 * user learns that it is complete.
 *
 * Messages report their own buffers; api/uses.c reports those of other operations. A blocking call
 * is compared, but the rank's other threads do not see it as pending. */
#ifndef CHECK_BUFFERS_H
#define CHECK_BUFFERS_H

#include "mpi.h"
#include "base/list.h"
#include "p2p/warnings.h"
#include "rank/rank.h"
#include "sync/lock.h"
#include "type/overlap.h"

struct call;
struct diverted;
struct pending_buffer;
struct request;

enum buffer_use { BUFFER_SENT, BUFFER_RECEIVED };

/* One argument's buffer and how a call uses it. */
struct buffer_used {
    const char *name; /* name of the argument */
    const char *pending_name; /* what it is while the call is pending; NULL: "the buffer" */
    enum buffer_use use;
    int count;
    const struct data *blocks; /* [count] */
};

/* Values of HEDDLE_BUFFERS: what happens to violations. By default the kind of job decides. */
enum {
    BUFFERS_AS_THE_JOB_IS = -1,
    BUFFERS_PASS,
    BUFFERS_ARE_TOLD,
    BUFFERS_ARE_AN_ERROR,
    BUFFERS_ARE_DIVERTED, /* an error, and what is received is diverted (diverted.h) */
};

/* The pending operations of a rank. */
struct buffers {
    struct lock lock; /* protects the lists and chains, which the rank's threads share */
    struct list pending;
    struct pending_buffer *spare; /* entries with one block, for the next operations */
    struct warnings warnings; /* the pairs of calls already reported */
};

/* Create and destroy the rank's list of pending operations, when its messaging is opened and
 * closed. The list exists only if the world's options ask for it. */
int buffers_open(struct rank *self); /* 0 or MPI_ERR_NO_MEM */
void buffers_close(struct rank *self);

/* True if nothing is pending and nobody knows bounds: no call can be in conflict with another. */
bool buffers_are_idle(void);
/* Compares a buffer with pending operations before its operation starts. Returns 0, or
 * MPI_ERR_BUFFER with a sentence that names both calls. */
int buffers_compare_blocks(const struct call *call, const struct buffer_used *used);
/* Compares the two sides of one call with each other, and the blocks that it receives into among
 * themselves. */
int buffers_compare_sides(const struct call *call, const struct buffer_used *sent,
                          const struct buffer_used *received);
/* Records an operation that has started. If there is no memory, the operation is not watched. */
void buffers_note_blocks(const struct call *call, struct request *request,
                         const struct buffer_used *used);
/* An operation that has perhaps been diverted from those blocks; closes or keeps *diverted. */
void buffers_note_diverted(const struct call *call, struct request *request,
                           const struct buffer_used *used, struct diverted *diverted);

/* Forms for buffers of one block. */
int buffers_compare(const struct call *call, const char *name, const struct data *data,
                    enum buffer_use use);
int buffers_compare_two(const struct call *call, const struct data *sent,
                        const struct data *received);
void buffers_note(const struct call *call, struct request *request, const struct data *data,
                  enum buffer_use use);
/* A receive that may have been diverted from its buffer `data`; closes or keeps *diverted. */
void buffers_note_received(const struct call *call, struct request *request,
                           const struct data *data, struct diverted *diverted);

/* For the fast path of messages, without a sentence: true if buffers_compare of a blocking call, or
 * buffers_conclude, would find a violation. */
bool buffers_conflict(const struct data *data, enum buffer_use use);
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

/* True if what the rank's operations receive is diverted. */
bool buffers_are_diverted(void);

#endif
