/* SPDX-License-Identifier: MIT */
/* Runs a collective operation in whichever form it is called: takes its sequence numbers, asks
 * its algorithm to post and to complete, waits, looks for mismatched calls meanwhile, and ends
 * it.
 *
 * A fast operation is one in a blocking entry: plain arguments, one group, an algorithm that is
 * small. coll_run_fast is the same driver in few instructions; when something does not come at
 * once it hands the operation over to coll_resume, which waits. */
#ifndef COLL_DRIVER_H
#define COLL_DRIVER_H

#include "base/must.h"
#include "coll/cell.h"
#include "rank/observe/causal.h"

struct request;

/* ---- every operation ------------------------------------------------------------------------- */

/* Fills in the part of an operation that all its starts share: 0 or MPI_ERR_NO_MEM. The arguments
 * must stay where they are. */
int coll_init(struct coll_op *op, const struct coll_args *args,
              const struct coll_algorithm *algorithm);
/* Begins an operation: takes its sequence number. 0 or MPI_ERR_NO_MEM. It may still move. */
int coll_begin(struct coll_op *op);
/* Does what can be done without waiting; true when this member's part is over. */
bool coll_advance(struct coll_op *op);
/* The first time of a started operation: what a start leaves to later calls is not done. */
bool coll_open(struct coll_op *op);
/* The operation has its place: from here on its address may be published. */
void coll_settle(struct coll_op *op);
/* Gives up what the operation took; how it ended, with a note. */
int coll_end(struct coll_op *op);
/* Waits until the operation is over, and ends it. */
int coll_finish(struct coll_op *op);

/* For reports: the members by whom the operation would be completed. `in`: its name, or NULL. */
void coll_describe(const struct coll_op *op, const char *in, struct wait_report *wait_report);

/* A peer shows its call or its buffer where little was expected: a large algorithm of the same
 * family goes on with this operation. If that has published its packets, at once; else, as nothing
 * has been posted, once it is settled. `complete` returns false then. */
void coll_hand_over(struct coll_op *op, const struct coll_algorithm *algorithm);

/* The note that there is no memory, and its class. */
int coll_no_memory(void);

/* Carries a call out in its form; of one that is not blocking, the request. 0 or a class with its
 * note. */
int coll_run(const struct coll_args *args, struct request **request);

/* True if the observer of the calling rank, which has one, wants to see the end of an operation. */
bool coll_end_is_seen(const struct rank *self);
/* A blocking call by that algorithm, shown to an observer at its end, too. */
int coll_run_shown(const struct coll_args *args, const struct coll_algorithm *algorithm);

/* ---- the fast entries ------------------------------------------------------------------------ */

/* Goes on with a fast operation, which comes by value, so that it stays in registers up to here. */
int coll_resume(struct coll_op op, const struct coll_algorithm *algorithm, bool has_posted)
    __attribute__((cold));

/* Leaves a sequence number when that has to be published, or when it takes more to know. */
void coll_leave_openly(struct comm *comm, struct board *board, uint64_t seqno, bool is_heard);
/* The report about an operation of that sequence number, as a note. */
int coll_note_mismatch(struct board *board, uint64_t seqno) __attribute__((cold));

/* The sequence number that all members must have left before this member's cell and, for more bytes
 * than that holds, its slot may be filled. Members that outnumber the processors run far ahead of
 * each other, so they divide slots into parts. */
ALWAYS_INLINE uint64_t coll_seqno_before(const struct board *board, int seat, uint64_t seqno,
                                         MPI_Count bytes)
{
    uint64_t reach = bytes > CELL_INLINE_BYTES_MAX ? board->slots : board->seqnos;

    if (bytes > CELL_INLINE_BYTES_MAX && board->is_oversubscribed)
        return board_room_before(board, seat, seqno, (size_t)bytes);
    return seqno > reach ? seqno - reach : 0;
}

/* May this member's cell be filled, and is there a slot for more bytes than it holds? */
ALWAYS_INLINE bool coll_find_room(struct coll_op *op, MPI_Count bytes)
{
    struct board *board = op->board;
    struct guard *guard = &op->args->comm->self->guard;
    const bool has_slot = bytes > CELL_INLINE_BYTES_MAX;
    uint64_t before;

    before = coll_seqno_before(board, op->seat, op->seqno, 0);
    if (likely(!has_slot && board_have_surely_left(board, op->seat, before)))
        return true;
    guard_enter(guard);
    before = coll_seqno_before(board, op->seat, op->seqno, bytes);
    if (unlikely(!board_have_surely_left(board, op->seat, before) &&
                 !board_have_all_left(board, op->seat, before))) {
        guard_leave(guard);
        return false;
    }
    if (has_slot)
        op->slot = board->is_oversubscribed ? board_room(board, op->seat, op->seqno, (size_t)bytes)
                                     : board_slot(board, op->seat, op->seqno);
    guard_leave(guard);
    return !has_slot || op->slot != NULL;
}

/* The name, for ThreadSanitizer, of what an operation orders. */
ALWAYS_INLINE const char *coll_token(const struct coll_op *op)
{
    return (const char *)op->board + op->seqno % sizeof *op->board;
}

/* Do others get to see what the member has done before, and the member what others have? */
void coll_tell_begin(const struct coll_op *op) __attribute__((cold));
void coll_tell_end(const struct coll_op *op) __attribute__((cold));

