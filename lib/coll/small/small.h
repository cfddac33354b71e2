/* SPDX-License-Identifier: MIT */
/* What the small algorithms have in common, and their list.
 *
 * Each is a file with three functions that take `fast` (op.h) and end in COLL_SMALL, which makes
 * the driver's copy of them, and in the operation's entry, which contains the fast copy.
 *
 * With more members than processors, operations in which each member hears from all others meet
 * at the counter: each member fills its cell and arrives, the last one publishes the table's
 * cell. A member that comes earlier lets others run and mostly finds the table's cell when it
 * runs again. */
#ifndef COLL_SMALL_SMALL_H
#define COLL_SMALL_SMALL_H

#include "coll/driver.h"
#include "coll/entries.h"
#include "coll/large/meeting.h"
#include "coll/policy.h"
#include "coll/request.h"

/* The driver's copy of an algorithm, `name`, with `hears`, the number of its sequence numbers and
 * post_late (op.h). */
#define COLL_SMALL(name, hears, seqnos_taken, late)                                                \
    static MPI_Count name##_general_cell_bytes(const struct coll_op *op)                           \
    {                                                                                              \
        return name##_cell_bytes(op, false);                                                       \
    }                                                                                              \
    static void name##_general_post(struct coll_op *op)                                            \
    {                                                                                              \
        name##_post(op, false);                                                                    \
    }                                                                                              \
    static bool name##_general_complete(struct coll_op *op)                                        \
    {                                                                                              \
        return name##_complete(op, false);                                                         \
    }                                                                                              \
    const struct coll_algorithm name##_small = {.cell_bytes = name##_general_cell_bytes,           \
                                                .post = name##_general_post,                       \
                                                .complete = name##_general_complete,               \
                                                .post_late = (late),                               \
                                                .seqnos = (seqnos_taken),                          \
                                                .depends_on_all = (hears),                         \
                                                .is_small = true}

/* An operation's entry: a call with plain and few data is served here, the driver serves others. */
ALWAYS_INLINE int coll_enter(const struct coll_args *args, struct request **request,
                             enum coll_kind kind, const struct coll_algorithm *algorithm,
                             const struct coll_fast functions)
{
    struct board *board = policy_fast_board(args, kind);

    if (unlikely(board == NULL))
        return coll_run(args, request);
    if (likely(args->form == COLL_BLOCKING))
        return coll_run_fast(args, board, kind, algorithm, functions);
    return coll_start(args, algorithm, request);
}

/* What must be alike of all members' data, for the counter to compare: of a reduction all, of
 * other operations nothing. */
ALWAYS_INLINE uint64_t op_data_sig(const struct coll_op *op, enum coll_kind kind)
{
    return coll_is_reduction(kind) ? op->head.data : 0;
}

/* The word that members who agree say alike. */
ALWAYS_INLINE uint32_t op_word(const struct coll_op *op, enum coll_kind kind, bool fast)
{
    return fast ? head_word_of(op->head.call, op_data_sig(op, kind), op->head.history)
                : head_word(op->args, &op->head);
}

/* Publishes the cell, which is written, and arrives. True for the last member, which has to
 * publish the table's cell. When members disagree, nobody does. */
ALWAYS_INLINE bool op_arrive(struct coll_op *op, enum coll_kind kind, bool fast)
{
    const uint32_t word = op_word(op, kind, fast);
    enum board_arrival arrival;
    bool is_last_here;

    cell_publish(op);
    is_last_here = meeting_come_last(op->args->comm, op->board, op->seqno);
    arrival = board_arrive(op->board, op->seat, op->seqno, op->seats, word);
    op->is_odd |= arrival == ARRIVAL_LAST_UNLIKE;
    if (!fast && unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        meeting_report_other_call(op);
    if (arrival == ARRIVAL_EARLY && is_last_here && (fast || !op_is_started(op)))
        meeting_look_out(op->board, op->seqno);
    return arrival == ARRIVAL_LAST;
}

/* Publishes the table's cell, which is written. */
ALWAYS_INLINE void op_publish_table(const struct coll_op *op, bool fast)
{
    board_stamp(op->board, &op->cells[op->seats],
                op->seqno << STAMP_LAG_BITS | board_laggards(op->board, op->seqno));
    op_wake_from(op, 0, fast);
}

ALWAYS_INLINE bool op_poll_table(struct coll_op *op, bool fast)
{
    uint64_t stamp = load_acquire(&op->cells[op->seats].stamp); /* edge board.card */

    op->lags = (unsigned)stamp & LAG_UNKNOWN;
    if (stamp >> STAMP_LAG_BITS != op->seqno)
        return false;
    return fast || meeting_is_announced(op, &op->rounds[0]);
}

/* Publishes the member's cell, which is written, for all members. */
ALWAYS_INLINE void op_publish_with_all(struct coll_op *op, enum coll_kind kind, bool fast)
{
    if (likely(!op_is_oversubscribed(op)))
        cell_publish_for_all(op, fast);
    else if (op_arrive(op, kind, fast))
        op_publish_table(op, fast);
}

/* Is it time to look at the others' cells? */
ALWAYS_INLINE bool op_may_poll_all(struct coll_op *op, bool fast)
{
    return likely(!op_is_oversubscribed(op)) || op_poll_table(op, fast);
}

#endif
