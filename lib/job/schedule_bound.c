/* SPDX-License-Identifier: MIT */
/* A number of schedules: those that differ least from the usual run come first, by how many of
 * their choices are not the usual ones, and among equals those that were found first. Most bugs
 * need few (Emmi, Qadeer, Rakamaric, Delay-Bounded Scheduling, POPL 2011).
 *
 * A run begins with a list of answers, and goes on as usual. It shows what is worth trying at each
 * of its nodes, as the tree of all schedules has it (job/schedule.h). Each such candidate behind
 * the answers before it is one more list, unless it was found before. There are no sleep sets, as
 * lists do not come in the order of the tree, so a schedule may come again in another order of
 * events that commute. A run diverges if what it was offered on its way to the end of its list is
 * not what the run was offered that has shown it. */
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "job/schedule.h"

enum { KEYS_AT_FIRST = 256 };

/* Lists that are kept for each run that is wanted, as some runs only repeat another one. */
enum { KEPT_PER_RUN = 2 };

/* ---- lists that were found ------------------------------------------------------------------ */

/* Returns the key's place in a table of a power of two. */
static uint64_t *find_key(uint64_t *keys, size_t room, uint64_t key)
{
    size_t i = (size_t)key & (room - 1);

    while (keys[i] != 0 && keys[i] != key)
        i = (i + 1) & (room - 1);
    return &keys[i];
}

static bool grow_keys(struct schedule_bound *bound)
{
    const size_t room = bound->keys_room == 0 ? KEYS_AT_FIRST : 2 * bound->keys_room;
    uint64_t *keys = memory_take_zeroed(room * sizeof keys[0]);
    size_t i;

    if (keys == NULL)
        return false;
    for (i = 0; i < bound->keys_room; i++)
        if (bound->keys[i] != 0)
            *find_key(keys, room, bound->keys[i]) = bound->keys[i];
    memory_give(bound->keys);
    bound->keys = keys;
    bound->keys_room = room;
    return true;
}

/* Is the key a new one? Without memory it counts as none. */
static bool is_new(struct schedule_bound *bound, uint64_t key)
{
    uint64_t *place;

    if (2 * bound->keys_count >= bound->keys_room && !grow_keys(bound)) {
        bound->has_dropped = true;
        return false;
    }
    place = find_key(bound->keys, bound->keys_room, key);
    if (*place == key)
        return false;
    *place = key;
    bound->keys_count++;
    return true;
}

/* ---- histories ------------------------------------------------------------------------------ */

static uint64_t mix_event(uint64_t hash, const struct schedule_event *event)
{
    hash = random_mix(hash, ((uint64_t)event->number << 32) + (uint32_t)event->rank);
    hash = random_mix(hash, (uint64_t)event->thread);
    hash = random_mix(hash, ((uint64_t)event->sent.context << 32) + (uint32_t)event->sent.source);
    return random_mix(hash, 2 * (uint64_t)(uint32_t)event->sent.tag + event->is_rest);
}

static uint64_t mix_question(uint64_t hash, const struct schedule_question *question)
{
    hash = random_mix(hash, ((uint64_t)question->choice << 32) + (uint32_t)question->rank);
    hash = random_mix(hash, (uint64_t)question->thread);
    return random_mix(hash, question->is_there);
}

bool schedule_keeps_history(const struct schedule *schedule, struct schedule_node *node)
{
    uint64_t hash = schedule->depth > 0 ? schedule->nodes[schedule->depth - 1].history : 0;
    int i;

    hash = random_mix(hash, 2 * (uint64_t)node->count + node->is_event);
    if (!node->is_event)
        hash = mix_question(hash, &node->question);
    for (i = 0; node->is_event && i < node->count; i++)
        hash = mix_event(hash, &node->events[i]);
    node->history = hash;
    return schedule->depth + 1 != schedule->answers_count || hash == schedule->history;
}

/* ---- lists that are to be run --------------------------------------------------------------- */

static bool has_room(struct schedule_bound *bound)
{
    const int room = bound->room == 0 ? KEYS_AT_FIRST : 2 * bound->room;
    struct schedule_list *lists;

    if (bound->count < bound->room)
        return true;
    lists = memory_grow(bound->lists, (size_t)room * sizeof lists[0]);
    if (lists == NULL)
        return false;
    bound->lists = lists;
    bound->room = room;
    return true;
}

