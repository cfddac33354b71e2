/* SPDX-License-Identifier: MIT */
#include "board/relay.h"

#include "base/memory.h"

/* The word of an open relay. Members are fewer than 2^17, as in a counter of arrivals. They are at
 * most BOARD_SEQNOS_MAX sequence numbers apart, so that 30 bits tell these from each other. */
enum { SEAT_SHIFT = ARRIVALS_COUNT_BITS, SEQNO_SHIFT = 2 * ARRIVALS_COUNT_BITS };

#define FOLLOWERS_MASK ((UINT64_C(1) << ARRIVALS_COUNT_BITS) - 1)

static_assert((UINT64_C(1) << (64 - SEQNO_SHIFT)) > 2 * BOARD_SEQNOS_MAX,
              "sequence numbers of a place can be told from each other");

/* Never 0: seats count from 1. */
static uint64_t word_of(uint64_t seqno, int seat)
{
    return seqno << SEQNO_SHIFT | (uint64_t)(seat + 1) << SEAT_SHIFT;
}

static int seat_of(uint64_t word)
{
    return (int)(word >> SEAT_SHIFT & FOLLOWERS_MASK) - 1;
}

static bool is_of(uint64_t word, uint64_t seqno)
{
    return word != 0 && word >> SEQNO_SHIFT == seqno << SEQNO_SHIFT >> SEQNO_SHIFT;
}

struct relays *relay_all(struct board *board)
{
    struct relays *relays = load_acquire(&board->relays), *ours; /* edge relay.made */

    if (likely(relays != NULL))
        return relays;
    ours = memory_take_aligned(CACHE_LINE, sizeof *ours);
    if (ours == NULL)
        return NULL;
    ours->members =
        memory_take_aligned(CACHE_LINE, (size_t)board->seats * sizeof ours->members[0]);
    if (ours->members == NULL ||
        !compare_exchange_acq_rel(&board->relays, &relays, ours)) { /* edge relay.made */
        relay_destroy(ours); /* another member was faster, or there is no memory */
        return relays;
    }
    return ours;
}

void relay_destroy(struct relays *relays)
{
    if (relays != NULL)
        memory_give(relays->members);
    memory_give(relays);
}

static _Atomic(uint64_t) *place_of(struct relays *relays, unsigned cluster)
{
    return &relays->places[cluster % RELAY_PLACES].open;
}

int relay_join(struct relays *relays, unsigned cluster, uint64_t seqno, int seat,
               const char *bytes)
{
    _Atomic(uint64_t) *place = place_of(relays, cluster);
    struct relay *own = &relays->members[seat];
    uint64_t found = load_relaxed(place);

    if (found == 0) {
        own->bytes = bytes;
        store_relaxed(&own->received, 0);
        store_relaxed(&own->arrivals, 0);
        if (compare_exchange_acq_rel(place, &found, word_of(seqno, seat))) /* edge relay.place */
            return seat;
    }
    while (is_of(found, seqno))
        if (compare_exchange_acq_rel(place, &found, found + 1)) /* edge relay.place */
            return seat_of(found);
    return RELAY_NONE;
}

int relay_close(struct relays *relays, unsigned cluster, int seat)
{
    uint64_t open = exchange_relaxed(place_of(relays, cluster), 0);

    must(open != 0 && seat_of(open) == seat); /* law 1 */
    return (int)(open & FOLLOWERS_MASK);
}
