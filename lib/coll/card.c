/* SPDX-License-Identifier: MIT */
#include "coll/card.h"

#include <stdio.h>

#include "base/container.h"
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

/* Is the length the same at all members? */
static bool has_one_length(const struct coll_call *call)
{
    return coll_is_reduction(call->kind) && !comm_is_inter(call->comm);
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
        return view_is_null(call->recv_blocks.counts) ? 0 : 1;
    return call->op != NULL && !comm_is_inter(call->comm) ? call->op->number : 0;
}

static struct coll_head head_of(const struct coll_call *call)
{
    bool is_intra = !comm_is_inter(call->comm);
    bool has_data = call->kind != COLL_BARRIER && call->send.type != NULL;

    return (struct coll_head){
        .kind = (uint8_t)call->kind,
        .call_form = (uint8_t)call->form,
        .op = variant_of(call),
        .root = is_intra ? call->root : 0,
        .motif = has_data ? motif_fold(call->send.type->motif) : (uint32_t)MOTIF_EMPTY,
        .bytes = has_data ? (uint32_t)data_bytes(&call->send) : 0,
    };
}

static struct board_call with_head(const struct coll_call *call, const struct coll_head *head)
{
    return (struct board_call){.word = card_essence(head),
                               .bytes = likeness(call, head),
                               .name = call->name,
                               .site = call->site};
}

struct board_call card_call(const struct coll_call *call)
{
    const struct coll_head head = head_of(call);

    return with_head(call, &head);
}

struct coll_head card_head(const struct coll_call *call, const struct turn *turn)
{
    struct coll_head head = head_of(call);
    const struct board_call known = with_head(call, &head);

    head.history = board_note(turn->board, turn->seat, turn->epoch, &known);
    return head;
}

static void fill(struct coll_card *card, const struct coll *coll, enum card_form form,
                 const struct data *data)
{
    card->head = coll->head;
    card->head.form = (uint8_t)form;
    card->head.motif = motif_fold(data->type->motif);
    card->head.bytes = (uint32_t)data_bytes(data);
}

size_t card_of_nothing(struct coll_card *card, const struct coll *coll)
{
    card->head = coll->head;
    return offsetof(struct coll_card, payload);
}

size_t card_of_bytes(struct coll_card *card, const struct coll *coll, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);
    unsigned char *slot;

    if (bytes <= CARD_INLINE_BYTES_MAX) {
        fill(card, coll, CARD_INLINE, data);
        data_pack(data, 0, card->payload, bytes);
        return offsetof(struct coll_card, payload) + (size_t)bytes;
    }
    fill(card, coll, CARD_SLOT, data);
    slot = turn_slot(&coll->turns[0], (size_t)bytes);
    data_pack(data, 0, slot, bytes);
    card->slot = slot;
    return offsetof(struct coll_card, slot) + sizeof card->slot;
}

size_t card_of_buffer(struct coll_card *card, const struct coll *coll, const struct data *data)
{
    fill(card, coll, CARD_BUFFER, data);
    card->data = *data;
    return sizeof *card;
}

size_t card_of_call(struct coll_card *card, const struct coll *coll)
{
    card->head = coll->head;
    card->head.form = CARD_CALL;
    card->coll = coll;
    store_relaxed(&card->is_done, false);
    return offsetof(struct coll_card, is_done) + sizeof card->is_done;
}

/* What this member itself is to get, or nobody, need not be packed. */
static bool is_given(const struct coll *coll, int taker)
{
    bool is_for_self = taker == coll_rank(coll) && coll_is_among_peers(coll);

    return !is_for_self && taker != MPI_PROC_NULL;
}

MPI_Count card_bytes_of_gifts(const struct coll *coll, gift_of *gift, int count)
{
    MPI_Count bytes = 0;
    int i, taker;

    for (i = 0; i < count && bytes <= SLOT_BYTES; i++) {
        struct data data = gift(coll->call, i, &taker);

        bytes += (MPI_Count)sizeof(struct gift);
        bytes += is_given(coll, taker) ? data_bytes(&data) : 0;
    }
    return bytes;
}

