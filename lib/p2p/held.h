/* SPDX-License-Identifier: MIT */
/* Messages of a rank whose chooser decides which of them comes next (rank/choice.h).
 *
 * The message that a receive or a probe of any source gets depends on which of several messages
 * comes first. A rank with a chooser takes messages out of its inbox and holds them. It lets a
 * message go to its receive when no other message could go there: the first receive that accepts it
 * names its source. Of several messages that could go to a receive or a probe of any source one is
 * chosen: by the rank's chooser, among those that have come; in a job whose ranks take turns
 * (rank/turns.h) when the job is at rest, so among all that can have come by then. Messages that
 * nothing accepts yet stay held.
 *
 * Messages of one source on one communicator stay in order: a message waits while an earlier one of
 * its source, still held, fits the same receive. A probe leaves its message held: a receive that
 * follows may get another one.
 *
 * In a job with turns the rank that has the turn may look at what other ranks hold. */
#ifndef P2P_HELD_H
#define P2P_HELD_H

#include <stdbool.h>
#include <stdint.h>

#include "p2p/state.h"

/* A message that could be next. */
struct held_event {
    struct rank *receiver;
    uint32_t number; /* of its source's messages to the receiver on its communicator, from 0 */
    struct match_key sent;
    struct match_key asked; /* by the receive or probe that would get it */
    bool is_probed;         /* by a probe */
    const void *site;       /* of the receive; NULL: not known */
};

/* Is p2p_progress to be held_progress? The latter begins, and ends when there is no chooser. */
bool held_is_wanted(const struct rank *self);

/* The calling rank holds none any more: they arrive, in the order in which they were sent to it. */
void held_end(struct rank *self);

/* p2p_progress of a rank that holds messages. */
bool held_progress(struct rank *self);

/* Without the guard, before a receive is posted or a probe looks: with a chooser, all messages that
 * have come can be chosen. */
void held_gather(struct rank *self);

/* Around the wait or the poll of a probe with that key. */
void held_probe_begin(struct rank *self, const struct match_key *key);
void held_probe_end(struct rank *self);

/* Under the rank's guard: a held message that a probe with that key has found; NULL: there is none.
 * Taken, it is claimed from its sender, and the caller frees it. */
struct unexpected *held_find_shown(const struct p2p *p2p, const struct match_key *key);
struct unexpected *held_take_shown(struct p2p *p2p, const struct match_key *key);

/* The message with that number of a send that may be cancelled; NULL: the rank does not hold it.
 * The sender calls it, under the rank's guard. held_remove takes the message out; the caller frees
 * it. */
struct unexpected *held_find_sent(struct rank *rank, const struct match_key *key, uint32_t serial);
void held_remove(struct unexpected *message);

/* The next of all messages that no receive has got, held or unexpected ones, NULL after the last;
 * `before` NULL: the first. */
struct unexpected *held_next(const struct p2p *p2p, const struct unexpected *before);

/* Writes at most `most` events of that rank, by source, and returns how many there are. */
int held_events(struct rank *rank, struct held_event events[], int most);

/* The message of that event comes when the receiver next makes progress. */
void held_choose(const struct held_event *event);

#endif
