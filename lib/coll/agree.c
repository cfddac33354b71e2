/* SPDX-License-Identifier: MIT */
/* Do members call what belongs together? And what they are told when they do not. */
#include <stdio.h>

#include "base/container.h"
#include "coll/card.h"
#include "coll/policy.h"
#include "p2p/envelope.h"

static const char *const names[] = {
    [COLL_BARRIER] = "Barrier",
    [COLL_BCAST] = "Bcast",
    [COLL_GATHER] = "Gather",
    [COLL_SCATTER] = "Scatter",
    [COLL_ALLGATHER] = "Allgather",
    [COLL_ALLTOALL] = "Alltoall",
    [COLL_REDUCE] = "Reduce",
    [COLL_ALLREDUCE] = "Allreduce",
    [COLL_REDUCE_SCATTER] = "Reduce_scatter",
    [COLL_SCAN] = "Scan",
    [COLL_EXSCAN] = "Exscan",
    [COLL_NEIGHBOR_ALLGATHER] = "Neighbor_allgather",
    [COLL_NEIGHBOR_ALLTOALL] = "Neighbor_alltoall",
};

/* Is the length the same at all members? Between groups some have no part in a reduce. */
static bool has_one_length(const struct coll_call *call)
{
    return coll_is_reduction(call->kind) &&
           !(comm_is_inter(call->comm) && call->kind == COLL_REDUCE);
}

static uint64_t likeness(const struct coll_call *call, const struct coll_head *head)
{
    return has_one_length(call) ? card_likeness(head) : 0;
}

/* Of operations that must not meet though they are of one kind. An alltoall whose blocks have
 * lengths of their own has another algorithm. */
static uint8_t variant_of(const struct coll_call *call)
{
    if (call->kind == COLL_ALLTOALL)
        return (uint8_t)coll_alltoall_word(!view_is_null(call->recv_blocks.counts),
                                           call->is_in_place);
    return call->op != NULL ? call->op->number : 0;
}

static int32_t root_word(const struct coll_call *call)
{
    return call->kind == COLL_REDUCE_SCATTER && !comm_is_inter(call->comm)
               ? (int32_t)coll_blocks_word(call->recv_blocks.counts, comm_size(call->comm))
               : call->root;
}

static struct coll_head head_of(const struct coll_call *call, int turns)
{
    bool has_data = call->kind != COLL_BARRIER && call->send.type != NULL;

    return (struct coll_head){
        .kind = (uint8_t)call->kind,
        .call_form = (uint8_t)(coll_form_word(call->form, turns) |
                               (comm_is_inter(call->comm) ? FORM_OF_INTER : 0)),
        .op = variant_of(call),
        .root = root_word(call),
        .motif = has_data ? motif_fold(call->send.type->motif) : (uint32_t)MOTIF_EMPTY,
        .bytes = has_data ? (uint32_t)data_bytes(&call->send) : 0,
    };
}

static struct board_call with_head(const struct coll_call *call, const struct coll_head *head)
{
    return (struct board_call){.word = head->call,
                               .bytes = likeness(call, head),
                               .name = call->name,
                               .site = call->site};
}

struct board_call card_call(const struct coll_call *call)
{
    const struct coll_choice choice = coll_choose(call, coll_is_crowded(call->comm));
    const struct coll_head head = head_of(call, choice.turns);

    return with_head(call, &head);
}

struct coll_head card_head(const struct coll_call *call, int turns, const struct turn *turn)
{
    struct coll_head head = head_of(call, turns);
    struct board_call known = with_head(call, &head);

    board_keep(turn->board, turn->seat, turn->epoch, &known);
    known.word = card_essence(&head);
    head.history = board_remember(turn->board, turn->seat, &known);
    return head;
}

static int rank_at(const struct turn *turn, int seat)
{
    return turn_member(turn, seat)->world_rank;
}

