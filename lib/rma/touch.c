/* SPDX-License-Identifier: MIT */
#include "rma/touch.h"

#include "base/call.h"
#include "base/place.h"
#include "image/start.h"
#include "rank/findings.h"
#include "rank/thread/handler.h"
#include "rma/race_record.h"
#include "rma/stream.h"
#include "rma/touches.h"
#include "type/overlap.h"
#include "type/type.h"

/* One load or store. */
struct touch {
    const struct window *window;
    const struct causal_thread *thread;
    struct data data;
    const void *site;
    bool is_store;
    bool may_poll; /* a load in a loop */
    bool is_own; /* the memory is the rank's own part */
    bool is_noted;
};

/* ---- comparing ------------------------------------------------------------------------------- */

/* Does nothing order the operation before the access? */
static bool is_open(const struct race_record *record, const struct touch *touch)
{
    const struct window *window = touch->window;

    if (record->end.clock != 0 || record->is_buffer)
        return race_is_open(record, touch->thread);
    switch (record->access) {
    case ACCESS_FENCE:
        return record->era == load_relaxed(&race_part_of(window, window->rank)->era);
    case ACCESS_START:
        return touch->is_own && window->is_exposed;
    default:
        return true;
    }
}

static bool races(const struct race_record *record, const void *argument)
{
    const struct touch *touch = argument;

    return (touch->is_store || !race_only_reads(record)) && is_open(record, touch) &&
           causal_may_compare(touch->window->self, window_member(touch->window, record->origin)) &&
           data_overlaps(&touch->data, &record->data);
}

/* ---- one access ------------------------------------------------------------------------------ */

static struct race_touch describe(const struct touch *touch, const char *where)
{
    return (struct race_touch){
        .rank = touch->window->self,
        .site = touch->site,
        .is_store = touch->is_store,
        .where = where,
        .may_poll = touch->may_poll,
    };
}

static void compare_with_set(const struct touch *touch, const struct race_set *set,
                             const char *where, enum race_pair pair)
{
    const struct race_record *record;
    struct race_touch own;

    if (!load_relaxed(&set->has_records))
        return;
    record = race_find(set, &touch->data, races, touch);
    if (record == NULL)
        return;
    own = describe(touch, where);
    own.is_behind_call = causal_knows(touch->thread, record->called);
    race_tell_touch(touch->window, &own, record,
                    pair == RACE_WITH_OWNER && record->origin == touch->window->rank
                        ? RACE_OF_ONE_RANK : pair);
}

/* Reports another load or store of the part. */
static void tell_other(const struct touch *touch, int owner, const struct shadow_access *other)
{
    char where[WHERE_BYTES];
    struct race_touch own, before;

    race_name_memory(owner, where);
    own = describe(touch, where);
    before = (struct race_touch){
        .rank = causal_rank(touch->window->self->world->root, other->epoch.id),
        .site = place_complete(other->site),
        .is_store = (other->flags & SHADOW_STORES) != 0,
    };
    race_tell_touches(touch->window, &own, &before);
}

/* Compares with loads and stores of other threads, and notes this one. */
static void note_in_part(const struct touch *touch, int owner)
{
    struct shadow_access other;

    shadow_note(&race_part_of(touch->window, owner)->shadow, touch->thread,
                (uintptr_t)touch->data.buf, (size_t)touch->data.count,
                touch->is_store ? SHADOW_STORES : touch->may_poll ? SHADOW_MAY_POLL : 0,
                (uint32_t)(uintptr_t)touch->site, &other);
    if (unlikely(other.epoch.clock != 0))
        tell_other(touch, owner, &other);
}

static void compare_with_part(struct touch *touch, int owner)
{
    struct race_part *part = race_part_of(touch->window, owner);
    char where[WHERE_BYTES];

    touch->is_own = owner == touch->window->rank;
    where[0] = '\0';
    if (load_relaxed(&part->memory.has_records)) {
        race_name_memory(owner, where);
        lock_take(&part->lock);
        compare_with_set(touch, &part->memory, where, RACE_WITH_OWNER);
        lock_release(&part->lock);
    }
    if (!touch->is_noted)
        note_in_part(touch, owner);
}

static void compare_with_buffers(const struct touch *touch, int owner)
{
    struct race_part *part = race_part_of(touch->window, owner);

    if (!load_relaxed(&part->buffers.has_records))
        return;
    lock_take(&part->lock);
    compare_with_set(touch, &part->buffers, "the origin's buffers", RACE_IN_BUFFERS);
    lock_release(&part->lock);
}

static bool is_in_part(const struct window_part *part, uintptr_t low, uintptr_t high)
{
    const uintptr_t base = (uintptr_t)part->base;

    return low < base + (uintptr_t)part->size && high > base;
}

static bool has_all(const struct window_part *part, uintptr_t low, uintptr_t high)
{
    const uintptr_t base = (uintptr_t)part->base;

    return low >= base && high <= base + (uintptr_t)part->size;
}

static void compare_with_memory(struct touch *touch, uintptr_t low, uintptr_t high)
{
    const struct window_common *common = touch->window->common;
    int i;

    if (common->flavor != MPI_WIN_FLAVOR_SHARED) {
        if (window_may_hold(touch->window, low, high))
            compare_with_part(touch, touch->window->rank);
        return;
    }
    for (i = 0; i < common->size; i++) {
        if (is_in_part(&common->parts[i], low, high))
            compare_with_part(touch, i);
        if (i != touch->window->rank)
            compare_with_buffers(touch, i);
    }
}