size_t card_of_gifts(struct coll_card *card, const struct coll *coll, gift_of *gift, int count)
{
    unsigned char *slot;
    struct gift *list;
    uint32_t at = (uint32_t)count * (uint32_t)sizeof(struct gift);
    MPI_Count bytes = card_bytes_of_gifts(coll, gift, count);
    int i;

    if (bytes > SLOT_BYTES)
        return 0;
    slot = turn_slot(&coll->turns[0], (size_t)bytes);
    if (slot == NULL)
        return 0;
    list = (struct gift *)(void *)slot;
    for (i = 0; i < count; i++, list++) {
        struct data data = gift(coll->call, i, &list->taker);

        list->bytes = (uint32_t)data_bytes(&data);
        list->motif = motif_fold(data.type->motif);
        list->offset = at;
        if (!is_given(coll, list->taker))
            continue;
        data_pack(&data, 0, slot + at, list->bytes);
        at += list->bytes;
    }
    card->head = coll->head;
    card->head.form = CARD_PACKED;
    card->head.bytes = (uint32_t)count;
    card->slot = slot;
    return offsetof(struct coll_card, slot) + sizeof card->slot;
}

static int rank_at(const struct turn *turn, int seat)
{
    return turn_member(turn, seat)->world_rank;
}

/* "MPI_Ibcast, root 3" */
static void describe(const struct coll_head *head, const char *name, char *text, size_t bytes)
{
    char length[40] = "", root[32] = "", own_name[40];

    if (name == NULL) {
        snprintf(own_name, sizeof own_name, "MPI_%s",
                 names[head->kind < ARRAY_LENGTH(names) ? head->kind : 0]);
        name = own_name;
    }
    if (coll_is_reduction((enum coll_kind)head->kind))
        snprintf(length, sizeof length, ", %u bytes", (unsigned)head->bytes);
    if (coll_has_root((enum coll_kind)head->kind))
        snprintf(root, sizeof root, ", root %d", (int)head->root);
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
    char call[96] = "another collective", place[PLACE_TEXT_BYTES] = "";
    struct coll_head recalled;

    if (known != NULL && head == NULL) {
        recalled = recalled_head(known);
        head = &recalled;
    }
    if (head != NULL)
        describe(head, known != NULL ? known->name : NULL, call, sizeof call);
    if (known != NULL && known->site != NULL)
        place_describe(places, known->site, place);
    snprintf(text, CALL_TEXT_BYTES, "%s%s%s", call, place[0] != '\0' ? " in " : "", place);
}

static void describe_call(const struct board *board, int seat, uint64_t epoch,
                          const struct coll_head *head, struct places *places, char *text)
{
    struct board_call known;

    describe_known(board_recall(board, seat, epoch, &known) ? &known : NULL, head, places, text);
}

void card_describe_record(const struct board *board, int seat, uint64_t epoch,
                          struct places *places, char *text)
{
    describe_call(board, seat, epoch, NULL, places, text);
}