/* "MPI_Ibcast, root 3" */
static void describe(const struct coll_head *head, const char *name, char *text, size_t bytes)
{
    const bool is_inter = (head->call_form & FORM_OF_INTER) != 0;
    char length[40] = "", root[32] = "", own_name[40];

    if (name == NULL) {
        snprintf(own_name, sizeof own_name, "MPI_%s",
                 names[head->kind < ARRAY_LENGTH(names) ? head->kind : 0]);
        name = own_name;
    }
    if (coll_is_reduction((enum coll_kind)head->kind) && !(is_inter && head->bytes == 0))
        snprintf(length, sizeof length, ", %u bytes", (unsigned)head->bytes);
    if (coll_has_root((enum coll_kind)head->kind) && head->root >= 0)
        snprintf(root, sizeof root, ", root %d", (int)head->root);
    else if (coll_has_root((enum coll_kind)head->kind))
        snprintf(root, sizeof root, ", root %s",
                 head->root == MPI_ROOT ? "MPI_ROOT" : "MPI_PROC_NULL");
    snprintf(text, bytes, "%s%s%s", name, root, length);
}

void card_describe_call(const struct coll *coll, char *text, size_t bytes)
{
    describe(&coll->head, coll->call->name, text, bytes);
}

static struct coll_head recalled_head(const struct board_call *known)
{
    return (struct coll_head){.call = known->word, .data = known->bytes};
}

/* Either may be NULL: not known. `head`, when it is at hand, tells more. */
static void describe_known(const struct board_call *known, const struct coll_head *head,
                           struct places *places, char *text)
{
    char call[96] = "another collective";
    struct coll_head recalled;

    if (known != NULL && head == NULL) {
        recalled = recalled_head(known);
        head = &recalled;
    }
    if (head != NULL)
        describe(head, known != NULL ? known->name : NULL, call, sizeof call);
    turn_describe_call(places, call, known != NULL ? known->site : NULL, text);
}

static void describe_call(const struct board *board, int seat, uint64_t epoch,
                          const struct coll_head *head, struct places *places, char *text)
{
    struct board_call known;

    describe_known(board_recall(board, seat, epoch, &known) ? &known : NULL, head, places, text);
}

void card_describe_known(const struct board_call *known, struct places *places, char *text)
{
    describe_known(known, NULL, places, text);
}

void card_describe_record(const struct board *board, int seat, uint64_t epoch,
                          struct places *places, char *text)
{
    describe_call(board, seat, epoch, NULL, places, text);
}

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
    const struct coll_head head = recalled_head(ones), other_head = recalled_head(others);

    if (card_essence(&head) != card_essence(&other_head) || ones->bytes != others->bytes)
        return false;
    return !(head.call_form & FORM_OF_INTER) || !coll_has_root((enum coll_kind)head.kind) ||
           roots_agree(context, one, head.root, other, other_head.root);
}

uint64_t card_find_difference(const struct context *context, const struct board *board, int one,
                              int other, uint64_t first, uint64_t end)
{
    struct board_call ones, others;

    if (end > board->epochs && first < end - board->epochs)
        first = end - board->epochs;
    for (; first < end; first++)
        if (board_recall(board, one, first, &ones) && board_recall(board, other, first, &others) &&
            !calls_agree(context, one, &ones, other, &others))
            return first;
    return 0;
}

/* How two calls differ that look alike. */
static const char *describe_difference(const struct board_call *own,
                                       const struct board_call *theirs)
{
    const struct coll_head one = recalled_head(own), other = recalled_head(theirs);

    if (one.op != other.op)
        return one.kind == COLL_ALLTOALL ? ", in place at one of them" : " with another operation";
    return own->word != theirs->word ? " with blocks of other lengths" : " with another datatype";
}

static const char *recall_difference(const struct turn *turn, int seat, uint64_t epoch)
{
    struct board_call own, theirs;

    if (!board_recall(turn->board, turn->seat, epoch, &own) ||
        !board_recall(turn->board, seat, epoch, &theirs))
        return "";
    return describe_difference(&own, &theirs);
}

