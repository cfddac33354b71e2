/* SPDX-License-Identifier: MIT */
#include "p2p/channel.h"

#include "base/memory.h"
#include "p2p/mismatch.h"

enum partition_state { PARTITION_IDLE, PARTITION_READY, PARTITION_COPYING, PARTITION_COPIED };

struct channel_registry {
    struct lock lock;
    struct list channels;
};

bool channel_registry_create(struct world *world)
{
    struct channel_registry *registry = memory_take_zeroed(sizeof *registry);

    if (registry != NULL)
        list_init(&registry->channels);
    store_relaxed(&world->local[FLOOR_P2P], registry);
    return registry != NULL;
}

static void channel_destroy(struct channel *channel)
{
    memory_give(channel->states);
    memory_give(channel);
}

void channel_registry_destroy(struct world *world)
{
    struct channel_registry *registry = channel_registry_of(world);

    if (registry == NULL)
        return;
    while (!list_is_empty(&registry->channels)) {
        struct channel *channel =
            container_of(registry->channels.next, struct channel, link);

        list_remove(&channel->link);
        channel_leave(channel); /* for the end that never came */
    }
    memory_give(registry);
    store_relaxed(&world->local[FLOOR_P2P], NULL);
}

static bool key_is(const struct channel_key *one, const struct channel_key *other)
{
    return one->context == other->context && one->tag == other->tag &&
           one->sender == other->sender && one->receiver == other->receiver;
}

/* The oldest channel that lacks this side. */
static struct channel *find_channel(const struct channel_registry *registry,
                                    const struct channel_key *key, enum channel_side side)
{
    const struct list *link;

    for (link = registry->channels.next; link != &registry->channels;
         link = link->next) {
        struct channel *channel = container_of(link, struct channel, link);

        if (key_is(&channel->key, key) && channel->ends[side].request == NULL)
            return channel;
    }
    return NULL;
}

const struct channel_end *channel_find_lone(const struct channel_registry *registry,
                                            const struct channel_key *key, enum channel_side side)
{
    const struct channel_end *found = NULL;
    const struct list *link;

    for (link = registry->channels.next; link != &registry->channels;
         link = link->next) {
        const struct channel *channel = container_of(link, struct channel, link);
        struct channel_key like = *key;

        if (channel->ends[side].request == NULL)
            continue;
        if (key_is(&channel->key, key))
            return &channel->ends[side];
        like.tag = channel->key.tag;
        if (found == NULL && key_is(&channel->key, &like))
            found = &channel->ends[side];
    }
    return found;
}

static struct channel *channel_create(const struct channel_key *key)
{
    struct channel *channel = memory_take_zeroed(sizeof *channel);

    if (channel == NULL)
        return NULL;
    channel->key = *key;
    store_relaxed(&channel->references, CHANNEL_SIDES);
    return channel;
}

struct channel *channel_join(struct channel_registry *registry,
                             const struct channel_key *key, enum channel_side side,
                             const struct channel_end *end)
{
    unsigned char *states = NULL;
    struct channel *channel;

    if (side == CHANNEL_SENDER) {
        states = memory_take_zeroed((size_t)end->partitions);
        if (states == NULL)
            return NULL;
    }
    lock_take(&registry->lock);
    channel = find_channel(registry, key, side);
    if (channel != NULL) {
        list_remove(&channel->link);
    } else {
        channel = channel_create(key);
        if (channel != NULL)
            list_append(&registry->channels, &channel->link);
    }
    if (channel != NULL) {
        lock_take(&channel->lock);
        channel->ends[side] = *end;
        if (side == CHANNEL_SENDER)
            channel->states = states;
        lock_release(&channel->lock);
    } else {
        memory_give(states);
    }
    lock_release(&registry->lock);
    return channel;
}

void channel_leave(struct channel *channel)
{
    if (fetch_sub_acq_rel(&channel->references, 1) == 1) /* edge channel.leave */
        channel_destroy(channel);
}

/* Under the lock: may partitions be copied? */
static bool channel_is_open(const struct channel *channel)
{
    const struct channel_end *sender = &channel->ends[CHANNEL_SENDER];
    const struct channel_end *receiver = &channel->ends[CHANNEL_RECEIVER];

    return sender->request != NULL && receiver->request != NULL && sender->round != 0 &&
           sender->round == receiver->round;
}

static MPI_Count partition_bytes(const struct channel_end *end)
{
    return end->bytes / end->partitions;
}

/* Copies what both ends have of the sender's partitions [low, high). The ends' buffers do not
 * change during a round. */
static void copy_partitions(const struct channel *channel, int low, int high)
{
    const struct channel_end *sender = &channel->ends[CHANNEL_SENDER];
    const struct channel_end *receiver = &channel->ends[CHANNEL_RECEIVER];
    MPI_Count each = partition_bytes(sender);
    MPI_Count room = receiver->bytes;
    MPI_Count from = low * each, to = high * each;

    if (to > room)
        to = room;
    if (from < to)
        data_copy_range(&sender->data, &receiver->data, from, to - from);
}

