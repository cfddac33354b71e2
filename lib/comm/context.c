/* SPDX-License-Identifier: MIT */
#include "comm/context.h"

#include "base/container.h"
#include "rank/connected.h"

static_assert(sizeof(struct context) <= OBJECT_CONTEXT_BYTES, "a context fits its slot");

static bool is_in_use_in(const struct world *world, uint32_t id)
{
    int number, numbers = store_numbers(world->store, OBJECT_CONTEXT);

    for (number = 0; number < numbers; number++) {
        const struct context *other =
            object_of_number(world->store, OBJECT_CONTEXT, number);

        if (other != NULL && other->id == id)
            return true;
    }
    return false;
}

static bool is_in_use(const struct world *any, uint32_t id)
{
    const struct world *world;

    for (world = connected_first(any); world != NULL; world = connected_next(world))
        if (is_in_use_in(world, id))
            return true;
    return false;
}

/* Connected worlds take ids from one supply, in order. After 2^32 of them those of living contexts
 * are left out. */
static uint32_t take_id(struct world *world)
{
    uint64_t next;

    do {
        next = fetch_add_relaxed(&world->connected->next_context_id, 1);
    } while (next > UINT32_MAX && is_in_use(world, (uint32_t)next));
    return (uint32_t)next;
}

struct context *context_create(struct world *world, struct group *first, struct group *second,
                               int references)
{
    struct context *context = object_create(world->store, OBJECT_CONTEXT);

    if (context == NULL || first == NULL) {
        group_drop(first);
        group_drop(second);
        if (context != NULL)
            object_destroy(world->store, &context->object);
        return NULL;
    }
    store_relaxed(&context->object.references, references);
    context->id = take_id(world);
    context->groups[0] = first;
    context->groups[1] = second;
    context->world = world;
    return context;
}

struct context *context_duplicate(const struct context *context)
{
    struct group *second = context->groups[1];

    return context_create(context->world, group_hold(context->groups[0]),
                          second != NULL ? group_hold(second) : NULL, context_seats(context));
}

struct context *context_hold(struct context *context)
{
    object_hold(&context->object);
    return context;
}

void context_drop(struct context *context)
{
    if (context == NULL || !object_drop(&context->object))
        return;
    board_destroy(load_relaxed(&context->board));
    group_drop(context->groups[0]);
    group_drop(context->groups[1]);
    object_destroy(context->world->store, &context->object);
}

int context_seats(const struct context *context)
{
    return context->groups[0]->size + (context->groups[1] != NULL ? context->groups[1]->size : 0);
}

bool context_is_oversubscribed(const struct context *context)
{
    return context_seats(context) > context->world->cpus;
}

int context_first_seat(const struct context *context, int side)
{
    return side == 0 ? 0 : context->groups[0]->size;
}

struct rank *context_member(const struct context *context, int seat)
{
    int first = context->groups[0]->size;

    return seat < first ? context->groups[0]->members[seat]
                        : context->groups[1]->members[seat - first];
}

/* Do all members fence for all threads when they go to sleep? That is a matter of their worlds. */
static bool have_fenced_sleep(const struct context *context)
{
    const struct world *known = context->world;
    int seat, seats = context_seats(context);

    if (connected_size(known) == known->size)
        return known->has_fenced_sleep;
    for (seat = 0; seat < seats; seat++)
        if (!context_member(context, seat)->world->has_fenced_sleep)
            return false;
    return true;
}

struct board *context_board(struct context *context)
{
    struct board *board = load_acquire(&context->board); /* edge context.board */
    struct board *ours;

    if (likely(board != NULL))
        return board;
    ours = board_create(context_seats(context), context_is_oversubscribed(context));
    if (ours == NULL)
        return NULL;
    ours->has_fenced_sleep = have_fenced_sleep(context);
    ours->is_straight = context->groups[1] == NULL;
    if (compare_exchange_acq_rel(&context->board, &board, ours)) /* edge context.board */
        return ours;
    board_destroy(ours); /* another member was faster */
    return board;
}
