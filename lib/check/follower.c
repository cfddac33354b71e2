/* SPDX-License-Identifier: MIT */
#include "check/follower.h"

#include <string.h>

#include "base/memory.h"
#include "comm/group.h"

/* Is the one number at or before the other? */
static bool is_by(uint32_t one, uint32_t other)
{
    return (other - one) % NUMBERS < NUMBERS / 2;
}

/* ---- entries: under the lock ----------------------------------------------------------------- */

static struct waited *head(struct follower *follower)
{
    return &follower->queue[follower->first];
}

const struct other_side *follower_other_side(const struct follower *follower,
                                             const struct waited *entry)
{
    const struct other_side *slots =
        entry->kind == CIRCLE_SEND ? follower->sent : follower->received;
    const struct other_side *slot = &slots[entry->number % SLOTS];

    return slot->is_known && slot->number == entry->number ? slot : NULL;
}

static void leave_meeting(struct reliance *all, struct assembly *meeting)
{
    struct assembly **place = &all->meetings;

    if (--meeting->users > 0 || meeting->missing > 0)
        return;
    while (*place != meeting)
        place = &(*place)->next;
    *place = meeting->next;
    memory_give(meeting);
}

static void reach(struct follower *follower, const struct waited *entry)
{
    if (entry->kind != CIRCLE_MEETING || entry->meeting->ranks[follower->rank] != IS_MISSING)
        return;
    entry->meeting->ranks[follower->rank] = HAS_REACHED;
    entry->meeting->missing--;
}

static void pop(struct follower *follower)
{
    const struct waited *entry = head(follower);

    reach(follower, entry);
    if (entry->kind == CIRCLE_MEETING)
        leave_meeting(follower->all, entry->meeting);
    follower->first = (follower->first + 1) % QUEUE_MAX;
    if (--follower->count > 0)
        return;
    *follower->stuck = follower->next_stuck;
    if (follower->next_stuck != NULL)
        follower->next_stuck->stuck = follower->stuck;
}

void follower_push(struct follower *follower, const struct waited *entry)
{
    struct reliance *all = follower->all;

    while (follower->count == QUEUE_MAX) /* all of them are let go */
        while (follower->count > 0)
            pop(follower);
    follower->queue[(follower->first + follower->count) % QUEUE_MAX] = *entry;
    if (follower->count++ > 0)
        return;
    follower->next_stuck = all->stuck;
    follower->stuck = &all->stuck;
    if (all->stuck != NULL)
        all->stuck->stuck = &follower->next_stuck;
    all->stuck = follower;
}

/* Does that rank reach its send or receive of that number? */
static bool is_reached(const struct reliance *all, int rank, bool is_sent, uint32_t number)
{
    struct follower *follower = all->followers[rank];

    if (follower == NULL || follower->count == 0)
        return true;
    return is_by(number, is_sent ? head(follower)->sent : head(follower)->received);
}

/* A send whose number has come round is forgotten. */
static bool is_forgotten(const struct follower *follower, const struct waited *entry)
{
    const struct other_side *slots =
        entry->kind == CIRCLE_SEND ? follower->sent : follower->received;
    const struct other_side *slot = &slots[entry->number % SLOTS];

    return slot->is_known && slot->number != entry->number && is_by(entry->number, slot->number);
}

static bool is_done(struct follower *follower, const struct waited *entry)
{
    const struct other_side *other;

    if (entry->kind == CIRCLE_MEETING)
        return entry->meeting->missing == 0;
    other = follower_other_side(follower, entry);
    if (other == NULL)
        return is_forgotten(follower, entry);
    return is_reached(follower->all, other->rank, entry->kind == CIRCLE_RECEIVE, other->theirs);
}

/* ---- circles: under the lock ----------------------------------------------------------------- */

/* Does the first entry of the one rank wait for the other one? */
static bool waits_for(struct follower *follower, const struct follower *other)
{
    const struct waited *entry = head(follower);
    const struct other_side *side;

    if (entry->kind == CIRCLE_MEETING)
        return entry->meeting->ranks[other->rank] == IS_MISSING;
    side = follower_other_side(follower, entry);
    return side != NULL && side->rank == other->rank;
}

/* Finds a way along the first entries. Returns its length, which is at least `length`; 0: there is
 * none. */
static int find_way(struct reliance *all, struct follower *from, const struct follower *to,
                    int length)
{
    struct follower *next;
    int found = 0;

    all->is_seen[from->rank] = true;
    all->path[length++] = from->rank;
    for (next = all->stuck; next != NULL && found == 0; next = next->next_stuck) {
        if (!waits_for(from, next))
            continue;
        if (next == to)
            return length;
        if (!all->is_seen[next->rank])
            found = find_way(all, next, to, length);
    }
    return found;
}

