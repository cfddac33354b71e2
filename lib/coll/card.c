/* SPDX-License-Identifier: MIT */
#include "coll/card.h"

#include <stdio.h>

#include "base/container.h"
#include "base/place.h"
#include "p2p/envelope.h"

enum { FLAW_TEXT_BYTES = 240 };

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

static bool is_reduction(enum coll_kind kind)
{
    return kind >= COLL_REDUCE && kind <= COLL_EXSCAN;
}

/* Is the length the same at all members? */
static bool has_one_length(const struct coll *coll)
{
    return is_reduction(coll->call->kind) && coll_is_among_peers(coll);
}

static uint8_t op_mark(const struct op *op)
{
    return op != NULL && !op_is_users(op) ? (uint8_t)(1 + (uintptr_t)op / sizeof *op % 255) : 0;
}

struct coll_head card_head(const struct coll_call *call)
{
    bool is_intra = !comm_is_inter(call->comm), has_data = call->send.type != NULL;

    return (struct coll_head){
        .kind = (uint8_t)call->kind,
        .call_form = (uint8_t)call->form,
        .op = is_intra ? op_mark(call->op) : 0,
        .root = is_intra ? call->root : 0,
        .motif = has_data ? motif_fold(call->send.type->motif) : (uint32_t)MOTIF_EMPTY,
        .bytes = has_data ? (uint32_t)data_bytes(&call->send) : 0,
        .site = (uint32_t)(uintptr_t)call->site,
        .name = call->name != NULL ? (int32_t)((intptr_t)call->name - (intptr_t)names) : 0,
    };
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
    slot = turn_slot(&coll->turns[0]);
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
    return offsetof(struct coll_card, coll) + sizeof card->coll;
}

/* What this member itself is to get, or nobody, need not be packed. */
static bool is_given(const struct coll *coll, int taker)
{
    bool is_for_self = taker == coll_rank(coll) && coll_is_among_peers(coll);

    return !is_for_self && taker != MPI_PROC_NULL;
}

static MPI_Count bytes_of_gifts(const struct coll *coll, gift_of *gift, int count)
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
    int i;

    if (bytes_of_gifts(coll, gift, count) > SLOT_BYTES)
        return 0;
    slot = turn_slot(&coll->turns[0]);
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

/* "MPI_Ibcast, root 3" */
static void describe(const struct coll_head *head, char *text, size_t bytes)
{
    const char *kind = names[head->kind < ARRAY_LENGTH(names) ? head->kind : 0];
    char length[40] = "", root[32] = "", name[40];

    if (head->name != 0)
        snprintf(name, sizeof name, "%s", (const char *)((intptr_t)names + head->name));
    else
        snprintf(name, sizeof name, "MPI_%s", kind);
    if (is_reduction((enum coll_kind)head->kind))
        snprintf(length, sizeof length, ", %u bytes", (unsigned)head->bytes);
    if (head->kind == COLL_BCAST || head->kind == COLL_GATHER || head->kind == COLL_SCATTER ||
        head->kind == COLL_REDUCE)
        snprintf(root, sizeof root, ", root %d", (int)head->root);
    snprintf(text, bytes, "%s%s%s", name, root, length);
}

void card_describe_call(const struct coll *coll, char *text, size_t bytes)
{
    describe(&coll->head, text, bytes);
}

static int rank_at(const struct turn *turn, int seat)
{
    return turn_member(turn, seat)->world_rank;
}

/* " at exchange (halo.c:41)", or nothing when that is not known. */
static void describe_site(struct places *places, const struct coll_head *head, char *text,
                          size_t bytes)
{
    char place[PLACE_TEXT_BYTES];
    const void *site = head->site != 0 ? place_complete(head->site) : NULL;

    text[0] = '\0';
    if (site != NULL)
        snprintf(text, bytes, " at %s", place_describe(places, site, place));
}

