/* SPDX-License-Identifier: MIT */
#include "coll/verify/agree.h"

#include <stdio.h>

#include "base/knob.h"
#include "coll/verify/wording.h"
#include "comm/comm.h"
#include "rank/findings.h"
#include "rank/name.h"
#include "type/signature.h"
#include "type/wording.h"

/* ---- comparing records ----------------------------------------------------------------------- */

/* The seat of the root between groups, as the member at that seat calls it; ROOT_NONE: another one
 * of its own group. */
static int root_seat_of(const struct context *context, int seat, int root)
{
    const int second = context_first_seat(context, 1);

    if (root == MPI_PROC_NULL)
        return ROOT_NONE;
    return root == MPI_ROOT ? seat : root + (seat < second ? second : 0);
}

static bool roots_agree(const struct context *context, int one, int ones_root, int other,
                        int others_root)
{
    const int second = context_first_seat(context, 1);
    int ones = root_seat_of(context, one, ones_root);
    int others = root_seat_of(context, other, others_root);

    if (ones != ROOT_NONE && others != ROOT_NONE)
        return ones == others;
    if (ones == other || others == one)
        return false;
    ones = ones != ROOT_NONE ? ones : one;
    others = others != ROOT_NONE ? others : other;
    return (ones < second) == (others < second);
}

static bool calls_agree(const struct context *context, int one, const struct board_call *ones,
                        int other, const struct board_call *others)
{
    const struct coll_head head = head_recall(ones), other_head = head_recall(others);

    if (head_op_sig(&head) != head_op_sig(&other_head) || ones->data_sig != others->data_sig)
        return false;
    return !(head.call_form & FORM_OF_INTER) || !coll_has_root((enum coll_kind)head.kind) ||
           roots_agree(context, one, head.root, other, other_head.root);
}

uint64_t cell_find_difference(const struct context *context, const struct board *board, int one,
                              int other, uint64_t first, uint64_t end)
{
    struct board_call ones, others;

    if (end > board->seqnos && first < end - board->seqnos)
        first = end - board->seqnos;
    for (; first < end; first++)
        if (board_recall(board, one, first, &ones) && board_recall(board, other, first, &others) &&
            !calls_agree(context, one, &ones, other, &others))
            return first;
    return 0;
}

/* ---- telling --------------------------------------------------------------------------------- */

/* This member's call does not belong together with that one's: the board is broken. How they
 * differ is reported only when they look alike but for the place. */
static void tell_break(const struct round *round, int seat, struct heard own, struct heard theirs)
{
    char difference[DIFFERENCE_TEXT_BYTES] = "";
    struct calls_of_two calls;
    size_t length;

    wording_of_two(own, theirs, &calls);
    length = strcspn(calls.one, "(");
    if (own.call != NULL && theirs.call != NULL && length == strcspn(calls.other, "(") &&
        strncmp(calls.one, calls.other, length) == 0)
        wording_of_difference(own.call, theirs.call, difference);
    round_break(round, seat, calls.one, calls.other, difference);
}

/* The record of what that member has called in that sequence number, kept in *call; NULL: not
 * known. */
static const struct board_call *recall(const struct round *round, int seat, uint64_t seqno,
                                       struct board_call *call)
{
    return board_recall(round->board, seat, seqno, call) ? call : NULL;
}

/* Reports that calls of that sequence number do not match. */
static void report_break(const struct coll_op *op, int seat, uint64_t seqno,
                         const struct coll_head *own_head, const struct coll_head *their_head)
{
    const struct round *round = &op->round;
    struct board_call own, theirs;

    tell_break(round, seat, (struct heard){recall(round, round->seat, seqno, &own), own_head},
               (struct heard){recall(round, seat, seqno, &theirs), their_head});
}

