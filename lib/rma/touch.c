/* SPDX-License-Identifier: MIT */
#include "rma/touch.h"

#include "base/call.h"
#include "base/memory.h"
#include "base/place.h"
#include "check/buffers.h"
#include "image/start.h"
#include "rank/findings.h"
#include "rma/race_record.h"
#include "rma/stream.h"
#include "type/overlap.h"
#include "type/type.h"

/* The addresses from `low` on, before `high`; equal: none. */
struct hull {
    _Atomic(uintptr_t) low, high;
};

/* One window of the rank. Nodes are used again and stay until the rank ends, so that its threads
 * read them without the lock. */
struct node {
    _Atomic(struct node *) next;
    struct window *window; /* NULL: free */
    _Atomic(int) latest;   /* the member in whose part the rank's latest access was */
    struct hull memory;   /* what the rank may reach of the window */
    struct hull buffers;  /* of its operations that are under way */
};

struct touches {
    struct lock lock;
    _Atomic(struct node *) first;
    _Atomic(bool) are_seen; /* the program is compiled with -fheddle-races */
    _Atomic(const void *) main; /* main's thread, as the address of a variable of its own */
    /* For that thread. */
    const struct causal_thread *main_clock;
    struct shadow_latest latest; /* while the rank has no other threads */
};

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

/* Is the calling thread the rank's only one, so that no window goes while it looks? */
static inline bool is_alone(const struct touches *touches, const struct rank *self)
{
    return likely(load_relaxed(&touches->main) == &rank_current) &&
           likely(!load_relaxed(&self->has_threads));
}

/* ---- hulls ----------------------------------------------------------------------------------- */

static bool meets(const struct hull *hull, uintptr_t low, uintptr_t high)
{
    return low < load_relaxed(&hull->high) && high > load_relaxed(&hull->low);
}

static void hull_clear(struct hull *hull)
{
    store_relaxed(&hull->high, 0);
    store_relaxed(&hull->low, 0);
}

/* One thread at a time calls it. A thread that reads meanwhile sees old bounds or wider ones. */
static void hull_widen(struct hull *hull, uintptr_t low, uintptr_t high)
{
    const bool is_empty = load_relaxed(&hull->high) == 0;

    if (low >= high)
        return;
    if (is_empty || low < load_relaxed(&hull->low))
        store_relaxed(&hull->low, low);
    if (high > load_relaxed(&hull->high))
        store_relaxed(&hull->high, high);
}

/* ---- the windows of a rank ------------------------------------------------------------------- */

static struct touches *touches_of(const struct rank *rank)
{
    return load_acquire(&rank->local[FLOOR_RMA]); /* edge touches.nodes */
}

static struct touches *touches_make(struct rank *self)
{
    struct touches *touches = touches_of(self);
    void *none = NULL;

    if (touches != NULL)
        return touches;
    touches = memory_take_zeroed(sizeof *touches);
    if (touches == NULL ||
        compare_exchange_acq_rel(&self->local[FLOOR_RMA], &none, touches)) /* edge touches.nodes */
        return touches;
    memory_give(touches);
    return none;
}

void touches_free(struct rank *rank)
{
    struct touches *touches = touches_of(rank);
    struct node *node = touches != NULL ? load_relaxed(&touches->first) : NULL;

    store_relaxed(&rank->local[FLOOR_RMA], NULL);
    while (node != NULL) {
        struct node *next = load_relaxed(&node->next);

        memory_give(node);
        node = next;
    }
    memory_give(touches);
}

static struct node *node_of(const struct touches *touches, const struct window *window)
{
    struct node *node = load_acquire(&touches->first); /* edge touches.nodes */

    while (node != NULL && node->window != window)
        node = load_acquire(&node->next); /* edge touches.nodes */
    return node;
}

/* Under the lock. NULL: no memory. */
static struct node *node_make(struct touches *touches)
{
    struct node *node = node_of(touches, NULL);

    if (node != NULL)
        return node;
    node = memory_take_zeroed(sizeof *node);
    if (node == NULL)
        return NULL;
    store_relaxed(&node->next, load_relaxed(&touches->first));
    store_release(&touches->first, node); /* edge touches.nodes */
    return node;
}

static void widen_by_part(struct hull *hull, const struct window_part *part)
{
    hull_widen(hull, (uintptr_t)part->base, (uintptr_t)part->base + (uintptr_t)part->size);
}

