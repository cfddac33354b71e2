/* SPDX-License-Identifier: MIT */
/* What members show each other, and whether they agree.
 *
 * The head of a card tells what its member has called, so that others find out when that is
 * something else. When operations, forms, roots or, in reductions, lengths differ, nothing that
 * follows on the communicator can be right: its board is broken and all collectives on it fail,
 * now and later, with the same sentence. When single blocks differ in length or type, only that
 * operation fails. */
#ifndef COLL_CARD_H
#define COLL_CARD_H

#include "coll/coll.h"

enum card_form {
    CARD_EMPTY,
    CARD_INLINE, /* the bytes themselves */
    CARD_BUFFER, /* where they are, or are wanted */
    CARD_CALL,   /* the whole call */
};

enum { CARD_INLINE_BYTES_MAX = 40 };

struct coll_card {
    uint8_t kind;
    uint8_t call_form;
    uint8_t op; /* of predefined ones, something that tells them apart */
    uint8_t form;
    int32_t root;
    uint32_t motif;
    uint32_t bytes; /* modulo 2^32; of inline cards all */
    union {
        unsigned char payload[CARD_INLINE_BYTES_MAX];
        struct data data;
        const struct coll *coll;
    };
};

static_assert(sizeof(struct coll_card) <= CARD_BYTES, "a card is one cache line");

/* Cards of each form, ready to be shown: they tell how many bytes of the card are used. */
size_t card_of_nothing(struct coll_card *card, const struct coll *coll);
size_t card_of_bytes(struct coll_card *card, const struct coll *coll, const struct data *data);
size_t card_of_buffer(struct coll_card *card, const struct coll *coll, const struct data *data);
size_t card_of_call(struct coll_card *card, const struct coll *coll);

/* Has its member called the same? If not, all is broken. */
bool card_agrees(const struct coll *coll, const struct coll_card *card, int seat);
/* A word that is the same at members who agree. */
uint32_t card_word(const struct coll *coll);
/* Some do not: finds out who. */
void card_blame(const struct coll *coll, const struct turn *turn);

/* Copies what an inline or buffer card of that member offers. */
void card_take(const struct coll *coll, const struct coll_card *card, int seat,
               const struct data *to);

/* The call of a member that has shown it. */
static inline const struct coll *coll_of(const struct coll *coll, int seat)
{
    const struct coll_card *card = turn_see(&coll->turns[coll->shown], seat);

    return card->coll;
}

/* From one member's block to another's; they should be alike. */
void coll_copy(const struct coll *coll, int giver, int taker, const struct data *from,
               const struct data *to);

/* The meeting: all show their cards, none goes on before all have. The two halves of its beginning:
 * true for who comes last when members outnumber processors, and must then announce. */
bool meeting_come(struct coll *coll, struct turn *turn, const struct coll_card *card,
                  size_t bytes);
void meeting_begin(struct coll *coll, struct turn *turn, const struct coll_card *card,
                   size_t bytes);
/* False also, for ever, when the members do not agree: the board is broken then. */
bool meeting_is_over(struct coll *coll, const struct turn *turn);

#endif