/* This operation, and what that member has prepared, or called in place of preparing this one. */
static void report_unprepared(const struct coll_op *op, int seat, const struct board_call *theirs)
{
    const struct round *round = &op->round;
    struct board_call own;

    tell_break(round, seat,
               (struct heard){recall(round, round->seat, round->seqno, &own), &op->head},
               (struct heard){.call = theirs});
}

/* ---- comparing what is shown ----------------------------------------------------------------- */

bool cell_agrees(const struct coll_op *op, const struct coll_cell *cell, int seat)
{
    const struct coll_head *own = &op->head, *theirs = &cell->head;
    const struct round *round = &op->round;

    if (likely(own->history == theirs->history && head_agrees(op->args, own, theirs)))
        return true;
    if (own->history == theirs->history)
        report_break(op, seat, round->seqno, own, theirs);
    else /* they have disagreed before */
        report_break(op, seat,
                     cell_find_difference(round->comm->context, round->board, round->seat, seat, 1,
                                          round->seqno + 1),
                     NULL, NULL);
    return false;
}

/* Between groups the calls of a reduce never look alike: how they differ is reported in any
 * case. */
static void report_operands(const struct coll_op *op, int seat, const struct data *own,
                            const struct data *theirs)
{
    const struct round *round = &op->round;
    char difference[DIFFERENCE_TEXT_BYTES] = " with another operation";
    struct calls_of_two calls;

    wording_of_records(round->board, round->seqno, round->seat, seat, &calls);
    if (op->head.op == op_of(op, seat)->head.op)
        wording_of_data(own, theirs, difference);
    round_break(round, seat, calls.one, calls.other, difference);
}

bool cell_agrees_on_operand(const struct coll_op *op, int seat)
{
    const struct coll_op *other = op_of(op, seat);
    const struct data *own = &op->args->send;
    const struct data *theirs = seat == op->root_seat ? &other->args->recv : &other->args->send;

    if (likely(op->head.op == other->head.op && data_bytes(own) == data_bytes(theirs) &&
               sig_hash_matches(own->type->sig_hash, theirs->type->sig_hash)))
        return true;
    report_operands(op, seat, own, theirs);
    return false;
}

struct board_call call_record_of(const struct coll_args *args)
{
    const bool is_inter = comm_is_inter(args->comm);

    return (struct board_call){
        .word = head_call_word(args, args->kind, coll_choose(args)->family, is_inter),
        .data_sig = args_have_data_sig(args) ? head_operand_word(args, args->kind, is_inter) : 0,
        .name = args->call->name,
        .site = args->call->site};
}

bool call_agrees_with_opener(const struct coll_args *args, struct board *board)
{
    const struct board_call own = call_record_of(args), *theirs = &board->purpose;
    const struct coll_head own_head = head_recall(&own), their_head = head_recall(theirs);
    struct comm *comm = args->comm;
    const struct round round = {
        .comm = comm, .board = board, .seat = round_seat_of(comm), .seqno = 1};

    if (likely(head_agrees(args, &own_head, &their_head) &&
               calls_agree(comm->context, round.seat, &own, board->opener, theirs)))
        return true;
    tell_break(&round, board->opener, (struct heard){.call = &own}, (struct heard){.call = theirs});
    return false;
}

void cell_audit_cells(const struct coll_op *op, int members)
{
    int i;

    for (i = 1; i <= members && i < op->seats; i++) {
        int seat = (op->seat + i) % op->seats;
        const struct coll_cell *cell = cell_see(op, seat);

        if (cell != NULL && !cell_agrees(op, cell, seat))
            return;
    }
}

/* ---- looking at others while waiting --------------------------------------------------------- */

/* Has that member, which has not come to this operation, prepared one that this member has not? */
static bool audit_called(const struct coll_op *op, int seat)
{
    const struct round *round = &op->round;
    struct board *board = round->board;
    uint64_t own = board_prepared(board, round->seat);
    struct board_call theirs;
    int opener;

    if (board_prepared(board, seat) <= own ||
        load_relaxed(&board->members[seat].begun) >= round->seqno ||
        !board_find_purpose(board, own + 1, &theirs, &opener))
        return false;
    report_unprepared(op, opener, &theirs);
    return true;
}