static void describe_step(const struct reliance *all, int from, int to, struct circle_link *link)
{
    struct follower *follower = all->followers[from];
    const struct waited *entry = head(follower);
    const struct other_side *side =
        entry->kind == CIRCLE_MEETING ? NULL : follower_other_side(follower, entry);

    *link = (struct circle_link){
        .step = entry->kind, .rank = from, .next = to, .call = entry->call, .start = entry->start};
    if (side != NULL) {
        link->there = side->site;
        link->is_from_any = side->is_from_any;
    }
}

/* Copies what is to be told of the circle, and lets its sends go. */
static void take_circle(struct reliance *all, int length, struct circle *circle)
{
    int i;

    circle->length = length;
    circle->shown = length < CIRCLE_LINKS_MAX ? length : CIRCLE_LINKS_MAX;
    for (i = 0; i < circle->shown; i++)
        describe_step(all, all->path[i], all->path[(i + 1) % length], &circle->links[i]);
    for (i = 0; i < length; i++)
        if (head(all->followers[all->path[i]])->kind == CIRCLE_SEND)
            pop(all->followers[all->path[i]]);
}

/* The first rank of a circle is the lowest of those that wait in a send. */
static struct follower *next_sender(struct reliance *all, int after)
{
    struct follower *lowest = NULL, *each;

    for (each = all->stuck; each != NULL; each = each->next_stuck)
        if (each->rank > after && head(each)->kind == CIRCLE_SEND &&
            follower_other_side(each, head(each)) != NULL &&
            (lowest == NULL || each->rank < lowest->rank))
            lowest = each;
    return lowest;
}

static bool find_circle(struct reliance *all, struct circle *circle)
{
    struct follower *sender = next_sender(all, -1);
    int length;

    for (; sender != NULL; sender = next_sender(all, sender->rank)) {
        memset(all->is_seen, 0, (size_t)all->size * sizeof all->is_seen[0]);
        length = find_way(all, sender, sender, 0);
        if (length > 0) {
            take_circle(all, length, circle);
            return true;
        }
    }
    return false;
}

/* Lets all go that are done. Returns whether there was one. */
static bool let_go(struct reliance *all)
{
    struct follower *each, *next;
    bool has_moved = false;

    for (each = all->stuck; each != NULL; each = next) {
        next = each->next_stuck;
        reach(each, head(each));
        if (is_done(each, head(each))) {
            pop(each);
            has_moved = true;
        }
    }
    return has_moved;
}

bool reliance_settle(struct reliance *all, struct circle *circle)
{
    while (let_go(all))
        continue;
    return find_circle(all, circle);
}

/* ---- meetings -------------------------------------------------------------------------------- */

static struct assembly *make_assembly(struct reliance *all, const struct comm *comm,
                                      uint64_t number)
{
    const struct group *group = comm_group(comm);
    struct assembly *meeting =
        memory_take_zeroed(sizeof *meeting + (size_t)all->size * sizeof meeting->ranks[0]);

    if (meeting == NULL)
        return NULL;
    meeting->context = comm->context->id;
    meeting->number = number;
    meeting->missing = group->size;
    for (int i = 0; i < group->size; i++)
        meeting->ranks[group->members[i]->world_rank] = IS_MISSING;
    meeting->next = all->meetings;
    all->meetings = meeting;
    return meeting;
}

static struct assembly *find_assembly(struct reliance *all, const struct comm *comm,
                                    uint64_t number)
{
    struct assembly *found = all->meetings;

    while (found != NULL && (found->context != comm->context->id || found->number != number))
        found = found->next;
    return found;
}

struct assembly *assembly_join(struct reliance *all, const struct comm *comm, uint64_t number)
{
    struct assembly *meeting = find_assembly(all, comm, number);

    if (meeting == NULL)
        meeting = make_assembly(all, comm, number);
    if (meeting != NULL)
        meeting->users++;
    return meeting;
}

/* ---- all of them ----------------------------------------------------------------------------- */

void reliance_destroy(struct reliance *all)
{
    struct assembly *meeting, *next;

    for (int i = 0; all->followers != NULL && i < all->size; i++)
        memory_give(all->followers[i]);
    for (meeting = all->meetings; meeting != NULL; meeting = next) {
        next = meeting->next;
        memory_give(meeting);
    }
    memory_give(all->followers);
    memory_give(all->path);
    memory_give(all->is_seen);
    memory_give(all);
}

struct reliance *reliance_create(int ranks)
{
    const size_t size = (size_t)ranks;
    struct reliance *all = memory_take_zeroed(sizeof *all);

    if (all == NULL)
        return NULL;
    all->size = ranks;
    all->followers = memory_take_zeroed(size * sizeof(struct follower *));
    all->path = memory_take(size * sizeof all->path[0]);
    all->is_seen = memory_take(size * sizeof all->is_seen[0]);
    if (all->followers != NULL && all->path != NULL && all->is_seen != NULL)
        return all;
    reliance_destroy(all);
    return NULL;
}
