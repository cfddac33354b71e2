/* SPDX-License-Identifier: MIT */
#include "rank/observe/causal_message.h"

#include "base/memory.h"
#include "base/random.h"
#include "rank/observe/causal_clock.h"

/* Entries of the points in a bucket: 64 MB in all. */
enum { ROOM_MAX = 1 << 14 };

struct causal_sent {
    struct causal_sent *next;
    struct causal_message message;
    uint32_t count; /* of messages with that serial number, which wraps around */
    struct point point;
};

static struct causal_message_bucket *bucket_of(struct causal_messages *messages,
                                               const struct causal_message *message)
{
    const uint64_t mixed = random_mix((uintptr_t)message->pair + message->context,
                                      message->serial);

    return &messages->buckets[mixed % CAUSAL_MESSAGE_BUCKETS];
}

static bool is_same(const struct causal_message *one, const struct causal_message *other)
{
    return one->pair == other->pair && one->context == other->context &&
           one->serial == other->serial;
}

/* Returns where the message stands, or the end of the list. */
static struct causal_sent **find_sent(struct causal_message_bucket *bucket,
                                      const struct causal_message *message)
{
    struct causal_sent **at = &bucket->sent;

    while (*at != NULL && !is_same(&(*at)->message, message))
        at = &(*at)->next;
    return at;
}

/* The message gets its place. NULL: there are too many, or there is no memory. */
static struct causal_sent *make_sent(struct causal_message_bucket *bucket,
                                     struct causal_sent **at,
                                     const struct causal_message *message)
{
    struct causal_sent *sent =
        bucket->room <= ROOM_MAX ? memory_take_zeroed(sizeof *sent) : NULL;

    if (sent != NULL) {
        sent->message = *message;
        *at = sent;
    }
    return sent;
}

static void drop_sent(struct causal_message_bucket *bucket, struct causal_sent **at)
{
    struct causal_sent *sent = *at;

    *at = sent->next;
    bucket->room -= sent->point.room;
    memory_give(sent->point.seen);
    memory_give(sent);
}

void causal_messages_fini(struct causal_messages *messages)
{
    int i;

    for (i = 0; i < CAUSAL_MESSAGE_BUCKETS; i++)
        while (messages->buckets[i].sent != NULL)
            drop_sent(&messages->buckets[i], &messages->buckets[i].sent);
}

/* Under the locks of the bucket and the clock. */
static bool send_in(struct causal_message_bucket *bucket, const struct causal_thread *thread,
                    const struct causal_message *message)
{
    struct causal_sent **at = find_sent(bucket, message), *sent = *at;
    bool is_released;

    if (sent == NULL)
        sent = make_sent(bucket, at, message);
    if (sent == NULL)
        return false;
    bucket->room -= sent->point.room;
    is_released = clock_release(&sent->point, thread);
    bucket->room += sent->point.room;
    sent->count += is_released;
    if (sent->count == 0)
        drop_sent(bucket, at);
    return is_released;
}

bool causal_messages_send(struct causal_messages *messages, struct causal_thread *thread,
                          const struct causal_message *message)
{
    struct causal_message_bucket *bucket = bucket_of(messages, message);
    bool is_locked, is_sent;

    if (message->serial == 0)
        return false;
    is_locked = clock_enter(thread);
    lock_take(&bucket->lock);
    is_sent = send_in(bucket, thread, message);
    lock_release(&bucket->lock);
    if (is_sent)
        clock_increment(thread);
    clock_leave(thread, is_locked);
    return is_sent;
}

bool causal_messages_receive(struct causal_messages *messages, struct causal_thread *thread,
                             const struct causal_message *message, bool is_last)
{
    struct causal_message_bucket *bucket = bucket_of(messages, message);
    const bool is_locked = clock_enter(thread);
    struct causal_sent **at, *sent;

    lock_take(&bucket->lock);
    at = find_sent(bucket, message);
    sent = *at;
    if (sent != NULL)
        clock_acquire(thread, &sent->point);
    if (sent != NULL && is_last && --sent->count == 0)
        drop_sent(bucket, at);
    lock_release(&bucket->lock);
    clock_leave(thread, is_locked);
    return sent != NULL;
}