/* What this member calls and what that one does, and how it differs if it looks alike. */
static void tell_break(const struct turn *turn, int seat, const char *ours, const char *others,
                       const char *difference)
{
    const size_t length = strcspn(ours, "(");
    bool is_alike = length == strcspn(others, "(") && strncmp(ours, others, length) == 0;

    turn_break(turn, seat, ours, others, is_alike ? difference : "");
}

/* What those two have called in that epoch does not belong together. */
static void report_break(const struct coll *coll, int seat, uint64_t epoch,
                         const struct coll_head *own, const struct coll_head *theirs)
{
    const struct turn *turn = &coll->turns[0];
    struct places *places = places_open();
    char ours[CALL_TEXT_BYTES], others[CALL_TEXT_BYTES];

    describe_call(turn->board, turn->seat, epoch, own, places, ours);
    describe_call(turn->board, seat, epoch, theirs, places, others);
    places_close(places);
    tell_break(turn, seat, ours, others, recall_difference(turn, seat, epoch));
}

static bool heads_agree(const struct coll_call *call, const struct coll_head *own,
                        const struct coll_head *theirs)
{
    return card_essence(own) == card_essence(theirs) &&
           (!has_one_length(call) ||
            (own->bytes == theirs->bytes && motif_agrees(own->motif, theirs->motif)));
}

bool card_agrees(const struct coll *coll, const struct coll_card *card, int seat)
{
    const struct coll_head *own = &coll->head, *theirs = &card->head;
    const struct turn *turn = &coll->turns[0];
    bool is_earlier;

    if (likely(own->history == theirs->history && heads_agree(coll->call, own, theirs)))
        return true;
    is_earlier = own->history != theirs->history;
    report_break(coll, seat,
                 is_earlier ? card_find_difference(turn->comm->context, turn->board, turn->seat,
                                                   seat, 1, turn->epoch + 1)
                            : turn->epoch,
                 is_earlier ? NULL : own, is_earlier ? NULL : theirs);
    return false;
}

bool card_agrees_on_operand(const struct coll *coll, int seat)
{
    const struct coll *other = coll_of(coll, seat);
    const struct data *own = &coll->call->send;
    const struct data *theirs = seat == coll->root_seat ? &other->call->recv : &other->call->send;

    if (likely(coll->head.op == other->head.op && data_bytes(own) == data_bytes(theirs) &&
               motif_matches(own->type->motif, theirs->type->motif)))
        return true;
    report_break(coll, seat, coll->turns[0].epoch, &coll->head, &other->head);
    return false;
}

bool card_agrees_with_opener(const struct coll_call *call, struct board *board)
{
    const struct board_call own = card_call(call), *theirs = &board->purpose;
    const struct coll_head own_head = recalled_head(&own), their_head = recalled_head(theirs);
    struct comm *comm = call->comm;
    const struct turn turn = {.comm = comm, .board = board, .seat = turn_seat_of(comm), .epoch = 1};
    char ours[CALL_TEXT_BYTES], others[CALL_TEXT_BYTES];
    struct places *places;

    if (likely(heads_agree(call, &own_head, &their_head) &&
               calls_agree(comm->context, turn.seat, &own, board->opener, theirs)))
        return true;
    places = places_open();
    describe_known(&own, NULL, places, ours);
    describe_known(theirs, NULL, places, others);
    places_close(places);
    tell_break(&turn, board->opener, ours, others, describe_difference(&own, theirs));
    return false;
}

uint32_t card_word(const struct coll *coll)
{
    return card_word_of(card_essence(&coll->head), likeness(coll->call, &coll->head),
                        coll->head.history);
}

