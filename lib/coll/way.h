/* SPDX-License-Identifier: MIT */
/* A member's part in an operation that goes the straight way: what all of them have in common. */
#ifndef COLL_WAY_H
#define COLL_WAY_H

#include "coll/card.h"
#include "coll/straight.h"
#include "p2p/envelope.h"

/* Looks at a card before the step function goes on. */
enum { LOOKS = 512 };

/* The phases of small operations' step functions: before and after the card has been shown. */
enum { ENTER, SHOWN };

/* Each operation has its own copy of what they have in common, cut to what it needs of it. */
#define EACH_ITS_OWN static inline __attribute__((always_inline))

/* A member's part. */
struct way {
    struct comm *comm;
    struct board *board;
    uint64_t epoch;
    struct coll_head head; /* of the cards that are shown and read */
    unsigned lags;         /* some of those that the cards have told */
};

/* A member that shows no card, at least not here; cards with something for each member. */
enum { NO_CARD = -1, GIFTS = -2 };

EACH_ITS_OWN uint8_t form_of(MPI_Count bytes)
{
    return bytes <= CARD_INLINE_BYTES_MAX ? CARD_INLINE : CARD_SLOT;
}

EACH_ITS_OWN struct coll_head head_of(const struct straight_call *call, enum coll_kind kind,
                                      MPI_Count bytes)
{
    struct coll_head head = {.kind = (uint8_t)kind, .call_form = COLL_BLOCKING};

    if (kind == COLL_BARRIER)
        return head;
    if (kind >= COLL_REDUCE)
        head.op = call->op->number;
    if (coll_has_root(kind))
        head.root = call->root;
    head.form = bytes == GIFTS ? CARD_PACKED : form_of(bytes);
    head.motif = motif_fold(call->send.type->motif);
    head.bytes = (uint32_t)(bytes == GIFTS ? comm_size(call->comm) : bytes);
    return head;
}

/* The card of this epoch, and the slot if that is needed, may be filled. */
EACH_ITS_OWN bool is_clear(struct board *board, int seat, uint64_t epoch, MPI_Count bytes)
{
    uint64_t reach = bytes > CARD_INLINE_BYTES_MAX ? board->slots : board->epochs;

    if (unlikely(epoch > reach && !board_have_surely_left(board, seat, epoch - reach) &&
                 !board_have_all_left(board, seat, epoch - reach)))
        return false;
    return bytes <= CARD_INLINE_BYTES_MAX || board_slot(board, seat, epoch) != NULL;
}

/* Takes the next epoch. There are so many bytes on a card; the member's own has `own` of them, or
 * is NO_CARD. False: that cannot be filled now. */
EACH_ITS_OWN bool enter(struct way *way, const struct straight_call *call, enum coll_kind kind,
                        MPI_Count bytes, MPI_Count own)
{
    struct comm *comm = call->comm;
    struct board *board = load_acquire(&comm->context->board); /* edge context.board */
    struct board_seat *seat;
    uint64_t epoch;
    bool may;

    if (unlikely(board == NULL || !board->is_straight || comm->self->tally != NULL))
        return false;
    *way = (struct way){.comm = comm, .board = board, .head = head_of(call, kind, bytes)};
    seat = &board->members[comm->rank];
    guard_enter(&comm->self->guard);
    way->epoch = epoch = load_relaxed(&seat->begun) + 1;
    may = own == NO_CARD || is_clear(board, comm->rank, epoch, own);
    if (likely(may)) {
        store_relaxed(&seat->begun, epoch);
        way->head.history =
            board_note(board, comm->rank, epoch,
                       &(struct board_call){.word = card_essence(&way->head),
                                            .bytes = kind >= COLL_REDUCE
                                                         ? card_likeness(&way->head)
                                                         : 0,
                                            .name = call->call->name,
                                            .site = call->call->site});
    }
    guard_leave(&comm->self->guard);
    return may;
}

/* The epoch behind that one as well. */
EACH_ITS_OWN void enter_next(const struct way *way)
{
    struct guard *guard = &way->comm->self->guard;

    guard_enter(guard);
    store_relaxed(&way->board->members[way->comm->rank].begun, way->epoch + 1);
    guard_leave(guard);
}

