/* SPDX-License-Identifier: MIT */
#include "check/reliance_search.h"

/* Does a rank wait for that rank? */
static bool is_awaited(const struct follower *follower)
{
    const struct assembly *meeting = follower->all->meetings;

    if (!list_is_empty(&follower->waiters) || !list_is_empty(&follower->all->choosers))
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
    bool knows_stuck; /* choices count, and only ranks that are stuck do */
    bool is_over;     /* a way leads back to the start */
};

static void step(struct search *search, int from, int to)
{
    struct reliance *all = search->all;
    const struct follower *next = all->followers[to];

    if (search->is_over || next == NULL || next->count == 0 ||
        (search->knows_stuck && !all->is_stuck[to]))
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

    if (entry->kind == CIRCLE_CHOICE) {
        for (i = 0; search->knows_stuck && i < entry->options_count; i++)
            step(search, from->rank, follower_option_side(from, &entry->options[i])->rank);
        return;
    }
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

/* ---- choices --------------------------------------------------------------------------------- */

static bool is_stuck_at(const struct reliance *all, const struct other_side *side)
{
    return side != NULL && all->is_stuck[side->rank];
}

/* Could the first entry be done, if none of the ranks that are stuck ever goes on? */
static bool can_go_on(const struct follower *follower)
{
    const struct reliance *all = follower->all;
    const struct waited *entry = follower_head(follower);
    bool can = entry->kind == CIRCLE_MEETING;
    int i;

    for (i = 0; entry->kind == CIRCLE_MEETING && i < all->size; i++)
        can &= entry->meeting->ranks[i] != IS_MISSING || !all->is_stuck[i];
    for (i = 0; entry->kind == CIRCLE_CHOICE && i < entry->options_count; i++)
        can |= !is_stuck_at(all, follower_option_side(follower, &entry->options[i]));
    return entry->kind == CIRCLE_SEND || entry->kind == CIRCLE_RECEIVE
               ? !is_stuck_at(all, follower_other_side(follower, entry))
               : can;
}

/* A rank is stuck if its send, its receive, one member of its meeting, or all that it could choose
 * from wait for ranks that are stuck. The search begins with all ranks and lets those go that
 * can go on. */
static void find_stuck(struct reliance *all)
{
    bool has_changed;
    int i;

    for (i = 0; i < all->size; i++)
        all->is_stuck[i] = all->followers[i] != NULL && all->followers[i]->count > 0;
    do {
        has_changed = false;
        for (i = 0; i < all->size; i++)
            if (all->is_stuck[i] && can_go_on(all->followers[i])) {
                all->is_stuck[i] = false;
                has_changed = true;
            }
    } while (has_changed);
}

/* The option by which a choice waits for that rank, a send if there is one. NULL: there is none. */
static const struct option *option_to(const struct follower *from, int to)
{
    const struct waited *entry = follower_head(from);
    const struct option *found = NULL;

    for (int i = 0; i < entry->options_count; i++)
        if (follower_option_side(from, &entry->options[i])->rank == to &&
            (found == NULL || entry->options[i].kind == CIRCLE_SEND))
            found = &entry->options[i];
    return found;
}

/* Does the rank, in the circle, wait in a send to the next one? */
static bool sends_to(const struct reliance *all, int from, int to)
{
    const struct follower *follower = all->followers[from];
    const struct waited *entry = follower_head(follower);

    return entry->kind == CIRCLE_SEND ||
           (entry->kind == CIRCLE_CHOICE && option_to(follower, to)->kind == CIRCLE_SEND);
}

/* ---- circles --------------------------------------------------------------------------------- */

/* The lowest rank of the circle that waits in a send; -1: none does. */
static int first_sender(const struct reliance *all, int member)
{
    int lowest = -1, next = member, rank;

    do {
        rank = all->before[next];
        if (sends_to(all, rank, next) && (lowest < 0 || rank < lowest))
            lowest = rank;
        next = rank;
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
static int search_circle(struct reliance *all, const struct follower *start, bool knows_stuck)
{
    struct search search = {.all = all, .start = start->rank, .knows_stuck = knows_stuck};
    int next = 0, sender;

    all->searches++;
    all->path[search.found++] = start->rank;
    while (next < search.found && !search.is_over)
        step_from(&search, all->followers[all->path[next++]]);
    sender = search.is_over ? first_sender(all, start->rank) : -1;
    return sender >= 0 ? lay_path(all, sender) : 0;
}

/* has_choices: it is one among ranks of which some wait for one of several. Where these begin is
 * left to the numbers of ranks, so that it does not depend on which of them has come last. */
static int find_circle(struct reliance *all, const struct follower *start, bool *has_choices)
{
    int length, i;

    *has_choices = false;
    if (start->count == 0 || !is_awaited(start))
        return 0;
    length = search_circle(all, start, false);
    if (length > 0 || list_is_empty(&all->choosers))
        return length;
    find_stuck(all);
    *has_choices = true;
    for (i = 0; all->is_stuck[start->rank] && i < all->size && length == 0; i++)
        if (all->is_stuck[i])
            length = search_circle(all, all->followers[i], true);
    return length;
}

static void describe_step(const struct reliance *all, int from, int to, struct circle_link *link)
{
    struct follower *follower = all->followers[from];
    const struct waited *entry = follower_head(follower);
    const struct other_side *side = NULL;
    struct waited chosen;

    if (entry->kind == CIRCLE_CHOICE) {
        const struct option *option = option_to(follower, to);

        chosen = *entry;
        chosen.kind = option->kind;
        chosen.number = option->number;
        chosen.start = option->start;
        entry = &chosen;
    }
    if (entry->kind != CIRCLE_MEETING)
        side = follower_other_side(follower, entry);
    *link = (struct circle_link){
        .step = entry->kind, .rank = from, .next = to, .call = entry->call, .start = entry->start,
        .choices = entry->options_count};
    if (side != NULL) {
        link->there = side->site;
        link->is_from_any = side->is_from_any;
    }
}

/* Copies what is to be reported of the circle, and lets its sends go. */
static void take_circle(struct reliance *all, int length, struct circle *circle)
{
    int i;

    circle->length = length;
    circle->shown = length < CIRCLE_LINKS_MAX ? length : CIRCLE_LINKS_MAX;
    for (i = 0; i < circle->shown; i++)
        describe_step(all, all->path[i], all->path[(i + 1) % length], &circle->links[i]);
    for (i = 0; i < length; i++)
        if (sends_to(all, all->path[i], all->path[(i + 1) % length]))
            follower_pop(all->followers[all->path[i]]);
}

/* With choices all that are stuck have to be where they are. */
static bool is_certain(const struct reliance *all, int length, bool has_choices)
{
    int i;

    for (i = 0; i < length; i++)
        if (follower_has_guessed(all->followers[all->path[i]]))
            return false;
    for (i = 0; has_choices && i < all->size; i++)
        if (all->is_stuck[i] && follower_has_guessed(all->followers[i]))
            return false;
    return true;
}

bool reliance_settle(struct reliance *all, struct circle *circle)
{
    bool is_reported = false;

    reliance_let_go(all);
    while (!is_reported && !list_is_empty(&all->turned)) {
        struct follower *next = container_of(all->turned.next, struct follower, turned);
        bool has_choices;
        int length;

        list_remove(&next->turned);
        length = find_circle(all, next, &has_choices);
        if (length == 0)
            continue;
        is_reported = is_certain(all, length, has_choices);
        take_circle(all, length, circle);
        reliance_let_go(all);
    }
    return is_reported;
}
