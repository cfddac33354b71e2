/* SPDX-License-Identifier: MIT */
#include "coll/card.h"

#include "coll/agree.h"

static uint32_t sig_hash_of(const struct coll *coll, const struct type *type)
{
    return coll_sig_hash(coll->call->kind, comm_is_inter(coll->call->comm), type);
}

static void fill(struct coll_card *card, const struct coll *coll, enum card_form form,
                 const struct data *data)
{
    card->head = coll->head;
    card->head.form = (uint8_t)form;
    card->head.sig_hash = sig_hash_of(coll, data->type);
    card->head.bytes = (uint32_t)data_bytes(data);
}

size_t card_of_nothing(struct coll_card *card, const struct coll *coll)
{
    card->head = coll->head;
    return offsetof(struct coll_card, payload);
}

/* Where so many bytes go that are to go with a card. NULL: no memory for the slot. */
static unsigned char *place(struct coll_card *card, const struct coll *coll, MPI_Count bytes)
{
    unsigned char *slot;

    if (bytes <= CARD_INLINE_BYTES_MAX)
        return card->payload;
    slot = turn_slot(&coll->turns[0], (size_t)bytes);
    card->slot = slot;
    return slot;
}

/* What of the card is used then. */
static size_t extent_with(MPI_Count bytes)
{
    return bytes <= CARD_INLINE_BYTES_MAX
               ? offsetof(struct coll_card, payload) + (size_t)bytes
               : offsetof(struct coll_card, slot) + sizeof(unsigned char *);
}

size_t card_of_bytes(struct coll_card *card, const struct coll *coll, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);

    fill(card, coll, card_form_of(CARD_INLINE, bytes), data);
    data_pack(data, 0, place(card, coll, bytes), bytes);
    return extent_with(bytes);
}

size_t card_of_length(struct coll_card *card, const struct coll *coll, const struct data *data)
{
    fill(card, coll, CARD_EMPTY, data);
    return offsetof(struct coll_card, payload);
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
    card->element_bytes =
        coll_call_is_member(coll->call) ? coll_operand_type(coll->call)->size : NO_SHARE;
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
    MPI_Count bytes = card_bytes_of_gifts(coll, gift, count);
    unsigned char *start = bytes <= SLOT_BYTES ? place(card, coll, bytes) : NULL;
    size_t at = (size_t)count * sizeof(struct gift);
    struct gift *list = (struct gift *)(void *)start;
    int i;

    if (start == NULL)
        return 0;
    for (i = 0; i < count; i++, list++) {
        struct data data = gift(coll->call, i, &list->taker);

        list->bytes = (uint16_t)data_bytes(&data);
        list->sig_hash = sig_hash_fold(data.type->sig_hash);
        list->offset = (uint16_t)at;
        if (!is_given(coll, list->taker))
            continue;
        data_pack(&data, 0, start + at, list->bytes);
        at += list->bytes;
    }
    card->head = coll->head;
    card->head.form = (uint8_t)card_form_of(CARD_PACKED, bytes);
    card->head.bytes = (uint32_t)count;
    return extent_with(bytes);
}

bool coll_visit(const struct coll *coll)
{
    return turn_visit(&coll->turns[0]);
}

void coll_depart(const struct coll *coll)
{
    turn_depart(&coll->turns[0]);
}

void coll_copy(const struct coll *coll, int giver, int taker, const struct data *from,
               const struct data *to)
{
    MPI_Count sent = data_bytes(from), room = data_bytes(to);

    if (unlikely(sent != room ||
                 (sent > 0 && !sig_hash_matches(from->type->sig_hash, to->type->sig_hash))))
        card_report_flaw(coll, giver, taker, sent, room);
    data_copy(from, to);
}

/* So many bytes of that motif lie there for this member. */
static void take_bytes(const struct coll *coll, int seat, const unsigned char *from, uint32_t bytes,
                       uint32_t sig_hash, const struct data *to)
{
    MPI_Count room = data_bytes(to);

    if (unlikely(bytes != room ||
                 (room > 0 && !sig_hash_agrees(sig_hash, sig_hash_of(coll, to->type)))))
        card_report_flaw(coll, seat, coll_seat(coll), bytes, room);
    data_unpack(to, 0, from, bytes < room ? (MPI_Count)bytes : room);
}

void card_take_block(const struct coll *coll, const struct coll_card *card, int seat,
                     const struct data *to)
{
    const struct coll_head *head = &card->head;
    MPI_Count bytes = data_bytes(to);

    if (unlikely(
            !card_has_payload(card) || head->bytes != (uint32_t)(bytes * coll->peers) ||
            (bytes > 0 && !sig_hash_agrees(head->sig_hash, sig_hash_fold(to->type->sig_hash)))))
        card_report_flaw(coll, seat, coll_seat(coll), head->bytes / (uint32_t)coll->peers, bytes);
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
        take_bytes(coll, seat, card_payload(card), head->bytes, head->sig_hash, to);
    else if (data_bytes(to) != head->bytes)
        card_report_flaw(coll, seat, coll_seat(coll), head->bytes, data_bytes(to));
}

void card_take_gift(const struct coll *coll, const struct coll_card *card, int seat, int number,
                    const struct data *to)
{
    const struct gift *gift = card_gifts(card) + number;

    take_bytes(coll, seat, card_payload(card) + gift->offset, gift->bytes, gift->sig_hash, to);
}