/* Memory that is attached later may be anywhere. */
static void find_memory(const struct window *window, struct hull *hull)
{
    int i;

    hull_clear(hull);
    if (window->common->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        hull_widen(hull, 0, UINTPTR_MAX);
    else if (window->common->flavor != MPI_WIN_FLAVOR_SHARED)
        widen_by_part(hull, window_own_part(window));
    for (i = 0; i < window->common->size && window->common->flavor == MPI_WIN_FLAVOR_SHARED; i++)
        widen_by_part(hull, &window->common->parts[i]);
}

/* From now on messages that use something there are told of. */
static void follow(const struct window *window, const struct hull *hull)
{
    struct buffers *buffers = window->self->buffers;
    const uintptr_t low = load_relaxed(&hull->low), high = load_relaxed(&hull->high);

    if (buffers == NULL || low >= high)
        return;
    if (buffers->follower == NULL)
        buffers->followed = (struct address_range){low, high};
    buffers->follower = &race_follower;
    if (low < buffers->followed.low)
        buffers->followed.low = low;
    if (high > buffers->followed.high)
        buffers->followed.high = high;
}

/* The calling thread finds its clock at once from now on, if it is main's. */
static void note_main(struct touches *touches, struct rank *self)
{
    if (load_relaxed(&touches->main) != NULL || !rank_is_main_thread(self))
        return;
    touches->main_clock = causal_self();
    if (touches->main_clock != NULL)
        store_relaxed(&touches->main, (const void *)&rank_current);
}

void touch_open(struct window *window)
{
    struct touches *touches = touches_make(window->self);
    struct node *node;

    store_relaxed(&window->self->world->root->findings.has_windows, true);
    if (touches == NULL)
        return;
    lock_take(&touches->lock);
    note_main(touches, window->self);
    node = node_make(touches);
    if (node != NULL) {
        node->window = window;
        hull_clear(&node->buffers);
        find_memory(window, &node->memory);
        follow(window, &node->memory);
    }
    lock_release(&touches->lock);
}

/* The window's node, with the lock taken; NULL: it has none, and the lock is not taken. */
static struct node *node_hold(const struct window *window)
{
    struct touches *touches = touches_of(window->self);
    struct node *node;

    if (touches == NULL)
        return NULL;
    lock_take(&touches->lock);
    node = node_of(touches, window);
    if (node == NULL)
        lock_release(&touches->lock);
    return node;
}

static void node_release(const struct window *window)
{
    lock_release(&touches_of(window->self)->lock);
}

void touch_close(struct window *window)
{
    struct node *node = node_hold(window);

    if (node == NULL)
        return;
    hull_clear(&node->memory);
    hull_clear(&node->buffers);
    if (is_alone(touches_of(window->self), window->self))
        touches_of(window->self)->latest = (struct shadow_latest){{NULL}};
    node->window = NULL;
    node_release(window);
}

void touch_visit(const struct rank *self, const struct window *home, const struct data *data,
                 touch_visitor *visit, void *argument)
{
    const struct address_range span = data_span(data);
    struct touches *touches = touches_of(self);
    struct node *node;

    if (touches == NULL)
        return;
    node = load_acquire(&touches->first); /* edge touches.nodes */
    for (; node != NULL; node = load_acquire(&node->next)) { /* edge touches.nodes */
        bool is_in_memory = meets(&node->memory, span.low, span.high);

        if (!is_in_memory && node->window != home && !meets(&node->buffers, span.low, span.high))
            continue;
        lock_take(&touches->lock);
        if (node->window != NULL) {
            hull_widen(&node->buffers, span.low, span.high);
            follow(node->window, &node->buffers);
            visit(node->window, data, is_in_memory, argument);
        }
        lock_release(&touches->lock);
    }
}

void touch_end(const struct rank *self, touch_ender *end, void *argument)
{
    struct touches *touches = touches_of(self);
    struct node *node;

    if (touches == NULL)
        return;
    node = load_acquire(&touches->first); /* edge touches.nodes */
    for (; node != NULL; node = load_acquire(&node->next)) { /* edge touches.nodes */
        if (load_relaxed(&node->buffers.high) == 0)
            continue;
        lock_take(&touches->lock);
        if (node->window != NULL && !end(node->window, argument))
            hull_clear(&node->buffers);
        lock_release(&touches->lock);
    }
}

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
    struct race_touch told;

    if (!load_relaxed(&set->has_records))
        return;
    record = race_find(set, &touch->data, races, touch);
    if (record == NULL)
        return;
    told = describe(touch, where);
    told.is_behind_call = causal_knows(touch->thread, record->called);
    race_tell_touch(touch->window, &told, record,
                    pair == RACE_WITH_OWNER && record->origin == touch->window->rank
                        ? RACE_OF_ONE_RANK : pair);
}

