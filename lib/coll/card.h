/* SPDX-License-Identifier: MIT */
/* What members show each other: a head, which tells what they call, and something behind it.
 *
 * What a member has for others goes with its card when it is little: on the card itself or in the
 * slot. Then the member may go on at once. */
#ifndef COLL_CARD_H
#define COLL_CARD_H

#include "coll/coll.h"

enum card_form {
    CARD_EMPTY,
    CARD_INLINE, /* the bytes themselves */
    CARD_SUM,    /* the same of a scan, combined with those of all members before */
    CARD_PACKED, /* a gift for each of some members, behind a list of them */
    CARD_BUFFER, /* where they are, or are wanted */
    CARD_CALL,   /* the whole call */
    CARD_IN_SLOT = 1 << 3, /* beside INLINE, SUM, PACKED: what has no room on the card */
};

enum { CARD_INLINE_BYTES_MAX = 32, NO_SHARE = -1 };

/* A block for one member on a packed card: an entry of the list. */
struct gift {
    int32_t taker; /* its rank */
    uint32_t sig_hash;
    uint16_t offset; /* from the list's beginning */
    uint16_t bytes;  /* of what is for nobody, or for the member itself, not all of them */
};

static_assert(SLOT_BYTES <= UINT16_MAX, "a gift is anywhere in a slot");

struct coll_card {
    struct coll_head head;
    union {
        unsigned char payload[CARD_INLINE_BYTES_MAX];
        const unsigned char *slot;
        struct data data;
        struct {
            const struct coll *coll;
            MPI_Count element_bytes; /* that are combined in its member's share; NO_SHARE */
            _Atomic(bool) is_done; /* its member's share (share.h) */
        };
    };
};

static_assert(sizeof(struct coll_card) <= CARD_BYTES, "a card is one cache line");

/* Cards of each form, ready to be shown: they tell how many bytes of the card are used. */
size_t card_of_nothing(struct coll_card *card, const struct coll *coll);
/* On the card, or in the slot, which there must be. */
size_t card_of_bytes(struct coll_card *card, const struct coll *coll, const struct data *data);
/* Of nothing but the length, which is a mistake to be reported. */
size_t card_of_length(struct coll_card *card, const struct coll *coll, const struct data *data);
size_t card_of_buffer(struct coll_card *card, const struct coll *coll, const struct data *data);
size_t card_of_call(struct coll_card *card, const struct coll *coll);

/* Whether so many bytes can go with a card: the slot is needed from a length on. */
static inline bool card_fits(MPI_Count bytes)
{
    return bytes <= SLOT_BYTES;
}

/* The form of a card with so many bytes, which may have to go with the slot. */
static inline enum card_form card_form_of(enum card_form form, MPI_Count bytes)
{
    return bytes <= CARD_INLINE_BYTES_MAX ? form : form | CARD_IN_SLOT;
}

/* Whether the card and, for more bytes than it holds, the slot can be filled now. */
static inline bool card_is_clear(struct turn *turn, MPI_Count bytes)
{
    return bytes <= CARD_INLINE_BYTES_MAX ? turn_is_clear(turn)
                                          : turn_is_slot_clear(turn, (size_t)bytes);
}

/* The i-th thing that a member has for others, and for whom. */
typedef struct data gift_of(const struct coll_call *call, int i, int *taker);

/* The bytes of so many gifts and of the list; more than SLOT_BYTES: they do not fit. */
MPI_Count card_bytes_of_gifts(const struct coll *coll, gift_of *gift, int count);
/* A card of them. 0: they do not fit. */
size_t card_of_gifts(struct coll_card *card, const struct coll *coll, gift_of *gift, int count);
/* Copies the number-th gift of a packed card. */
void card_take_gift(const struct coll *coll, const struct coll_card *card, int seat, int number,
                    const struct data *to);

/* The bytes that go with a card. */
static inline const unsigned char *card_payload(const struct coll_card *card)
{
    return card->head.form & CARD_IN_SLOT ? card->slot : card->payload;
}

static inline bool card_is_packed(const struct coll_card *card)
{
    return (card->head.form & ~CARD_IN_SLOT) == CARD_PACKED;
}

/* The list of a packed card. */
static inline const struct gift *card_gifts(const struct coll_card *card)
{
    return (const struct gift *)(const void *)card_payload(card);
}

static inline bool card_has_payload(const struct coll_card *card)
{
    return (card->head.form & ~CARD_IN_SLOT) == CARD_INLINE;
}

/* Copies this member's block of a card that has one for each peer, one behind the other. */
void card_take_block(const struct coll *coll, const struct coll_card *card, int seat,
                     const struct data *to);
/* Copies what an inline, slot or buffer card of that member offers. */
void card_take(const struct coll *coll, const struct coll_card *card, int seat,
               const struct data *to);

/* The call of a member that has shown it. */
static inline const struct coll *coll_of(const struct coll *coll, int seat)
{
    const struct coll_card *card = turn_see(&coll->turns[coll->shown], seat);

    return card->coll;
}

/* A visit to others' calls and buffers, which their cards tell of. False: all is broken, they may
 * have gone, and so will this member. */
bool coll_visit(const struct coll *coll);
void coll_depart(const struct coll *coll);

/* From one member's block to another's; they should be alike. */
void coll_copy(const struct coll *coll, int giver, int taker, const struct data *from,
               const struct data *to);

#endif
