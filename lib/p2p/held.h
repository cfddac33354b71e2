/* SPDX-License-Identifier: MIT */
/* Messages that are held back in a job whose ranks take turns (rank/turns.h).
 *
 * The message that a receive or a probe of any source gets depends on which of several messages
 * comes first. In such a job messages do not come by themselves: the receiver takes them out of its
 * inbox and holds them. It lets a message go to its receive when no other message could go there:
 * the first receive that accepts it names its source. All others stay held until the job is at
 * rest. held_events then lists, for each rank, the messages that could be next, and one is chosen:
 * each choice is made among all messages that can have come by then.
 *
 * Messages of one source on one communicator stay in order: a message waits while an earlier one of
 * its source, still held, fits the same receive.
 *
 * The rank that has the turn may look at what other ranks hold. */
#ifndef P2P_HELD_H
#define P2P_HELD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "p2p/envelope.h"

struct held;
struct rank;

/* A message that could be next. */
struct held_event {
    struct rank *receiver;
    uint32_t number; /* of its source's messages to the receiver on its communicator, from 0 */
    struct match_key sent;
    struct match_key asked; /* by the receive or probe that would get it */
    bool is_probed;         /* by a probe: it stays unexpected */
    const void *site;       /* of the receive; NULL: not known */
};

/* Called when a message has come to the rank, which holds it now. */
typedef void held_arrived(const struct rank *self, const struct match_key *sent, void *subject);

/* The calling rank holds messages from now on. False: no memory. */
bool held_begin(struct rank *self, held_arrived *arrived, void *subject);

/* It holds none any more: they arrive, in the order in which they were sent to it. */
void held_end(struct rank *self);

/* p2p_progress of a rank that holds messages. */
bool held_progress(struct rank *self);

/* Around the wait or the poll of a probe with that key. `takes`: it is a matched one, which takes
 * the message out. */
void held_probe_begin(struct rank *self, const struct match_key *key, bool takes);
void held_probe_end(struct rank *self);

/* The envelope of a held message that a probe with that key has found; NULL: there is none. */
const struct envelope *held_find_shown(struct held *held, const struct match_key *key);

/* Takes back the message with that number of a send that may be cancelled, if the rank holds it.
 * The sender calls it, under the rank's guard. */
bool held_take_back(struct rank *rank, const struct match_key *key, uint32_t serial);

/* Writes at most `most` events of that rank, by source, and returns how many there are. */
int held_events(struct rank *rank, struct held_event events[], int most);

/* The message of that event comes when the receiver next makes progress. */
void held_choose(const struct held_event *event);

#endif
