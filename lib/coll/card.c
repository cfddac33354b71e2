/* SPDX-License-Identifier: MIT */
#include "coll/card.h"

#include "coll/verify/agree.h"

static uint32_t sig_hash_of(const struct coll_op *op, const struct type *type)
{
    return coll_sig_hash(op->args->kind, comm_is_inter(op->args->comm), type);
}

static void fill(struct coll_card *card, const struct coll_op *op, enum card_form form,
                 const struct data *data)
{
    card->head = op->head;
    card->head.form = (uint8_t)form;
    card->head.sig_hash = sig_hash_of(op, data->type);
    card->head.bytes = (uint32_t)data_bytes(data);
}

size_t card_of_nothing(struct coll_card *card, const struct coll_op *op)
{
    card->head = op->head;
    return offsetof(struct coll_card, payload);
}

/* Where so many bytes go that are to go with a card. NULL: no memory for the slot. */
static unsigned char *place(struct coll_card *card, const struct coll_op *op, MPI_Count bytes)
{
    unsigned char *slot;

    if (bytes <= CARD_INLINE_BYTES_MAX)
        return card->payload;
    slot = turn_slot(&op->turns[0], (size_t)bytes);
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

size_t card_of_bytes(struct coll_card *card, const struct coll_op *op, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);

    fill(card, op, card_form_of(CARD_INLINE, bytes), data);
    data_pack(data, 0, place(card, op, bytes), bytes);
    return extent_with(bytes);
}

size_t card_of_buffer(struct coll_card *card, const struct coll_op *op, const struct data *data)
{
    fill(card, op, CARD_BUFFER, data);
    card->data = *data;
    return sizeof *card;
}

size_t card_of_call(struct coll_card *card, const struct coll_op *op)
{
    card->head = op->head;
    card->head.form = CARD_CALL;
    card->op = op;
    card->element_bytes =
        args_are_members(op->args) ? args_operand_type(op->args)->size : NO_SHARE;
    store_relaxed(&card->is_done, false);
    return offsetof(struct coll_card, is_done) + sizeof card->is_done;
}

/* A block for nobody, or for this member itself, need not be packed. */
static bool is_given(const struct coll_args *args, int taker)
{
    bool is_for_self = taker == args->comm->rank && !comm_is_inter(args->comm);

    return !is_for_self && taker != MPI_PROC_NULL;
}

MPI_Count card_bytes_of_gifts(const struct coll_args *args, gift_of *gift, int count)
{
    MPI_Count bytes = 0;
    int i, taker;

    for (i = 0; i < count && bytes <= SLOT_BYTES; i++) {
        struct data data = gift(args, i, &taker);

        bytes += (MPI_Count)sizeof(struct gift);
        bytes += is_given(args, taker) ? data_bytes(&data) : 0;
    }
    return bytes;
}

size_t card_of_gifts(struct coll_card *card, const struct coll_op *op, gift_of *gift, int count)
{
    MPI_Count bytes = card_bytes_of_gifts(op->args, gift, count);
    unsigned char *start = bytes <= SLOT_BYTES ? place(card, op, bytes) : NULL;
    size_t at = (size_t)count * sizeof(struct gift);
    struct gift *list = (struct gift *)(void *)start;
    int i;

    if (start == NULL)
        return 0;
    for (i = 0; i < count; i++, list++) {
        struct data data = gift(op->args, i, &list->taker);

        list->bytes = (uint16_t)data_bytes(&data);
        list->sig_hash = sig_hash_fold(data.type->sig_hash);
        list->offset = (uint16_t)at;
        if (!is_given(op->args, list->taker))
            continue;
        data_pack(&data, 0, start + at, list->bytes);
        at += list->bytes;
    }
    card->head = op->head;
    card->head.form = (uint8_t)card_form_of(CARD_PACKED, bytes);
    card->head.bytes = (uint32_t)count;
    return extent_with(bytes);
}

bool card_is_acceptable(struct coll_op *op, int seat)
{
    op->is_odd = true;
    return card_agrees(op, card_at(op, seat), seat);
}

void card_copy_own(const struct coll_op *op, const struct data *from, const struct data *to)
{
    op_copy(op, op->seat, op->seat, from, to);
}

bool op_visit(const struct coll_op *op)
{
    return turn_visit(&op->turns[0]);
}

void op_depart(const struct coll_op *op)
{
    turn_depart(&op->turns[0]);
}

void op_copy(const struct coll_op *op, int giver, int taker, const struct data *from,
               const struct data *to)
{
    MPI_Count sent = data_bytes(from), room = data_bytes(to);

    if (unlikely(sent != room ||
                 (sent > 0 && !sig_hash_matches(from->type->sig_hash, to->type->sig_hash))))
        card_report_flaw(op, giver, taker, sent, room);
    data_copy(from, to);
}

/* So many bytes of that sig_hash lie there for this member. */
static void take_bytes(const struct coll_op *op, int seat, const unsigned char *from,
                       uint32_t bytes, uint32_t sig_hash, const struct data *to)
{
    MPI_Count room = data_bytes(to);

    if (unlikely(bytes != room ||
                 (room > 0 && !sig_hash_agrees(sig_hash, sig_hash_of(op, to->type)))))
        card_report_flaw(op, seat, op->seat, bytes, room);
    data_unpack(to, 0, from, bytes < room ? (MPI_Count)bytes : room);
}

void card_take_block(const struct coll_op *op, const struct coll_card *card, int seat,
                     const struct data *to)
{
    const struct coll_head *head = &card->head;
    MPI_Count bytes = data_bytes(to);

    if (unlikely(card_form(card) != CARD_INLINE || head->bytes != (uint32_t)(bytes * op->peers) ||
                 (bytes > 0 &&
                  !sig_hash_agrees(head->sig_hash, sig_hash_fold(to->type->sig_hash)))))
        card_report_flaw(op, seat, op->seat, head->bytes / (uint32_t)op->peers, bytes);
    else
        data_unpack(to, 0, card_bytes(card) + bytes * op_rank(op), bytes);
}

void card_take(const struct coll_op *op, const struct coll_card *card, int seat,
               const struct data *to)
{
    const struct coll_head *head = &card->head;

    if (head->form == CARD_BUFFER)
        op_copy(op, seat, op->seat, &card->data, to);
    else if (card_form(card) == CARD_INLINE)
        take_bytes(op, seat, card_bytes(card), head->bytes, head->sig_hash, to);
    else if (data_bytes(to) != head->bytes)
        card_report_flaw(op, seat, op->seat, head->bytes, data_bytes(to));
}

void card_take_gift(const struct coll_op *op, const struct coll_card *card, int seat, int number,
                    const struct data *to)
{
    const struct gift *gift = card_gifts(card) + number;

    take_bytes(op, seat, card_bytes(card) + gift->offset, gift->bytes, gift->sig_hash, to);
}
