/* SPDX-License-Identifier: MIT */
#include "check/follower.h"

#include "base/container.h"
#include "base/memory.h"
#include "comm/group.h"

/* Is the one number at or before the other? */
static bool is_by(uint32_t one, uint32_t other)
{
    return (other - one) % NUMBERS < NUMBERS / 2;
}

/* ---- entries --------------------------------------------------------------------------------- */

static struct other_side *slot_of(const struct follower *follower, enum circle_step kind,
                                  uint32_t number)
{
    struct other_side *slots = kind == CIRCLE_SEND ? follower->sent : follower->received;

    return &slots[number % follower->room];
}

const struct other_side *follower_other_side(const struct follower *follower,
                                             const struct waited *entry)
{
    const struct other_side *slot = slot_of(follower, entry->kind, entry->number);

    return slot->is_known && slot->number == entry->number ? slot : NULL;
}

const struct other_side *follower_option_side(const struct follower *follower,
                                              const struct option *option)
{
    const struct waited alone = {.kind = option->kind, .number = option->number};
    const struct other_side *side = follower_other_side(follower, &alone);

    return side != NULL && option->kind == CIRCLE_RECEIVE && !option->is_certain &&
                   side->is_from_any
               ? NULL
               : side;
}

/* The first entry may be done now. */
static void look_again(struct follower *follower)
{
    if (list_is_empty(&follower->changed))
        list_append(&follower->all->changed, &follower->changed);
}

static void all_look_again(const struct list *waiters)
{
    struct list *link;

    for (link = waiters->next; link != waiters; link = link->next)
        look_again(container_of(link, struct follower, waits));
}

/* Has the follower looked at again: it may wait for another rank than before. */
static void turn(struct follower *follower)
{
    look_again(follower);
    if (list_is_empty(&follower->turned))
        list_append(&follower->all->turned, &follower->turned);
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
    if (--entry->meeting->missing == 0)
        all_look_again(&entry->meeting->waiters);
}

void follower_pop(struct follower *follower)
{
    const struct waited *entry = follower_head(follower);

    reach(follower, entry);
    list_remove(&follower->waits);
    if (entry->kind == CIRCLE_MEETING)
        leave_meeting(follower->all, entry->meeting);
    memory_give(entry->options);
    follower->first = (follower->first + 1) % (int)follower->room;
    follower->count--;
    turn(follower);
    all_look_again(&follower->waiters);
    all_look_again(&follower->all->choosers);
}

/* Returns twice as many slots, with each message in its place there. NULL: no memory. */
static struct other_side *grown_slots(const struct other_side *slots, uint32_t room)
{
    struct other_side *grown = memory_take_zeroed(2 * room * sizeof *grown);

    for (uint32_t i = 0; grown != NULL && i < room; i++)
        if (slots[i].is_known || slots[i].is_chosen)
            grown[slots[i].number % (2 * room)] = slots[i];
    return grown;
}

static struct waited *grown_queue(const struct follower *follower)
{
    struct waited *grown = memory_take(2 * follower->room * sizeof *grown);

    for (uint32_t i = 0; grown != NULL && i < (uint32_t)follower->count; i++)
        grown[i] = follower->queue[((uint32_t)follower->first + i) % follower->room];
    return grown;
}

static void give_rooms(struct waited *queue, struct other_side *sent, struct other_side *received)
{
    memory_give(queue);
    memory_give(sent);
    memory_give(received);
}

static bool grow(struct follower *follower)
{
    struct waited *queue;
    struct other_side *sent, *received;

    if (follower->room >= ROOM_MAX)
        return false;
    queue = grown_queue(follower);
    sent = grown_slots(follower->sent, follower->room);
    received = grown_slots(follower->received, follower->room);
    if (queue == NULL || sent == NULL || received == NULL) {
        give_rooms(queue, sent, received);
        return false;
    }
    give_rooms(follower->queue, follower->sent, follower->received);
    follower->queue = queue;
    follower->sent = sent;
    follower->received = received;
    follower->first = 0;
    follower->room *= 2;
    return true;
}

bool follower_push(struct follower *follower, const struct waited *entry)
{
    const bool has_room = follower->count < (int)follower->room || grow(follower);

    while (!has_room && follower->count > 0)
        follower_pop(follower);
    follower->queue[(uint32_t)(follower->first + follower->count) % follower->room] = *entry;
    if (follower->count++ == 0)
        turn(follower);
    return has_room;
}

/* Does that rank reach its send or receive of that number? */
static bool is_reached(const struct reliance *all, int rank, bool is_sent, uint32_t number)
{
    struct follower *follower = all->followers[rank];

    if (follower == NULL || follower->count == 0)
        return true;
    return is_by(number,
                 is_sent ? follower_head(follower)->sent : follower_head(follower)->received);
}

