/* SPDX-License-Identifier: MIT */
/* The state that the floors above keep in each rank and in each world.
 *
 * struct rank and struct world do not name it. A floor has a number here, and under that number
 * one pointer in every rank (rank->local) and one in every world (world->local). A floor that has
 * something to do when a world or a rank comes or goes describes that in a struct floor, which is
 * added to the world before its ranks start. A new floor takes a number here and changes nothing
 * else in this folder.
 *
 * A pointer that is set before the ranks start is read by load_relaxed. A floor that sets one later
 * names the edge by which other threads see it.
 *
 * What each message or call reads stays a member of struct rank; rank.h says which and why. */
#ifndef RANK_FLOOR_H
#define RANK_FLOOR_H

#include <stdbool.h>

struct floor;
struct rank;
struct world;

enum floor_number {
    FLOOR_LIBC,
    FLOOR_TYPE,
    FLOOR_COMM,
    FLOOR_P2P,
    FLOOR_CHECK,
    FLOOR_RELIANCE,
    FLOOR_IO,
    FLOOR_RMA,
    FLOOR_TOOL,
    FLOOR_API,
    FLOOR_JOB,
    FLOOR_EXPLORED,
    FLOOR_JOURNALS,
    FLOORS,
};

/* Makes progress for the calling rank; true if there was any. Never blocks. */
typedef bool progress_handler(struct rank *self);

enum { PROGRESS_HANDLERS_MAX = 4 };

/* The floors above register these with a world; constant once its ranks run. */
struct floors {
    progress_handler *handlers[PROGRESS_HANDLERS_MAX]; /* which each wait calls (rank/wait.h) */
    int handler_count;
    int count;
    const struct floor *all[FLOORS];
    const struct floor *inheriting; /* the one with `inherit`; NULL: there is none */
};

/* Any function may be NULL. */
struct floor {
    /* Makes what the floor keeps, when the floor is added. False: no memory. */
    bool (*create)(struct world *world);
    /* Gives back what lies outside the job's memory. No rank of the world runs any more. An aborted
     * job may have left the floor's structures in the middle of a change. */
    void (*destroy)(struct world *world);

    /* Run in the rank's own thread: before its main, and after its main and exit handlers. */
    void (*begin)(struct rank *self);
    void (*end)(struct rank *self);

    /* A thread creates another of its rank: `inherit` runs in the creator, and its result is handed
     * to `enter` in the new thread. `enter` runs before ThreadSanitizer knows the new thread, so it
     * must not be instrumented. One floor of a world may have them. */
    const void *(*inherit)(struct rank *self);
    void (*enter)(const void *inherited);
};

/* Adds a floor to a world whose ranks have not started. The structure must outlive the world.
 * False: the floor had no memory. */
bool world_add_floor(struct world *world, const struct floor *floor);

/* Adds a handler to the table, before world_start. */
void world_add_progress(struct world *world, progress_handler *handler);

/* Run the functions of all floors, in the rank's own thread (rank/world.c). */
void floors_begin(struct rank *self);
void floors_end(struct rank *self);

#endif
