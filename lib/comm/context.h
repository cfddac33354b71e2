/* SPDX-License-Identifier: MIT */
/* The part of a communicator that all members share: its id, its groups, its board.
 *
 * The id keeps messages of different communicators apart (docs/decisions/0007). An
 * intracommunicator has one group; an intercommunicator two, and a member belongs to one `side`.
 * The board is made when the first member needs it.
 *
 * Edges
 *   context.board  the member that made the board publishes it to the other members. */
#ifndef COMM_CONTEXT_H
#define COMM_CONTEXT_H

#include <stdint.h>

#include "board/board.h"
#include "comm/group.h"
#include "object/object.h"
#include "rank/world.h"

struct context {
    struct object object; /* each member's comm is a reference */
    uint32_t id;
    _Atomic(int) departed; /* members that have freed theirs */
    struct group *groups[2]; /* the second is NULL in an intracommunicator */
    struct world *world;
    _Atomic(struct board *) board;
    bool is_common;    /* it has members of several worlds (rank/worlds/connected.h) */
    _Atomic(bool) stays;  /* a member has freed it: its worlds stay connected */
    _Atomic(bool) parted; /* all members have called MPI_Comm_disconnect */
    _Atomic(uint32_t) look; /* job's: the latest one that has come by (job/progress.h) */
};

/* The world should be that of a member; if it has none in the first group, the context becomes one
 * of the first member's world. Takes over the caller's references to the groups, also when it
 * fails. That many references to the context: one for each member that is going to see it, before
 * any of them can be done with it. NULL: no memory. */
struct context *context_create(struct world *world, struct group *first, struct group *second,
                               int references);
/* Another of the same groups, with a reference for each member. */
struct context *context_duplicate(const struct context *context);
struct context *context_hold(struct context *context);
void context_drop(struct context *context); /* NULL is fine */
/* Drops what no member of `local` will see: each would have had a reference. NULL is fine. */
void context_drop_all(const struct comm *local, struct context *context);

/* When a job is destroyed, with what it has left: gives back the groups of its communicators, and
 * those that its users hold, if they lie in the memory of the process. */
void context_forget_groups(const struct world *world);

/* A member frees the communicator and does not disconnect it; all members have disconnected it. */
void context_stay(struct context *context);
void context_part(struct context *context);

/* Members of both groups: seats at the board. */
int context_seats(const struct context *context);
/* Do they outnumber the processors? */
bool context_is_oversubscribed(const struct context *context);
/* The seat of the first member of a side; the member at a seat. */
int context_first_seat(const struct context *context, int side);
struct rank *context_member(const struct context *context, int seat);

/* NULL: no memory. */
struct board *context_board(struct context *context);

#endif
