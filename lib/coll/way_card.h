/* SPDX-License-Identifier: MIT */
/* The cards of the straight way: writing the member's own and telling that it is there, looking for
 * others' and taking what goes with them. */
#ifndef COLL_WAY_CARD_H
#define COLL_WAY_CARD_H

#include "coll/way.h"

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

/* The seat after the last is the table's. */
EACH_ITS_OWN struct coll_card *card_of(const struct way *way, int seat)
{
    return (struct coll_card *)(void *)way->cards[seat].body;
}

/* What goes with a card. */
EACH_ITS_OWN unsigned char *payload_of(const struct way *way, int seat)
{
    struct coll_card *card = card_of(way, seat);

    return way->form & CARD_IN_SLOT ? (unsigned char *)(uintptr_t)card->slot : card->payload;
}

/* Its own card is going to be a packed one with so many bytes. */
EACH_ITS_OWN void pack(struct way *way, MPI_Count bytes)
{
    way->form = card_form_of(CARD_PACKED, bytes);
}

/* A card but for its stamp; where its payload goes. */
EACH_ITS_OWN unsigned char *write_card_at(const struct way *way, int seat)
{
    struct coll_card *card = card_of(way, seat);

    card->head.call = word_with_form(way);
    card->head.data = way->data;
    card->head.history = way->history;
    if (way->form & CARD_IN_SLOT)
        card->slot = way->slot;
    return payload_of(way, seat);
}

/* The member's own. */
EACH_ITS_OWN unsigned char *write_card(const struct way *way)
{
    return write_card_at(way, way->rank);
}

EACH_ITS_OWN void stamp(struct way *way)
{
    way->phase = SHOWN;
    board_stamp(way->board, &way->cards[way->rank],
                way->epoch << STAMP_LAG_BITS |
                    board_own_lag(way->board, way->rank, way->epoch));
}

EACH_ITS_OWN void stamp_for(struct way *way, int reader)
{
    stamp(way);
    rank_wake(way->comm->context->groups[0]->members[reader]);
}

EACH_ITS_OWN void wake_all(const struct way *way)
{
    struct rank *const *members = way->comm->context->groups[0]->members;
    int seat;

    for (seat = 0; seat < way->size; seat++)
        if (seat != way->rank)
            rank_wake(members[seat]);
}

EACH_ITS_OWN void stamp_for_all(struct way *way)
{
    stamp(way);
    wake_all(way);
}

EACH_ITS_OWN void stamp_for_those_behind(struct way *way)
{
    struct rank *const *members = way->comm->context->groups[0]->members;
    int seat;

    stamp(way);
    for (seat = way->rank + 1; seat < way->size; seat++)
        rank_wake(members[seat]);
}

/* Has that card come, and does it say what it should? What of call and data has to be alike. */
EACH_ITS_OWN bool hear_alike(struct way *way, int seat, uint64_t call, uint64_t data)
{
    const struct card *card = &way->cards[seat];
    const struct coll_head *head = &card_of(way, seat)->head;
    uint64_t stamp;
    int looks = way->looks;

    for (;;) {
        stamp = load_acquire(&card->stamp); /* edge board.card */
        if (stamp >> STAMP_LAG_BITS == way->epoch || --looks == 0)
            break;
        cpu_pause();
    }
    way->lags |= (unsigned)stamp & LAG_UNKNOWN;
    if (looks == 0)
        return false;
    way->is_odd = ((head->call ^ word_with_form(way)) & call) != 0 ||
                  ((head->data ^ way->data) & data) != 0 || head->history != way->history;
    return likely(!way->is_odd);
}

EACH_ITS_OWN bool hear(struct way *way, int seat)
{
    return hear_alike(way, seat, UINT64_MAX, UINT64_MAX);
}

/* A packed card, whose gifts are on it or in the slot. */
EACH_ITS_OWN bool hear_packed(struct way *way, int seat, uint64_t data)
{
    return hear_alike(way, seat, ~((uint64_t)CARD_IN_SLOT << 24), data);
}

/* Asks for a gift together with the list that tells where it is: there, if those before it are as
 * long. */
EACH_ITS_OWN void ask_for_gift(const struct coll_card *card, int before, MPI_Count bytes)
{
    MPI_Count first = card->head.bytes * (MPI_Count)sizeof(struct gift) + before * bytes, at;

    if (!(card->head.form & CARD_IN_SLOT) || first + bytes > SLOT_BYTES)
        return;
    for (at = first; at < first + bytes; at += CACHE_LINE)
        __builtin_prefetch(card->slot + at);
}

/* Those of the first members but this one. */
EACH_ITS_OWN bool hear_first(struct way *way, int members)
{
    int seat;

    for (seat = 0; seat < members; seat++)
        if (seat != way->rank && !hear(way, seat))
            return false;
    return true;
}

#endif
