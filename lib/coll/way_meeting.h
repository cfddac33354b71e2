/* SPDX-License-Identifier: MIT */
/* The straight way through a meeting of members that outnumber the processors (meeting.c). Each
 * lays its card and arrives at the counter; the last one fills the table's card, which tells all.
 * Who comes earlier lets others run, and mostly finds it filled when it runs again: a turn on a
 * processor for each member, and few instructions. Then all cards are there for it to read. */
#ifndef COLL_WAY_MEETING_H
#define COLL_WAY_MEETING_H

#include "coll/meeting.h"
#include "coll/way_card.h"

/* Only where someone waits at once: what is started goes on by rounds of the agenda. */
EACH_ITS_OWN bool is_meeting(const struct straight_call *call)
{
    struct board *board = board_for(call);

    return board != NULL && board->is_crowded && call->form == COLL_BLOCKING;
}

EACH_ITS_OWN bool enter_meeting(struct way *way, const struct straight_call *call,
                                enum coll_kind kind, MPI_Count bytes)
{
    return bytes <= CARD_INLINE_BYTES_MAX &&
           enter_at(way, board_for(call), call, kind, bytes, bytes);
}

/* Where each hears from all, and needs all their cards. */
EACH_ITS_OWN bool enter_with_all(struct way *way, const struct straight_call *call,
                                 enum coll_kind kind, MPI_Count bytes)
{
    struct board *board = board_for(call);

    return likely(board != NULL && (!board->is_crowded || call->form == COLL_BLOCKING)) &&
           enter_at(way, board, call, kind, bytes, bytes);
}

/* The member's card is written. True for the last one, who has to announce. When they do not agree
 * nobody does, and the step function finds out who is to blame. */
EACH_ITS_OWN bool come(struct way *way, uint64_t likeness)
{
    const uint32_t word = head_word_of(way->call, likeness, way->history);
    enum board_arrival arrival;
    bool is_last_here;

    stamp(way);
    is_last_here = meeting_come_last(way->comm, way->board, way->epoch);
    arrival = board_arrive(way->board, way->rank, way->epoch, way->size, word);
    way->is_odd = arrival == ARRIVAL_LAST_UNLIKE;
    if (arrival == ARRIVAL_EARLY && is_last_here)
        meeting_look_out(way->board, way->epoch);
    return arrival == ARRIVAL_LAST;
}

/* The table's card is written. */
EACH_ITS_OWN void announce(const struct way *way)
{
    board_stamp(way->board, &way->cards[way->size],
                way->epoch << STAMP_LAG_BITS | board_laggards(way->board, way->epoch));
    wake_all(way);
}

EACH_ITS_OWN bool hear_table(struct way *way)
{
    uint64_t stamp = load_acquire(&way->cards[way->size].stamp); /* edge board.card */

    way->lags = (unsigned)stamp & LAG_UNKNOWN;
    return stamp >> STAMP_LAG_BITS == way->epoch;
}

/* The member's card, which is written, for all of them. */
EACH_ITS_OWN void show_with_all(struct way *way, uint64_t likeness)
{
    if (likely(!way->board->is_crowded))
        stamp_for_all(way);
    else if (come(way, likeness))
        announce(way);
}

/* Is it time to look at the others' cards? */
EACH_ITS_OWN bool may_hear_all(struct way *way)
{
    return likely(!way->board->is_crowded) || hear_table(way);
}

#endif
