/* SPDX-License-Identifier: MIT */
#include "rma/touch.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/place.h"
#include "board/board.h"
#include "comm/round.h"
#include "image/start.h"
#include "rank/findings.h"
#include "rma/race_record.h"
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
    struct hull memory;   /* what the rank may reach of the window */
    struct hull buffers;  /* of its operations that are under way */
};

struct touches {
    struct lock lock;
    _Atomic(struct node *) first;
    _Atomic(bool) are_seen; /* the program is compiled with -fheddle-races */
};

enum { BARRIERS_LOOKED_AT = 16 };

/* One load or store. */
struct touch {
    const struct window *window;
    struct data data;
    const void *site;
    bool is_store;
    bool is_own; /* the memory is the rank's own part */
};

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

void touch_open(struct window *window)
{
    struct touches *touches = touches_make(window->self);
    struct node *node;

    store_relaxed(&window->self->world->root->findings.has_windows, true);
    if (touches == NULL)
        return;
    lock_take(&touches->lock);
    node = node_make(touches);
    if (node != NULL) {
        node->window = window;
        hull_clear(&node->buffers);
        find_memory(window, &node->memory);
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
    node->window = NULL;
    node_release(window);
}

void touch_add_buffer(struct window *window, const struct data *data)
{
    struct node *node = node_hold(window);
    uintptr_t low, high;

    if (node == NULL)
        return;
    race_hull(data, &low, &high);
    hull_widen(&node->buffers, low, high);
    node_release(window);
}

void touch_drop_buffers(struct window *window)
{
    struct node *node = node_hold(window);

    if (node == NULL)
        return;
    hull_clear(&node->buffers);
    node_release(window);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Is the operation on the memory of a window not complete for the rank? */
static bool is_under_way(const struct race_record *record, const struct touch *touch)
{
    const struct window *window = touch->window;

    switch (record->access) {
    case ACCESS_FENCE:
        return record->era == load_relaxed(&race_part_of(window, window->rank)->era);
    case ACCESS_START:
        return touch->is_own && window->is_exposed;
    default:
        return true;
    }
}

static bool is_passive(const struct race_record *record)
{
    return record->access == ACCESS_LOCK || record->access == ACCESS_LOCK_ALL;
}

static const struct board *board_of_world(const struct rank *rank)
{
    return rank->comm_world != NULL
               ? load_acquire(&rank->comm_world->context->board) /* edge context.board */
               : NULL;
}

uint64_t touch_begun(const struct rank *self)
{
    const struct board *board = board_of_world(self);

    return board != NULL ? load_relaxed(&board->members[round_seat_of(self->comm_world)].begun) : 0;
}

/* Has the rank left a barrier of MPI_COMM_WORLD that the origin entered after the operation's call?
 * Only the latest few are looked at. */
static bool is_behind_a_barrier(const struct race_record *record, const struct touch *touch)
{
    const struct rank *self = touch->window->self;
    const struct board *board = board_of_world(self);
    const uint64_t begun = touch_begun(self);
    uint64_t seqno = begun > BARRIERS_LOOKED_AT ? begun - BARRIERS_LOOKED_AT : 0;
    struct board_call call;

    if (board == NULL || window_member(touch->window, record->origin)->world != self->world)
        return false;
    if (seqno < record->begun)
        seqno = record->begun;
    for (seqno++; seqno <= begun; seqno++)
        if (board_recall(board, round_seat_of(self->comm_world), seqno, &call) &&
            strcmp(call.name, "MPI_Barrier") == 0)
            return true;
    return false;
}

static bool races_in_memory(const struct race_record *record, const void *argument)
{
    const struct touch *touch = argument;

    if (race_only_reads(record) && (!touch->is_store || is_passive(record)))
        return false;
    if (!touch->is_store && is_passive(record) && !is_behind_a_barrier(record, touch))
        return false;
    return is_under_way(record, touch) && data_overlaps(&touch->data, &record->data);
}

static bool races_in_buffer(const struct race_record *record, const void *argument)
{
    const struct touch *touch = argument;

    if (record->kind == RACE_GET && !touch->is_store)
        return false;
    return data_overlaps(&touch->data, &record->data);
}

/* ---- telling --------------------------------------------------------------------------------- */

static void tell(const struct touch *touch, const struct race_record *record, const char *where,
                 enum race_pair pair)
{
    struct rank *self = touch->window->self;
    struct place_pair places;

    if (!finding_is_news(self, FINDING_RACE_LOCAL, touch->site, record->site))
        return;
    place_describe_pair(touch->site, record->site, &places);
    finding_tell(self, FINDING_RACE_LOCAL, touch->site, record->site,
                 "warning: a %s in %s touches the same bytes of %s as %s of rank %d, called in %s, "
                 "and nothing orders the two, on %s: %s", touch->is_store ? "store" : "load",
                 places.one, where, record->name, record->origin, places.other,
                 window_describe(touch->window).text, race_advice(record->access, pair));
}

/* ---- one access ------------------------------------------------------------------------------ */

static void compare_with_part(struct touch *touch, int owner)
{
    struct race_part *part = race_part_of(touch->window, owner);
    const struct race_record *record;
    char where[60];

    if (!load_relaxed(&part->memory.has_records))
        return;
    touch->is_own = owner == touch->window->rank;
    lock_take(&part->lock);
    record = race_find(&part->memory, &touch->data, races_in_memory, touch);
    if (record != NULL) {
        snprintf(where, sizeof where, "the memory of rank %d", owner);
        tell(touch, record, where, record->origin == touch->window->rank ? RACE_OF_ONE_RANK
                                                                         : RACE_WITH_OWNER);
    }
    lock_release(&part->lock);
}

static void compare_with_buffers(const struct touch *touch)
{
    struct race_part *own = race_part_of(touch->window, touch->window->rank);
    const struct race_record *record;

    if (!load_relaxed(&own->buffers.has_records))
        return;
    lock_take(&own->lock);
    record = race_find(&own->buffers, &touch->data, races_in_buffer, touch);
    if (record != NULL)
        tell(touch, record, "the origin's buffers", RACE_IN_BUFFERS);
    lock_release(&own->lock);
}

static bool is_in_part(const struct window_part *part, uintptr_t low, uintptr_t high)
{
    const uintptr_t base = (uintptr_t)part->base;

    return low < base + (uintptr_t)part->size && high > base;
}

static void compare_with_memory(struct touch *touch, uintptr_t low, uintptr_t high)
{
    const struct window_common *common = touch->window->common;
    int i;

    if (common->flavor != MPI_WIN_FLAVOR_SHARED) {
        compare_with_part(touch, touch->window->rank);
        return;
    }
    for (i = 0; i < common->size; i++)
        if (is_in_part(&common->parts[i], low, high))
            compare_with_part(touch, i);
}

static void compare_with_window(struct node *node, struct touch *touch)
{
    const uintptr_t low = (uintptr_t)touch->data.buf, high = low + (uintptr_t)touch->data.count;

    touch->window = node->window;
    if (meets(&node->memory, low, high))
        compare_with_memory(touch, low, high);
    if (meets(&node->buffers, low, high))
        compare_with_buffers(touch);
}

static void compare(struct touches *touches, struct node *node, struct touch *touch)
{
    touch->data.type = type_predefined(MPI_BYTE);
    lock_take(&touches->lock);
    if (node->window != NULL && node->window->self->p2p != NULL)
        compare_with_window(node, touch);
    lock_release(&touches->lock);
}

void heddle_access(const void *address, size_t bytes, bool is_store, const void *site)
{
    const struct rank *self = rank_self();
    struct touches *touches = self != NULL ? touches_of(self) : NULL;
    const uintptr_t low = (uintptr_t)address, high = low + bytes;
    struct node *node;

    if (likely(touches == NULL))
        return;
    if (unlikely(!load_relaxed(&touches->are_seen))) {
        store_relaxed(&touches->are_seen, true);
        store_relaxed(&self->world->root->findings.sees_accesses, true);
    }
    node = load_acquire(&touches->first); /* edge touches.nodes */
    for (; node != NULL; node = load_acquire(&node->next)) { /* edge touches.nodes */
        struct touch touch = {.site = site, .is_store = is_store};

        if (likely(!meets(&node->memory, low, high) && !meets(&node->buffers, low, high)))
            continue;
        touch.data = (struct data){.buf = (void *)(uintptr_t)address, .count = (MPI_Count)bytes};
        compare(touches, node, &touch);
    }
}