/* Under the lock: a row of partitions within [low, high) that are ready is now being copied; false
 * when there is none. */
static bool take_ready(struct channel *channel, int *low, int *high)
{
    int limit = *high;

    if (!channel_is_open(channel))
        return false;
    while (*low < limit && channel->states[*low] != PARTITION_READY)
        ++*low;
    for (*high = *low; *high < limit && channel->states[*high] == PARTITION_READY; ++*high)
        channel->states[*high] = PARTITION_COPYING;
    return *low < *high;
}

/* Completes the round at both ends, the receiver's first: once the sender has begun the next
 * round, a partition that had arrived would seem not to have. */
static void complete_channel(const struct channel_end *sender, const struct channel_end *receiver)
{
    const struct envelope sent = {
        .eager_bytes = IS_RENDEZVOUS,
        .rendezvous_bytes = sender->bytes,
        .sig_hash = sig_hash_fold(sender->data.type->sig_hash),
        .site = (uint32_t)(uintptr_t)sender->request->site,
    };
    struct request *request = receiver->request;

    request->bytes = sender->bytes < receiver->bytes ? sender->bytes : receiver->bytes;
    if (unlikely(!envelope_fits(&sent, receiver->bytes, receiver->data.type)))
        mismatch_find(as_receive(request), &sent);
    request_complete(request);
    request_complete(sender->request);
}

static void copy_ready(struct channel *channel, int low, int high)
{
    struct channel_end sender, receiver;
    bool is_over;

    for (;;) {
        int first = low, end = high, i;

        lock_take(&channel->lock);
        if (!take_ready(channel, &first, &end)) {
            lock_release(&channel->lock);
            return;
        }
        lock_release(&channel->lock);
        copy_partitions(channel, first, end);
        lock_take(&channel->lock);
        for (i = first; i < end; i++)
            channel->states[i] = PARTITION_COPIED;
        channel->copied += end - first;
        is_over = channel->copied == channel->ends[CHANNEL_SENDER].partitions;
        sender = channel->ends[CHANNEL_SENDER];
        receiver = channel->ends[CHANNEL_RECEIVER];
        lock_release(&channel->lock);
        if (is_over) {
            complete_channel(&sender, &receiver);
            return;
        }
        low = end;
    }
}

void channel_move(struct channel *channel, enum channel_side side, ptrdiff_t shift)
{
    struct data *data = &channel->ends[side].data;

    lock_take(&channel->lock);
    data->buf = (void *)((uintptr_t)data->buf + (uintptr_t)shift);
    lock_release(&channel->lock);
}

void channel_start(struct channel *channel, enum channel_side side)
{
    struct channel_end *sender = &channel->ends[CHANNEL_SENDER];
    int partitions;

    lock_take(&channel->lock);
    channel->ends[side].round++;
    partitions = sender->partitions; /* 0 as long as there is no sender */
    if (side == CHANNEL_SENDER) {
        memset(channel->states, PARTITION_IDLE, (size_t)partitions);
        channel->copied = 0;
    }
    lock_release(&channel->lock);
    if (side == CHANNEL_RECEIVER)
        copy_ready(channel, 0, partitions);
}

bool channel_mark(struct channel *channel, int low, int high, int *marked)
{
    int i;

    lock_take(&channel->lock);
    for (i = low; i < high; i++) {
        if (channel->states[i] != PARTITION_IDLE) {
            *marked = i;
            lock_release(&channel->lock);
            return false;
        }
    }
    memset(channel->states + low, PARTITION_READY, (size_t)(high - low));
    lock_release(&channel->lock);
    copy_ready(channel, low, high);
    return true;
}

int channel_unmarked(struct channel *channel)
{
    int i, unmarked = 0;

    lock_take(&channel->lock);
    for (i = 0; i < channel->ends[CHANNEL_SENDER].partitions; i++)
        unmarked += channel->states[i] == PARTITION_IDLE;
    lock_release(&channel->lock);
    return unmarked;
}

/* Under the lock: are the sender's partitions that make up these bytes there? */
static bool are_copied(const struct channel *channel, MPI_Count from, MPI_Count to)
{
    MPI_Count each = partition_bytes(&channel->ends[CHANNEL_SENDER]), i;

    for (i = from / each; i < (to + each - 1) / each; i++)
        if (channel->states[i] != PARTITION_COPIED)
            return false;
    return true;
}

bool channel_has_arrived(struct channel *channel, int partition)
{
    const struct channel_end *receiver = &channel->ends[CHANNEL_RECEIVER];
    MPI_Count each = partition_bytes(receiver);
    MPI_Count from = partition * each, to = from + each, sent;
    bool has_arrived = false;

    lock_take(&channel->lock);
    if (channel_is_open(channel)) {
        sent = channel->ends[CHANNEL_SENDER].bytes;
        if (to > sent)
            to = sent;
        has_arrived = from < to && are_copied(channel, from, to);
    }
    lock_release(&channel->lock);
    return has_arrived;
}
