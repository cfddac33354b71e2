/* SPDX-License-Identifier: MIT */
/* Tapes, on which a rank's threads record for the timeline (lib/timeline): each call of MPI, what
 * of it was waiting, the messages, and so on. A record lies in one cache line. For a summary they
 * add calls and waits up (rank/observe/tally.h), in place of the records or beside them.
 *
 *   writer         the thread to which it happens, on a tape of its own, so no record takes a lock
 *   cost           of a rank without tapes (NULL) one load and one test where a call is long
 *                  already: in its general way, and in rank_wait. With them two readings of the
 *                  counter and a cache line of new memory for a call
 *   memory         that many records for each rank as tapes_create is given; what comes later is
 *                  counted, not kept, so what is kept has no gaps
 *   ownership      tapes are the process's memory and stay until its end: they outlive the ranks of
 *                  spawned worlds, and a thread that was left behind may still write to its own.
 *                  Tapes of a job of heddle_run are freed with it, unless threads are left
 *   reader         any thread, at any time, also while the rank records: a record is whole when the
 *                  count of its chunk covers it, but its end may still be missing (0)
 *   an abort       leaves records without an end
 *   several worlds each rank has tapes of its own, of ranks of spawned worlds, too
 *
 * Edges
 *   tape.made    a thread's tape, or a chunk of it, is whole when a reader finds it.
 *   tape.record  a record is whole, but for its end, when the count covers it. */
#ifndef RANK_TAPE_H
#define RANK_TAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/clock.h"
#include "base/container.h"
#include "base/cpu.h"
#include "rank/rank.h"

enum tape_kind {
    TAPE_CALL,       /* of MPI */
    TAPE_REGION,     /* of the program: heddle/region.h */
    TAPE_WAIT,       /* a part of a call */
    TAPE_SENT,       /* a message is on its way to rank `to` */
    TAPE_MATCHED,    /* a receive has got a message from `peer` */
    TAPE_UNEXPECTED, /* one has come before its receive */
    TAPE_COLLECTIVE, /* an operation of the communicator begins */
    TAPE_PUT, TAPE_GET, TAPE_ACCUMULATE, /* at rank `to` */
};

enum { TAPE_NOBODY = -100, TAPE_NO_TAG = -100, TAPE_NO_OFFSET = -1, TAPE_OUTSIDE = -1 };

/* The object that a record is about; `number` is that of: */
enum tape_object {
    TAPE_OF_NONE,
    TAPE_OF_COMM, /* the communicator */
    TAPE_OF_WIN,  /* the window's communicator */
    TAPE_OF_FILE, /* its path (timeline/kept.h) */
};

/* Times are those of tape_now; what a record does not have is zero, TAPE_NOBODY or TAPE_NO_TAG. */
struct tape_record {
    uint64_t begin;
    _Atomic(uint64_t) end; /* 0: it has none yet */
    union {
        const char *name; /* of a call or a region; lives as long as the tape */
        struct {
            int32_t world, rank;
        } to;
    };
    int64_t bytes;
    const char *type; /* the name of a datatype; lives as long as the tape */
    union {
        struct {
            int32_t peer; /* in the communicator, or of the window */
            int32_t tag;
        };
        int64_t offset; /* TAPE_OF_FILE: of the first byte in the file; TAPE_NO_OFFSET */
    };
    uint32_t site;  /* low half of the address that the call returns to */
    uint32_t number;
    int32_t inside; /* the number of the call in which it happened, on this tape; TAPE_OUTSIDE */
    uint8_t kind;   /* enum tape_kind */
    uint8_t depth;  /* calls and regions around it */
    uint8_t of;     /* enum tape_object */
};

static_assert(CACHE_LINE % sizeof(struct tape_record) == 0, "no record lies in two cache lines");

enum { TAPE_CHUNK_RECORDS = 1023, TAPE_DEPTH_MAX = 63, TAPE_COMMS = 64 };

