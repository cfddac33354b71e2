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

/* It may wait for another rank than before. */
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

static void pop(struct follower *follower)
{
    const struct waited *entry = head(follower);

    reach(follower, entry);
    list_remove(&follower->waits);
    if (entry->kind == CIRCLE_MEETING)
        leave_meeting(follower->all, entry->meeting);
    follower->first = (follower->first + 1) % QUEUE_MAX;
    follower->count--;
    turn(follower);
    all_look_again(&follower->waiters);
}

void follower_push(struct follower *follower, const struct waited *entry)
{
    while (follower->count == QUEUE_MAX) /* all of them are let go */
        while (follower->count > 0)
            pop(follower);
    follower->queue[(follower->first + follower->count) % QUEUE_MAX] = *entry;
    if (follower->count++ == 0)
        turn(follower);
}

void follower_learn(struct follower *follower, enum circle_step kind,
                    const struct other_side *other)
{
    struct other_side *slots = kind == CIRCLE_SEND ? follower->sent : follower->received;

    slots[other->number % SLOTS] = *other;
    if (follower->count > 0 && head(follower)->kind == kind &&
        head(follower)->number % SLOTS == other->number % SLOTS)
        turn(follower);
}

void follower_learn_choice(struct follower *follower, uint32_t received)
{
    struct other_side *slot = &follower->received[received % SLOTS];

    if (slot->is_known && slot->number == received)
        slot->is_from_any = true;
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

/* Puts it into the list of those that wait for the same. */
static void wait_there(struct follower *follower)
{
    const struct waited *entry = head(follower);
    const struct other_side *side;

    list_remove(&follower->waits);
    if (entry->kind == CIRCLE_MEETING)
        list_append(&entry->meeting->waiters, &follower->waits);
    else if ((side = follower_other_side(follower, entry)) != NULL)
        list_append(&follower->all->followers[side->rank]->waiters, &follower->waits);
}

/* Lets all go that are done. */
static void let_go(struct reliance *all)
{
    while (!list_is_empty(&all->changed)) {
        struct follower *next = container_of(all->changed.next, struct follower, changed);

        list_remove(&next->changed);
        if (next->count == 0)
            continue;
        reach(next, head(next));
        if (is_done(next, head(next)))
            pop(next);
        else
            wait_there(next);
    }
}

/* ---- circles: under the lock ----------------------------------------------------------------- */

/* Does somebody wait for that rank? */
static bool is_awaited(const struct follower *follower)
{
    const struct assembly *meeting = follower->all->meetings;

    if (!list_is_empty(&follower->waiters))
        return true;
    while (meeting != NULL && (meeting->ranks[follower->rank] != IS_MISSING ||
                               list_is_empty(&meeting->waiters)))
        meeting = meeting->next;
    return meeting != NULL;
}

/* Ways along the first entries, from one rank to all that it waits for, the near ones first. */
struct search {
    struct reliance *all;
    int start, found; /* ranks */
    bool is_over;     /* a way leads back to the start */
};

static void step(struct search *search, int from, int to)
{
    struct reliance *all = search->all;
    const struct follower *next = all->followers[to];

    if (search->is_over || next == NULL || next->count == 0)
        return;
    if (to == search->start || all->seen[to] != all->searches) {
        all->seen[to] = all->searches;
        all->before[to] = from;
        search->is_over = to == search->start;
        all->path[search->found++] = to;
    }
}

static void step_from(struct search *search, struct follower *from)
{
    const struct waited *entry = head(from);
    const struct other_side *side;
    int i;

    if (entry->kind != CIRCLE_MEETING) {
        side = follower_other_side(from, entry);
        if (side != NULL)
            step(search, from->rank, side->rank);
        return;
    }
    for (i = 0; i < search->all->size; i++)
        if (entry->meeting->ranks[i] == IS_MISSING)
            step(search, from->rank, i);
}

/* The lowest rank of the circle that waits in a send; -1: none does. */
static int first_sender(const struct reliance *all, int member)
{
    int lowest = -1, rank = member;

    do {
        if (head(all->followers[rank])->kind == CIRCLE_SEND && (lowest < 0 || rank < lowest))
            lowest = rank;
        rank = all->before[rank];
    } while (rank != member);
    return lowest;
}

/* Leaves the circle in the path, from its first sender on. Returns its length. */
static int lay_path(struct reliance *all, int last)
{
    int rank = last, length = 0, i;

    do {
        length++;
        rank = all->before[rank];
    } while (rank != last);
    for (i = length; i-- > 0; rank = all->before[rank])
        all->path[(i + 1) % length] = rank;
    return length;
}

/* Finds a circle with that rank and a send. Returns its length; 0: there is none. */
static int find_circle(struct reliance *all, const struct follower *start)
{
    struct search search = {.all = all, .start = start->rank};
    int next = 0, sender;

    if (start->count == 0 || !is_awaited(start))
        return 0;
    all->searches++;
    all->path[search.found++] = start->rank;
    while (next < search.found && !search.is_over)
        step_from(&search, all->followers[all->path[next++]]);
    sender = search.is_over ? first_sender(all, start->rank) : -1;
    return sender >= 0 ? lay_path(all, sender) : 0;
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

/* Has the rank a receive from any source whose message was not there yet? Without buffers it may
 * have got another one. */
static bool has_guessed(struct follower *follower)
{
    const struct waited *entry = head(follower);
    const struct other_side *each;

    for (each = follower->received; each < follower->received + SLOTS; each++)
        if (each->is_known && each->is_from_any && is_by(each->number, entry->received) &&
            !is_reached(follower->all, each->rank, true, each->theirs))
            return true;
    return false;
}

static bool is_certain(const struct reliance *all, int length)
{
    int i;

    for (i = 0; i < length; i++)
        if (has_guessed(all->followers[all->path[i]]))
            return false;
    return true;
}

bool reliance_settle(struct reliance *all, struct circle *circle)
{
    bool is_reported = false;

    let_go(all);
    while (!is_reported && !list_is_empty(&all->turned)) {
        struct follower *next = container_of(all->turned.next, struct follower, turned);
        int length;

        list_remove(&next->turned);
        length = find_circle(all, next);
        if (length == 0)
            continue;
        is_reported = is_certain(all, length);
        take_circle(all, length, circle);
        let_go(all);
    }
    return is_reported;
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
    list_init(&follower->waiters);
    list_init(&follower->waits);
    list_init(&follower->changed);
    list_init(&follower->turned);
    return follower;
}

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
    memory_give(all->before);
    memory_give(all->seen);
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
    all->size = ranks;
    all->followers = memory_take_zeroed(size * sizeof(struct follower *));
    /* A way leads back to its start, which stands in it twice. */
    all->path = memory_take((size + 1) * sizeof all->path[0]);
    all->before = memory_take(size * sizeof all->before[0]);
    all->seen = memory_take_zeroed(size * sizeof all->seen[0]);
    if (all->followers != NULL && all->path != NULL && all->before != NULL && all->seen != NULL)
        return all;
    reliance_destroy(all);
    return NULL;
}
