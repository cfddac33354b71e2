/* SPDX-License-Identifier: MIT */
/* What all members of a communicator share: its id, its groups, its board.
 *
 * The id keeps messages of different communicators apart; ids are not used again. An
 * intracommunicator has one group; an intercommunicator two, and a member belongs to one `side`.
 * The board is made when the first member needs it.
 *
 * Edges
 *   context.drop   a drop publishes its holder's last use to whoever frees the context.
 *   context.board  who made the board publishes it to the other members. */
#ifndef COMM_CONTEXT_H
#define COMM_CONTEXT_H

#include <stdint.h>

#include "comm/board.h"
#include "comm/group.h"
#include "rank/world.h"

struct context {
    _Atomic(int) references;
    uint32_t id;
    struct group *groups[2]; /* the second is NULL in an intracommunicator */
    _Atomic(struct board *) board;
};

/* Takes over the caller's references to the groups, also when it fails. NULL: no memory. */
struct context *context_create(struct world *world, struct group *first, struct group *second);
struct context *context_hold(struct context *context);
void context_drop(struct context *context);

/* Members of both groups: seats at the board. */
int context_seats(const struct context *context);

/* NULL: no memory. */
struct board *context_board(struct context *context);

#endif
