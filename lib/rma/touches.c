/* SPDX-License-Identifier: MIT */
#include "rma/touches.h"

#include "base/memory.h"
#include "check/buffers.h"
#include "rank/findings.h"
#include "rma/race_record.h"

/* ---- hulls ----------------------------------------------------------------------------------- */

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

/* A dynamic window's member attaches its memory later. */
static void find_memory(const struct window *window, struct hull *hull)
{
    int i;

    hull_clear(hull);
    if (window->common->flavor != MPI_WIN_FLAVOR_SHARED)
        widen_by_part(hull, window_own_part(window));
    for (i = 0; i < window->common->size && window->common->flavor == MPI_WIN_FLAVOR_SHARED; i++)
        widen_by_part(hull, &window->common->parts[i]);
}

/* From now on messages that use something there are reported. */
static void follow(const struct window *window, const struct hull *hull)
{
    struct buffers *buffers = window->self->buffers;
    const uintptr_t low = load_relaxed(&hull->low), high = load_relaxed(&hull->high);

    if (buffers == NULL || low >= high)
        return;
    if (load_relaxed(&buffers->follower) == NULL || low < load_relaxed(&buffers->followed_low))
        store_relaxed(&buffers->followed_low, low);
    if (high > load_relaxed(&buffers->followed_high))
        store_relaxed(&buffers->followed_high, high);
    store_relaxed(&buffers->follower, &race_follower);
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

static void forget_latest(const struct window *window)
{
    if (touches_are_alone(touches_of(window->self), window->self))
        touches_of(window->self)->latest = (struct shadow_latest){{NULL}};
}

void touch_close(struct window *window)
{
    struct node *node = node_hold(window);

    if (node == NULL)
        return;
    hull_clear(&node->memory);
    hull_clear(&node->buffers);
    forget_latest(window);
    node->window = NULL;
    node_release(window);
}

static bool is_in_range(const struct race_record *record, const void *argument)
{
    const struct address_range *range = argument;

    return spans_meet(data_span(&record->data), *range);
}

void touch_change(struct window *window, const void *base, uintptr_t end)
{
    const struct address_range range = {(uintptr_t)base, end};
    struct race_part *own = race_part_of(window, window->rank);
    struct node *node;

    if (range.low >= range.high)
        return;
    lock_take(&own->lock);
    race_clear(&own->memory, is_in_range, &range);
    lock_release(&own->lock);
    shadow_forget(&own->shadow, range.low, range.high);
    node = node_hold(window);
    if (node == NULL)
        return;
    forget_latest(window);
    hull_widen(&node->memory, range.low, range.high);
    follow(window, &node->memory);
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
        const bool may_be_in_memory = hull_meets(&node->memory, span.low, span.high);

        if (!may_be_in_memory && node->window != home &&
            !hull_meets(&node->buffers, span.low, span.high))
            continue;
        lock_take(&touches->lock);
        if (node->window != NULL) {
            hull_widen(&node->buffers, span.low, span.high);
            follow(node->window, &node->buffers);
            visit(node->window, data,
                  may_be_in_memory && window_may_hold(node->window, span.low, span.high),
                  argument);
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