void card_blame(const struct coll *coll, const struct turn *turn)
{
    int seat;

    for (seat = 0; seat < turn->board->seats; seat++) {
        const struct coll_card *card = turn_see(turn, seat);

        if (card != NULL && !card_agrees(coll, card, seat))
            return;
    }
}

/* ---- looking at others while waiting --------------------------------------------------------- */

/* In one that has been prepared, or called before it was. */
static void report_unprepared(const struct coll *coll, int seat, const struct board_call *theirs)
{
    const struct turn *turn = &coll->turns[0];
    struct places *places = places_open();
    char ours[CALL_TEXT_BYTES], others[CALL_TEXT_BYTES];

    describe_call(turn->board, turn->seat, turn->epoch, &coll->head, places, ours);
    describe_known(theirs, NULL, places, others);
    places_close(places);
    tell_break(turn, seat, ours, others, "");
}

/* Has that member, which has not come to this operation, prepared one that this member has not? */
static bool audit_called(const struct coll *coll, int seat)
{
    const struct turn *turn = &coll->turns[0];
    struct board *board = turn->board;
    uint64_t own = board_prepared(board, turn->seat);
    struct board_call theirs;
    int opener;

    if (board_prepared(board, seat) <= own ||
        load_relaxed(&board->members[seat].begun) >= turn->epoch ||
        !board_find_purpose(board, own + 1, &theirs, &opener))
        return false;
    report_unprepared(coll, opener, &theirs);
    return true;
}

/* Has that member called something else in place of preparing this operation? */
static bool audit_prepared(const struct coll *coll, int seat)
{
    const struct turn *turn = &coll->turns[0];
    const struct board *board = turn->board->parent;
    uint64_t next = load_relaxed(&board->members[turn->seat].begun) + 1;
    struct board_call theirs;

    if (!board_recall(board, seat, next, &theirs) ||
        board_prepared(board, seat) >= turn->board->number)
        return false;
    report_unprepared(coll, seat, &theirs);
    return true;
}

static bool audit_seat(const struct coll *coll, int seat, uint64_t first)
{
    const struct turn *turn = &coll->turns[0];
    uint64_t found = card_find_difference(turn->comm->context, turn->board, turn->seat, seat, first,
                                          turn->epoch + 1);

    if (found == 0 || found == turn->epoch) {
        if (turn->board->parent != NULL ? audit_prepared(coll, seat) : audit_called(coll, seat))
            return true;
        if (found == 0)
            return false;
    }
    report_break(coll, seat, found, NULL, NULL);
    return true;
}

void card_audit(const struct coll *coll, int before)
{
    const struct turn *turn = &coll->turns[0];
    uint64_t first = turn->epoch > (uint64_t)before ? turn->epoch - (uint64_t)before : 1;
    int seats = turn->board->seats, i;

    for (i = 1; i < seats && i <= AUDITED_MAX; i++)
        if (audit_seat(coll, (turn->seat + i) % seats, first))
            return;
}

void card_report_flaw(const struct coll *coll, int giver, int taker, long long sent, long long room)
{
    const struct turn *turn = &coll->turns[0];
    struct places *places = places_open();
    char from[CALL_TEXT_BYTES], to[CALL_TEXT_BYTES], sentence[REPORT_BYTES];
    int giver_rank = rank_at(turn, giver), taker_rank = rank_at(turn, taker);

    describe_call(turn->board, giver, turn->epoch, NULL, places, from);
    describe_call(turn->board, taker, turn->epoch, NULL, places, to);
    places_close(places);
    if (sent != room)
        snprintf(sentence, sizeof sentence,
                 "rank %d in %s sends %lld bytes to rank %d in %s, which expects %lld", giver_rank,
                 from, sent, taker_rank, to, room);
    else
        snprintf(sentence, sizeof sentence,
                 "rank %d in %s sends data of other types than rank %d in %s expects", giver_rank,
                 from, taker_rank, to);
    board_report(turn->board, turn->epoch, false, sentence);
}