/* True if the rank has gone on by that message, and might not have done so in a run without
 * buffers: the other side has not come to the message there. */
static bool is_guess(const struct follower *follower, enum circle_step kind,
                     const struct other_side *slot)
{
    if (kind == CIRCLE_RECEIVE)
        return slot->is_known && slot->is_from_any &&
               !is_reached(follower->all, slot->rank, true, slot->theirs);
    return slot->is_chosen &&
           (!slot->is_known || !is_reached(follower->all, slot->rank, false, slot->theirs));
}

/* Returns the slot for that message. The message that had the slot before is forgotten. */
static struct other_side *take_slot(struct follower *follower, enum circle_step kind,
                                    uint32_t number)
{
    struct other_side *slot = slot_of(follower, kind, number);

    if (slot->number == number)
        return slot;
    follower->has_lost |= is_guess(follower, kind, slot);
    *slot = (struct other_side){.number = number};
    return slot;
}

void follower_learn(struct follower *follower, enum circle_step kind,
                    const struct other_side *other)
{
    struct other_side *slot = take_slot(follower, kind, other->number);
    const bool is_chosen = slot->is_chosen;

    *slot = *other;
    slot->is_chosen = is_chosen;
    if (follower->count > 0 &&
        (follower_head(follower)->kind == CIRCLE_CHOICE ||
         (follower_head(follower)->kind == kind &&
          follower_head(follower)->number % follower->room == other->number % follower->room)))
        turn(follower);
}

void follower_learn_choice(struct follower *follower, enum circle_step kind, uint32_t number)
{
    struct other_side *slot = slot_of(follower, kind, number);

    if (kind == CIRCLE_SEND)
        take_slot(follower, kind, number)->is_chosen = true;
    else if (slot->is_known && slot->number == number)
        slot->is_from_any = true;
}

bool follower_learn_glimpse(struct follower *follower, int rank, const struct glimpse *glimpse)
{
    struct glimpse *seen;

    if (follower->seen == NULL)
        follower->seen = memory_take_zeroed((size_t)follower->all->size * sizeof *follower->seen);
    if (follower->seen == NULL)
        return false;
    seen = &follower->seen[rank];
    if (!seen->is_known || is_reached(follower->all, rank, true, seen->number))
        *seen = *glimpse;
    else if (is_by(seen->number, glimpse->number))
        seen->number = glimpse->number;
    return true;
}

/* A send whose number has come round is forgotten. */
static bool is_forgotten(const struct follower *follower, const struct waited *entry)
{
    const struct other_side *slot = slot_of(follower, entry->kind, entry->number);

    return slot->is_known && slot->number != entry->number && is_by(entry->number, slot->number);
}

/* Is one of the operations done, or is that not known? */
static bool has_option(const struct follower *follower, const struct waited *entry)
{
    for (int i = 0; i < entry->options_count; i++) {
        const struct option *option = &entry->options[i];
        const struct waited alone = {.kind = option->kind, .number = option->number};
        const struct other_side *side = follower_other_side(follower, &alone);

        if (side != NULL ? is_reached(follower->all, side->rank, option->kind == CIRCLE_RECEIVE,
                                      side->theirs)
                         : is_forgotten(follower, &alone))
            return true;
    }
    return false;
}

static bool is_done(struct follower *follower, const struct waited *entry)
{
    const struct other_side *other;

    if (entry->kind == CIRCLE_MEETING)
        return entry->meeting->missing == 0;
    if (entry->kind == CIRCLE_CHOICE)
        return has_option(follower, entry);
    other = follower_other_side(follower, entry);
    if (other == NULL)
        return is_forgotten(follower, entry);
    return is_reached(follower->all, other->rank, entry->kind == CIRCLE_RECEIVE, other->theirs);
}

/* Puts it into the list of those that wait for the same. */
static void wait_there(struct follower *follower)
{
    const struct waited *entry = follower_head(follower);
    const struct other_side *side;

    list_remove(&follower->waits);
    if (entry->kind == CIRCLE_MEETING)
        list_append(&entry->meeting->waiters, &follower->waits);
    else if (entry->kind == CIRCLE_CHOICE)
        list_append(&follower->all->choosers, &follower->waits);
    else if ((side = follower_other_side(follower, entry)) != NULL)
        list_append(&follower->all->followers[side->rank]->waiters, &follower->waits);
}

