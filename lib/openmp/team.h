/* SPDX-License-Identifier: MIT */
/* Teams: the threads that run a parallel region of OpenMP. In an explored job the members of a team
 * take turns (rank/thread/taken.h).
 *
 * The thread that meets the region keeps its turn until all members have come. OpenMP's library
 * makes these threads, or has kept them from an earlier region, and they come when they like; then
 * they are let in by their numbers. A member goes away again at the end of its part, before
 * OpenMP's library has it wait for the next region. So no member ever waits in that library with a
 * turn:
 *
 *   barriers        are kept here. OpenMP's are never reached.
 *   critical parts  a member is chosen only when OpenMP's own word says that it is free.
 *   shared work     which member asks for it next is chosen. OpenMP's functions do not block then.
 *   tasks           are kept here until a member takes one (queue.h).
 *   ordered parts   a member goes on when it has its part, and so does an iteration that waits for
 *                   another one (ordered.c).
 *
 * When the turns end meanwhile, members that wait at a barrier go to OpenMP's, where the others
 * come, too. Cancellation ends the turns.
 *
 * When the job is aborted, members leave their parts (struct taker, way_out) and end the region in
 * OpenMP's library, which would wait for them for ever otherwise. Then the thread that met the
 * region is unwound further.
 *
 * A team that is not explored has none of that, and OpenMP's functions are called at once. */
#ifndef OPENMP_TEAM_H
#define OPENMP_TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "openmp/functions.h"
#include "rank/thread/taken.h"
#include "sync/lock.h"
#include "sync/park.h"

typedef void openmp_body(void *data);

/* A thread of OpenMP that has come to a region, on its stack until it is let in. */
struct member {
    struct member *next;
    struct taker *taker; /* NULL: it cannot take turns */
    int number;
};

/* A parallel region, in the frame of the thread that meets it. */
struct team {
    void *reductions; /* OpenMP's library reads the first word */
    openmp_body *run;
    void *data;
    uintptr_t site;
    struct rank *rank;
    int size;
    struct park park;     /* of that thread */
    struct lock lock;     /* for the next three, of which tasks change by turns, too */
    struct member *come;  /* members that have come, beside that thread */
    int arrivals;         /* and how many these are */
    struct list tasks;    /* that have not ended, in the order of their creation */
    struct list loops;    /* that have an order (ordered.c) */

    int here;      /* members at the barrier. This and what follows change by turns */
    long meetings; /* barriers that all have come to */
    bool has_tasks; /* since the last one there have been some */
    int left;      /* members that have left, beside that thread */
    bool is_unwound; /* that thread is, because the job is aborted */
    void *copied;  /* what the single part of the team gives to all */
    char work;     /* a name */
};

struct taskgroup {
    struct taskgroup *outer;
    int unfinished; /* tasks */
};

struct team_task {
    struct team *team;
    struct list link;       /* in the team's list; not of a member's own task */
    struct team_task *parent;    /* NULL: it is a member's own */
    struct taskgroup *group; /* in which it was created, */
    struct taskgroup *inner; /* and in which it creates others */
    struct team_loop *loop;  /* of a member's own task: the latest with an order; NULL: none */
    int uses;               /* 1 until it ends, and its children that have not ended */
    bool is_running, is_final;
    openmp_body *run;
    void *data;
    long bytes, align;
    int outputs, count; /* dependences: the outputs are the first of them */
    void **dependences;
};

/* The task that the calling thread runs: an explicit one, or the one that each member of a team
 * has. NULL: it is in no team, or that is not explored. */
extern __attribute__((visibility("hidden"))) _Thread_local struct team_task *openmp_task;

static inline struct team *openmp_team(void)
{
    return openmp_task != NULL ? openmp_task->team : NULL;
}

/* The rank, if the thread is in a team that is explored, and takes turns. */
static inline struct rank *openmp_self(uintptr_t site, const void *object)
{
    return taken_may_be() && openmp_task != NULL ? taken_self(site, object) : NULL;
}

/* All members of the team come here before one goes on. At the end of the region openmp_end lets
 * them meet before they come to OpenMP's barrier there. */
void openmp_meet(uintptr_t site);
void openmp_end(uintptr_t site);
/* The region has ended. */
void openmp_free_loops(struct team *team);

/* Does not return if the job is aborted: another member may never come, or give a lock back. */
void openmp_check(void);

/* Which member asks next for a part of what the team shares is chosen. */
void openmp_ask_by_turn(uintptr_t site);

static inline void openmp_ask_for_work(uintptr_t site)
{
    if (taken_may_be())
        openmp_ask_by_turn(site);
}

/* The turns end, because of a call that is not explored. `words` is "called ...". */
void openmp_give_up(uintptr_t site, const char *words);

#endif
