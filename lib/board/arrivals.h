/* SPDX-License-Identifier: MIT */
/* The counter of a sequence number of a board: how many members have arrived, how many of them lag,
 * and whether all have said the same. The edge is board.arrival of board.h. */
#ifndef BOARD_ARRIVALS_H
#define BOARD_ARRIVALS_H

#include "board/board.h"

/* A sequence number's counter counts arrivals and those of members that lag, and adds up what
 * members say of their call: when all say the same, the sum shows it. */
enum { ARRIVALS_COUNT_BITS = 17 };

enum board_arrival { ARRIVAL_EARLY, ARRIVAL_LAST, ARRIVAL_LAST_UNLIKE };

/* A member adds this to the counter. `lags`: it has not left the sequence number before, or that is
 * not known. */
static inline uint64_t board_arrival_word(uint32_t word, bool lags)
{
    return UINT64_C(1) | (uint64_t)lags << ARRIVALS_COUNT_BITS |
           (uint64_t)word << 2 * ARRIVALS_COUNT_BITS;
}

/* How many members a sum of such words counts. */
static inline int board_arrivals_count(uint64_t sum)
{
    return (int)(sum & ((UINT64_C(1) << ARRIVALS_COUNT_BITS) - 1));
}

/* Some members arrive at once: `sum` is what they add, `word` what the caller says. The last of
 * `expected` arrivals finds the counter ready for its next use. */
static inline enum board_arrival board_arrive_together(struct board *board, uint64_t seqno,
                                                       int expected, uint32_t word, uint64_t sum)
{
    const uint64_t mask = (UINT64_C(1) << ARRIVALS_COUNT_BITS) - 1;
    const unsigned place = (unsigned)seqno & (board->seqnos - 1);
    _Atomic(uint64_t) *counter = &board->arrived[place].counter;
    uint64_t all;

    sum += fetch_add_seq_cst(counter, sum); /* edge board.arrival */
    if ((sum & mask) < (uint64_t)expected)
        return ARRIVAL_EARLY;
    /* The next user of the counter has waited until all members, the caller among them, left this
     * sequence number. Edge board.left orders this store before that use. */
    store_relaxed(counter, 0);
    board->arrived[place].has_laggards = (sum >> ARRIVALS_COUNT_BITS & mask) != 0;
    all = (uint64_t)word * (uint64_t)expected << 2 * ARRIVALS_COUNT_BITS;
    return sum >> 2 * ARRIVALS_COUNT_BITS == all >> 2 * ARRIVALS_COUNT_BITS
               ? ARRIVAL_LAST
               : ARRIVAL_LAST_UNLIKE;
}

/* One member arrives. */
static inline enum board_arrival board_arrive_lagging(struct board *board, uint64_t seqno,
                                                      int expected, uint32_t word, bool lags)
{
    return board_arrive_together(board, seqno, expected, word, board_arrival_word(word, lags));
}

/* A member arrives once more, when all have arrived: true for the last of `expected` members, who
 * finds the count ready for the next time. */
bool board_arrive_again(struct board *board, uint64_t seqno, int expected);

/* Have exactly the members arrived that the table's cell counts? */
static inline bool board_is_counted(const struct board *board, uint64_t seqno)
{
    return load_relaxed(&board->arrived[seqno & (board->seqnos - 1)].counter) == 0;
}

/* The lag of the table's cell, which the last to arrive fills. */
static inline unsigned board_laggards(const struct board *board, uint64_t seqno)
{
    return board->arrived[seqno & (board->seqnos - 1)].has_laggards ? LAG_UNKNOWN : 0;
}

static inline enum board_arrival board_arrive(struct board *board, int seat, uint64_t seqno,
                                        int expected, uint32_t word)
{
    return board_arrive_lagging(board, seqno, expected, word,
                                board_own_lag(board, seat, seqno) != 0);
}

#endif
