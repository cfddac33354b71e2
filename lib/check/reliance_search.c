/* SPDX-License-Identifier: MIT */
#include "check/reliance_search.h"

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
    const struct waited *entry = follower_head(from);
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
        if (follower_head(all->followers[rank])->kind == CIRCLE_SEND &&
            (lowest < 0 || rank < lowest))
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
    const struct waited *entry = follower_head(follower);
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
        if (follower_head(all->followers[all->path[i]])->kind == CIRCLE_SEND)
            follower_pop(all->followers[all->path[i]]);
}

static bool is_certain(const struct reliance *all, int length)
{
    int i;

    for (i = 0; i < length; i++)
        if (follower_has_guessed(all->followers[all->path[i]]))
            return false;
    return true;
}

bool reliance_settle(struct reliance *all, struct circle *circle)
{
    bool is_reported = false;

    reliance_let_go(all);
    while (!is_reported && !list_is_empty(&all->turned)) {
        struct follower *next = container_of(all->turned.next, struct follower, turned);
        int length;

        list_remove(&next->turned);
        length = find_circle(all, next);
        if (length == 0)
            continue;
        is_reported = is_certain(all, length);
        take_circle(all, length, circle);
        reliance_let_go(all);
    }
    return is_reported;
}
