/* SPDX-License-Identifier: MIT */
#include "coll/meeting.h"

#include "base/cpu.h"
#include "rank/choice.h"
#include "rank/wait.h"

/* Polls the table's cell briefly, for that many steps. */
static void look_out(const struct board *board, uint64_t seqno, unsigned steps)
{
    int polls;

    for (polls = 0; polls < ARRIVAL_POLLS; polls++) {
        const struct coll_cell *table = board_read(board, board->seats, seqno);

        if (table != NULL && load_acquire(&table->head.steps) >= steps) /* edge cell.step */
            return;
        cpu_pause();
    }
}

/* Is it the last on its core to arrive after that many steps, as far as is known? All wait for the
 * core with the most members: when that has been this one for a while, the member moves to
 * another. Where ranks take turns no member arrives while a member looks out, so none comes
 * last. */
static bool comes_last(struct comm *comm, struct board *board, int seat, uint64_t seqno,
                       unsigned steps)
{
    const uint64_t number = seqno << CLAIM_STAGE_BITS | steps;
    int processors = comm->self->world->cpus;

    if (choice_is_open(comm->self) || !board_come_last(board, seat, number, cpu_current()))
        return false;
    if (unlikely(rank_moves(comm->self, board_count_overcommitted(board, seat, processors))))
        board_settle(board, seat, cpu_current());
    return true;
}

enum board_arrival meeting_arrive(struct comm *comm, struct board *board, uint64_t seqno,
                                  uint32_t word, bool may_poll)
{
    const int seat = round_seat_of(comm);
    const bool is_last_here = comes_last(comm, board, seat, seqno, 0);
    const enum board_arrival arrival = board_arrive(board, seat, seqno, board->seats, word);

    if (arrival == ARRIVAL_EARLY && is_last_here && may_poll)
        look_out(board, seqno, 0);
    return arrival;
}

bool meeting_arrive_again(const struct coll_op *op, int seat, unsigned steps)
{
    const bool is_last_here =
        seat == op->seat && comes_last(op->args->comm, op->board, seat, op->seqno, steps);
    const bool is_last = board_arrive_again(op->board, op->seqno, op->seats);

    if (!is_last && is_last_here && !op_is_started(op))
        look_out(op->board, op->seqno, steps);
    return is_last;
}

/* Between groups the readers of a root's buffer may have shown that root that all of them have
 * arrived, before a member came that calls something else. */
bool meeting_agrees(const struct coll_op *op)
{
    if (!comm_is_inter(op->args->comm) || likely(board_is_counted(op->board, op->seqno)))
        return true;
    cell_audit_cells(op, op->seats);
    return false;
}
