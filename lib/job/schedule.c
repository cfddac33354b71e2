/* SPDX-License-Identifier: MIT */
#include "job/schedule.h"

#include "base/memory.h"
#include "base/must.h"

enum { NODES_AT_FIRST = 64 };

/* ---- events --------------------------------------------------------------------------------- */

static bool is_of_threads(const struct schedule_event *event)
{
    return event->is_access && turn_is_of_threads(event->access.kind);
}

static bool are_of_one_thread(const struct schedule_event *one, const struct schedule_event *other)
{
    return one->rank == other->rank && one->thread == other->thread;
}

static bool is_same_event(const struct schedule_event *one, const struct schedule_event *other)
{
    return are_of_one_thread(one, other) && one->is_rest == other->is_rest &&
           one->number == other->number && one->sent.context == other->sent.context &&
           one->sent.source == other->sent.source && one->sent.tag == other->sent.tag;
}

static bool commute(const struct schedule_event *one, const struct schedule_event *other)
{
    if (is_of_threads(one) || is_of_threads(other))
        return !one->is_access || !other->is_access ||
               (!are_of_one_thread(one, other) &&
                !turn_accesses_meet(&one->access, &other->access));
    if (one->rank != other->rank)
        return !one->is_access || !other->is_access ||
               !turn_accesses_meet(&one->access, &other->access);
    return !one->is_rest && !other->is_rest &&
           !match_key_accepts(&one->asked, &other->sent) &&
           !match_key_accepts(&other->asked, &one->sent);
}