static void drop_list(struct schedule_list *list)
{
    if (--list->before->lists == 0)
        memory_give(list->before);
}

/* Puts the list behind those that differ as much or less. */
static void insert(struct schedule_bound *bound, const struct schedule_list *list)
{
    int at = bound->count;

    while (at > bound->next && bound->lists[at - 1].deviations > list->deviations)
        at--;
    memmove(&bound->lists[at + 1], &bound->lists[at],
            (size_t)(bound->count - at) * sizeof bound->lists[0]);
    bound->lists[at] = *list;
    bound->count++;
}

/* Is the list one of the first that there are? Another one may have to go for it. */
static bool is_worth_keeping(struct schedule_bound *bound, int deviations)
{
    if ((bound->count - bound->next) / KEPT_PER_RUN < bound->most)
        return true;
    bound->has_dropped = true;
    if (bound->count == bound->next ||
        bound->lists[bound->count - 1].deviations <= deviations)
        return false;
    drop_list(&bound->lists[--bound->count]);
    return true;
}

static void add_list(struct schedule_bound *bound, const struct schedule_list *list)
{
    if (!is_worth_keeping(bound, list->deviations))
        return;
    if (!has_room(bound)) {
        bound->has_dropped = true;
        return;
    }
    list->before->lists++;
    insert(bound, list);
}

/* The answers of the run, for the lists that begin with them. NULL: no memory. */
static struct schedule_answers *keep_answers(const struct schedule *schedule)
{
    struct schedule_answers *answers =
        memory_take(sizeof *answers + (size_t)schedule->depth * sizeof answers->each[0]);
    int i;

    if (answers == NULL)
        return NULL;
    answers->lists = 1; /* until all have been added */
    for (i = 0; i < schedule->depth; i++)
        answers->each[i] = schedule->nodes[i].chosen;
    return answers;
}

void schedule_spread(struct schedule *schedule, long most)
{
    struct schedule_bound *bound = schedule->bound;
    struct schedule_list list = {.before = keep_answers(schedule)};
    uint64_t key = 0;
    int i, j, deviations = 0;

    bound->most = most;
    bound->has_dropped |= list.before == NULL;
    for (i = 0; list.before != NULL && i < schedule->depth; i++) {
        const struct schedule_node *node = &schedule->nodes[i];

        list.count = i + 1;
        list.history = node->history;
        for (j = 0; j < node->count; j++) {
            list.last = j;
            list.deviations = deviations + (j != 0);
            if (node->events[j].is_wanted && j != node->chosen &&
                is_new(bound, random_mix(key, (uint64_t)j) | 1))
                add_list(bound, &list);
        }
        key = random_mix(key, (uint64_t)node->chosen);
        (void)is_new(bound, key | 1);
        deviations += node->chosen != 0;
    }
    if (list.before != NULL)
        drop_list(&list);
}

bool schedule_take(struct schedule *schedule, int nth)
{
    const struct schedule_bound *bound = schedule->bound;
    const struct schedule_list *list = &bound->lists[bound->next + nth];
    int *answers;

    if (bound->next + nth >= bound->count)
        return false;
    answers = memory_take((size_t)list->count * sizeof answers[0]);
    schedule->end.has_no_memory |= answers == NULL;
    if (answers == NULL)
        return false;
    memcpy(answers, list->before->each, (size_t)(list->count - 1) * sizeof answers[0]);
    answers[list->count - 1] = list->last;
    memory_give(schedule->answers);
    schedule->answers = answers;
    schedule->answers_count = list->count;
    schedule->history = list->history;
    return true;
}

bool schedule_next_list(struct schedule *schedule)
{
    if (!schedule_take(schedule, 0))
        return false;
    drop_list(&schedule->bound->lists[schedule->bound->next++]);
    return true;
}

void schedule_free_bound(struct schedule_bound *bound)
{
    int i;

    for (i = bound->next; i < bound->count; i++)
        drop_list(&bound->lists[i]);
    memory_give(bound->lists);
    memory_give(bound->keys);
    *bound = (struct schedule_bound){0};
}
