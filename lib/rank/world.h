/* SPDX-License-Identifier: MIT */
/* One MPI job: its ranks and its abort state.
 *
 * Several worlds may live in one process, one after another or at once. A world is created, its
 * ranks are started, joined, and it is destroyed, all by one thread that is none of its ranks.
 *
 * The world is also where higher floors put what lower ones have to call: the progress handlers.
 * api/init.c fills the table before the ranks start.
 *
 * Edges
 *   world.aborted  the first abort publishes its code and sentence.
 *   world.ended    a rank's end publishes its exit status to who joins the world.
 *   world.absent   a rank that has ended before MPI_Init against those that begin.
 *   world.asked    a signal's handler asks the thread that joins the world.
 *   world.stopped  a rank that has stopped no longer uses the memory of those that wait for it. */
#ifndef RANK_WORLD_H
#define RANK_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/atomic.h"
#include "base/trace.h"
#include "rank/rank.h"

struct census;
struct connected;
struct context;
struct heap;
struct lobby;
struct machine;
struct rendezvous;
struct store;

/* Moves things along for the calling rank; true when something moved. Never blocks. */
typedef bool progress_handler(struct rank *self);

enum { PROGRESS_HANDLERS_MAX = 4, ABORT_TEXT_BYTES = 640 };

enum abort_state { ABORT_NONE, ABORT_CLAIMED, ABORT_PUBLISHED };

struct world_options {
    int ranks;
    size_t stack_bytes;  /* of a rank; 0: the shell's limit */
    struct heap *heap;   /* that the ranks use; NULL: the process's */
    int finds_leaks;     /* at MPI_Finalize (check/leaks.h); 0: nobody wants to know */
    int watches_buffers; /* of pending operations (check/buffers.h); 0: nobody wants to know */
    bool survives_faults; /* a segmentation fault and its like end the job, not the process */
    bool has_images;     /* ranks run user code compiled with private globals */
    int first_slot;      /* rank r's image is slot first_slot + r */
    int (*main)(struct rank *self, void *argument); /* what each rank runs; returns its status */
    void *argument;
    /* Ends the whole process after an abort; NULL: the ranks are unwound and joined instead. */
    void (*end_process)(struct world *world);
    /* Called by who joins the world, when a signal has asked; NULL: no answer. */
    void (*answer)(struct world *world, int number);
    /* Called when the process is about to end by a signal; NULL: nothing is left to be done. */
    void (*before_crash)(struct world *world);
};

struct world {
    /* Constant once the ranks run. */
    struct world_options options;
    int size;
    int cpus;
    bool has_fenced_sleep; /* who goes to sleep fences for all: rank/wait.h */
    const struct machine *machine; /* to whose cores the ranks are bound; NULL: they are not */
    struct rank *ranks; /* size of them */
    struct connected *connected; /* worlds that its ranks can communicate with (rank/connected.h) */
    _Atomic(struct world *) next_connected;
    int number;      /* among the connected worlds */
    int first_index; /* of its ranks among those of all connected worlds */
    struct store *store; /* object's: the handles of this world; opaque on this floor */
    _Atomic(void *) local[FLOORS]; /* what the floors above keep (rank/floor.h) */
    const struct floor *floors[FLOORS];
    int floor_count;
    const struct floor *inheriting_floor; /* the one with `inherit`; NULL: there is none */
    progress_handler *progress[PROGRESS_HANDLERS_MAX];
    int progress_count;
    pid_t process; /* that created it: a child made by fork is none of the ranks */
    struct rendezvous *rendezvous; /* p2p's: partitioned operations whose other end is to come */

    /* comm's, made by the first rank in MPI_Init. */
    pthread_mutex_t init_lock;
    struct context *context; /* of MPI_COMM_WORLD */
    struct lobby *lobby;

    /* Threads that want a processor: whether spinning can pay. Ranks that neither sleep nor have
     * ended, and of a rank with several threads in rank_wait all but the first that are awake. */
    _Atomic(int) awake;

    /* Ranks whose threads have come to run. */
    _Atomic(int) running;

    /* Who may still do something, and the look at those who may not (rank/waiter.h). */
    _Atomic(int) runnable;
    struct census *census;
    /* check's: the report of a deadlock, in memory of the library; NULL: nobody looks for one. */
    char *(*explain)(struct world *world);

    /* A rank that has ended before MPI_Init, plus 1, and whether others have begun: both at once
     * is the end of the job. */
    _Atomic(int) absent;
    _Atomic(bool) has_begun;

    /* The first abort. */
    _Atomic(int) abort_state;
    int abort_status;
    char abort_text[ABORT_TEXT_BYTES];
    int abort_signal;         /* that would have ended a program of its own; 0: none */
    struct trace abort_trace; /* where that was */
    char *report; /* several lines, of a deadlock, before the abort's sentence; NULL: none */

    struct leak *leaks; /* check's: what was not freed at MPI_Finalize; under init_lock */

    /* Ranks that run nothing of the program any more: they have ended, or wait to be unwound. */
    _Atomic(int) stopped;

    /* A signal that wants to know what everybody does; 0: none. */
    _Atomic(int) asked;

    /* Ranks that have called MPI_Finalize. */
    _Atomic(int) finalizing;

    /* Ranks that have ended; who joins, or is unwound, sleeps here. */
    _Atomic(int) ended;
    struct park joiner;
};

/* 0, or -1 with a note. */
int world_create(const struct world_options *options, struct world **created);

/* After an error those that did start are unwound, unless the process is to end: it is still to be
 * joined. */
int world_start(struct world *world);

/* False when the ranks have not all ended in time. */
bool world_join(struct world *world, uint64_t timeout_ns);
void world_destroy(struct world *world);

/* The job's exit status by the rules of docs/ARCHITECTURE.md: the abort's, else that of the lowest
 * rank that failed, else 0. After world_join. */
int world_status(const struct world *world);

/* Has each rank been given a processor? */
static inline bool world_runs_as_a_whole(const struct world *world)
{
    return load_relaxed(&world->running) == world->size;
}

/* For the table; before world_start. */
void world_add_progress(struct world *world, progress_handler *handler);

#endif
