/* SPDX-License-Identifier: MIT */
#include "coll/large/meeting.h"

#include "base/cpu.h"
#include "coll/verify/agree.h"
#include "rank/wait.h"

void meeting_look_out(const struct board *board, uint64_t seqno)
{
    int polls;

    for (polls = 0; polls < ARRIVAL_POLLS; polls++) {
        if (board_read(board, board->seats, seqno) != NULL)
            return;
        cpu_pause();
    }
}

bool meeting_come_last(struct comm *comm, struct board *board, uint64_t seqno)
{
    int seat = round_seat_of(comm), processors = comm->self->world->cpus;

    if (!board_come_last(board, seat, seqno, cpu_current()))
        return false;
    if (unlikely(rank_moves(comm->self, board_count_overcommitted(board, seat, processors))))
        board_settle(board, seat, cpu_current());
    return true;
}

bool meeting_come(struct coll_op *op, struct round *round, const struct coll_cell *cell,
                  size_t bytes)
{
    enum board_arrival arrival;
    bool is_last_here;

    op->seen = 0;
    if (!op_is_oversubscribed(op)) {
        round_show(round, cell, bytes);
        return false;
    }
    round_lay(round, cell, bytes);
    is_last_here = meeting_come_last(round->comm, round->board, round->seqno);
    arrival = round_arrive(round, round->board->seats, head_word(op->args, &op->head));
    if (unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        cell_report_other_call(op, round);
    else if (arrival == ARRIVAL_EARLY && is_last_here && !op_is_started(op))
        meeting_look_out(round->board, round->seqno);
    return arrival == ARRIVAL_LAST;
}

void meeting_begin(struct coll_op *op, struct round *round, const struct coll_cell *cell,
                   size_t bytes)
{
    if (meeting_come(op, round, cell, bytes))
        round_announce(round, NULL, 0);
}

/* Between groups the readers of a root's buffer may have told that root that all of them have
 * arrived, before a member came that calls something else. */
bool meeting_is_announced(const struct coll_op *op, const struct round *round)
{
    if (round_see(round, round_table(round)) == NULL)
        return false;
    if (!comm_is_inter(op->args->comm) || likely(board_is_counted(round->board, round->seqno)))
        return true;
    cell_report_other_call(op, round);
    return false;
}

void meeting_report_other_call(struct coll_op *op)
{
    cell_report_other_call(op, &op->rounds[0]);
}

bool meeting_is_over(struct coll_op *op, const struct round *round)
{
    if (op_is_oversubscribed(op))
        return meeting_is_announced(op, round);
    for (; op->seen < round->board->seats; op->seen++) {
        const struct coll_cell *cell = round_see(round, op->seen);

        if (cell == NULL || unlikely(!cell_agrees(op, cell, op->seen)))
            return false;
    }
    return true;
}
