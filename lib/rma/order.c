/* SPDX-License-Identifier: MIT */
#include "rma/order.h"

#include <string.h>

#include "comm/context.h"
#include "rank/turns.h"
#include "rma/passive.h"

/* The bytes of a member's part begin with 0. A lock counts as the byte in front of them. */
enum { LOCK_FROM = -1, LOCK_END = 0 };

/* Finds which bytes of the target's part the data span. Memory that was attached to a dynamic
 * window counts as a whole, because its addresses may be others in the next run. */
static void find_bytes(const struct access *access, struct turn_access *turn)
{
    const struct data *data = &access->target;
    const struct window_part *part = &access->window->common->parts[access->rank];

    turn->from = 0;
    turn->end = INT64_MAX;
    if (part->base == NULL)
        return;
    turn->from = (char *)data->buf + data->type->true_lb - part->base;
    turn->end = turn->from + (data->count - 1) * data->type->extent + data->type->true_extent;
    if (data->type->extent < 0) {
        turn->from += (data->count - 1) * data->type->extent;
        turn->end = turn->from - (data->count - 1) * data->type->extent + data->type->true_extent;
    }
}

static void keep_bytes(struct ordered_access *order, const struct access *access,
                       const struct turn_access *turn)
{
    const char *base = access->window->common->parts[access->rank].base;

    order->memory = NULL;
    order->bytes = turn->end - turn->from;
    if (base == NULL || order->bytes > ORDER_BYTES)
        return;
    order->memory = base + turn->from;
    memcpy(order->before, order->memory, (size_t)order->bytes);
}

void order_await(struct ordered_access *order, const struct access *access, bool writes,
                 bool is_atomic)
{
    struct turn_access turn = {
        .object = access->window->common->context->id,
        .target = access->rank,
        .writes = writes,
        .has_place =
            is_atomic || passive_is_locked_exclusively(access->window, access->rank),
        .site = access->call->site,
    };

    if (data_bytes(&access->target) == 0)
        return;
    find_bytes(access, &turn);
    if (!turn_pass_access(access->window->self, &turn))
        return;
    order->self = access->window->self;
    keep_bytes(order, access, &turn);
}

void order_tell(const struct ordered_access *order)
{
    bool has_changed = order->memory == NULL ||
                       memcmp(order->memory, order->before, (size_t)order->bytes) != 0;

    turns_end_access(order->self, has_changed);
}

void order_begin_place(struct ordered_access *order, const struct access *access, bool changes)
{
    struct rank *self = access->window->self;

    if (access->window->common->orders == NULL || data_bytes(&access->target) == 0)
        return;
    order->place = &access->window->common->orders[access->rank];
    order->changes = changes;
    journal_begin_access(self, order->place, changes);
}

void order_end_place(const struct ordered_access *order)
{
    journal_end_access(rank_self(), order->place, order->changes);
}

void order_await_lock(const struct window *window, int target, bool is_exclusive,
                      const void *site)
{
    const struct turn_access turn = {
        .object = window->common->context->id,
        .target = target,
        .from = LOCK_FROM,
        .end = LOCK_END,
        .writes = is_exclusive,
        .has_place = true,
        .site = site,
    };

    if (turn_pass_access(window->self, &turn))
        turns_end_access(window->self, false);
}