/* Tells of another load or store of the part. */
static void tell_other(const struct touch *touch, int owner, const struct shadow_access *other)
{
    char where[WHERE_BYTES];
    struct race_touch told, before;

    race_name_memory(owner, where);
    told = describe(touch, where);
    before = (struct race_touch){
        .rank = causal_rank(touch->window->self->world->root, other->epoch.id),
        .site = place_complete(other->site),
        .is_store = (other->flags & SHADOW_STORES) != 0,
    };
    race_tell_touches(touch->window, &told, &before);
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

    if (unlikely(!meets(&node->memory, low, high)))
        return -1;
    if (common->flavor != MPI_WIN_FLAVOR_SHARED)
        return window->rank;
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
    if (meets(&node->buffers, low, high))
        compare_with_buffers(touch, node->window->rank);
    if (meets(&node->memory, low, high))
        compare_with_memory(touch, low, high);
}

static __attribute__((noinline)) void note_news(struct touches *touches, struct node *node,
                                                const struct causal_thread *thread, int owner,
                                                uintptr_t low, uintptr_t high,
                                                enum access_form form, const void *site)
{
    struct touch touch = {
        .window = node->window,
        .thread = thread,
        .data.buf = (void *)low,
        .data.count = (MPI_Count)(high - low),
        .site = site,
        .is_store = form == ACCESS_STORE,
        .may_poll = form == ACCESS_LOAD_IN_LOOP,
    };

    if (likely(owner >= 0)) {
        note_in_part(&touch, owner);
        touch.is_noted = true;
        if (is_alone(touches, touch.window->self))
            shadow_latest_note(&touches->latest,
                               &race_part_of(touch.window, owner)->shadow, low);
        if (likely(!load_relaxed(&touch.window->common->races->has_records)))
            return;
    }
    compare_with_window(node, &touch);
}

static inline void note_in_node(struct touches *touches, struct node *node,
                                const struct causal_thread *thread, uintptr_t low,
                                uintptr_t high, enum access_form form, const void *site)
{
    int owner;

    if (unlikely(node->window == NULL))
        return;
    owner = owner_of(node, low, high);
    if (owner < 0 || !shadow_has(&race_part_of(node->window, owner)->shadow, thread, low,
                                 high - low, form == ACCESS_STORE))
        note_news(touches, node, thread, owner, low, high, form, site);
}

static inline const struct causal_thread *thread_of(const struct touches *touches)
{
    if (likely(load_relaxed(&touches->main) == &rank_current))
        return touches->main_clock;
    return causal_self();
}

/* The lock keeps other threads of the rank from freeing the window meanwhile. */
static void note_in(struct touches *touches, const struct rank *self, const void *address,
                    size_t bytes, enum access_form form, const void *site)
{
    const uintptr_t low = (uintptr_t)address, high = low + bytes;
    struct node *node = load_acquire(&touches->first); /* edge touches.nodes */

    for (; node != NULL; node = load_acquire(&node->next)) { /* edge touches.nodes */
        const struct causal_thread *thread;

        if (likely(!meets(&node->memory, low, high) && !meets(&node->buffers, low, high)))
            continue;
        thread = thread_of(touches);
        if (thread == NULL || self->p2p == NULL)
            return;
        if (unlikely(load_relaxed(&self->has_threads))) {
            lock_take(&touches->lock);
            note_in_node(touches, node, thread, low, high, form, site);
            lock_release(&touches->lock);
        } else {
            note_in_node(touches, node, thread, low, high, form, site);
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
                is_store ? ACCESS_STORE : ACCESS_LOAD, site);
    }
    stream_close(&stream);
}

void heddle_access(const void *address, size_t bytes, enum access_form form, const void *site)
{
    const struct rank *self = rank_self();
    struct touches *touches = self != NULL ? touches_of(self) : NULL;

    if (likely(touches == NULL))
        return;
    if (unlikely(!load_relaxed(&touches->are_seen))) {
        store_relaxed(&touches->are_seen, true);
        store_relaxed(&self->world->root->findings.sees_accesses, true);
    }
    if (is_alone(touches, self) &&
        shadow_latest_has(&touches->latest, touches->main_clock, (uintptr_t)address, bytes,
                          form == ACCESS_STORE))
        return;
    note_in(touches, self, address, bytes, form, site);
}