static bool is_among(const struct schedule_event *event, const struct schedule_event events[],
                     int count)
{
    int i;

    for (i = 0; i < count; i++)
        if (is_same_event(event, &events[i]))
            return true;
    return false;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static void free_node(struct schedule_node *node)
{
    memory_give(node->events);
    memory_give(node->sleep);
}

static void cut_off(struct schedule *schedule, int count)
{
    while (schedule->count > count)
        free_node(&schedule->nodes[--schedule->count]);
}

void schedule_free(struct schedule *schedule)
{
    cut_off(schedule, 0);
    memory_give(schedule->nodes);
    memory_give(schedule->arrivals);
    memory_give(schedule->answers);
    *schedule = (struct schedule){.log = schedule->log, .values = schedule->values};
}

static bool commutes_with_question(const struct schedule_question *question,
                                   const struct schedule_event *event)
{
    if (question->rank != event->rank)
        return true;
    return is_of_threads(event) && event->access.kind != TURN_CALLS &&
           event->thread != question->thread;
}

/* Does the chosen candidate of the node commute with the event? */
static bool node_commutes(const struct schedule_node *node, const struct schedule_event *event)
{
    return node->is_event ? commute(&node->events[node->chosen], event)
                          : commutes_with_question(&node->question, event);
}

static void put_to_sleep(struct schedule_node *node, const struct schedule_node *before,
                         const struct schedule_event *event)
{
    if (node_commutes(before, event))
        node->sleep[node->sleep_count++] = *event;
}

/* Events that were tried before this node and commute with all that has happened since sleep on. */
static bool inherit_sleep(struct schedule_node *node, const struct schedule_node *before)
{
    int most = before->sleep_count + (before->is_event ? before->count : 0), i;

    node->sleep = memory_take(((size_t)most + 1) * sizeof node->sleep[0]);
    if (node->sleep == NULL)
        return false;
    for (i = 0; i < before->sleep_count; i++)
        put_to_sleep(node, before, &before->sleep[i]);
    for (i = 0; before->is_event && i < before->count; i++)
        if (before->events[i].is_tried)
            put_to_sleep(node, before, &before->events[i]);
    return true;
}

/* Returns a node behind the others, with room for that many candidates; NULL: no memory. */
static struct schedule_node *add_node(struct schedule *schedule, int count)
{
    struct schedule_node *node;

    if (schedule->count == schedule->room) {
        int room = schedule->room == 0 ? NODES_AT_FIRST : 2 * schedule->room;
        struct schedule_node *nodes =
            memory_grow(schedule->nodes, (size_t)room * sizeof nodes[0]);

        if (nodes == NULL)
            return NULL;
        schedule->nodes = nodes;
        schedule->room = room;
    }
    node = &schedule->nodes[schedule->count];
    *node = (struct schedule_node){.count = count};
    node->events = memory_take_zeroed((size_t)count * sizeof node->events[0]);
    if (node->events == NULL ||
        (schedule->count > 0 && !inherit_sleep(node, &schedule->nodes[schedule->count - 1]))) {
        free_node(node);
        return NULL;
    }
    schedule->count++;
    return node;
}

/* Are they messages to one rank, or what its main thread chooses among? */
static bool belong_together(const struct schedule_event *one, const struct schedule_event *other)
{
    return one->rank == other->rank && !is_of_threads(one) && !is_of_threads(other);
}

/* Is the candidate to be tried beside those that are wanted already? */
static bool belongs_to_wanted(const struct schedule_node *node, const struct schedule_event *event)
{
    int i;

    for (i = 0; i < node->count; i++)
        if (node->events[i].is_wanted &&
            (belong_together(&node->events[i], event) || !commute(&node->events[i], event)))
            return true;
    return false;
}

static void want_all(struct schedule_node *node)
{
    int i;

    for (i = 0; i < node->count; i++)
        node->events[i].is_wanted = true;
}

/* The first candidate that is not asleep is to be tried, with all others of its rank and all that
 * do not commute with one of them. If one of these is asleep, all candidates are: what the sleeper
 * conflicts with later is not seen from here, because it is not tried here. Returns the first one's
 * number, or -1: all are asleep. */
static int choose_first(struct schedule_node *node)
{
    bool has_changed = true;
    int first = 0, i;

    while (first < node->count && node->events[first].is_asleep)
        first++;
    if (first == node->count)
        return -1;
    node->events[first].is_wanted = true;
    while (has_changed) {
        has_changed = false;
        for (i = 0; i < node->count; i++)
            if (!node->events[i].is_wanted && belongs_to_wanted(node, &node->events[i]))
                node->events[i].is_wanted = has_changed = true;
    }
    for (i = 0; i < node->count; i++)
        if (node->events[i].is_wanted && node->events[i].is_asleep)
            want_all(node);
    return first;
}

/* The answer to the node that the run comes to, when the schedule is one to be followed. */
static int follow_schedule(const struct schedule *schedule, int count)
{
    int answer = schedule->depth < schedule->answers_count ? schedule->answers[schedule->depth] : 0;

    return answer < count ? answer : count - 1;
}

static int stop_without_memory(struct schedule *schedule)
{
    schedule->end.has_no_memory = true;
    return -1;
}

static int stop_diverged(struct schedule *schedule)
{
    schedule->end.has_diverged = true;
    return -1;
}

static int pass(struct schedule *schedule, struct schedule_node *node, int chosen)
{
    node->chosen = chosen;
    schedule->depth++;
    return chosen;
}

static int repeat_event(struct schedule *schedule, const struct schedule_event events[], int count)
{
    struct schedule_node *node = &schedule->nodes[schedule->depth];
    int i;

    if (!node->is_event || node->count != count)
        return stop_diverged(schedule);
    for (i = 0; i < count; i++)
        if (!is_same_event(&node->events[i], &events[i]))
            return stop_diverged(schedule);
    return pass(schedule, node, node->chosen);
}

/* The answer to a new node with these events; -1: all of them are asleep. */
static int answer_event(struct schedule *schedule, struct schedule_node *node)
{
    const int first = schedule->bound != NULL ? choose_first(node) : -1;

    if (schedule->bound != NULL)
        return schedule->depth < schedule->answers_count ? follow_schedule(schedule, node->count)
                                                         : first;
    if (schedule->answers != NULL)
        return follow_schedule(schedule, node->count);
    return schedule->chance.is_wanted
               ? chance_pick_event(&schedule->chance, node->events, node->count)
               : choose_first(node);
}

int schedule_pick_event(struct schedule *schedule, const struct schedule_event events[], int count)
{
    struct schedule_node *node;
    int chosen, i;

    schedule_log_events(schedule, events, count);
    schedule->end.has_too_many |= count == SCHEDULE_EVENTS_MAX;
    schedule->end.was_freed |= count == 0;
    if (count == 0)
        return -1;
    if (schedule->depth < schedule->count)
        return repeat_event(schedule, events, count);
    node = add_node(schedule, count);
    if (node == NULL)
        return stop_without_memory(schedule);
    node->is_event = true;
    for (i = 0; i < count; i++) {
        node->events[i] = events[i];
        node->events[i].is_asleep = is_among(&events[i], node->sleep, node->sleep_count);
    }
    if (schedule->bound != NULL && !schedule_keeps_history(schedule, node))
        return stop_diverged(schedule);
    chosen = answer_event(schedule, node);
    if (chosen < 0) {
        schedule->end.is_redundant = true;
        cut_off(schedule, schedule->depth);
        return -1;
    }
    return pass(schedule, node, chosen);
}

static int answer_choice(const struct schedule *schedule, int candidates)
{
    if (schedule->answers != NULL)
        return follow_schedule(schedule, candidates);
    return schedule->chance.is_wanted
               ? chance_pick(&schedule->chance, schedule->depth, candidates)
               : 0;
}

static bool repeats_question(const struct schedule_node *node,
                             const struct schedule_question *question)
{
    return !node->is_event && node->question.choice == question->choice &&
           node->question.rank == question->rank && node->question.thread == question->thread &&
           node->question.is_there == question->is_there &&
           node->count == question->count;
}

int schedule_pick(struct schedule *schedule, const struct schedule_question *question)
{
    struct schedule_node *node;

    schedule_log_question(schedule, question);
    if (schedule->depth < schedule->count) {
        node = &schedule->nodes[schedule->depth];
        return repeats_question(node, question) ? pass(schedule, node, node->chosen)
                                                : stop_diverged(schedule);
    }
    node = add_node(schedule, question->count);
    if (node == NULL)
        return stop_without_memory(schedule);
    node->question = *question;
    want_all(node);
    if (schedule->bound != NULL && !schedule_keeps_history(schedule, node))
        return stop_diverged(schedule);
    return pass(schedule, node, answer_choice(schedule, question->count));
}

void schedule_spare(struct schedule *schedule, int node)
{
    schedule_log_spared(schedule, node);
    schedule->nodes[node].events[1].is_wanted = false;
}

bool schedule_gives_up(struct schedule *schedule)
{
    schedule_log_end(schedule);
    if ((schedule->answers != NULL && schedule->bound == NULL) || schedule->chance.is_wanted)
        return false;
    schedule->end.is_redundant = true;
    cut_off(schedule, schedule->depth);
    return true;
}

/* ---- what the run does ---------------------------------------------------------------------- */

void schedule_note_uncontrolled(struct schedule *schedule, unsigned uncontrolled)
{
    fetch_or_relaxed(&schedule->end.uncontrolled, uncontrolled);
    schedule_log_uncontrolled(schedule, uncontrolled);
}

void schedule_note_source(struct schedule *schedule, const struct source *source)
{
    if (schedule->sources != NULL && sources_add(schedule->sources, source))
        schedule_log_source(schedule, source);
}

void schedule_note_stuck(struct schedule *schedule, const char *text)
{
    schedule->end.was_freed = true;
    snprintf(schedule->end.stuck, sizeof schedule->end.stuck, "%s", text);
    schedule_log_stuck(schedule);
}

void schedule_note_hang(struct schedule *schedule)
{
    store_relaxed(&schedule->end.has_hung, true);
    schedule_log_hang(schedule);
}

static void add_arrival(struct schedule *schedule, const struct schedule_arrival *arrival)
{
    schedule_log_arrival(schedule, arrival);
    if (schedule->arrivals_count == schedule->arrivals_room) {
        int room = schedule->arrivals_room == 0 ? NODES_AT_FIRST : 2 * schedule->arrivals_room;
        struct schedule_arrival *arrivals =
            memory_grow(schedule->arrivals, (size_t)room * sizeof arrivals[0]);

        if (arrivals == NULL) {
            schedule->end.has_no_memory = true;
            return;
        }
        schedule->arrivals = arrivals;
        schedule->arrivals_room = room;
    }
    schedule->arrivals[schedule->arrivals_count] = *arrival;
    schedule->arrivals[schedule->arrivals_count++].depth = schedule->depth;
}

void schedule_note_arrival(struct schedule *schedule, int rank, const struct match_key *sent,
                           int sender)
{
    add_arrival(schedule,
                &(struct schedule_arrival){.rank = rank, .sent = *sent, .sender = sender});
}

void schedule_note_access(struct schedule *schedule, int rank, int thread,
                          const struct turn_access *access)
{
    add_arrival(schedule,
                &(struct schedule_arrival){
                    .rank = rank, .thread = thread, .is_access = true, .access = *access});
}

void schedule_note_made(struct schedule *schedule, int rank, int thread,
                        const struct turn_access *access)
{
    add_arrival(schedule, &(struct schedule_arrival){.rank = rank,
                                                     .thread = thread,
                                                     .is_access = true,
                                                     .is_made = true,
                                                     .access = *access});
}

/* ---- from run to run ------------------------------------------------------------------------ */

void schedule_begin_run(struct schedule *schedule)
{
    int i;

    for (i = 0; schedule->values != NULL && i < schedule->values->count; i++)
        schedule->values->each[i].is_shown = false;
    schedule->depth = schedule->arrivals_count = 0;
    schedule->end = (struct schedule_end){0};
    schedule->fault = (struct schedule_fault){.at = schedule->fault.at};
    if (schedule->answers != NULL || schedule->bound != NULL || schedule->chance.is_wanted)
        cut_off(schedule, 0);
}

bool schedule_has_ended_early(const struct schedule *schedule)
{
    return schedule->depth < (schedule->bound != NULL ? schedule->answers_count : schedule->count);
}

/* Could what has come later have happened in the place of the event that was taken: the access of
 * another rank, or a message to the same receive, or to the rank that came to rest? */
static bool is_rival(const struct schedule_event *taken, const struct schedule_arrival *arrival)
{
    if (arrival->is_access || taken->is_access)
        return arrival->is_access && taken->is_access &&
               (arrival->rank != taken->rank || arrival->thread != taken->thread) &&
               turn_accesses_meet(&arrival->access, &taken->access);
    return arrival->rank == taken->rank &&
           (taken->is_rest || (match_key_accepts(&taken->asked, &arrival->sent) &&
                               arrival->sent.source != taken->sent.source));
}

/* Could the thread have made its access in this node? */
static bool was_candidate(const struct schedule_node *node, const struct schedule_arrival *arrival)
{
    int i = 0;

    while (i < node->count &&
           (node->events[i].rank != arrival->rank || node->events[i].thread != arrival->thread ||
            !node->events[i].is_access))
        i++;
    return i < node->count;
}

static bool has_rival(const struct schedule *schedule, int index)
{
    const struct schedule_node *node = &schedule->nodes[index];
    int i;

    for (i = 0; i < schedule->arrivals_count; i++)
        if (schedule->arrivals[i].depth > index &&
            !(schedule->arrivals[i].is_made && was_candidate(node, &schedule->arrivals[i])) &&
            is_rival(&node->events[node->chosen], &schedule->arrivals[i]))
            return true;
    return false;
}

void schedule_end_run(struct schedule *schedule)
{
    int i;

    for (i = 0; i < schedule->depth; i++)
        if (schedule->nodes[i].is_event && has_rival(schedule, i))
            want_all(&schedule->nodes[i]);
}

static bool take_next(struct schedule_node *node)
{
    int i;

    node->events[node->chosen].is_tried = true;
    for (i = 0; i < node->count; i++) {
        const struct schedule_event *event = &node->events[i];

        if (event->is_wanted && !event->is_tried && !event->is_asleep) {
            node->chosen = i;
            return true;
        }
    }
    return false;
}

bool schedule_next(struct schedule *schedule)
{
    while (schedule->count > 0 && !take_next(&schedule->nodes[schedule->count - 1]))
        cut_off(schedule, schedule->count - 1);
    return schedule->count > 0;
}
