/* SPDX-License-Identifier: MIT */
#include "coll/large/meeting.h"

#include "base/cpu.h"
#include "coll/verify/agree.h"
#include "rank/wait.h"

void meeting_look_out(const struct board *board, uint64_t epoch)
{
    int polls;

    for (polls = 0; polls < ARRIVAL_POLLS; polls++) {
        if (board_read(board, board->seats, epoch) != NULL)
            return;
        cpu_pause();
    }
}

bool meeting_come_last(struct comm *comm, struct board *board, uint64_t epoch)
{
    int seat = turn_seat_of(comm), processors = comm->self->world->cpus;

    if (!board_come_last(board, seat, epoch, cpu_current()))
        return false;
    if (unlikely(rank_moves(comm->self, board_count_crammed(board, seat, processors))))
        board_settle(board, seat, cpu_current());
    return true;
}

bool meeting_come(struct coll_op *op, struct turn *turn, const struct coll_card *card,
                  size_t bytes)
{
    enum board_arrival arrival;
    bool is_last_here;

    op->seen = 0;
    if (!op_is_oversubscribed(op)) {
        turn_show(turn, card, bytes);
        return false;
    }
    turn_lay(turn, card, bytes);
    is_last_here = meeting_come_last(turn->comm, turn->board, turn->epoch);
    arrival = turn_arrive(turn, turn->board->seats, head_word(op->args, &op->head));
    if (unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        card_blame(op, turn);
    else if (arrival == ARRIVAL_EARLY && is_last_here && !op_is_started(op))
        meeting_look_out(turn->board, turn->epoch);
    return arrival == ARRIVAL_LAST;
}

void meeting_begin(struct coll_op *op, struct turn *turn, const struct coll_card *card,
                   size_t bytes)
{
    if (meeting_come(op, turn, card, bytes))
        turn_announce(turn, NULL, 0);
}

/* Between groups the readers of a root's buffer may have told that root that all of them have
 * arrived, before a member came that calls something else. */
bool meeting_is_announced(const struct coll_op *op, const struct turn *turn)
{
    if (turn_see(turn, turn_table(turn)) == NULL)
        return false;
    if (!comm_is_inter(op->args->comm) || likely(board_is_counted(turn->board, turn->epoch)))
        return true;
    card_blame(op, turn);
    return false;
}

void meeting_blame(struct coll_op *op)
{
    card_blame(op, &op->turns[0]);
}

bool meeting_is_over(struct coll_op *op, const struct turn *turn)
{
    if (op_is_oversubscribed(op))
        return meeting_is_announced(op, turn);
    for (; op->seen < turn->board->seats; op->seen++) {
        const struct coll_card *card = turn_see(turn, op->seen);

        if (card == NULL || unlikely(!card_agrees(op, card, op->seen)))
            return false;
    }
    return true;
}
