/* SPDX-License-Identifier: MIT */
/* The meeting of all members of a communicator: all publish their cells, none goes on before all
 * have.
 *
 * While every member can have a processor, each looks at all cells: one cache line moves per
 * pair, n lines read per member. When members outnumber processors each arrives at a counter, and
 * the last one publishes the table's cell: no member is woken before there is a reason. The counter
 * adds up what they have called, so that the last one knows whether they agree. A member that comes
 * earlier lets others run and mostly finds the table's cell when it runs again.
 *
 * Source: the central barrier of Mellor-Crummey and Scott, Algorithms for Scalable
 * Synchronization on Shared-Memory Multiprocessors (TOCS 9, 1991); the sequence number
 * takes the place of the reversed sense. Without a counter it is their dissemination in one
 * round, in which each member wakes all others. */
#ifndef COLL_MEETING_H
#define COLL_MEETING_H

#include "coll/cell.h"
#include "coll/verify/agree.h"

/* Arrives at the counter of a sequence number, with the word that members who agree say alike.
 * `may_poll`: the last member to arrive on its core, but not of all, polls the table's cell
 * briefly. */
enum board_arrival meeting_arrive(struct comm *comm, struct board *board, uint64_t seqno,
                                  uint32_t word, bool may_poll);

/* After a meeting: arrives once more for the member at `seat`, of which that many steps are done.
 * True for the last member, which has to publish that step of the table's cell. */
bool meeting_arrive_again(const struct coll_op *op, int seat, unsigned steps);

/* The table's cell has come. Between groups the members must agree as well: false for ever when
 * they do not, and the board is broken. */
bool meeting_agrees(const struct coll_op *op);

/* The word that members who agree say alike. Of the data it holds what must be alike: of a
 * reduction all, of other operations nothing. */
ALWAYS_INLINE uint32_t op_word(const struct coll_op *op, enum coll_kind kind, bool fast)
{
    return fast ? head_word_of(op->head.call, coll_is_reduction(kind) ? op->head.data : 0,
                               op->head.history)
                : head_word(op->args, &op->head);
}

/* Publishes the member's cell for all members. True for the last one to arrive at a counter, which
 * has to fill the table's cell and to close the meeting. When members disagree, no member does. */
ALWAYS_INLINE bool meeting_enter(struct coll_op *op, enum coll_kind kind, bool fast)
{
    enum board_arrival arrival;

    cell_publish(op);
    if (likely(!op_is_oversubscribed(op))) {
        op_wake_from(op, 0, fast);
        return false;
    }
    arrival = meeting_arrive(op->args->comm, op->board, op->seqno, op_word(op, kind, fast),
                             fast || !op_is_started(op));
    op->is_odd |= arrival == ARRIVAL_LAST_UNLIKE;
    if (!fast && unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        cell_audit_cells(op, op->seats);
    return arrival == ARRIVAL_LAST;
}

/* Publishes the table's cell for all members. */
ALWAYS_INLINE void meeting_close(const struct coll_op *op, bool fast)
{
    cell_publish_table(op);
    op_wake_from(op, 0, fast);
}

ALWAYS_INLINE bool op_poll_table(struct coll_op *op, bool fast)
{
    uint64_t stamp = load_acquire(&op->cells[op->seats].stamp); /* edge board.cell */

    op->lags = (unsigned)stamp & LAG_UNKNOWN;
    if (stamp >> STAMP_LAG_BITS != op->seqno)
        return false;
    return fast || meeting_agrees(op);
}

/* Is it time to look at the others' cells? */
ALWAYS_INLINE bool op_may_poll_all(struct coll_op *op, bool fast)
{
    return likely(!op_is_oversubscribed(op)) || op_poll_table(op, fast);
}

#endif
