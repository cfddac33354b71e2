/* SPDX-License-Identifier: MIT */
#include "rank/worlds/connected.h"

#include "base/container.h"
#include "base/memory.h"
#include "base/must.h"
#include "rank/abort.h"
#include "rank/sleep/waiter.h"
#include "rank/world.h"
#include "rank/worlds/ending.h"

/* Ids of communicators with members of several worlds have this bit. */
static const uint32_t common_bit = UINT32_C(1) << 31;

static struct {
    _Atomic(bool) is_taken;
    _Atomic(int) waiting; /* threads that sleep until it is released, or are about to */
    struct park turn;
    struct list worlds; /* oldest first */
    uint64_t serial;    /* of the latest world */
    uint64_t next_id;
    _Atomic(int) at_port; /* threads of all worlds that wait at ports */

    /* The view. */
    uint64_t stamp;
    struct world *first;
    int size; /* ranks */
} registry = {.worlds = {&registry.worlds, &registry.worlds}};

/* ---- the register ---------------------------------------------------------------------------- */

bool connected_try(void)
{
    bool expected = false;

    return compare_exchange_seq_cst(&registry.is_taken, &expected, true); /* edge register.taken */
}

uint32_t connected_turn(void)
{
    return park_count(&registry.turn);
}

/* A thread that releases the register sees that this one is about to sleep, or this one sees that
 * it is free. */
void connected_await_turn(uint32_t seen)
{
    fetch_add_seq_cst(&registry.waiting, 1); /* edge register.turn */
    if (load_seq_cst(&registry.is_taken))    /* edge register.turn */
        park_sleep(&registry.turn, seen, PARK_FOREVER);
    fetch_add_seq_cst(&registry.waiting, -1); /* edge register.turn */
}

void connected_sleep(uint32_t seen, uint64_t timeout_ns)
{
    park_sleep(&registry.turn, seen, timeout_ns);
}

void connected_stir(void)
{
    park_wake(&registry.turn);
}

void connected_take(void)
{
    uint32_t seen = connected_turn();

    while (!connected_try()) {
        connected_await_turn(seen);
        seen = connected_turn();
    }
}

void connected_release(void)
{
    store_seq_cst(&registry.is_taken, false);   /* edges register.taken, register.turn */
    if (load_seq_cst(&registry.waiting) > 0)    /* edge register.turn */
        park_wake(&registry.turn);
}

static struct world *world_of(struct list *link)
{
    return container_of(link, struct world, connected.registered);
}

void connected_enlist(struct world *world)
{
    connected_take();
    world->serial = ++registry.serial;
    world->number = (int)(world->serial - 1);
    list_append(&registry.worlds, &world->connected.registered);
    connected_release();
}

/* ---- ties, while the register is taken ------------------------------------------------------- */

bool connected_is_tied(const struct world *world) /* at any time */
{
    return load_seq_cst(&world->connected.is_tied); /* edge register.tied */
}

static struct tie *find_tie(const struct world *world, const struct world *other)
{
    struct tie *tie = world->connected.ties;

    while (tie != NULL && tie->world != other)
        tie = tie->next;
    return tie;
}

/* Worlds of several jobs are tied, so ties lie in the memory of the process. */
static struct tie *add_tie(struct world *world, struct world *other)
{
    struct heap *heap = memory_use(NULL);
    struct tie *tie = memory_take_zeroed(sizeof *tie);

    memory_use(heap);
    if (tie == NULL)
        return NULL;
    *tie = (struct tie){.next = world->connected.ties, .world = other};
    world->connected.ties = tie;
    return tie;
}

static void remove_tie(struct world *world, const struct world *other)
{
    struct tie **place = &world->connected.ties, *tie;
    struct heap *heap;

    while (*place != NULL && (*place)->world != other)
        place = &(*place)->next;
    tie = *place;
    if (tie == NULL)
        return;
    *place = tie->next;
    heap = memory_use(NULL);
    memory_give(tie);
    memory_use(heap);
}

static void remove_ties(struct world *one, struct world *other)
{
    remove_tie(one, other);
    remove_tie(other, one);
}

void connected_delist(struct world *world)
{
    connected_take();
    while (world->connected.ties != NULL)
        remove_ties(world, world->connected.ties->world);
    list_remove(&world->connected.registered);
    fetch_add_seq_cst(&registry.at_port,
                      -load_relaxed(&world->connected.at_port)); /* edge register.port */
    connected_release();
}

