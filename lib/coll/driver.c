/* SPDX-License-Identifier: MIT */
#include "coll/driver.h"

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "coll/large/large.h"
#include "coll/policy.h"
#include "coll/request.h"
#include "coll/verify/agree.h"
#include "rank/observe/event.h"

/* ---- the beginning --------------------------------------------------------------------------- */

void coll_find_remote(struct coll_op *op)
{
    const struct comm *comm = op->args->comm;
    int root = op->args->root;

    op->seat = round_seat_of(comm);
    op->first = context_first_seat(comm->context, 1 - comm->side);
    op->peers = comm_peers(comm)->size;
    if (root == MPI_ROOT)
        op->root_seat = op->seat;
    else
        op->root_seat = root == MPI_PROC_NULL ? ROOT_NONE : op->first + root;
}

/* The state of an operation that has done nothing yet. Field by field: to clear all of it takes
 * longer than the rest of a small operation. */
static void clear_state(struct coll_op *op)
{
    coll_clear(op, 1);
    op->is_settled = op->drive.has_posted = op->drive.is_waiting = false;
    op->is_starting = op->drive.is_over = op->progress.is_packed = false;
    op->progress.phase = op->progress.seen = 0;
    op->drive.error = MPI_SUCCESS;
    op->drive.fruitless_polls = 0;
    op->progress.scratch = NULL;
}

static inline void fill_round(struct coll_op *op)
{
    op->round = (struct round){
        .comm = op->args->comm, .board = op->board, .seqno = op->seqno, .seat = op->seat};
}

/* On an intercommunicator members may name two roots, or none, and no member waits for these. A
 * member that can complete without reading a peer's cell therefore looks at the peers' records
 * when it begins. One that receives from a root waits for the cell of the one that it names. */
static bool may_go_unheard(const struct coll_args *args)
{
    return coll_has_root(args->kind) && !(coll_is_from_root(args->kind) && args_are_members(args));
}

int coll_no_memory(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a collective operation");
}

/* Is there a slot for what this member is going to post? Large algorithms do without. */
static bool has_slot(const struct coll_op *op)
{
    return op->drive.bytes <= CELL_INLINE_BYTES_MAX || !op->algorithm->is_small ||
           op->own->slots != NULL || round_slot(&op->round, (size_t)op->drive.bytes) != NULL;
}

int coll_init(struct coll_op *op, const struct coll_args *args,
              const struct coll_algorithm *algorithm)
{
    const bool is_inter = comm_is_inter(args->comm);
    struct board *board = coll_board(args);

    if (unlikely(board == NULL))
        return coll_no_memory();
    coll_place(op, args, board, false);
    op->algorithm = op->drive.chosen = algorithm;
    op->drive.bytes = algorithm->cell_bytes(op);
    op->head.call = head_call_word(args, args->kind, algorithm->family, is_inter);
    op->drive.data = head_operand_word(args, args->kind, is_inter);
    return MPI_SUCCESS;
}

int coll_begin(struct coll_op *op)
{
    const struct coll_args *args = op->args;
    const bool is_inter = comm_is_inter(args->comm);

    if (unlikely(load_relaxed(&args->comm->self->observer) != NULL))
        coll_show(args, op->drive.chosen->way);
    if (unlikely(op->algorithm != op->drive.chosen)) {
        op->algorithm = op->drive.chosen;
        op->drive.bytes = op->algorithm->cell_bytes(op);
    }
    clear_state(op);
    op->head.data = op->drive.data;
    coll_take_seqno(op, head_has_data_sig(args->kind, is_inter) ? op->drive.data : 0, is_inter);
    fill_round(op);
    if (unlikely(is_inter) && may_go_unheard(args))
        cell_audit(op, 0);
    return likely(has_slot(op)) ? MPI_SUCCESS : coll_no_memory();
}

/* ---- the progress ---------------------------------------------------------------------------- */

/* Is there room for what this member posts? It is woken when there is. */
static bool may_post(struct coll_op *op)
{
    const MPI_Count bytes = op->drive.bytes;
    struct round *round = &op->round;

    if (bytes == NO_CELL)
        return true;
    if (likely(!round->is_held_up && coll_find_room(op, bytes)))
        return true;
    if (bytes <= CELL_INLINE_BYTES_MAX)
        return round_is_clear(round);
    if (!round_is_slot_clear(round, (size_t)bytes))
        return false;
    op->slot = round_slot(round, (size_t)bytes);
    return true;
}

/* Looks for a member that has begun something else. */
static void audit(struct coll_op *op)
{
    cell_audit(op, AUDITED_SEQNOS);
    cell_audit_cells(op, AUDITED_MEMBERS);
}

