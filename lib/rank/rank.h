/* SPDX-License-Identifier: MIT */
/* One MPI process: a pthread that runs the user's main, and the threads that it creates
 * (rank/thread/thread.h).
 *
 * "Owner" below is any thread of the rank that holds the guard. Without MPI_THREAD_MULTIPLE one
 * thread at a time calls MPI, and the guard costs it next to nothing.
 *
 * The structure lives until its world is destroyed, so that others may push to the inbox of a rank
 * that has ended.
 *
 * Higher floors keep their state under their number in `local` (rank/floor.h). These are members
 * because messages and calls read them: comm_world and comm_self (one load turns a predefined
 * handle into its communicator); p2p, fast_p2p, quick_p2p, mailboxes, is_flow_controlled,
 * ready_coming, buffered_bytes (sending and receiving); the progress list; observer and buffers
 * (each call tests whether it is observed and watched).
 *
 * Edges
 *   rank.over  a rank's end publishes its status to a thread that does not join the whole world. */
#ifndef RANK_RANK_H
#define RANK_RANK_H

#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/atomic.h"
#include "base/call.h"
#include "base/knob.h"
#include "base/list.h"
#include "rank/floor.h"
#include "rank/thread/usage.h"
#include "sync/guard.h"
#include "sync/lock.h"
#include "sync/mpsc.h"
#include "sync/park.h"

struct buffers;
struct chooser;
struct comm;
struct journal;
struct thread_record;
struct mailboxes;
struct observer;
struct p2p;
struct pool;
struct request_pool;
struct taken;
struct tapes;
struct wake_list;
struct world;

enum rank_phase {
    RANK_BEFORE_INIT,
    RANK_ACTIVE, /* between MPI_Init and MPI_Finalize */
    RANK_FINALIZED,
};

/* The way in which a rank's main ended. */
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
    char **environment; /* at the start */
    int appnum; /* the part of mpiexec's command that started it */
    _Atomic(void *) local[FLOORS]; /* what the floors above keep (rank/floor.h) */
    int core; /* of world->machine, that its threads run on, when there is one */

    struct tapes *tapes; /* on which its threads record (rank/observe/tape.h); NULL: they do not */

    /* The rank's observer (rank/observe/observer.h); NULL: there is none. */
    _Atomic(struct observer *) observer;

    struct own_knobs own; /* the tunables that the rank may change */

    /* Owner only. */
    enum rank_phase phase;
    int thread_level;           /* MPI_THREAD_*, as MPI_Init_thread provided */
    struct comm *comm_world;    /* comm's */
    struct comm *comm_self;
    struct comm *comm_parent;   /* to the ranks that have spawned its world; NULL: none, or freed */
    bool has_met_parents;       /* comm_parent was made */
    struct p2p *p2p;            /* p2p's */
    _Atomic(struct p2p *) fast_p2p; /* p2p while messages take the fast path (p2p/p2p.h) */
    struct p2p *quick_p2p;      /* p2p while no chooser wants control; else NULL */
    struct request_pool *requests; /* request's */
    struct journal *journal;    /* of how choices come out (rank/journal.h), or NULL */
    struct chooser *chooser;    /* answers what the standard leaves open (rank/choice.h), or NULL */
    _Atomic(struct mailboxes *) mailboxes; /* p2p's, in the process's memory; NULL: none yet */
    struct buffers *buffers;    /* check's; NULL: buffers are not watched */
    _Atomic(bool) has_returned; /* job's: from the function of heddle_run */
    struct list progress_list;  /* coll's: collectives under way; zero: there never was one */
    bool is_progress_list_busy; /* a thread goes through the list */
    bool is_progress_list_wanted;      /* that thread should go through it once more */
    _Atomic(int) progress_list_length;
    enum rank_end end;
    int status;                 /* its exit status, from `end` on */
    _Atomic(bool) has_stopped;  /* counted in world->life.stopped */
    _Atomic(bool) is_over;      /* its thread does no more; `end` and `status` stay */

    /* Protects what the rank's threads share: inbox and matcher. */
    struct guard guard;

    /* Records of the threads that it has created (rank/thread/thread.h). */
    struct lock thread_record_lock;
    struct thread_record *thread_records;
    struct usage used_by_ended; /* of them; under that lock, too */
    struct usage_reported reported; /* by the latest rank_usage; under that lock, too */
    _Atomic(struct pool *) pool; /* those that OpenMP keeps (rank/thread/pool.h); NULL: none */
    struct taken *taken; /* for those that take turns (rank/thread/taken.h); NULL: none has */
    _Atomic(bool) has_threads; /* it has created some */
    struct causal_thread *_Atomic causal; /* of main's thread (causal.h), or NULL */
    _Atomic(bool) tells_accesses; /* its program reports loads, stores and orders (causal.h) */

    /* Threads that the library has created for the rank (rank/thread/helper.h). */
    struct lock helpers_lock;
    struct list helpers;

    /* Locks that the rank holds (rank/lock.h). */
    struct list lock_holds;

    /* The thread of main. */
    bool has_thread; /* false: it could not be created; written by the thread that creates it */
    pthread_t thread;
    struct stack *stack; /* it runs on */
    pid_t thread_id; /* what the kernel calls it */
    jmp_buf top; /* exit, _exit and an abort continue there */
    struct call call; /* that it makes, if the rank has a chooser; name NULL: none */

    /* Any thread pushes, the owner pops. */
    struct mpsc inbox;

    /* The owner writes: it has too many unexpected messages; others should not send eagerly. */
    _Atomic(bool) is_flow_controlled;

    /* Any thread: ready-mode messages that are in the inbox or about to be pushed. The owner takes
     * them out before it posts a receive, because a receive that is posted later must not
     * match. */
    _Atomic(int) ready_coming;

    /* Any thread: bytes of the rank's messages in buffers, against buffered_total_kb_max. A
     * receiver may free such a message after the sender has closed its messaging. */
    _Atomic(int64_t) buffered_bytes;

    /* rank/wait.c: threads in rank_wait (MPI_THREAD_MULTIPLE only); a count that rises when a
     * condition has made progress itself, which resets the idle time; yields in a row that have
     * let others run, and moves to another processor. */
    _Atomic(int) waiting;
    _Atomic(uint32_t) works;
    _Atomic(int) shared_yields, migrations;

    /* Any thread wakes; the rank's threads sleep, and are listed while they do
     * (rank/sleep/waiter.h). */
    struct park park;
    _Atomic(bool) has_slept; /* a thread has slept on `park`, or is about to */
    struct lock waiters_lock; /* of the list */
    struct list waiters;
    struct list idlers; /* under that lock, too (rank/sleep/idle.h) */
    _Atomic(struct wake_list *) wake_list; /* that it wakes when it gets up (rank/sleep/wake.h) */
};