/* Few bytes, of which 4 and 8 are the most common. */
EACH_ITS_OWN void copy_few(void *to, const void *from, MPI_Count bytes)
{
    if (bytes == 8)
        memcpy(to, from, 8);
    else if (bytes == 4)
        memcpy(to, from, 4);
    else if (bytes > 0)
        memcpy(to, from, (size_t)bytes);
}

EACH_ITS_OWN struct coll_card *card_of(const struct way *way, int seat)
{
    return (struct coll_card *)(void *)board_card(way->board, seat, way->epoch)->body;
}

/* What goes with a card. */
EACH_ITS_OWN unsigned char *payload_of(const struct way *way, int seat)
{
    struct coll_card *card = card_of(way, seat);

    if (way->head.form >= CARD_SLOT)
        return (unsigned char *)(uintptr_t)card->slot;
    return card->payload;
}

/* The member's card but for its stamp; where its payload goes. */
EACH_ITS_OWN unsigned char *write_card(const struct way *way)
{
    struct coll_card *card = card_of(way, way->comm->rank);

    card->head = way->head;
    if (way->head.form >= CARD_SLOT)
        card->slot = board_slot(way->board, way->comm->rank, way->epoch);
    return payload_of(way, way->comm->rank);
}

EACH_ITS_OWN struct rank *member(const struct way *way, int seat)
{
    return comm_group(way->comm)->members[seat];
}

EACH_ITS_OWN void stamp(const struct way *way)
{
    const struct board *board = way->board;
    int seat = way->comm->rank;

    board_stamp(board, board_card(board, seat, way->epoch),
                way->epoch << STAMP_LAG_BITS | board_own_lag(board, seat, way->epoch));
}

EACH_ITS_OWN void stamp_for(const struct way *way, int reader)
{
    stamp(way);
    rank_rouse(member(way, reader));
}

EACH_ITS_OWN void stamp_for_all(const struct way *way)
{
    int seat;

    stamp(way);
    for (seat = 0; seat < way->board->seats; seat++)
        if (seat != way->comm->rank)
            rank_rouse(member(way, seat));
}

/* Has that card come, and does it say what it should? */
EACH_ITS_OWN bool hear(struct way *way, int seat, const struct coll_head *head)
{
    const struct card *card = board_card(way->board, seat, way->epoch);
    uint64_t stamp;
    int looks = LOOKS;

    do {
        stamp = load_acquire(&card->stamp); /* edge board.card */
    } while (stamp >> STAMP_LAG_BITS != way->epoch && --looks > 0);
    way->lags |= (unsigned)stamp & LAG_UNKNOWN;
    return likely(looks > 0) && likely(memcmp(card->body, head, sizeof *head) == 0);
}

/* Those of the first members but this one. */
EACH_ITS_OWN bool hear_first(struct way *way, int members)
{
    int seat;

    for (seat = 0; seat < members; seat++)
        if (seat != way->comm->rank && !hear(way, seat, &way->head))
            return false;
    return true;
}

/* The same when that is to be told, or takes more to know. */
void way_leave_openly(struct way way, bool is_heard);
/* What is wrong with an operation about which there is a report. */
int way_tell_flaw(struct way way) __attribute__((cold));

/* The end of the member's part: how it went. */
EACH_ITS_OWN int leave(const struct way *way, bool is_heard)
{
    struct guard *guard = &way->comm->self->guard;
    bool is_left;

    guard_enter(guard);
    is_left = board_leave_silently(way->board, way->comm->rank, way->epoch,
                                   is_heard && way->lags == 0);
    guard_leave(guard);
    if (!is_left)
        way_leave_openly(*way, is_heard);
    return likely(!board_is_flawed(way->board, way->epoch)) ? MPI_SUCCESS
                                                            : way_tell_flaw(*way);
}

/* The step function does the rest. */
int way_go_on(struct way way, const struct straight_call *straight, enum coll_kind kind, int phase)
    __attribute__((cold));

#endif
