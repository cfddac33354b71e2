/* SPDX-License-Identifier: MIT */
/* One observer in each rank: the library sends it what happens, and it hands that to all that have
 * subscribed. event.def lists the events, event.h names them, observer.c calls the subscribers.
 *
 *   sender         the rank that it happens to, in the thread that calls MPI, by `observe`
 *   receivers      functions of struct subscriber, in that thread, at once, in the order in which
 *                  they have subscribed
 *   cost           without an observer (NULL) one load and one test at each of the places that
 *                  send; the facts are put together behind that test. With one, a call for the
 *                  event and one for each subscriber of its kind
 *   subscription   before the ranks of a world start, or later by a thread of the rank, one at a
 *                  time. Subscribers are only added, so the threads that send and those that read
 *                  need no lock
 *   ownership      the observer belongs to its rank and goes with the world; a subscriber's `own`
 *                  goes with the observer, by its function `destroy`. Without one, it belongs to
 *                  the one that subscribes, and lives as long
 *   a subscriber   changes nothing that a program can see, sends no event, and waits for nothing
 *   but a
 *                  lock that others hold for a moment (check/reliance.c). Several threads of its
 *                  rank may call it (MPI_THREAD_MULTIPLE). It must not keep the event's facts. It
 *                  cannot refuse a call: a check that raises an error, such as that of buffers
 *                  (check/buffers.h), is none
 *   an abort       may leave a subscriber at any instruction of the library, but never within its
 *                  own function, unless that takes such a lock
 *   several worlds each rank has an observer of its own. An event's peer may be of another world:
 *                  a subscriber that keeps numbers by peer looks at peer->world
 *   the end        MPI_Finalize closes the observer. What a subscriber has kept can be read until
 *                  the world is destroyed
 *
 * Edges
 *   observer.made   the observer is whole when a thread of its rank sees it.
 *   observer.added  a subscription is whole when a thread of its rank sees it. */
#ifndef RANK_OBSERVER_H
#define RANK_OBSERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/container.h"
#include "rank/rank.h"

/* Facts that an event does not have are zero. */
struct event {
    unsigned way; /* enum way (rank/observe/event.h) */
    const struct rank *peer;
    int64_t bytes;
    const void *site;  /* that the call returns to */
    const void *facts; /* by which the way was chosen, of a type that event.def names */
    /* A message has these: as MPI's calls have them, and the communicator's number. */
    int number; /* the peer's, in the communicator */
    int tag;
    uint32_t context; /* of an event of a window or a file that one's number */
    int64_t offset; /* of an access to a file: bytes of its view before it; -1: not yet known */
    /* A message that has come has these, too. */
    const struct rank *sender; /* NULL: it is not known at that place */
    uint32_t sender_site;      /* low half of the address that the sender's call returns to */
    uint32_t sender_serial;    /* as p2p/cancel.h numbers the sender's messages; 0: unknown */
    uint32_t nth;              /* the receive among those that its rank has begun; 0: unknown */
    bool is_from_any;          /* the receive asks for any source */
    bool is_copied; /* a match: the sender has copied it away because no receive had come */
};

struct subscriber {
    uint32_t events; /* a bit for each event_kind that it sees: 1u << EVENT_MESSAGE | ... */
    void (*see)(struct rank *self, const struct event *event, void *own);
    void (*destroy)(void *own); /* NULL: it is not the observer's */
};

/* Adds a subscriber. The observer takes `own` over: on failure (no
 * memory: false), and if `own` is NULL, which counts as one, all is as before, but `own` is
 * destroyed. */
bool observer_subscribe(struct rank *rank, const struct subscriber *subscriber, void *own);
void observer_destroy(struct rank *rank);

/* From here on no subscriber sees anything. */
void observer_close(struct rank *self);

/* The `own` of a subscriber, also while the rank runs; NULL: it has not subscribed. */
void *observer_own(const struct rank *rank, const struct subscriber *subscriber);

/* True if some subscriber of the rank sees such events now; `kind` is an enum event_kind. */
bool observer_sees(const struct rank *self, unsigned kind);

/* Asks that behind the test for an observer, which costs next to nothing. */
static inline bool observer_looks_for(const struct rank *self, unsigned kind)
{
    return unlikely(load_relaxed(&self->observer) != NULL) && observer_sees(self, kind);
}

void observer_send(struct rank *self, const struct event *event);

/* Sends an event if the rank is observed: observe(self, .way = WAY_PUT, .bytes = 8). A macro,
 * because the facts are to be computed behind the test. */
#define observe(self, ...)                                                                         \
    do {                                                                                           \
        if (unlikely(load_relaxed(&(self)->observer) != NULL))                                     \
            observer_send((self), &(struct event){__VA_ARGS__});                                   \
    } while (0)

#endif