/* The rank that the calling thread belongs to; NULL outside of any. */
extern __attribute__((visibility("hidden"), tls_model("initial-exec")))
_Thread_local struct rank *rank_current;

static inline struct rank *rank_self(void)
{
    return rank_current;
}

/* The rank dozed, and something has come. Where no thread ever sleeps on the park, because those
 * that take turns sleep in their seats (rank/turns.h), the count says it without the kernel. A
 * thread sets has_slept before the dozing bit, so a thread that has cleared that bit sees it. */
static inline void rank_rouse(struct rank *rank)
{
    if (load_relaxed(&rank->has_slept))
        park_wake(&rank->park);
    else
        park_raise(&rank->park);
}

/* Pushes an item into the rank's inbox, and wakes it if it sleeps. False: no memory. */
static inline bool rank_push(struct rank *rank, const void *item, size_t bytes)
{
    enum mpsc_pushed pushed = mpsc_push(&rank->inbox, item, bytes);

    if (unlikely(pushed == MPSC_PUSHED_TO_DOZING))
        rank_rouse(rank);
    return pushed != MPSC_NO_MEMORY;
}

/* Publishes an item that was written in place, and wakes the rank if it sleeps. */
static inline void rank_publish(struct rank *rank, const struct mpsc_places *places)
{
    if (unlikely(mpsc_publish(&rank->inbox, places) == MPSC_PUSHED_TO_DOZING))
        rank_rouse(rank);
}

/* The name of what that source's messages to the rank order (rank/observe/causal.h). */
static inline const char *rank_token(const struct rank *rank, int source)
{
    return (const char *)rank + (unsigned)source % sizeof *rank;
}

/* Wakes the rank if it sleeps. The caller has stored with seq_cst what the rank is to see. */
static inline void rank_wake(struct rank *rank)
{
    if (unlikely(mpsc_wake(&rank->inbox)))
        rank_rouse(rank);
}

/* Ends the calling rank's main from any depth of its own thread. */
_Noreturn void rank_leave(struct rank *self, enum rank_end end, int status);

/* True if the calling thread is the one that runs main. */
bool rank_is_main_thread(const struct rank *self);

#endif