struct tape_chunk {
    void *start; /* of its memory */
    _Atomic(struct tape_chunk *) next;
    _Atomic(int) count;
    struct tape_record records[TAPE_CHUNK_RECORDS];
};

/* A call or a region that has not ended. */
struct tape_open {
    struct tape_record *record;
    int32_t number;
    bool is_tallied; /* a call that is added up when it ends */
    uintptr_t frame; /* of the function that has called; 0: it is a region */
};

/* A thread's records. */
struct tape {
    struct tape *next; /* of the rank's */
    struct tapes *tapes;
    int thread; /* number among the rank's tapes */
    uint64_t begin; /* of the thread with its rank */
    _Atomic(struct tape_chunk *) first;
    struct tally *tally; /* NULL: nothing is added up, or there is no memory */

    /* Its thread only. */
    struct tape_chunk *last;
    int used;      /* records in that chunk */
    int32_t count; /* records in all */
    uint64_t waits_since; /* 0: it does not wait */
    int depth;
    int regions_too_deep; /* that are not in `open`, which is full, and have not ended */
    struct tape_open open[TAPE_DEPTH_MAX];
    uint32_t comms[TAPE_COMMS]; /* numbers that tape_knows was asked for, by their remainder */
};

/* A rank's tapes, one of each thread. */
struct tapes {
    int world, rank;    /* the number of its world, and its own there */
    int parent_world, parent_rank; /* of the rank that has spawned it; TAPE_NOBODY */
    int64_t records;    /* that it may make; 0: nothing is recorded but for a summary */
    bool has_tallies;
    uint64_t begin;     /* when it was made */
    struct tapes *next; /* for the code that made it */
    _Atomic(struct tape *) first;
    _Atomic(int) threads;
    _Atomic(int64_t) left; /* records that there is room for */
    _Atomic(int64_t) lost; /* records for which there was no room or no memory */
    _Atomic(bool) is_off;  /* the program wants no records now: MPI_Pcontrol(0) */
};

/* The clock of the records: cpu_ticks where that is steady (tape_has_ticks), else nanoseconds.
 * Constant after tape_start, before the first rank with tapes starts. */
extern __attribute__((visibility("hidden"))) bool tape_has_ticks;
void tape_start(void);

static inline uint64_t tape_now(void)
{
    return likely(tape_has_ticks) ? cpu_ticks() : clock_ns();
}

/* Has the rank, which has not started, record that many at most, or none (0), add up, and its calls
 * be followed (base/call.h). NULL: no memory. */
struct tapes *tapes_create(struct rank *rank, int64_t records, bool has_tallies);

/* The rank's threads have all ended. */
void tapes_destroy(struct tapes *tapes);

struct tally_awaited;

/* The calling thread's, of a rank with tapes; NULL: nothing is added up. */
struct tally *tape_tally(struct rank *self);

/* The calling thread's tape, of a rank with tapes; NULL: no memory. */
struct tape *tape_make(struct tapes *tapes);
extern __attribute__((visibility("hidden"))) _Thread_local struct tape *tape_current;

static inline struct tape *tape_of(struct rank *self)
{
    struct tape *tape = tape_current; /* may be another rank's */

    return likely(tape != NULL) && likely(tape->tapes == self->tapes) ? tape
                                                                      : tape_make(self->tapes);
}

/* Returns the place of the next record; NULL: there is no room, which is counted. The caller fills
 * in all that the kind has, but for `begin`, `end`, `inside` and `depth`, and hands the record to
 * tape_add or tape_begin_call before it asks for the next one. A record that it drops is none. It
 * is filled in where it stays: a copy of what has just been written in smaller parts would have the
 * processor wait for these. */
bool tape_add_chunk(struct tape *tape);

static inline struct tape_record *tape_next(struct tape *tape)
{
    if (unlikely(tape->last == NULL || tape->used == TAPE_CHUNK_RECORDS) && !tape_add_chunk(tape))
        return NULL;
    return &tape->last->records[tape->used];
}

