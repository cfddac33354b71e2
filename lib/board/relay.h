/* SPDX-License-Identifier: MIT */
/* Relays: members that read the same bytes, and share a cache, fetch them from far away once.
 *
 * Many members copy what one member has. The first of a cluster of processors opens a relay: while
 * it copies, it shows how many bytes it has received, and the others of its cluster follow it: they
 * copy these bytes from its buffer. A member that comes when the relay has received all
 * opens the next one.
 *
 * A place stands for a cluster; clusters whose numbers are alike in their last digits share one. At
 * most one relay is open at a place. A member that finds the relay of another operation there reads
 * by itself. So a place is no more than advice, and what a member receives does not depend on it.
 *
 * No member waits for a relay: a follower for which nothing has come for a while reads the rest by
 * itself. A relay waits for its followers, and these wait for no member. An operation therefore
 * depends on no member that it would not depend on without relays.
 *
 * Followers arrive at their relay, which then arrives for all of them at the counter of the
 * sequence number (board.h): that one is written by a member of each cluster, not by each member.
 *
 * Laws
 *   1. A member opens a relay of its own, one at a time, and closes it when it has received all.
 *   2. What it has received only grows until it closes.
 *   3. Its bytes stay as they are until as many followers have arrived as have joined.
 *
 * Edges
 *   relay.place     opening a relay publishes where its bytes are, and that none have come.
 *   relay.received  what the relay says to have received can be read.
 *   relay.arrival   a follower that has arrived reads the relay's bytes no more.
 *   relay.made      the memory for all of a board's relays is published when it has been made. */
#ifndef BOARD_RELAY_H
#define BOARD_RELAY_H

#include "base/must.h"
#include "board/arrivals.h"

enum { RELAY_PLACES = 32, RELAY_NONE = -1 };

/* At one member. */
struct relay {
    /* The relay writes, its followers read. */
    alignas(CACHE_LINE) const char *bytes;
    _Atomic(uint64_t) received;
    /* Its followers add their arrivals. */
    alignas(CACHE_LINE) _Atomic(uint64_t) arrivals;
};

struct relays {
    struct relay *members; /* [seats] */
    struct {
        /* sequence number | seat | followers that have joined; 0: no relay is open */
        alignas(CACHE_LINE) _Atomic(uint64_t) open;
    } places[RELAY_PLACES];
};

/* The relays of a board, made when they are first asked for; NULL: no memory. */
struct relays *relay_all(struct board *board);
void relay_destroy(struct relays *relays); /* NULL is fine */

/* Joins the relay that is open for the cluster in that sequence number, or opens one for the member
 * at that seat, whose bytes will be there. Returns the relay's seat, or RELAY_NONE. */
int relay_join(struct relays *relays, unsigned cluster, uint64_t seqno, int seat,
               const char *bytes);

/* The relay has received so many bytes, from the first one on. */
static inline void relay_show(struct relay *relay, uint64_t received)
{
    law(load_relaxed(&relay->received) < received); /* law 2 */
    store_release(&relay->received, received); /* edge relay.received */
}

static inline uint64_t relay_received(const struct relay *relay)
{
    return load_acquire(&relay->received); /* edge relay.received */
}

/* The relay of the member at that seat takes no more followers; how many have joined. */
int relay_close(struct relays *relays, unsigned cluster, int seat);

/* A follower is done; the relay is woken next. */
static inline void relay_arrive(struct relay *relay, uint64_t arrival)
{
    fetch_add_seq_cst(&relay->arrivals, arrival); /* edge relay.arrival */
}

/* The arrivals of the followers, to be added to the relay's own (board_arrive_together), once all
 * of them have come; false: they have not. */
static inline bool relay_is_over(const struct relay *relay, int followers, uint64_t *arrivals)
{
    *arrivals = load_seq_cst(&relay->arrivals); /* edge relay.arrival */
    return board_arrivals_count(*arrivals) == followers;
}

#endif
