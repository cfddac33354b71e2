/* SPDX-License-Identifier: MIT */
#include "comm/context.h"

#include "base/container.h"
#include "base/memory.h"
#include "base/must.h"
#include "comm/check.h"
#include "rank/worlds/connected.h"

static_assert(sizeof(struct context) <= OBJECT_CONTEXT_BYTES, "a context fits its slot");

/* Ids of a world's own communicators are below those of communicators with members of several
 * worlds (rank/worlds/connected.h). */
static const uint64_t own_ids = UINT64_C(1) << 31;

static bool is_in_use(const struct world *world, uint32_t id)
{
    int number, numbers = world->store != NULL ? store_numbers(world->store, OBJECT_CONTEXT) : 0;

    for (number = 0; number < numbers; number++) {
        const struct context *other =
            object_of_number(world->store, OBJECT_CONTEXT, number);

        if (other != NULL && other->id == id)
            return true;
    }
    return false;
}

/* A world takes ids from its supply, in order. When that has run out, those of living contexts are
 * left out. */
static uint32_t take_own_id(struct world *world)
{
    uint64_t next;

    do {
        next = fetch_add_relaxed(&world->next_context_id, 1);
    } while (next >= own_ids && is_in_use(world, (uint32_t)(next % own_ids)));
    return (uint32_t)(next % own_ids);
}

static bool is_of_world(const struct group *group, const struct world *world)
{
    int i;

    for (i = 0; i < group->size; i++)
        if (group->members[i]->world != world)
            return false;
    return true;
}

static bool tie(struct context *context)
{
    const struct group *first = context->groups[0], *second = context->groups[1];

    if (!connected_tie(context->world, first->size, first->members))
        return false;
    if (second == NULL || connected_tie(context->world, second->size, second->members))
        return true;
    connected_take();
    connected_untie(context->world, first->size, first->members, UNTIED);
    connected_release();
    return false;
}


static void dismantle(struct context *context)
{
    struct world *world = context->world;
    struct group *groups[2] = {context->groups[0], context->groups[1]};

    group_drop(groups[0]);
    group_drop(groups[1]);
    object_destroy(world->store, &context->object);
}

/* Until the register is released, no world is destroyed because of that, and what it has made is
 * still there. */
static void untie_and_dismantle(struct context *context)
{
    const struct group *first = context->groups[0], *second = context->groups[1];
    enum untying untying = load_relaxed(&context->stays)    ? UNTIED_STAYS
                           : load_relaxed(&context->parted) ? UNTIED_PARTED
                                                            : UNTIED;

    connected_take();
    connected_untie(context->world, first->size, first->members, untying);
    if (second != NULL)
        connected_untie(context->world, second->size, second->members, untying);
    dismantle(context);
    connected_release();
}

/* A context belongs to the world of one of its members: the given one if it has any. */
static struct world *owner_of(struct world *world, const struct group *first)
{
    int i;

    for (i = 0; first != NULL && i < first->size; i++)
        if (first->members[i]->world == world)
            return world;
    return first != NULL && first->size > 0 ? first->members[0]->world : world;
}

struct context *context_create(struct world *given, struct group *first, struct group *second,
                               int references)
{
    struct world *world = owner_of(given, first);
    struct context *context = object_create(world->store, OBJECT_CONTEXT);

    if (context == NULL || first == NULL) {
        group_drop(first);
        group_drop(second);
        if (context != NULL)
            object_destroy(world->store, &context->object);
        return NULL;
    }
    store_relaxed(&context->object.references, references);
    context->groups[0] = first;
    context->groups[1] = second;
    context->world = world;
    context->is_common =
        !is_of_world(first, world) || (second != NULL && !is_of_world(second, world));
    if (context->is_common && !tie(context)) {
        dismantle(context);
        return NULL;
    }
    context->id = context->is_common ? connected_take_id(is_in_use) : take_own_id(world);
    if (LAWS_ARE_CHECKED)
        context_check(context);
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
    if (context->is_common)
        untie_and_dismantle(context);
    else
        dismantle(context);
}

void context_drop_all(const struct comm *local, struct context *context)
{
    int i;

    for (i = 0; context != NULL && i < comm_size(local); i++)
        context_drop(context);
}

void context_stay(struct context *context)
{
    if (context->is_common)
        store_relaxed(&context->stays, true);
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

void context_part(struct context *context)
{
    const struct group *first = context->groups[0], *second = context->groups[1];

    if (!context->is_common || load_relaxed(&context->stays))
        return;
    connected_take();
    if (!load_relaxed(&context->parted)) {
        store_relaxed(&context->parted, true);
        connected_part(context->world, first->size, first->members);
        if (second != NULL)
            connected_part(context->world, second->size, second->members);
    }
    connected_release();
}

static void forget_group(struct group *group)
{
    if (group != NULL && group->is_of_process)
        group_drop(group);
}

/* The object of that number, whosever it is; NULL: there is none. */
static const void *living(const struct store *store, enum object_kind kind, int number)
{
    const struct object *object = object_address(store, kind, number);

    return (load_relaxed(&object->kind) & OBJECT_KIND_MASK) == (uint32_t)kind ? object : NULL;
}

void context_forget_groups(const struct world *world)
{
    const struct store *store = world->store;
    int number;

    if (!memory_is_mixed() || store == NULL)
        return;
    for (number = 0; number < store_numbers(store, OBJECT_CONTEXT); number++) {
        const struct context *context = living(store, OBJECT_CONTEXT, number);

        if (context != NULL) {
            forget_group(context->groups[0]);
            forget_group(context->groups[1]);
        }
    }
    for (number = 0; number < store_numbers(store, OBJECT_GROUP); number++) {
        const struct group_handle *handle = living(store, OBJECT_GROUP, number);

        if (handle != NULL)
            forget_group(handle->group);
    }
}

/* Do all members fence for all threads when they go to sleep? That is a matter of their worlds. */
static bool have_fenced_sleep(const struct context *context)
{
    const struct world *known = context->world;
    int seat, seats = context_seats(context);

    if (!context->is_common)
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