/* Both sides of a tie say the same. */
static bool tie_both(struct world *one, struct world *other)
{
    struct tie *tie = find_tie(one, other), *back = find_tie(other, one);

    if (tie == NULL) {
        tie = add_tie(one, other);
        back = tie != NULL ? add_tie(other, one) : NULL;
    }
    if (back == NULL) {
        remove_ties(one, other);
        return false;
    }
    back->contexts = ++tie->contexts;
    store_seq_cst(&one->connected.is_tied, true);   /* edge register.tied */
    store_seq_cst(&other->connected.is_tied, true); /* edge register.tied */
    return true;
}

/* The threads that join the worlds may have waited for that. */
static void untie_both(struct world *one, struct world *other, enum untying untying)
{
    struct tie *tie = find_tie(one, other), *back = find_tie(other, one);

    must(tie != NULL && back != NULL);
    tie->stays |= untying == UNTIED_STAYS;
    tie->parted -= untying == UNTIED_PARTED;
    tie->contexts--;
    back->stays = tie->stays;
    back->parted = tie->parted;
    back->contexts = tie->contexts;
    if (tie->contexts > 0 || tie->stays)
        return;
    remove_ties(one, other);
    waiter_look_soon(one);
    waiter_look_soon(other);
    world_wake_joiner(one);
    world_wake_joiner(other);
}

/* Each world is tied once. Returns how many members were gone through until memory failed. */
static int for_each_world(struct world *hub, int count, struct rank *const members[],
                          bool (*visit)(struct world *hub, struct world *other))
{
    int i;

    hub->connected.stamp = ++registry.stamp;
    for (i = 0; i < count; i++) {
        struct world *world = members[i]->world;

        if (world->connected.stamp == registry.stamp)
            continue;
        world->connected.stamp = registry.stamp;
        if (!visit(hub, world))
            break;
    }
    return i;
}

static bool untie_for_now(struct world *hub, struct world *other)
{
    untie_both(hub, other, UNTIED);
    return true;
}

static bool untie_parted(struct world *hub, struct world *other)
{
    untie_both(hub, other, UNTIED_PARTED);
    return true;
}

static bool untie_staying(struct world *hub, struct world *other)
{
    untie_both(hub, other, UNTIED_STAYS);
    return true;
}

static bool part(struct world *hub, struct world *other)
{
    find_tie(other, hub)->parted = ++find_tie(hub, other)->parted;
    return true;
}

/* An abort that came before the tie is spread by this thread. */
static void spread_abort(struct world *world)
{
    struct world *each;

    connected_take();
    connected_view(world, SCOPE_TIED);
    for (each = connected_first(); each != NULL; each = connected_next(each))
        if (world_is_aborted(each))
            break;
    connected_release();
    if (each != NULL)
        abort_spread(each);
}

bool connected_tie(struct world *hub, int count, struct rank *const members[])
{
    int done;

    connected_take();
    done = for_each_world(hub, count, members, tie_both);
    if (done < count)
        for_each_world(hub, done, members, untie_for_now);
    connected_release();
    if (done == count)
        spread_abort(hub);
    return done == count;
}

/* Members may have waited in MPI_Finalize for a world with which they are connected no longer. */
static void check_endings(struct world *hub, int count, struct rank *const members[])
{
    int i;

    ending_check(hub);
    for (i = 0; i < count; i++)
        if (i == 0 || members[i]->world != members[i - 1]->world)
            ending_check(members[i]->world);
}

void connected_part(struct world *hub, int count, struct rank *const members[])
{
    for_each_world(hub, count, members, part);
    check_endings(hub, count, members);
}

void connected_untie(struct world *hub, int count, struct rank *const members[],
                     enum untying untying)
{
    static bool (*const visits[])(struct world *, struct world *) = {
        [UNTIED] = untie_for_now,
        [UNTIED_PARTED] = untie_parted,
        [UNTIED_STAYS] = untie_staying,
    };

    for_each_world(hub, count, members, visits[untying]);
    check_endings(hub, count, members);
}

bool connected_tie_world(struct world *one, struct world *other)
{
    return connected_tie(one, 1, (struct rank *const[]){&other->ranks[0]});
}

struct world *connected_tie_serial(struct world *one, uint64_t serial)
{
    struct world *found = NULL;
    struct list *link;

    connected_take();
    for (link = registry.worlds.next; link != &registry.worlds; link = link->next)
        if (world_of(link)->serial == serial)
            found = world_of(link);
    if (found != NULL && found != one && !tie_both(one, found))
        found = NULL;
    connected_release();
    return found;
}

