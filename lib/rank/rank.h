/* SPDX-License-Identifier: MIT */
/* One MPI process: a pthread that believes it is alone, and the threads it creates.
 *
 * "Owner" below is any thread of the rank that holds the guard; before MPI_THREAD_MULTIPLE is asked
 * for there is one such thread at a time anyway, and the guard costs it next to nothing.
 *
 * A rank's structure outlives its thread: it is freed with its world, so that others may push to
 * its inbox at any time. Threads that a rank creates are the same rank (rank/thread.h).
 *
 * Edges
 *   rank.over  a rank's end publishes how it ended to who does not wait for all of them. */
#ifndef RANK_RANK_H
#define RANK_RANK_H

#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/atomic.h"
#include "base/list.h"
#include "rank/floor.h"
#include "rank/pool.h"
#include "sync/guard.h"
#include "sync/lock.h"
#include "sync/mpsc.h"
#include "sync/park.h"

struct buffers;
struct comm;
struct thread_record;
struct p2p;
struct talks;
struct counters;
struct world;

enum rank_phase {
    RANK_BEFORE_INIT,
    RANK_ACTIVE, /* between MPI_Init and MPI_Finalize */
    RANK_FINALIZED,
};

/* How a rank's main came to its end. */
enum rank_end {
    RANK_RUNS,
    RANK_RETURNED, /* from main, or by exit, or by pthread_exit */
    RANK_QUIT,     /* by _exit: nothing of its own runs any more */
    RANK_UNWOUND,  /* its world was aborted */
};

struct rank {
    /* Constant from the world's creation on. */
    struct world *world;
    int world_rank;
    int slot; /* of its image */
    int argc;
    char **argv;
    char **environment; /* as it starts */
    int appnum; /* of the part of mpiexec's command that it was started by */
    _Atomic(void *) local[FLOORS]; /* what the floors above keep (rank/floor.h) */
    int core; /* of world->machine, that its threads run on, when there is one */
    struct counters *counters; /* of what it sends; NULL: nobody wants to know (rank/counters.h) */

    /* Owner only. */
    enum rank_phase phase;
    int thread_level;           /* MPI_THREAD_*, as MPI_Init_thread provided */
    struct comm *comm_world;    /* comm's; opaque on this floor */
    struct comm *comm_self;
    struct p2p *p2p;            /* p2p's */
    struct p2p *straight;       /* the same while its messages go straight; else NULL */
    _Atomic(struct talks *) talks; /* p2p's, for as long as the rank lives; NULL: none yet */
    struct buffers *buffers;    /* check's; NULL: nobody wants to know */
    struct list agenda;         /* coll's: collectives under way; zero: there never was one */
    bool is_agenda_busy;        /* a thread goes through it, */
    bool is_agenda_wanted;      /* and should do so again */
    _Atomic(int) agenda_length;
    enum rank_end end;
    int status;                 /* its exit status, from `end` on */
    _Atomic(bool) has_stopped;  /* counted in world->stopped */
    _Atomic(bool) is_over;      /* its thread does no more; `end` and `status` stay */

    /* For what is the owner's and its threads share: inbox and matcher. */
    struct guard guard;

    /* The threads that it has created, and what they took over from it (rank/thread.h). */
    struct lock thread_record_lock;
    struct thread_record *thread_records;
    struct pool pool; /* some of them */

    /* The thread of main. */
    bool has_thread; /* who has started it writes; false when that has failed */
    pthread_t thread;
    struct stack *stack; /* it runs on */
    pid_t thread_id; /* what the kernel calls it */
    jmp_buf top; /* where exit, _exit and an abort go to */

    /* Anyone pushes, the owner pops. */
    struct mpsc inbox;

    /* The owner writes: it keeps so many messages that others should send no more unasked. */
    _Atomic(bool) is_flooded;

    /* Anyone: messages in the inbox that were sent in ready mode, or are about to be. The owner
     * takes them out before it posts a receive, which must not get them. */
    _Atomic(int) ready_coming;

    /* Anyone: bytes of its messages that are in buffers, against knobs.buffered_total_kb_max. Here
     * because receivers may free such a message when its sender has closed its messaging. */
    _Atomic(int64_t) buffered_bytes;

    /* Its threads that are in rank_wait, when it may have several; how often their conditions have
     * done some work themselves. */
    _Atomic(int) waiting;
    _Atomic(uint32_t) works;
    _Atomic(int) shared_yields, migrations; /* to another processor (rank/wait.c) */

    /* Anyone wakes; the rank's threads sleep. Who does (rank/waiter.h). */
    struct park park;
    struct lock waiters_lock; /* of the list */
    struct list waiters;
};

/* The rank that the calling thread belongs to; NULL outside of any. */
extern __attribute__((visibility("hidden"), tls_model("initial-exec")))
_Thread_local struct rank *rank_current;

static inline struct rank *rank_self(void)
{
    return rank_current;
}

bool rank_init(struct rank *rank, struct world *world, int world_rank); /* false: no memory */
void rank_fini(struct rank *rank);

/* Pushes an item into the rank's inbox, and wakes it if it sleeps. False: no memory. */
static inline bool rank_push(struct rank *rank, const void *item, size_t bytes)
{
    enum mpsc_pushed pushed = mpsc_push(&rank->inbox, item, bytes);

    if (unlikely(pushed == MPSC_PUSHED_TO_DOZING))
        park_wake(&rank->park);
    return pushed != MPSC_NO_MEMORY;
}

/* The same for an item that was written in its place. */
static inline void rank_publish(struct rank *rank, const struct mpsc_places *places)
{
    if (unlikely(mpsc_publish(&rank->inbox, places) == MPSC_PUSHED_TO_DOZING))
        park_wake(&rank->park);
}

/* Wakes the rank if it sleeps. What it is to see must have been stored with seq_cst before. */
static inline void rank_wake(struct rank *rank)
{
    if (unlikely(mpsc_wake(&rank->inbox)))
        park_wake(&rank->park);
}

/* MPI_Init: from here on others count on the rank. */
void rank_begin(struct rank *self);

/* Ends the calling rank's main from any depth of its own thread. */
_Noreturn void rank_leave(struct rank *self, enum rank_end end, int status);

/* Is that a rank, and this its job's process: not a child that one has made by fork? */
bool rank_is_in_its_process(const struct rank *rank);

/* Is the calling thread the one that runs main? */
bool rank_is_main_thread(const struct rank *self);

#endif
