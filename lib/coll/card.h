/* SPDX-License-Identifier: MIT */
/* What members show each other, and whether they agree.
 *
 * The head of a card tells what its member has called, so that others find out when that is
 * something else. When operations, forms, roots or, in reductions, lengths differ, nothing that
 * follows on the communicator can be right: its board is broken and all collectives on it fail,
 * now and later, with the same sentence. A member goes when nobody reads or writes its buffers any
 * more; what these hold is not defined. When single blocks differ in length or type, only that
 * operation fails.
 *
 * What a member has for others goes with its card when it is little: on the card itself or in the
 * slot. Then the member may go on at once. */
#ifndef COLL_CARD_H
#define COLL_CARD_H

#include "base/place.h"
#include "coll/coll.h"

enum card_form {
    CARD_EMPTY,
    CARD_INLINE, /* the bytes themselves */
    CARD_SUM,    /* the same of a scan, combined with those of all members before */
    CARD_SLOT,   /* the bytes, in the slot */
    CARD_SUM_SLOT,
    CARD_PACKED, /* a gift for each of some members, in the slot, behind a list of them */
    CARD_BUFFER, /* where they are, or are wanted */
    CARD_CALL,   /* the whole call */
};

enum { CARD_INLINE_BYTES_MAX = 32 };

/* A block for one member in a slot: an entry of the list. */
struct gift {
    int32_t taker; /* its rank */
    uint32_t motif;
    uint32_t offset; /* from the slot's beginning */
    uint32_t bytes;
};

struct coll_card {
    struct coll_head head;
    union {
        unsigned char payload[CARD_INLINE_BYTES_MAX];
        const unsigned char *slot;
        struct data data;
        struct {
            const struct coll *coll;
            _Atomic(bool) is_done; /* its member's share (share.h) */
        };
    };
};

static_assert(sizeof(struct coll_card) <= CARD_BYTES, "a card is one cache line");

/* Kind, form, operation and root, but not what kind of card it is: what is alike at all. */
static inline uint64_t card_essence(const struct coll_head *head)
{
    struct coll_head plain = *head;

    plain.form = CARD_EMPTY;
    if (unlikely(head->call_form & FORM_OF_INTER)) {
        plain.root = 0;
        plain.op = plain.kind == COLL_REDUCE ? 0 : plain.op; /* some have no part in it */
    }
    return plain.call;
}

/* What is to be alike at all members of a reduction besides: the length and the type. */
static inline uint64_t card_likeness(const struct coll_head *head)
{
    return head->data;
}

/* What others are to compare of a call. */
struct board_call card_call(const struct coll_call *call);
/* What the heads of this member's cards say, their form and their data apart; records the call. */
struct coll_head card_head(const struct coll_call *call, int turns, const struct turn *turn);

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

/* Whether the card and, for more bytes than it holds, the slot can be filled now. */
static inline bool card_is_clear(struct turn *turn, MPI_Count bytes)
{
    return bytes <= CARD_INLINE_BYTES_MAX ? turn_is_clear(turn)
                                          : turn_is_slot_clear(turn, (size_t)bytes);
}

/* The i-th thing that a member has for others, and for whom. */
typedef struct data gift_of(const struct coll_call *call, int i, int *taker);

/* The bytes that so many gifts need in the slot; more than SLOT_BYTES: they do not fit. */
MPI_Count card_bytes_of_gifts(const struct coll *coll, gift_of *gift, int count);
/* A card of them. 0: they do not fit. */
size_t card_of_gifts(struct coll_card *card, const struct coll *coll, gift_of *gift, int count);
/* The list of a packed card. */
static inline const struct gift *card_gifts(const struct coll_card *card)
{
    return (const struct gift *)(const void *)card->slot;
}
/* Copies the number-th gift of a packed card. */
void card_take_gift(const struct coll *coll, const struct coll_card *card, int seat, int number,
                    const struct data *to);

/* The bytes that go with a card. */
static inline const unsigned char *card_payload(const struct coll_card *card)
{
    return card->head.form >= CARD_SLOT ? card->slot : card->payload;
}

static inline bool card_has_payload(const struct coll_card *card)
{
    return card->head.form == CARD_INLINE || card->head.form == CARD_SLOT;
}

/* "MPI_Ibcast, root 3" */
void card_describe_call(const struct coll *coll, char *text, size_t bytes);

/* Of many members each has an eye on those behind it: somewhere one that has called something else
 * is behind one that has not. */
enum { AUDITED_MAX = 64 };

/* "MPI_Gather, root 0 in main (a.c:12)" */
void card_describe_known(const struct board_call *known, struct places *places, char *text);
/* What a member has called in an epoch, as far as that is still known; CALL_TEXT_BYTES. */
void card_describe_record(const struct board *board, int seat, uint64_t epoch,
                          struct places *places, char *text);

/* The first epoch from `first` on, before `end`, in which those two have called what does not
 * belong together; 0: none that is known. */
uint64_t card_find_difference(const struct context *context, const struct board *board, int one,
                              int other, uint64_t first, uint64_t end);

/* Has its member called the same? If not, all is broken. */
bool card_agrees(const struct coll *coll, const struct coll_card *card, int seat);
/* Has who came first to a persistent operation's board prepared the same? If not, all is broken. */
bool card_agrees_with_opener(const struct coll_call *call, struct board *board);
/* One block of many is not as long or of the type as its taker expects. */
void card_report_flaw(const struct coll *coll, int giver, int taker, long long sent,
                      long long room);

/* Two folded motifs. */
static inline bool motif_agrees(uint32_t one, uint32_t other)
{
    const uint32_t any = (uint32_t)MOTIF_ANY;

    return one == other || one == any || other == any || one == 0 || other == 0;
}

/* The same of an operand that is to be combined with this member's, in a reduce between groups. */
bool card_agrees_on_operand(const struct coll *coll, int seat);
/* A word that is the same at members who agree: on the call, in reductions on its data, and on all
 * that was called before. */
static inline uint32_t card_word_of(uint64_t essence, uint64_t likeness, uint32_t history)
{
    return (uint32_t)(MOTIF_MIX((essence + history) ^ MOTIF_MIX(likeness)) >>
                      2 * ARRIVALS_COUNT_BITS);
}

uint32_t card_word(const struct coll *coll);
/* Some do not: finds out who. */
void card_blame(const struct coll *coll, const struct turn *turn);
/* Has someone begun something else in this epoch, or in one of so many before? */
void card_audit(const struct coll *coll, int before);

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