/* Has that member called something else in place of preparing this operation? */
static bool audit_prepared(const struct coll_op *op, int seat)
{
    const struct round *round = &op->round;
    const struct board *board = round->board->parent;
    uint64_t next = load_relaxed(&board->members[round->seat].begun) + 1;
    struct board_call theirs;

    if (!board_recall(board, seat, next, &theirs) ||
        board_prepared(board, seat) >= round->board->number)
        return false;
    report_unprepared(op, seat, &theirs);
    return true;
}

static bool audit_seat(const struct coll_op *op, int seat, uint64_t first)
{
    const struct round *round = &op->round;
    uint64_t found = cell_find_difference(round->comm->context, round->board, round->seat, seat,
                                          first, round->seqno + 1);

    if (found == 0 || found == round->seqno) {
        if (round->board->parent != NULL ? audit_prepared(op, seat) : audit_called(op, seat))
            return true;
        if (found == 0)
            return false;
    }
    report_break(op, seat, found, NULL, NULL);
    return true;
}

void cell_audit(const struct coll_op *op, int before)
{
    const struct round *round = &op->round;
    uint64_t first = round->seqno > (uint64_t)before ? round->seqno - (uint64_t)before : 1;
    int seats = round->board->seats, i;

    for (i = 1; i < seats && i <= AUDITED_MEMBERS; i++)
        if (audit_seat(op, (round->seat + i) % seats, first))
            return;
}

/* Other libraries take blocks of another type with as many bytes, and programs rely on that. */
static bool is_taken(const struct coll_op *op, long long sent, long long room)
{
    return sent == room && knobs.mismatch != MISMATCH_IS_AN_ERROR &&
           !coll_is_reduction(op->args->kind);
}

static const void *site_of(const struct round *round, int seat)
{
    struct board_call call;

    return board_recall(round->board, seat, round->seqno, &call) ? call.site : NULL;
}

/* Is this the first time that the two calls do not fit? Then a warning is due. */
static bool is_news(const struct round *round, int source, int dest)
{
    return finding_is_news(rank_self(), FINDING_TYPE_MISMATCH, site_of(round, source),
                           site_of(round, dest));
}

void cell_report_mismatch(const struct coll_op *op, int source, int dest, long long sent,
                          uint32_t sig_hash, const struct data *to)
{
    const struct round *round = &op->round;
    const long long room = data_bytes(to);
    const bool goes_on = is_taken(op, sent, room);
    char sent_type[TYPE_TEXT_BYTES], expected[TYPE_TEXT_BYTES];
    char sentence[REPORT_BYTES];
    const struct name sender = rank_name(round_member(round, source));
    const struct name receiver = rank_name(round_member(round, dest));
    struct calls_of_two calls;

    if (goes_on && (knobs.mismatch == MISMATCH_PASSES || !is_news(round, source, dest)))
        return;
    wording_of_records(round->board, round->seqno, source, dest, &calls);
    if (sent != room)
        snprintf(sentence, sizeof sentence,
                 "%s in %s sends %lld bytes to %s in %s, which expects %lld",
                 sender.text, calls.one, sent, receiver.text, calls.other, room);
    else
        snprintf(sentence, sizeof sentence,
                 "%s in %s sends %s to %s in %s, which expects %s", sender.text, calls.one,
                 type_wording_of_signature(sig_hash, sent_type), receiver.text, calls.other,
                 type_wording(to->type, expected));
    if (goes_on)
        finding_tell(rank_self(), FINDING_TYPE_MISMATCH, site_of(round, source),
                     site_of(round, dest), "warning: %s on %s", sentence,
                     comm_describe(op->args->comm).text);
    else
        board_report(round->board, round->seqno, false, MPI_ERR_OTHER, sentence);
}
