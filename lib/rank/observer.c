/* SPDX-License-Identifier: MIT */
#include "rank/observer.h"

#include "base/memory.h"
#include "base/must.h"

enum { SUBSCRIBERS_MAX = 4 };

struct subscription {
    void (*see)(struct rank *self, const struct event *event, void *own);
    void *own;
};

struct observer {
    _Atomic(bool) is_closed;
    int count;
    const struct subscriber *subscribers[SUBSCRIBERS_MAX];
    void *owns[SUBSCRIBERS_MAX];
    struct subscription of[EVENTS][SUBSCRIBERS_MAX + 1]; /* one without `see` ends each */
};

static const uint8_t kinds[WAYS] = {
#define EVENT(name, text)
#define WAY(event, name, text) [WAY_##name] = EVENT_##event,
#include "rank/event.def"
#undef EVENT
#undef WAY
};

static const char *const event_texts[EVENTS] = {
#define EVENT(name, text) [EVENT_##name] = text,
#define WAY(event, name, text)
#include "rank/event.def"
#undef EVENT
#undef WAY
};

static const char *const way_texts[WAYS] = {
#define EVENT(name, text)
#define WAY(event, name, text) [WAY_##name] = text,
#include "rank/event.def"
#undef EVENT
#undef WAY
};

static_assert(EVENTS <= 32, "a subscriber's events are bits of 32");

enum event_kind event_of_way(enum way way)
{
    return (enum event_kind)kinds[way];
}

const char *event_text(enum event_kind kind)
{
    return event_texts[kind];
}

const char *way_text(enum way way)
{
    return way_texts[way];
}

static void add(struct observer *observer, const struct subscriber *subscriber, void *own)
{
    int kind, at;

    must(observer->count < SUBSCRIBERS_MAX);
    observer->subscribers[observer->count] = subscriber;
    observer->owns[observer->count++] = own;
    for (kind = 0; kind < EVENTS; kind++) {
        if ((subscriber->events & 1u << kind) == 0)
            continue;
        for (at = 0; observer->of[kind][at].see != NULL; at++)
            continue;
        observer->of[kind][at] = (struct subscription){subscriber->see, own};
    }
}

bool observer_subscribe(struct rank *rank, const struct subscriber *subscriber, void *own)
{
    if (rank->observer == NULL && own != NULL)
        rank->observer = memory_take_zeroed(sizeof *rank->observer);
    if (rank->observer == NULL || own == NULL) {
        subscriber->destroy(own);
        return false;
    }
    add(rank->observer, subscriber, own);
    return true;
}

void observer_destroy(struct rank *rank)
{
    struct observer *observer = rank->observer;

    if (observer == NULL)
        return;
    rank->observer = NULL;
    for (int i = 0; i < observer->count; i++)
        observer->subscribers[i]->destroy(observer->owns[i]);
    memory_give(observer);
}

void observer_close(struct rank *self)
{
    if (self->observer != NULL)
        store_relaxed(&self->observer->is_closed, true);
}

void *observer_own(const struct rank *rank, const struct subscriber *subscriber)
{
    const struct observer *observer = rank->observer;

    for (int i = 0; observer != NULL && i < observer->count; i++)
        if (observer->subscribers[i] == subscriber)
            return observer->owns[i];
    return NULL;
}

bool observer_sees(const struct rank *self, enum event_kind kind)
{
    return self->observer->of[kind][0].see != NULL && !load_relaxed(&self->observer->is_closed);
}

void observer_send(struct rank *self, const struct event *event)
{
    const struct observer *observer = self->observer;
    const struct subscription *each = observer->of[kinds[event->way]];

    if (unlikely(load_relaxed(&observer->is_closed)))
        return;
    for (; each->see != NULL; each++)
        each->see(self, event, each->own);
}
