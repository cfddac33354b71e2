/* SPDX-License-Identifier: MIT */
/* Partitioned channels: what the two ends of a partitioned operation share.
 *
 * Each rank makes its end by itself. Ends with equal keys meet in the order in which they were
 * made, in the channel registry of their world; until then a channel is half-open. From then on
 * each round is counted at both ends. Where the counts agree, a partition that is ready is copied
 * from buffer to buffer by the thread that comes second: the sender's that marks the partition, or
 * the receiver's that starts the round.
 *
 * Edges
 *   channel.leave  an end publishes its last use to the thread that frees the channel. */
#ifndef P2P_CHANNEL_H
#define P2P_CHANNEL_H

#include "base/list.h"
#include "rank/world.h"
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
    struct list link; /* in the registry, as long as one end is missing */
    _Atomic(int) references; /* one for each end, also for one that is yet to come */

    struct lock lock; /* for what follows */
    struct channel_end ends[CHANNEL_SIDES];
    unsigned char *states; /* of the sender's partitions in its round: enum in channel.c */
    int copied;            /* of them */
};

/* Channel registry: a world's half-open channels, under FLOOR_P2P of the world. */
struct channel_registry;

bool channel_registry_create(struct world *world); /* false: no memory */
void channel_registry_destroy(struct world *world);

static inline struct channel_registry *channel_registry_of(const struct world *world)
{
    return load_relaxed(&world->local[FLOOR_P2P]);
}

/* Finds or makes the channel of an end. NULL: no memory. */
struct channel *channel_join(struct channel_registry *registry,
                             const struct channel_key *key, enum channel_side side,
                             const struct channel_end *end);
/* When no round is under way. */
void channel_leave(struct channel *channel);

/* Moves the data of that end by `shift` bytes, while it has no round. */
void channel_move(struct channel *channel, enum channel_side side, ptrdiff_t shift);

/* Starts a round of that end; marks partitions as ready. Both may copy, and complete the requests
 * of both ends. */
void channel_start(struct channel *channel, enum channel_side side);
/* Partitions [low, high). False, and nothing has changed, when *marked was marked before. */
bool channel_mark(struct channel *channel, int low, int high, int *marked);

/* Partitions of the sender's round that have not been marked. */
int channel_unmarked(struct channel *channel);

/* For reports, while no rank runs: the end of that side of a half-open channel between these two
 * ranks; of this tag, if there is one. NULL: none. */
const struct channel_end *channel_find_lone(const struct channel_registry *registry,
                                            const struct channel_key *key, enum channel_side side);

/* Whether a partition of the receiver's is there, in a round that is not over. */
bool channel_has_arrived(struct channel *channel, int partition);

#endif