void reliance_let_go(struct reliance *all)
{
    while (!list_is_empty(&all->changed)) {
        struct follower *next = container_of(all->changed.next, struct follower, changed);

        list_remove(&next->changed);
        if (next->count == 0)
            continue;
        reach(next, follower_head(next));
        if (is_done(next, follower_head(next)))
            follower_pop(next);
        else
            wait_there(next);
    }
}

/* Did a probe find a message before the first entry began, whose send is not reached? */
static bool has_seen(const struct follower *follower)
{
    const struct waited *entry = follower_head(follower);

    for (int i = 0; follower->seen != NULL && i < follower->all->size; i++) {
        const struct glimpse *seen = &follower->seen[i];

        if (seen->is_known && is_by(seen->sent, entry->sent) &&
            is_by(seen->received, entry->received) &&
            !is_reached(follower->all, i, true, seen->number))
            return true;
    }
    return false;
}

/* A choice waits for it: the rank has not gone on by it yet. */
static bool is_option(const struct waited *entry, enum circle_step kind, uint32_t number)
{
    for (int i = 0; i < entry->options_count; i++)
        if (entry->options[i].kind == kind && entry->options[i].number == number)
            return true;
    return false;
}

/* Has the rank gone on by that message before the entry? */
static bool has_gone_on(const struct follower *follower, const struct waited *entry,
                        enum circle_step kind, const struct other_side *slot)
{
    return is_guess(follower, kind, slot) &&
           is_by(slot->number, kind == CIRCLE_SEND ? entry->sent : entry->received) &&
           !is_option(entry, kind, slot->number);
}

bool follower_has_guessed(const struct follower *follower)
{
    const struct waited *entry = follower_head(follower);

    for (uint32_t i = 0; i < follower->room; i++)
        if (has_gone_on(follower, entry, CIRCLE_RECEIVE, &follower->received[i]) ||
            has_gone_on(follower, entry, CIRCLE_SEND, &follower->sent[i]))
            return true;
    return follower->has_lost || has_seen(follower);
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
    list_init(&meeting->waiters);
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

struct follower *follower_create(struct reliance *all, int rank)
{
    struct follower *follower = memory_take_zeroed(sizeof *follower);

    if (follower == NULL)
        return NULL;
    follower->all = all;
    follower->rank = rank;
    follower->room = ROOM_MIN;
    follower->queue = memory_take(ROOM_MIN * sizeof follower->queue[0]);
    follower->sent = memory_take_zeroed(ROOM_MIN * sizeof follower->sent[0]);
    follower->received = memory_take_zeroed(ROOM_MIN * sizeof follower->received[0]);
    list_init(&follower->waiters);
    list_init(&follower->waits);
    list_init(&follower->changed);
    list_init(&follower->turned);
    if (follower->queue != NULL && follower->sent != NULL && follower->received != NULL)
        return follower;
    follower_destroy(follower);
    return NULL;
}

void follower_destroy(struct follower *follower)
{
    if (follower == NULL)
        return;
    for (uint32_t i = 0; follower->queue != NULL && i < (uint32_t)follower->count; i++)
        memory_give(follower->queue[((uint32_t)follower->first + i) % follower->room].options);
    give_rooms(follower->queue, follower->sent, follower->received);
    memory_give(follower->seen);
    memory_give(follower);
}

void reliance_destroy(struct reliance *all)
{
    struct assembly *meeting, *next;

    for (int i = 0; all->followers != NULL && i < all->size; i++)
        follower_destroy(all->followers[i]);
    for (meeting = all->meetings; meeting != NULL; meeting = next) {
        next = meeting->next;
        memory_give(meeting);
    }
    memory_give(all->followers);
    memory_give(all->path);
    memory_give(all->before);
    memory_give(all->seen);
    memory_give(all->is_stuck);
    memory_give(all);
}

struct reliance *reliance_create(int ranks)
{
    const size_t size = (size_t)ranks;
    struct reliance *all = memory_take_zeroed(sizeof *all);

    if (all == NULL)
        return NULL;
    list_init(&all->changed);
    list_init(&all->turned);
    list_init(&all->choosers);
    all->size = ranks;
    all->followers = memory_take_zeroed(size * sizeof(struct follower *));
    /* A way leads back to its start, which stands in it twice. */
    all->path = memory_take((size + 1) * sizeof all->path[0]);
    all->before = memory_take(size * sizeof all->before[0]);
    all->seen = memory_take_zeroed(size * sizeof all->seen[0]);
    all->is_stuck = memory_take_zeroed(size * sizeof all->is_stuck[0]);
    if (all->followers != NULL && all->path != NULL && all->before != NULL && all->seen != NULL &&
        all->is_stuck != NULL)
        return all;
    reliance_destroy(all);
    return NULL;
}