/* The member in whose part the bytes are; -1: none, or several. */
static int owner_of(struct node *node, uintptr_t low, uintptr_t high)
{
    const struct window *window = node->window;
    const struct window_common *common = window->common;
    int i = load_relaxed(&node->latest);

    if (unlikely(!hull_meets(&node->memory, low, high)))
        return -1;
    if (common->flavor != MPI_WIN_FLAVOR_SHARED)
        return window_may_hold(window, low, high) ? window->rank : -1;
    if (likely(i < common->size && has_all(&common->parts[i], low, high)))
        return i;
    for (i = 0; i < common->size; i++)
        if (has_all(&common->parts[i], low, high)) {
            store_relaxed(&node->latest, i);
            return i;
        }
    return -1;
}

static void compare_with_window(struct node *node, struct touch *touch)
{
    const uintptr_t low = (uintptr_t)touch->data.buf, high = low + (uintptr_t)touch->data.count;

    touch->data.type = type_predefined(MPI_BYTE);
    if (hull_meets(&node->buffers, low, high))
        compare_with_buffers(touch, node->window->rank);
    if (hull_meets(&node->memory, low, high))
        compare_with_memory(touch, low, high);
}

static __attribute__((noinline)) void note_news(struct touches *touches, struct node *node,
                                                const struct causal_thread *thread, int owner,
                                                uintptr_t low, uintptr_t high,
                                                enum touch_kind kind, const void *site)
{
    struct touch touch = {
        .window = node->window,
        .thread = thread,
        .data.buf = (void *)low,
        .data.count = (MPI_Count)(high - low),
        .site = site,
        .is_store = kind == TOUCH_STORE,
        .may_poll = kind == TOUCH_LOAD_IN_LOOP,
    };

    if (likely(owner >= 0)) {
        note_in_part(&touch, owner);
        touch.is_noted = true;
        if (touches_are_alone(touches, touch.window->self))
            shadow_latest_note(&touches->latest,
                               &race_part_of(touch.window, owner)->shadow, low);
        if (likely(!load_relaxed(&touch.window->common->races->has_records)))
            return;
    }
    compare_with_window(node, &touch);
}

static inline void note_in_node(struct touches *touches, struct node *node,
                                const struct causal_thread *thread, uintptr_t low,
                                uintptr_t high, enum touch_kind kind, const void *site)
{
    int owner;

    if (unlikely(node->window == NULL))
        return;
    owner = owner_of(node, low, high);
    if (owner < 0 || !shadow_has(&race_part_of(node->window, owner)->shadow, thread, low,
                                 high - low, kind == TOUCH_STORE))
        note_news(touches, node, thread, owner, low, high, kind, site);
}

static inline const struct causal_thread *thread_of(const struct touches *touches)
{
    if (likely(load_relaxed(&touches->main) == &rank_current))
        return touches->main_clock;
    return causal_self();
}

/* The lock keeps other threads of the rank from freeing the window meanwhile. */
static void note_in(struct touches *touches, const struct rank *self, const void *address,
                    size_t bytes, enum touch_kind kind, const void *site)
{
    const uintptr_t low = (uintptr_t)address, high = low + bytes;
    struct node *node = load_acquire(&touches->first); /* edge touches.nodes */

    /* A loop of no rounds. */
    if (unlikely(bytes == 0))
        return;
    for (; node != NULL; node = load_acquire(&node->next)) { /* edge touches.nodes */
        const struct causal_thread *thread;

        if (likely(!hull_meets(&node->memory, low, high) && !hull_meets(&node->buffers, low, high)))
            continue;
        if (unlikely(thread_is_in_handler())) /* the thread may have the locks */
            return;
        thread = thread_of(touches);
        if (thread == NULL || self->p2p == NULL)
            return;
        if (unlikely(load_relaxed(&self->has_threads))) {
            lock_take(&touches->lock);
            note_in_node(touches, node, thread, low, high, kind, site);
            lock_release(&touches->lock);
        } else {
            note_in_node(touches, node, thread, low, high, kind, site);
        }
    }
}

void touch_note(const struct rank *self, const struct data *data, bool is_store, const void *site)
{
    struct touches *touches = touches_of(self);
    struct stream stream;
    MPI_Count run;

    if (touches == NULL)
        return;
    stream_open(&stream, data, data_bytes(data));
    for (; stream.left > 0; stream_advance(&stream, run)) {
        run = stream_run(&stream, stream.left);
        note_in(touches, self, stream_at(&stream), (size_t)run,
                is_store ? TOUCH_STORE : TOUCH_LOAD, site);
    }
    stream_close(&stream);
}

void heddle_access(const void *address, size_t bytes, enum touch_kind kind, const void *site)
{
    struct rank *self = rank_self();
    struct touches *touches = self != NULL ? touches_of(self) : NULL;

    if (likely(touches == NULL))
        return;
    if (unlikely(!causal_tells_accesses(self)))
        causal_note_accesses(self); /* by a library that it has opened */
    if (touches_are_alone(touches, self) &&
        shadow_latest_has(&touches->latest, touches->main_clock, (uintptr_t)address, bytes,
                          kind == TOUCH_STORE))
        return;
    note_in(touches, self, address, bytes, kind, site);
}
