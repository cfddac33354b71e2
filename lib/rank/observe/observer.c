/* SPDX-License-Identifier: MIT */
#include "rank/observe/observer.h"

#include "base/memory.h"
#include "base/must.h"
#include "rank/observe/event.h"

/* More than there are: counts, their groups, the matrix, timeline, summary, findings, and tools. */
enum { SUBSCRIBERS_MAX = 16 };

struct subscription {
    const struct subscriber *_Atomic subscriber; /* NULL: this one and those behind are free */
    void *own;
};

struct observer {
    _Atomic(bool) is_closed;
    _Atomic(int) count;
    const struct subscriber *subscribers[SUBSCRIBERS_MAX];
    void *owns[SUBSCRIBERS_MAX];
    struct subscription of[EVENTS][SUBSCRIBERS_MAX + 1]; /* one without a subscriber ends each */
};

static const uint8_t kinds[WAYS] = {
#define WAY(event, name, text) [WAY_##name] = EVENT_##event,
#include "rank/observe/event.def"
};

static const char *const event_texts[EVENTS] = {
#define EVENT(name, text) [EVENT_##name] = text,
#include "rank/observe/event.def"
};

static const char *const way_texts[WAYS] = {
#define WAY(event, name, text) [WAY_##name] = text,
#include "rank/observe/event.def"
};

static_assert(EVENTS <= 32, "a subscriber's events are bits of 32");

enum event_kind event_of_way(unsigned way)
{
    return (enum event_kind)kinds[way];
}

const char *event_text(unsigned kind)
{
    return event_texts[kind];
}

const char *way_text(unsigned way)
{
    return way_texts[way];
}

static void destroy_own(const struct subscriber *subscriber, void *own)
{
    if (subscriber->destroy != NULL)
        subscriber->destroy(own);
}

static void add_subscriber(struct observer *observer, const struct subscriber *subscriber,
                           void *own)
{
    int count = load_relaxed(&observer->count), kind, at;

    must(count < SUBSCRIBERS_MAX);
    observer->subscribers[count] = subscriber;
    observer->owns[count] = own;
    store_release(&observer->count, count + 1); /* edge observer.added */
    for (kind = 0; kind < EVENTS; kind++) {
        if ((subscriber->events & 1u << kind) == 0)
            continue;
        for (at = 0; load_relaxed(&observer->of[kind][at].subscriber) != NULL; at++)
            continue;
        observer->of[kind][at].own = own;
        store_release(&observer->of[kind][at].subscriber, subscriber); /* edge observer.added */
    }
}

bool observer_subscribe(struct rank *rank, const struct subscriber *subscriber, void *own)
{
    struct observer *observer = load_relaxed(&rank->observer);

    if (observer == NULL && own != NULL)
        observer = memory_take_zeroed(sizeof *observer);
    if (observer == NULL || own == NULL) {
        destroy_own(subscriber, own);
        return false;
    }
    add_subscriber(observer, subscriber, own);
    store_release(&rank->observer, observer); /* edge observer.made */
    return true;
}

void observer_destroy(struct rank *rank)
{
    struct observer *observer = load_relaxed(&rank->observer);

    if (observer == NULL)
        return;
    store_relaxed(&rank->observer, NULL);
    for (int i = 0; i < load_relaxed(&observer->count); i++)
        destroy_own(observer->subscribers[i], observer->owns[i]);
    memory_give(observer);
}

void observer_close(struct rank *self)
{
    struct observer *observer = load_acquire(&self->observer); /* edge observer.made */

    if (observer != NULL)
        store_relaxed(&observer->is_closed, true);
}

void *observer_own(const struct rank *rank, const struct subscriber *subscriber)
{
    const struct observer *observer = load_acquire(&rank->observer); /* edge observer.made */
    int count = observer != NULL ? load_acquire(&observer->count) : 0; /* edge observer.added */

    for (int i = 0; i < count; i++)
        if (observer->subscribers[i] == subscriber)
            return observer->owns[i];
    return NULL;
}

bool observer_sees(const struct rank *self, unsigned kind)
{
    const struct observer *observer = load_acquire(&self->observer); /* edge observer.made */

    return observer != NULL && load_relaxed(&observer->of[kind][0].subscriber) != NULL &&
           !load_relaxed(&observer->is_closed);
}

void observer_send(struct rank *self, const struct event *event)
{
    const struct observer *observer = load_acquire(&self->observer); /* edge observer.made */
    const struct subscription *each = observer->of[kinds[event->way]];
    const struct subscriber *subscriber;

    if (unlikely(load_relaxed(&observer->is_closed)))
        return;
    /* edge observer.added */
    for (; (subscriber = load_acquire(&each->subscriber)) != NULL; each++)
        subscriber->see(self, event, each->own);
}