static void report_break(const struct coll *coll, const struct coll_card *card, int seat)
{
    const struct turn *turn = &coll->turns[0];
    const struct coll_head *own = &coll->head;
    struct places *places = places_open();
    char ours[96], theirs[96], here[PLACE_TEXT_BYTES + 4], there[PLACE_TEXT_BYTES + 4];
    char sentence[REPORT_BYTES];
    const char *what = "";

    describe(own, ours, sizeof ours);
    describe(&card->head, theirs, sizeof theirs);
    if (strcmp(ours, theirs) == 0)
        what = own->op != card->head.op ? " with another operation" : " with another datatype";
    describe_site(places, own, here, sizeof here);
    describe_site(places, &card->head, there, sizeof there);
    places_close(places);
    snprintf(sentence, sizeof sentence, "rank %d calls %s%s while rank %d calls %s%s%s",
             rank_at(turn, turn->seat), ours, here, rank_at(turn, seat), theirs, what, there);
    board_report(turn->board, turn->epoch, true, sentence);
    turn_rouse_all(turn);
}

static bool motif_agrees(uint32_t one, uint32_t other)
{
    const uint32_t any = (uint32_t)MOTIF_ANY;

    return one == other || one == any || other == any || one == 0 || other == 0;
}

/* Kind, form, operation and root, but not what kind of card it is. */
static uint64_t essence(const struct coll_head *head)
{
    struct coll_head plain = *head;
    uint64_t word;

    plain.form = CARD_EMPTY;
    memcpy(&word, &plain, sizeof word);
    return word;
}

bool card_agrees(const struct coll *coll, const struct coll_card *card, int seat)
{
    const struct coll_head *own = &coll->head, *theirs = &card->head;

    if (likely(essence(own) == essence(theirs)) &&
        (!has_one_length(coll) ||
         (own->bytes == theirs->bytes && motif_agrees(own->motif, theirs->motif))))
        return true;
    report_break(coll, card, seat);
    return false;
}

uint32_t card_word(const struct coll *coll)
{
    uint64_t word = essence(&coll->head);

    if (has_one_length(coll))
        word += coll->head.bytes;
    return (uint32_t)(MOTIF_MIX(word) >> 2 * TALLY_COUNT_BITS);
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

/* What a member has called, as far as this one can see. */
static const struct coll_head *head_of(const struct coll *coll, int seat)
{
    const struct coll_card *card = turn_see(&coll->turns[coll->shown], seat);

    if (seat == coll_seat(coll))
        return &coll->head;
    return card != NULL ? &card->head : NULL;
}

/* "rank 3 (MPI_Gather, root 0 at main (a.c:12))" */
static void describe_member(const struct coll *coll, struct places *places, int seat, char *text,
                            size_t bytes)
{
    const struct coll_head *head = head_of(coll, seat);
    char call[96], site[PLACE_TEXT_BYTES + 4];
    int rank = rank_at(&coll->turns[0], seat);

    if (head == NULL) {
        snprintf(text, bytes, "rank %d", rank);
        return;
    }
    describe(head, call, sizeof call);
    describe_site(places, head, site, sizeof site);
    snprintf(text, bytes, "rank %d (%s%s)", rank, call, site);
}

static void report_flaw(const struct coll *coll, int giver, int taker, long long sent,
                        long long room)
{
    const struct turn *turn = &coll->turns[0];
    struct places *places = places_open();
    char from[FLAW_TEXT_BYTES], to[FLAW_TEXT_BYTES], sentence[REPORT_BYTES];

    describe_member(coll, places, giver, from, sizeof from);
    describe_member(coll, places, taker, to, sizeof to);
    places_close(places);
    if (sent != room)
        snprintf(sentence, sizeof sentence, "%s sends %lld bytes to %s, which expects %lld", from,
                 sent, to, room);
    else
        snprintf(sentence, sizeof sentence, "%s sends data of other types than %s expects", from,
                 to);
    board_report(turn->board, turn->epoch, false, sentence);
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
