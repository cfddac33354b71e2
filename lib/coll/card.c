/* SPDX-License-Identifier: MIT */
#include "coll/coll.h"
#include "p2p/envelope.h"

static void fill_head(struct coll_card *card, const struct coll *coll, enum card_form form,
                      const struct data *data)
{
    card->form = (uint8_t)form;
    card->kind = (uint8_t)coll->call.kind;
    card->motif = data != NULL ? motif_fold(data->type->motif) : (uint32_t)MOTIF_EMPTY;
    card->bytes = data != NULL ? data_bytes(data) : 0;
}

size_t card_of_bytes(struct coll_card *card, const struct coll *coll, const struct data *data)
{
    fill_head(card, coll, data != NULL ? CARD_INLINE : CARD_EMPTY, data);
    if (data != NULL)
        data_pack(data, 0, card->payload, card->bytes);
    return offsetof(struct coll_card, payload) + (size_t)card->bytes;
}

size_t card_of_buffer(struct coll_card *card, const struct coll *coll, const struct data *data,
                      void *result)
{
    fill_head(card, coll, CARD_BUFFER, data);
    card->buffer.data = *data;
    card->buffer.result = result;
    return sizeof *card;
}

size_t card_of_call(struct coll_card *card, const struct coll *coll)
{
    fill_head(card, coll, CARD_CALL, NULL);
    card->coll = coll;
    return sizeof *card;
}

void card_take(const struct coll_card *card, const struct data *to)
{
    MPI_Count room = data_bytes(to);

    if (card->form == CARD_INLINE)
        data_unpack(to, 0, card->payload, card->bytes < room ? card->bytes : room);
    else if (card->form == CARD_BUFFER)
        data_copy(&card->buffer.data, to);
}