/* The record is tape_next's. */
static inline void tape_append(struct tape *tape, struct tape_record *record, uint64_t begin,
                               uint64_t end)
{
    record->begin = begin;
    store_relaxed(&record->end, end);
    record->depth = (uint8_t)tape->depth;
    record->inside = tape->depth > 0 ? tape->open[tape->depth - 1].number : TAPE_OUTSIDE;
    tape->used++;
    tape->count++;
    store_release(&tape->last->count, tape->used); /* edge tape.record */
}

/* True if calls are recorded now. */
static inline bool tape_wants_calls(const struct tapes *tapes)
{
    return likely(tapes->records > 0) && likely(!load_relaxed(&tapes->is_off));
}

/* Adds what has happened just now in the calling thread; NULL: nothing. Here and below, the
 * caller's rank has tapes. */
void tape_add(struct rank *self, struct tape_record *record);

/* A call begins, with a record, or with none (NULL), and ends. The struct call lies in the frame of
 * its entry: so calls that were left by longjmp are known, and they end when the next one
 * begins. */
void tape_end_left(struct tape *tape, uintptr_t frame, uint64_t now);
void tape_lose(struct tape *tape, bool is_region);
void tape_tally_begin(struct tape *tape, const struct call *call, uint64_t now);
void tape_end_slowly(struct rank *self, uintptr_t frame);

/* The call is NULL for a region. */
static inline void tape_begin_call(struct tape *tape, const struct call *call,
                                   struct tape_record *record)
{
    const uint64_t now = tape_now();
    const uintptr_t frame = (uintptr_t)call;
    struct tape_open *open;

    if (unlikely(tape->depth > 0) && frame != 0)
        tape_end_left(tape, frame, now);
    if (unlikely(tape->depth == TAPE_DEPTH_MAX)) {
        tape_lose(tape, frame == 0);
        return;
    }
    open = &tape->open[tape->depth];
    open->frame = frame;
    open->record = record;
    open->number = record != NULL ? tape->count : TAPE_OUTSIDE;
    open->is_tallied = false;
    if (likely(record != NULL))
        tape_append(tape, record, now, 0);
    if (tape->tally != NULL)
        tape_tally_begin(tape, call, now);
    tape->depth++;
}

static inline void tape_end_call(struct rank *self, const struct call *call)
{
    struct tape *tape = tape_current;
    const struct tape_open *open;

    if (likely(tape != NULL) && likely(tape->tapes == self->tapes) && likely(tape->depth > 0)) {
        open = &tape->open[tape->depth - 1];
        if (likely(open->frame == (uintptr_t)call) && likely(open->record != NULL) &&
            likely(!open->is_tallied)) {
            store_relaxed(&open->record->end, tape_now());
            tape->depth--;
            return;
        }
    }
    tape_end_slowly(self, (uintptr_t)call);
}

/* A region of the program begins, and ends; one that has not begun ends in silence. */
void tape_begin_region(struct rank *self, const char *name, const void *site);
void tape_end_region(struct rank *self);

/* Calls and regions that begin are recorded from now on, or not. */
void tape_switch(struct rank *self, bool is_on);

/* rank_wait, of a rank with tapes. */
void tape_begin_wait(struct rank *self);
void tape_end_wait(struct rank *self);

/* In a wait for requests, when one has been found done for which it had to wait
 * (rank/observe/tally.h). */
void tape_waited(struct rank *self, const struct tally_awaited *awaited);

/* True if the thread has asked for that number before: it need not describe it again. */
static inline bool tape_knows(struct tape *tape, uint32_t comm)
{
    const bool knows = tape->comms[comm % TAPE_COMMS] == comm + 1;

    tape->comms[comm % TAPE_COMMS] = comm + 1;
    return knows;
}

#endif