bool coll_has_heard_all(const struct coll_op *op)
{
    const struct board *board = op->board;
    int seat;

    if (board_read(board, board->seats, op->seqno) != NULL)
        return true;
    for (seat = 0; seat < board->seats; seat++)
        if (board_read(board, seat, op->seqno) == NULL)
            return false;
    return true;
}

static void leave_operation(struct coll_op *op)
{
    const struct coll_algorithm *algorithm = op->algorithm;

    if (algorithm->is_small && likely(!op->round.is_held_up)) {
        coll_leave(op, algorithm->depends_on_all);
        return;
    }
    law(!algorithm->depends_on_all || coll_has_heard_all(op)); /* law 4 of cell.h */
    round_end(&op->round, algorithm->depends_on_all);
}

/* Each member of an operation that hears from all would find, if it is the last to start, all
 * slots filled, and its start would be as long as the operation: that is left to the wait. */
static bool is_for_wait(const struct coll_op *op)
{
    return op->is_starting && op->algorithm->is_small && op->algorithm->depends_on_all &&
           (op->form & CELL_IN_SLOT) != 0;
}

static bool post_and_complete(struct coll_op *op)
{
    const struct coll_algorithm *before;

    do {
        before = op->algorithm;
        if (!op->drive.has_posted && !may_post(op))
            return false;
        if (!op->drive.has_posted)
            op->algorithm->post(op);
        op->drive.has_posted = true;
        law(!op->algorithm->depends_on_all || op->has_published); /* law 3 of cell.h */
        if (is_for_wait(op))
            return false;
        if (op->algorithm->complete(op)) {
            must(op->drive.has_posted && before == op->algorithm);
            leave_operation(op);
            return true;
        }
    } while (before != op->algorithm);
    return false;
}

static void post_late(struct coll_op *op)
{
    if (!op->drive.has_posted || !op->is_settled)
        return;
    op->drive.is_waiting = true;
    if (op->algorithm->post_late != NULL)
        op->algorithm->post_late(op);
}

void coll_tell_begin(const struct coll_op *op)
{
    if (args_are_roots(op->args) || !coll_is_from_root(op->args->kind))
        causal_release(coll_token(op));
}

void coll_tell_end(const struct coll_op *op)
{
    const enum coll_kind kind = op->args->kind;

    if (args_are_roots(op->args) || !coll_has_root(kind) || coll_is_from_root(kind))
        causal_acquire(coll_token(op));
}

bool coll_advance(struct coll_op *op)
{
    bool is_last, is_due;

    if (op->drive.is_over)
        return true;
    if (board_is_broken(op->board)) /* it stays while others are at what it has shown */
        return op->drive.is_over = !board_is_visited(op->board);
    op->drive.is_over = post_and_complete(op);
    if (likely(op->drive.is_over))
        return true;
    if (unlikely(!op->drive.is_waiting))
        post_late(op);
    is_last = mpsc_is_dozing(&op->args->comm->self->inbox);
    is_due = ++op->drive.fruitless_polls >= ROUNDS_BEFORE_AUDIT &&
             (op->drive.fruitless_polls & (op->drive.fruitless_polls - 1)) == 0;
    if (unlikely(is_due || is_last))
        audit(op);
    /* The member that finds out that the board is broken is not woken for that. */
    op->drive.is_over = board_is_broken(op->board) && !board_is_visited(op->board);
    return op->drive.is_over;
}

bool coll_open(struct coll_op *op)
{
    bool is_over;

    op->is_starting = true;
    is_over = coll_advance(op);
    op->is_starting = false;
    return is_over;
}

void coll_settle(struct coll_op *op)
{
    op->is_settled = true;
    if (op->drive.fruitless_polls > 0)
        post_late(op);
}

void coll_hand_over(struct coll_op *op, const struct coll_algorithm *algorithm)
{
    must(op->algorithm->family == algorithm->family);
    if (!op->has_published && !op->is_settled)
        return;
    op->algorithm = algorithm;
    op->progress.is_packed = op->has_published;
    if (op->progress.is_packed)
        return;
    op->drive.bytes = algorithm->cell_bytes(op);
    op->drive.has_posted = false;
    op->drive.is_waiting = false;
}

/* ---- the end --------------------------------------------------------------------------------- */

static void check_laws(const struct coll_op *op)
{
    struct guard *guard = &op->args->comm->self->guard;

    /* An entry knows what the policy says. */
    law(op->drive.chosen->way == coll_choose(op->args)->way);
    guard_enter(guard);
    board_check(op->board, op->seat);
    guard_leave(guard);
}