/* How two calls differ that look alike. */
static const char *describe_difference(const struct board_call *own,
                                       const struct board_call *theirs)
{
    return own->word != theirs->word ? " with another operation" : " with another datatype";
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
    char sentence[REPORT_BYTES];

    snprintf(sentence, sizeof sentence, "rank %d calls %s while rank %d calls %s%s",
             rank_at(turn, turn->seat), ours, rank_at(turn, seat), others,
             is_alike ? difference : "");
    board_report(turn->board, turn->epoch, true, sentence);
    turn_rouse_all(turn);
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

static bool motif_agrees(uint32_t one, uint32_t other)
{
    const uint32_t any = (uint32_t)MOTIF_ANY;

    return one == other || one == any || other == any || one == 0 || other == 0;
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
                 is_earlier ? board_find_difference(turn->board, turn->seat, seat, 1, turn->epoch)
                            : turn->epoch,
                 is_earlier ? NULL : own, is_earlier ? NULL : theirs);
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

    if (likely(heads_agree(call, &own_head, &their_head)))
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

/* Of many members each has an eye on those behind it: somewhere one that has called something else
 * is behind one that has not. */
enum { AUDITED_MAX = 64 };

void card_audit(const struct coll *coll, int before)
{
    const struct turn *turn = &coll->turns[0];
    uint64_t first = turn->epoch > (uint64_t)before ? turn->epoch - (uint64_t)before : 1, found;
    int seats = turn->board->seats, i;

    for (i = 1; i < seats && i <= AUDITED_MAX; i++) {
        int seat = (turn->seat + i) % seats;

        found = board_find_difference(turn->board, turn->seat, seat, first, turn->epoch + 1);
        if (found != 0) {
            report_break(coll, seat, found, NULL, NULL);
            return;
        }
    }
}

static void report_flaw(const struct coll *coll, int giver, int taker, long long sent,
                        long long room)
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

bool coll_visit(const struct coll *coll)
{
    if (likely(board_visit(coll->turns[0].board, coll_seat(coll))))
        return true;
    turn_rouse_all(&coll->turns[0]);
    return false;
}

void coll_depart(const struct coll *coll)
{
    if (unlikely(board_depart(coll->turns[0].board, coll_seat(coll))))
        turn_rouse_all(&coll->turns[0]);
}

void coll_copy(const struct coll *coll, int giver, int taker, const struct data *from,
               const struct data *to)
{
    MPI_Count sent = data_bytes(from), room = data_bytes(to);

    if (unlikely(sent != room || (sent > 0 && !motif_matches(from->type->motif, to->type->motif))))
        report_flaw(coll, giver, taker, sent, room);
    data_copy(from, to);
}

/* So many bytes of that motif lie there for this member. */
static void take_bytes(const struct coll *coll, int seat, const unsigned char *from, uint32_t bytes,
                       uint32_t motif, const struct data *to)
{
    MPI_Count room = data_bytes(to);

    if (unlikely(bytes != room || (room > 0 && !motif_agrees(motif, motif_fold(to->type->motif)))))
        report_flaw(coll, seat, coll_seat(coll), bytes, room);
    data_unpack(to, 0, from, bytes < room ? (MPI_Count)bytes : room);
}

void card_take_block(const struct coll *coll, const struct coll_card *card, int seat,
                     const struct data *to)
{
    const struct coll_head *head = &card->head;
    MPI_Count bytes = data_bytes(to);

    if (unlikely(!card_has_payload(card) || head->bytes != (uint32_t)(bytes * coll->peers) ||
                 (bytes > 0 && !motif_agrees(head->motif, motif_fold(to->type->motif)))))
        report_flaw(coll, seat, coll_seat(coll), head->bytes / (uint32_t)coll->peers, bytes);
    else
        data_unpack(to, 0, card_payload(card) + bytes * coll_rank(coll), bytes);
}

void card_take(const struct coll *coll, const struct coll_card *card, int seat,
               const struct data *to)
{
    const struct coll_head *head = &card->head;

    if (head->form == CARD_BUFFER)
        coll_copy(coll, seat, coll_seat(coll), &card->data, to);
    else if (card_has_payload(card))
        take_bytes(coll, seat, card_payload(card), head->bytes, head->motif, to);
    else if (data_bytes(to) != head->bytes)
        report_flaw(coll, seat, coll_seat(coll), head->bytes, data_bytes(to));
}

void card_take_gift(const struct coll *coll, const struct coll_card *card, int seat, int number,
                    const struct data *to)
{
    const struct gift *gift = card_gifts(card) + number;

    take_bytes(coll, seat, card->slot + gift->offset, gift->bytes, gift->motif, to);
}
