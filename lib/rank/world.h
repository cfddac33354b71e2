/* SPDX-License-Identifier: MIT */
/* One MPI job: its ranks and its abort state.
 *
 * Several worlds may live in one process, one after another or at once; the ranks of connected ones
 * can communicate (rank/worlds/connected.h). One thread, which is none of the ranks, creates a
 * world, starts its ranks, joins them, and destroys it.
 *
 * Higher floors register functions that this one calls: progress handlers, and what they do when
 * ranks come and go (rank/floor.h). api/environment/init.c does that before the ranks start.
 * `store` is a member because each look-up of a handle reads it.
 *
 * Edges
 *   world.asked    a signal handler asks the thread that joins the world. */
#ifndef RANK_WORLD_H
#define RANK_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/container.h"
#include "rank/abort.h"
#include "rank/findings.h"
#include "rank/floor.h"
#include "rank/life.h"
#include "rank/rank.h"
#include "rank/sleep/alarm.h"
#include "rank/sleep/waiter.h"
#include "rank/worlds/connected.h"
#include "rank/worlds/ending.h"
#include "rank/worlds/family.h"

struct heap;
struct causality;
struct machine;
struct spawn_order;
struct store;
struct turns;

struct world_options {
    int ranks;
    size_t stack_bytes;  /* of a rank; 0: the shell's limit */
    struct heap *heap;   /* that the ranks use; NULL: the process's */
    struct world *parent; /* whose rank spawns it; NULL: it is a job of its own */
    int finds_leaks;     /* at MPI_Finalize (check/leaks.h); 0: no */
    int watches_buffers; /* of pending operations (check/buffers.h); 0: no */
    bool diverts;        /* what is received, from its buffer (check/diverted.h) */
    bool survives_faults; /* a fault, such as SIGSEGV, ends the job and not the process */
    bool has_images;     /* ranks run user code compiled with private globals */
    int first_slot;      /* rank r's image is slot first_slot + r */
    /* Each rank runs it before the program's constructors; NULL: nothing. */
    void (*prepare)(struct rank *self, void *argument);
    int (*main)(struct rank *self, void *argument); /* what each rank runs; returns its status */
    void *argument;
    /* Ends the whole process after an abort; NULL: the ranks are unwound and joined instead. */
    void (*end_process)(struct world *world);
    /* Called by the thread that joins the world, when a signal has asked; NULL: no answer. */
    void (*answer)(struct world *world, int number);
    /* Called by that thread whenever it is awake, with the root; returns the ns after which it
     * wants to be called again; NULL: nothing. */
    uint64_t (*tick)(struct world *world);
    /* Called when the process is about to end by a signal. May be NULL. */
    void (*before_crash)(struct world *world);
    /* Makes the world that a rank of this one spawns, which family_start starts
     * (rank/worlds/family.h): 0, or an error class with a note. NULL: the job cannot spawn. */
    int (*spawn)(struct rank *self, const struct spawn_order *order, struct world **made);
    /* For a spawned world: `tell` is called when it and all connected worlds have ended. It returns
     * false if something of the world still runs; `drop` then destroys it. */
    bool (*tell)(struct world *world);
    void (*drop)(struct world *world);
    int errhandler; /* initial one: 1 + its number as the knob has them; 0: the knob's */
};

struct world {
    /* Constant once the ranks run. */
    struct world_options options;
    int size;
    int cpus;
    bool has_fenced_sleep; /* a rank that goes to sleep fences for all threads (rank/wait.h) */
    const struct machine *machine; /* the ranks are bound to its cores; NULL: they are not bound */
    struct rank *ranks; /* size of them */
    struct world *root; /* the job's first world, whose joining thread serves all of the job */
    uint64_t serial; /* larger than those of older worlds of the process */
    int number;      /* in reports (rank/name.h): how many worlds of the process are older */
    struct store *store; /* object's: the handles of this world */
    _Atomic(void *) local[FLOORS]; /* what the floors above keep (rank/floor.h) */
    struct floors floors;
    struct turns *turns; /* its ranks run one at a time (rank/turns.h); NULL: as they like */
    pid_t process; /* the one that created it: a child made by fork is none of the ranks */

    _Atomic(uint64_t) next_context_id; /* of communicators without members of other worlds */

    struct connected connected; /* with other worlds (rank/worlds/connected.h) */
    struct ending ending;       /* rank/worlds/ending.h */
    struct spawned_world spawned; /* rank/worlds/family.h */
    struct family family;

    struct deadlock_watch deadlock; /* how it is found (rank/sleep/waiter.h) */

    /* Only in a root: threads of its job that want a processor, which decides whether spinning can
     * pay. They are ranks that neither sleep nor have ended, and further threads of a rank in
     * rank_wait that are awake. */
    _Atomic(int) awake;

    struct world_life life; /* of its ranks (rank/life.h) */
    struct abort abort; /* the first one (rank/abort.h) */

    /* A signal that has asked what the ranks do; 0: none. */
    _Atomic(int) asked;

    /* Only in a root: findings of the whole job (rank/findings.h). */
    struct findings findings;

    /* Only in a root: what its threads know of each other (rank/observe/causal.h); NULL: races are
     * not looked for. */
    _Atomic(struct causality *) causality;

    struct alarms alarms; /* only in a root (rank/sleep/alarm.h) */

    struct park joiner; /* the thread that joins, and ranks that are unwound, sleep here */
};

/* 0, or -1 with a note. */
int world_create(const struct world_options *options, struct world **created);

/* 0, or -1 with a note. After an error the ranks that did start are unwound, unless the process is
 * to end; the world is still to be joined. */
int world_start(struct world *world);

/* False when the ranks have not all ended in time. */
bool world_join(struct world *world, uint64_t timeout_ns);
void world_destroy(struct world *world);

/* The job's exit status by the rules of docs/ARCHITECTURE.md: the abort's, else that of the lowest
 * rank that failed, else 0. After world_join. */
int world_status(const struct world *world);

static inline bool world_is_aborted(const struct world *world)
{
    return unlikely(load_seq_cst(&world->abort.state) != ABORT_NONE); /* edge world.aborted */
}

/* True if each rank has been given a processor. */
static inline bool world_runs_as_a_whole(const struct world *world)
{
    return load_relaxed(&world->life.running) == world->size;
}

/* Joins the threads of ranks that have ended. */
void world_join_threads(struct world *world);

/* True if the process exists for the job. */
static inline bool world_is_of_process(const struct world *world)
{
    return world->root->options.end_process != NULL;
}

/* An order of all ranks of the process. */
static inline bool rank_precedes(const struct rank *one, const struct rank *other)
{
    if (one->world != other->world)
        return one->world->serial < other->world->serial;
    return one->world_rank < other->world_rank;
}

/* True if that is a rank and the process is that of its job, not a child that a rank has
 * forked. */
static inline bool rank_is_in_its_process(const struct rank *rank)
{
    return rank != NULL && getpid() == rank->world->process;
}

/* Wakes the thread that joins the world, and ranks that wait for its end. */
void world_wake_joiner(struct world *world);

#endif
