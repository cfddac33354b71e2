/* SPDX-License-Identifier: MIT */
/* The board of a persistent operation: its starts need not be in the order of others. All members
 * count the boards of a communicator alike, and the first to come tells what it is for, so that who
 * prepares something else is told at once: of a start nobody may ever hear. */
#ifndef COLL_PREPARE_H
#define COLL_PREPARE_H

#include "coll/call.h"
#include "board/board.h"

/* The next one, for this call: 0, or with a note MPI_ERR_NO_MEM (there is none) or MPI_ERR_OTHER:
 * the members have not prepared the same, now or before. */
int prepare_open_board(const struct coll_call *call, struct board **board);
void prepare_close_board(const struct comm *comm, struct board *board); /* NULL is fine */

#endif
