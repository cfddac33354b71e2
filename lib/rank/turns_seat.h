/* SPDX-License-Identifier: MIT */
/* The seats of threads that take turns, for rank/turns.c, turns_thread.c, turns_vain.c and
 * turns_watch.c. A thread that has the turn may read and write all of them. */
#ifndef RANK_TURNS_SEAT_H
#define RANK_TURNS_SEAT_H

#include "rank/rank.h"
#include "rank/turns.h"
#include "rank/world.h"
#include "sync/park.h"

enum seat_state {
    SEAT_OUTSIDE, /* it has not entered */
    SEAT_READY,
    SEAT_RUNS,
    SEAT_DECIDES, /* it has the turn, to hand it on */
    SEAT_WAITS,   /* until the rank is woken */
    SEAT_POLLS,
    SEAT_LOOKS,  /* until something is there, or it is chosen */
    SEAT_RESTS,  /* until the job is at rest and it is chosen */
    SEAT_STANDS, /* the same of an object of threads */
    SEAT_BLOCKS, /* until another thread of the rank has done something */
    SEAT_NAPS,   /* until others have gone on, or none can */
    SEAT_FREED,  /* the turn has been taken from it: the turns end */
    SEAT_AWAY,  /* a thread of OpenMP that is in no team */
    SEAT_OVER,
};

/* A loop that polls looks at this many places. */
enum { IDLE_MOST = 8 };

struct seat {
    struct taker taker;
    _Atomic(int) state;
    struct seat *_Atomic next; /* of the rank's further threads */
    _Atomic(bool) is_unused; /* its thread has ended: edge turns.seat */
    struct park park;
    int threads; /* of a main thread's seat: those of its rank that take turns, beside it, */
    int unjoined; /* those that have left, but that no thread has joined, */
    int numbers; /* and that have done so */
    _Atomic(int) members; /* of OpenMP's threads, those that have not ended */
    int members_here;     /* and that are no longer away */

    /* 0 for a new thread. */
    uint32_t seen; /* the rank's park when it began to wait */
    int joining;   /* threads that wait for its end */
    bool is_unjoined; /* it has left, and what it has done may be at one time with what others do */
    int vain;      /* turns in which it polled in vain */
    int vain_choices; /* since something last happened */
    bool is_chosen; /* by `decide` */
    long moved; /* the number of the latest step for which it was chosen */
    long able;  /* and of the latest one before which it could have been */
    long napped, napped_before; /* steps of all threads at its latest nap, and at the one before */
    struct turn_block block; /* SEAT_STANDS, SEAT_BLOCKS */
    struct turn_access access; /* the latest */
    bool is_accessing;         /* or waits to do so */
    /* Accesses that have changed nothing, since the rank or another one last changed such bytes. */
    struct turn_access idle[IDLE_MOST];
    int idle_count;
    long idle_turns; /* accesses that it had made before, to no effect */
};

struct turns {
    turns_decider *decide;
    void *subject;
    _Atomic(int) entered;
    _Atomic(bool) are_over; /* all ranks run freely */
    long steps; /* times that a thread went on, but for looks in vain, and after naps */
    int takers; /* that there have been */
    struct seat *_Atomic holder; /* that was given the turn last: edge turns.state */
    _Atomic(uint32_t) given;     /* how often it was given */
    struct seat each[]; /* of the main threads */
};

static inline struct seat *seat_of_main(const struct rank *rank)
{
    return &rank->world->turns->each[rank->world_rank];
}

static inline struct seat *seat_of(const struct taker *taker)
{
    return (struct seat *)(uintptr_t)taker;
}

static inline enum seat_state seat_state_of(const struct seat *seat)
{
    return (enum seat_state)load_acquire(&seat->state); /* edge turns.state */
}

static inline void seat_set_state(struct seat *seat, enum seat_state state)
{
    store_release(&seat->state, (int)state); /* edge turns.state */
}

/* The thread, which has the turn, or lets others decide, has it no more. False: it has been taken
 * from the thread, and the turns end. */
static inline bool seat_stop(struct seat *seat, enum seat_state state)
{
    int before = (int)seat_state_of(seat);

    return before != SEAT_FREED &&
           compare_exchange_acq_rel(&seat->state, &before, (int)state); /* edge turns.state */
}

/* The rank's next thread; NULL: it is the last. */
static inline struct seat *seat_of_next_thread(const struct seat *seat)
{
    return load_acquire(&seat->next); /* edge turns.seat */
}

/* The one behind it, by ranks and the numbers of threads; NULL: it is the last. */
static inline struct seat *seat_next(const struct world *world, const struct seat *seat)
{
    struct seat *next = seat_of_next_thread(seat);
    int rank = seat->taker.rank->world_rank + 1;

    if (next != NULL)
        return next;
    return rank < world->size ? &world->turns->each[rank] : NULL;
}

static inline struct seat *seat_first(const struct world *world)
{
    return &world->turns->each[0];
}

/* As seat_next, and the first one behind the last. */
static inline struct seat *seat_after(const struct world *world, const struct seat *seat)
{
    struct seat *next = seat_next(world, seat);

    return next != NULL ? next : seat_first(world);
}

/* Does it wait for something that has not come? */
static inline bool seat_is_blocked(const struct seat *seat)
{
    return seat->block.is_pending != NULL && seat->block.is_pending(seat->block.subject);
}

/* True if the thread polls, or looks, or waits with a limit of time. */
bool seat_is_in_vain(const struct seat *seat);

/* The job is at rest: notes which threads could be chosen. */
void seat_note_able(const struct world *world);

/* May a thread that naps go on? Another one has done so meanwhile, and none stands still that could
 * have done so since the nap before this one: threads that nap in loops do not keep out others. */
bool seat_has_slept_enough(const struct seat *seat);

/* A thread that waits for a turn has seen this of the one that has it. */
struct watch {
    const struct seat *holder;
    uint32_t given;
    uint64_t began_ns, cpu_ns; /* the processor time of the holder, at first and at last */
    int asleep;                /* looks in a row at which it slept */
};

/* Looks once; after this time it does so again. */
static const uint64_t watch_ns = 50000000;
void seat_watch(const struct seat *seat, struct watch *watch);

/* All ranks run freely from here on. By the thread that has the turn, or has taken it. */
void seat_end_turns(struct world *world);

/* The main thread of the rank that has this seat ends. */
void seat_free_threads(struct seat *seat);

/* The rank goes: gives back the seats of its threads that have ended. */
void seat_give_threads(const struct rank *rank);

#endif
