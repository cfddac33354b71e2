/* SPDX-License-Identifier: MIT */
/* What the two ends of a partitioned operation share.
 *
 * Each end is made by its own rank, without the other: ends with equal keys meet in the order in
 * which they were made, at the rendezvous of their world. From then on each round is counted at
 * both ends; where the counts agree, a partition that is ready is copied from buffer to buffer, by
 * who comes second: the sender's thread that marks it, or the receiver's that starts the round.
 *
 * Edges
 *   channel.leave  an end publishes its last use to whoever frees the channel. */
#ifndef P2P_CHANNEL_H
#define P2P_CHANNEL_H

#include "base/list.h"
#include "sync/lock.h"
#include "type/data.h"

struct rank;
struct request;

enum channel_side { CHANNEL_SENDER, CHANNEL_RECEIVER, CHANNEL_SIDES };

struct channel_key {
    uint32_t context;
    int32_t tag;
    const struct rank *sender;
    const struct rank *receiver;
};

struct channel_end {
    struct request *request; /* NULL: there is no such end yet */
    struct data data;        /* all partitions together; the type is the request's to hold */
    int partitions;
    MPI_Count bytes; /* of all of them */
    uint64_t round; /* started so far */
};

struct channel {
    struct channel_key key;
    struct list link; /* at the rendezvous, as long as one end is missing */
    _Atomic(int) references; /* one for each end, also for one that is yet to come */

    struct lock lock; /* for what follows */
    struct channel_end ends[CHANNEL_SIDES];
    unsigned char *states; /* of the sender's partitions in its round: enum in channel.c */
    int copied;            /* of them */
};

/* A world's channels with one end. */
struct rendezvous;

struct rendezvous *rendezvous_create(void); /* NULL: no memory */
void rendezvous_destroy(struct rendezvous *rendezvous);

/* Finds or makes the channel of an end. NULL: no memory. */
struct channel *channel_join(struct rendezvous *rendezvous, const struct channel_key *key,
                             enum channel_side side, const struct channel_end *end);
/* In no round. */
void channel_leave(struct channel *channel);

/* Both may copy, and complete the requests of both ends. */
void channel_start(struct channel *channel, enum channel_side side);
/* [low, high). False, and nothing has changed, when one of them was marked before: *marked. */
bool channel_mark(struct channel *channel, int low, int high, int *marked);

/* Partitions of the sender's round that have not been marked. */
int channel_unmarked(struct channel *channel);

/* For reports, while nobody runs: an end of that side for which nobody has made the other, between
 * these two; of this tag, if there is one. NULL: none. */
const struct channel_end *channel_find_lone(const struct rendezvous *rendezvous,
                                            const struct channel_key *key,
                                            enum channel_side side);

/* Whether a partition of the receiver's is there, in a round that is not over. */
bool channel_has_arrived(struct channel *channel, int partition);

#endif