int coll_end(struct coll_op *op)
{
    const struct coll_args *args = op->args;

    if (LAWS_ARE_CHECKED)
        check_laws(op);
    if (unlikely(op->progress.scratch != NULL))
        memory_give(op->progress.scratch);
    op->progress.scratch = NULL;
    if (observer_looks_for(args->comm->self, EVENT_LEFT))
        coll_show(args, WAY_LEFT);
    if (unlikely(board_has_mismatch(op->board, op->seqno))) {
        int err = coll_note_mismatch(op->board, op->seqno);

        if (err != MPI_SUCCESS)
            return err;
    }
    if (unlikely(op->drive.error != MPI_SUCCESS))
        return note(op->drive.error, "no memory for a reduction");
    return MPI_SUCCESS;
}

/* The only member that this one waits for now; -1: any of those that are missing. */
static int awaited_seat(const struct coll_op *op)
{
    bool is_roots = coll_has_root(op->args->kind) && op->root_seat != ROOT_NONE && !op_is_root(op);

    if (op->args->neighbors != NULL)
        return neighbor_awaited(op);
    return is_roots ? op->root_seat : -1;
}

void coll_describe(const struct coll_op *op, const char *in, struct wait_report *wait_report)
{
    wait_report->needs_all = true;
    round_describe(&op->round, awaited_seat(op), in, wait_report);
}

static bool is_under_way(void *subject)
{
    return !coll_advance(subject);
}

static void describe_operation(void *subject, struct wait_report *wait_report)
{
    coll_describe(subject, NULL, wait_report);
}

static const struct wait over = {.is_pending = is_under_way, .describe = describe_operation};

int coll_finish(struct coll_op *op)
{
    coll_settle(op);
    rank_wait(op->args->comm->self, &over, op);
    if (causal_is_there())
        coll_tell_end(op);
    return coll_end(op);
}

/* ---- fast operations ------------------------------------------------------------------------- */

int coll_resume(struct coll_op op, const struct coll_algorithm *algorithm, bool has_posted)
{
    const bool has_published = op.has_published;
    unsigned char *slot = op.slot;

    op.algorithm = op.drive.chosen = algorithm;
    op.drive.bytes = algorithm->cell_bytes(&op);
    clear_state(&op);
    op.slot = slot;
    op.drive.has_posted = has_posted;
    op.has_published = has_published;
    fill_round(&op);
    if (unlikely(!has_posted && !has_slot(&op)))
        return coll_no_memory();
    return coll_finish(&op);
}

void coll_leave_openly(struct comm *comm, struct board *board, uint64_t seqno, bool is_heard)
{
    struct round round = {
        .comm = comm, .board = board, .seqno = seqno, .seat = round_seat_of(comm)};

    round_end(&round, is_heard);
}

int coll_note_mismatch(struct board *board, uint64_t seqno)
{
    char sentence[REPORT_BYTES];
    int err = board_find_report(board, seqno, seqno, sentence);

    return err != MPI_SUCCESS ? note(err, "%s", sentence) : MPI_SUCCESS;
}

/* ---- any call -------------------------------------------------------------------------------- */

/* Carries out a call of a member that is alone; false: a mistake, which the algorithms report. */
static bool run_alone(const struct coll_args *args)
{
    struct data from = args->send, to = args->recv;

    if (!coll_copies_alone(args->kind, args->is_in_place))
        return true;
    if (!coll_is_reduction(args->kind)) {
        from = coll_block(&args->send, args->send_blocks, 0);
        to = coll_block(&args->recv, args->recv_blocks, 0);
    }
    if (data_bytes(&from) != data_bytes(&to) ||
        (data_bytes(&from) > 0 && !sig_hash_matches(from.type->sig_hash, to.type->sig_hash)))
        return false;
    if (likely(args->is_plain))
        copy_few(to.buf, from.buf, data_bytes(&from));
    else
        data_copy(&from, &to);
    return true;
}

bool coll_end_is_seen(const struct rank *self)
{
    return observer_sees(self, EVENT_LEFT);
}

int coll_run_shown(const struct coll_args *args, const struct coll_algorithm *algorithm)
{
    struct coll_op op;
    int err = coll_init(&op, args, algorithm);

    if (err == MPI_SUCCESS)
        err = coll_begin(&op);
    return err == MPI_SUCCESS ? coll_finish(&op) : err;
}

int coll_run(const struct coll_args *args, struct request **request)
{
    if (args->form == COLL_PERSISTENT)
        return coll_prepare(args, request);
    if (unlikely(args_are_alone(args)) && run_alone(args)) {
        if (unlikely(load_relaxed(&args->comm->self->observer) != NULL)) {
            coll_show(args, WAY_ALONE);
            coll_show(args, WAY_LEFT);
        }
        return args->form == COLL_BLOCKING ? MPI_SUCCESS : coll_start_done(args, request);
    }
    if (args->form == COLL_NONBLOCKING)
        return coll_start(args, coll_choose(args), request);
    return coll_run_shown(args, coll_choose(args));
}
