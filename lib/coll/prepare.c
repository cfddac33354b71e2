/* SPDX-License-Identifier: MIT */
#include "coll/prepare.h"

#include "base/note.h"
#include "coll/agree.h"

int prepare_open_board(const struct coll_call *call, struct board **board)
{
    const struct board_call known = head_record_of(call);
    struct board *family = context_board(call->comm->context);
    int seat = turn_seat_of(call->comm);
    char sentence[REPORT_BYTES];

    *board = NULL;
    if (family != NULL)
        *board = board_open_offspring(family, board_prepare(family, seat), seat, &known);
    if (*board == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a collective operation");
    if (likely(call_agrees_with_opener(call, *board) && !board_is_broken(*board)))
        return MPI_SUCCESS;
    board_find_report(*board, 0, 0, sentence);
    return note(MPI_ERR_OTHER, "%s", sentence);
}

void prepare_close_board(const struct comm *comm, struct board *board)
{
    if (board != NULL)
        board_close_offspring(context_board(comm->context), board);
}
