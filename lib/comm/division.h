/* SPDX-License-Identifier: MIT */
/* The outcome of a vote that divides a communicator: the new context of each member. The last
 * member that takes its share frees it.
 *
 * Edges
 *   division.readers  taking a share publishes that it has been read to the thread that frees. */
#ifndef COMM_DIVISION_H
#define COMM_DIVISION_H

#include "comm/vote.h"

enum { SHARE_NONE = -1 };

struct division_share {
    struct context *context; /* NULL: there was no memory for it */
    int rank;                /* in its group; SHARE_NONE: the member belongs to no context */
    int side;
};

struct division {
    _Atomic(int) readers;
    struct division_share shares[]; /* by seat */
};

/* All members belong to none; NULL: no memory. */
struct division *division_create(int seats);
/* As a vote's outcome, NULL when there was no memory for it, and back. */
void division_announce(struct division *division, struct vote *vote);

/* The calling member's part of the outcome: *created is NULL when it belongs to none. 0,
 * MPI_ERR_NO_MEM. */
int division_take(const struct vote *vote, struct comm **created);

#endif
