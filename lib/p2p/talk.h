/* SPDX-License-Identifier: MIT */
/* Two ranks that answer each other: their small messages, and the parcels of larger ones, go to and
 * fro in a shuttle of their own, where one line moves for a message instead of the inbox's two.
 *
 * A rank that has sent some blocking messages to the same receiver, one after the other, offers it
 * a talk: the lower of the two ranks does, so that there is one. From then on a blocking send
 * takes the shuttle when it is there, and the inbox when not. So a message has two ways; that none
 * overtakes another of its sender:
 *   1. One in the shuttle tells how much the inbox had taken when it was sent. It waits until that
 *      has been popped.
 *   2. One in the inbox that was sent while another was in the shuttle says so: is_behind. Before
 *      it, the shuttle is looked at.
 *
 * A rank has few talks, since it looks at each of them whenever it looks at its inbox. They last as
 * long as the rank: a session may end, and the next goes on with them. Under the rank's guard. */
#ifndef P2P_TALK_H
#define P2P_TALK_H

#include "p2p/envelope.h"
#include "p2p/send.h"
#include "sync/shuttle.h"

enum {
    TALKS_MAX = 4,
    TALK_AFTER = 32, /* messages in a row to the same receiver */
};

struct talk {
    struct rank *peer;
    struct shuttle *own; /* for a talk that this rank offers */
    struct shuttle_end end;
};

struct talks {
    struct shuttle shuttles[TALKS_MAX];
    struct talk all[TALKS_MAX];
    int count;
};

/* The talk with that rank; NULL: there is none. */
static inline struct talk *talk_find(const struct rank *self, const struct rank *peer)
{
    struct talks *talks = load_relaxed(&self->talks);
    int i;

    for (i = 0; talks != NULL && i < talks->count; i++)
        if (talks->all[i].peer == peer)
            return &talks->all[i];
    return NULL;
}

/* May a message to the receiver go into the shuttle? Spilled messages have no tickets that it
 * could wait for. */
static inline bool talk_is_open(const struct talk *talk, const struct rank *receiver)
{
    return talk->end.is_ours &&
           load_acquire(&receiver->inbox.spilled) == 0; /* edge mpsc.spilled */
}

/* A blocking message goes to a receiver with whom there is no talk: after some of them in a
 * row one is offered. */
void talk_consider(struct rank *self, struct rank *receiver);

/* Sends the message by a talk: false when it does not go that way. For blocking sends of at most
 * TALK_BYTES_MAX. */
bool talk_say(struct rank *self, const struct send *send, struct rank *receiver,
              MPI_Count bytes);
/* The same for an envelope that carries a parcel. */
bool talk_say_envelope(struct rank *self, const struct envelope *envelope, struct rank *receiver);

/* Has the receiver not yet answered what it was told? */
bool talk_is_under_way(struct rank *self, const struct rank *receiver);

/* An item of the inbox that offers a talk. */
void talk_accept(struct rank *rank, const struct envelope *offer);

/* What somebody has said that is to be heard now: NULL, or the message, which stays in its place
 * until *talk's shuttle is popped. */
static inline const struct envelope *talk_hear(struct rank *rank, struct talk **talk)
{
    struct talks *talks = load_relaxed(&rank->talks);
    int i;

    for (i = 0; talks != NULL && i < talks->count; i++) {
        const struct envelope *envelope = shuttle_peek(&talks->all[i].end);

        if (envelope != NULL && envelope->said.after <= mpsc_popped(&rank->inbox)) {
            *talk = &talks->all[i];
            return envelope;
        }
    }
    return NULL;
}

#endif
