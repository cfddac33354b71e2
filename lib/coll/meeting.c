/* SPDX-License-Identifier: MIT */
#include "coll/meeting.h"

#include "base/cpu.h"
#include "rank/wait.h"

/* Polls the table's cell briefly. */
static void look_out(const struct board *board, uint64_t seqno)
{
    int polls;

    for (polls = 0; polls < ARRIVAL_POLLS; polls++) {
        if (board_read(board, board->seats, seqno) != NULL)
            return;
        cpu_pause();
    }
}

/* Is it the last on its core, as far as is known? All wait for the core with the most members:
 * when that has been this one for a while, the member moves to another. */
static bool comes_last(struct comm *comm, struct board *board, int seat, uint64_t seqno)
{
    int processors = comm->self->world->cpus;

    if (!board_come_last(board, seat, seqno, cpu_current()))
        return false;
    if (unlikely(rank_moves(comm->self, board_count_overcommitted(board, seat, processors))))
        board_settle(board, seat, cpu_current());
    return true;
}

enum board_arrival meeting_arrive(struct comm *comm, struct board *board, uint64_t seqno,
                                  uint32_t word, bool may_poll)
{
    const int seat = round_seat_of(comm);
    const bool is_last_here = comes_last(comm, board, seat, seqno);
    const enum board_arrival arrival = board_arrive(board, seat, seqno, board->seats, word);

    if (arrival == ARRIVAL_EARLY && is_last_here && may_poll)
        look_out(board, seqno);
    return arrival;
}

/* Between groups the readers of a root's buffer may have told that root that all of them have
 * arrived, before a member came that calls something else. */
bool meeting_agrees(const struct coll_op *op)
{
    if (!comm_is_inter(op->args->comm) || likely(board_is_counted(op->board, op->seqno)))
        return true;
    cell_report_other_call(op);
    return false;
}