/* Takes the sequence number and records the call. */
ALWAYS_INLINE void coll_take_seqno(struct coll_op *op, uint64_t data_sig, bool is_inter)
{
    struct guard *guard = &op->args->comm->self->guard;
    struct board_call known = {.word = op->head.call,
                               .data_sig = data_sig,
                               .name = op->args->call->name,
                               .site = op->args->call->site};

    guard_enter(guard);
    op->seqno = load_relaxed(&op->own->begun) + 1;
    if (causal_is_there())
        coll_tell_begin(op);
    op->cells = board_cell(op->board, 0, op->seqno);
    store_relaxed(&op->own->begun, op->seqno);
    board_keep(op->board, op->seat, op->seqno, &known);
    if (is_inter)
        known.word = head_op_sig(&op->head);
    op->head.history = board_remember(op->board, op->seat, &known);
    guard_leave(guard);
}

/* Fills in the seats and the peers of a member of an intercommunicator. */
void coll_find_remote(struct coll_op *op) __attribute__((cold));

/* Fills in which members take part, and where this member sits. */
ALWAYS_INLINE void coll_place(struct coll_op *op, const struct coll_args *args,
                              struct board *board, bool fast)
{
    op->args = args;
    op->board = board;
    op->seat = args->comm->rank;
    op->seats = op->peers = board->seats;
    op->first = 0;
    op->root_seat = args->root;
    if (!fast && unlikely(comm_is_inter(args->comm)))
        coll_find_remote(op);
    op->own = &board->members[op->seat];
}

/* Nothing has been published and nothing has come. */
ALWAYS_INLINE void coll_clear(struct coll_op *op, int polls)
{
    op->form = CELL_EMPTY;
    op->slot = NULL;
    op->polls = polls;
    op->lags = 0;
    op->has_published = false;
    op->is_odd = false;
}

/* A fast operation begins. */
ALWAYS_INLINE void coll_begin_fast(struct coll_op *op, const struct coll_args *args,
                                   struct board *board, enum coll_kind kind, unsigned family)
{
    coll_place(op, args, board, true);
    op->head.call = head_call_word(args, kind, family, false);
    op->head.data = head_operand_word(args, kind, false);
    coll_clear(op, board->is_oversubscribed ? FAST_POLLS_OVERSUBSCRIBED : FAST_POLLS);
    coll_take_seqno(op, op->head.data, false);
}

/* Have the cells of all members come, or the table's? The law of algorithms that depend on all. */
bool coll_has_heard_all(const struct coll_op *op);

/* Leaves the sequence number of a small operation. Its next cell will be written soon, and others
 * have read that line: it is prefetched, but not before all is heard, since a member that still
 * waits would take it away again. */
ALWAYS_INLINE void coll_leave(const struct coll_op *op, bool depends_on_all)
{
    struct comm *comm = op->args->comm;
    bool is_left;

    law(!depends_on_all || coll_has_heard_all(op)); /* law 4 of cell.h */
    if (op->has_published)
        cpu_prefetch_to_write(board_cell(op->board, op->seat, op->seqno + 1));
    guard_enter(&comm->self->guard);
    is_left = board_leave_silently(op->board, op->seat, op->seqno,
                                   depends_on_all && op->lags == 0);
    guard_leave(&comm->self->guard);
    if (!is_left)
        coll_leave_openly(comm, op->board, op->seqno, depends_on_all);
}

/* A small algorithm in an entry: its functions with `fast` to be given. */
struct coll_fast {
    MPI_Count (*cell_bytes)(const struct coll_op *op);
    void (*post)(struct coll_op *op, bool fast);
    bool (*complete)(struct coll_op *op, bool fast);
};

#define COLL_FAST(name, bytes) ((struct coll_fast){(bytes), name##_post, name##_complete})

/* With more members than processors those that run meanwhile mostly post what this one waits for:
 * it lets them run once before it begins to wait. */
ALWAYS_INLINE bool coll_yields(const struct coll_op *op, bool *may_yield)
{
    if (!*may_yield || op->is_odd)
        return false;
    *may_yield = false;
    rank_yield();
    return true;
}

/* A blocking call for which policy_fast_board has found a board. */
ALWAYS_INLINE int coll_run_fast(const struct coll_args *args, struct board *board,
                                enum coll_kind kind, const struct coll_algorithm *algorithm,
                                const struct coll_fast functions)
{
    bool may_yield = board->is_oversubscribed, has_posted;
    MPI_Count bytes;
    struct coll_op op;

    if (unlikely(load_relaxed(&args->comm->self->observer) != NULL)) {
        if (coll_end_is_seen(args->comm->self))
            return coll_run_shown(args, algorithm);
        coll_show(args, algorithm->way);
    }
    coll_begin_fast(&op, args, board, kind, algorithm->family);
    bytes = functions.cell_bytes(&op);
    has_posted = bytes == NO_CELL || likely(coll_find_room(&op, bytes));
    if (likely(has_posted)) {
        functions.post(&op, true);
        law(!algorithm->depends_on_all || op.has_published); /* law 3 of cell.h */
        do {
            if (likely(functions.complete(&op, true))) {
                if (causal_is_there())
                    coll_tell_end(&op);
                coll_leave(&op, algorithm->depends_on_all);
                return likely(!board_has_mismatch(board, op.seqno))
                           ? MPI_SUCCESS
                           : coll_note_mismatch(board, op.seqno);
            }
        } while (coll_yields(&op, &may_yield));
    }
    return coll_resume(op, algorithm, has_posted);
}

#endif
