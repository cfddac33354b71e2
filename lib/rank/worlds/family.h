/* SPDX-License-Identifier: MIT */
/* The worlds that ranks of a job spawn, and those that these spawn: the family of the job's first
 * world, its root.
 *
 * A rank makes such a world by `spawn` of its world's options, which is the job's, and starts it.
 * The thread that joins the root serves the family: it joins the threads of spawned worlds that
 * have ended, and destroys them, when they are connected with no world that has not ended.
 *
 * The ranks of a new world wait before they run anything of the program, until all of them have
 * their threads and their world is tied to that of the rank that spawns them. If one of them gets
 * no thread, all of them end.
 *
 * Edges
 *   family.release  the rank that has started a world publishes what it has prepared to the ranks
 *                   of that world. */
#ifndef RANK_FAMILY_H
#define RANK_FAMILY_H

#include <stdbool.h>

#include "base/atomic.h"
#include "base/list.h"
#include "sync/lock.h"

struct context;
struct rank;
struct world;

/* Ranks that were asked for together, by one command. */
struct spawn_part {
    int ranks;
    int asked;   /* at most this many ranks */
    int appnum;
    int argc;
    char **argv; /* the command, then its arguments */
    char *wdir;  /* NULL: that of the rank that spawns */
    const struct guest *guest; /* the program (image/guest/guest.h); NULL: the process's first */
};

struct spawn_order {
    int ranks; /* of all parts */
    int parts;
    int errhandler; /* as in struct world_options */
    struct spawn_part *part;
};

/* Only a spawned world has these. */
struct spawned_world {
    struct list sibling;             /* in the family of its root, under that lock */
    _Atomic(bool) is_released;       /* its ranks may run */
    struct context *parents;         /* comm's: the ranks that have spawned it, and its own */
    const struct spawn_order *order; /* job's: what was spawned */
};

/* Only a root has these. */
struct family {
    struct lock lock;
    struct list worlds;     /* the spawned worlds of its job */
    _Atomic(int) unserved;  /* of them: have ended, and their threads were not joined */
    _Atomic(int) universe_size; /* spawn's; 0: it is not known yet */
};

/* Before a rank makes a world: lets the joining thread come after. A program may spawn faster than
 * what has ended is destroyed, and would grow. */
void family_make_room(const struct rank *self);

/* Starts a world that was made for the calling rank, and waits until its ranks have threads.
 * 0, or -1 with a note: it has come into being, and ends at once. */
int family_start(struct rank *self, struct world *world);

/* Lets the ranks of that world go on. */
void family_release(struct world *world);

/* For the options' `prepare` of a spawned world: waits for the release. */
void family_await_release(struct rank *self);

/* Joins and destroys spawned worlds that have ended. The thread that joins the root calls it, and
 * the functions below, again and again. */
void family_serve(struct world *root);
bool family_has_ended(struct world *root); /* no thread of a spawned world runs any more */
bool family_is_gone(struct world *root);   /* and they are all destroyed */

/* Returns the first world that was spawned (world NULL), or the next; NULL: there is none. */
struct world *family_next(struct world *root, const struct world *world);
/* Ranks of the whole job, and those that have not ended. */
void family_count(struct world *root, int *ranks, int *running);

/* Aborts the spawned worlds that the root is not connected with. */
void family_abort(struct world *root);
/* Leaves spawned worlds alone that do not all end: none of them is destroyed. */
void family_leave(struct world *root);

#endif