void connected_untie_world(struct world *one, struct world *other)
{
    if (one == other)
        return;
    connected_take();
    connected_untie(one, 1, (struct rank *const[]){&other->ranks[0]}, UNTIED);
    connected_release();
}

static bool is_known_world(uint32_t id, bool (*is_used)(const struct world *world, uint32_t id))
{
    struct list *link;

    for (link = registry.worlds.next; link != &registry.worlds; link = link->next)
        if (is_used(world_of(link), id))
            return true;
    return false;
}

/* From the second round on those of living communicators are left out (docs/decisions/0007). */
uint32_t connected_take_id(bool (*is_used)(const struct world *world, uint32_t id))
{
    uint64_t next;
    uint32_t id;

    connected_take();
    do {
        next = registry.next_id++;
        id = common_bit | ((uint32_t)next & (common_bit - 1));
    } while (next >= common_bit && is_known_world(id, is_used));
    connected_release();
    return id;
}

/* ---- views ----------------------------------------------------------------------------------- */

static void view_all(void)
{
    struct list *link;

    for (link = registry.worlds.next; link != &registry.worlds; link = link->next)
        world_of(link)->connected.stamp = registry.stamp;
}

/* The ranks of a world that has aborted alone wake no others any more. */
static bool leads_on(const struct tie *tie, enum scope scope)
{
    if (tie->contexts > tie->parted || tie->stays || scope == SCOPE_HELD)
        return true;
    return scope == SCOPE_REACHABLE && !world_is_aborted(tie->world);
}

/* Follows ties from one world to the next: `next_viewed` chains those whose ties are still to be
 * followed. */
static void view_tied(struct world *world, enum scope scope)
{
    struct world *last = world;
    const struct tie *tie;

    world->connected.stamp = registry.stamp;
    world->connected.next_viewed = NULL;
    for (; world != NULL; world = world->connected.next_viewed)
        for (tie = world->connected.ties; tie != NULL; tie = tie->next) {
            if (tie->world->connected.stamp == registry.stamp || !leads_on(tie, scope))
                continue;
            tie->world->connected.stamp = registry.stamp;
            tie->world->connected.next_viewed = NULL;
            last = last->connected.next_viewed = tie->world;
        }
}

static bool is_any_viewed_at_port(void)
{
    struct list *link;

    for (link = registry.worlds.next; link != &registry.worlds; link = link->next)
        if (connected_is_viewed(world_of(link)) &&
            load_seq_cst(&world_of(link)->connected.at_port) > 0) /* edge register.port */
            return true;
    return false;
}

/* Chains and numbers the worlds that were marked. */
static void number_viewed(void)
{
    struct world **place = &registry.first;
    struct list *link;

    registry.size = 0;
    for (link = registry.worlds.next; link != &registry.worlds; link = link->next) {
        struct world *world = world_of(link);

        if (!connected_is_viewed(world))
            continue;
        world->connected.first_index = registry.size;
        registry.size += world->size;
        *place = world;
        place = &world->connected.next_viewed;
    }
    *place = NULL;
}

void connected_view(struct world *world, enum scope scope)
{
    registry.stamp++;
    view_tied(world, scope);
    if (scope == SCOPE_ALL || (scope == SCOPE_REACHABLE && is_any_viewed_at_port()))
        view_all();
    number_viewed();
}

struct world *connected_first(void)
{
    return registry.first;
}

struct world *connected_next(const struct world *world)
{
    return world->connected.next_viewed;
}

int connected_index(const struct rank *rank)
{
    return rank->world->connected.first_index + rank->world_rank;
}

bool connected_is_viewed(const struct world *world)
{
    return world->connected.stamp == registry.stamp;
}

int connected_size(void)
{
    return registry.size;
}

struct rank *connected_rank(int index)
{
    struct world *each = connected_first();

    while (index >= each->connected.first_index + each->size)
        each = connected_next(each);
    return &each->ranks[index - each->connected.first_index];
}

/* ---- ports ----------------------------------------------------------------------------------- */

void connected_come_to_port(struct world *world)
{
    fetch_add_seq_cst(&world->connected.at_port, 1);   /* edge register.port */
    fetch_add_seq_cst(&registry.at_port, 1); /* edge register.port */
}

void connected_leave_port(struct world *world)
{
    fetch_add_seq_cst(&registry.at_port, -1); /* edge register.port */
    fetch_add_seq_cst(&world->connected.at_port, -1);   /* edge register.port */
}

bool connected_is_any_at_port(void)
{
    return load_seq_cst(&registry.at_port) > 0; /* edge register.port */
}
