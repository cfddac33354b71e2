/* SPDX-License-Identifier: MIT */
/* Schedules that are run before anybody has asked for them, because they are likely to be asked for
 * (job/lanes.h). */
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "job/schedule.h"

/* Copies the bytes behind *place, which is not changed where there is no memory. */
static bool copy_array(void *place, const void *from, size_t bytes)
{
    void *copy = memory_take(bytes + 1);

    if (copy == NULL)
        return false;
    if (bytes > 0)
        memcpy(copy, from, bytes);
    memcpy(place, &copy, sizeof copy);
    return true;
}

static bool copy_node(struct schedule_node *copy, const struct schedule_node *node)
{
    *copy = *node;
    copy->events = copy->sleep = NULL;
    return copy_array(&copy->events, node->events, (size_t)node->count * sizeof node->events[0]) &&
           copy_array(&copy->sleep, node->sleep,
                      (size_t)node->sleep_count * sizeof node->sleep[0]);
}

bool schedule_copy(struct schedule *copy, const struct schedule *schedule)
{
    const size_t answers = (size_t)schedule->answers_count * sizeof schedule->answers[0];
    bool is_whole = true;

    *copy = *schedule;
    copy->answers = NULL;
    copy->arrivals = NULL;
    copy->arrivals_count = copy->arrivals_room = copy->count = 0;
    copy->nodes = memory_take_zeroed(((size_t)schedule->room + 1) * sizeof copy->nodes[0]);
    if (schedule->answers != NULL)
        is_whole = copy_array(&copy->answers, schedule->answers, answers);
    is_whole = is_whole && copy->nodes != NULL;
    while (is_whole && copy->count < schedule->count) {
        is_whole = copy_node(&copy->nodes[copy->count], &schedule->nodes[copy->count]);
        copy->count++;
    }
    if (!is_whole)
        schedule_free(copy);
    return is_whole;
}

bool schedule_go_ahead(struct schedule *schedule, struct schedule_ahead *ahead)
{
    ahead->number++;
    if (ahead->most > 0 && ahead->number >= ahead->most)
        return false;
    schedule->is_followed = ahead->way != SCHEDULE_BY_FAULTS;
    switch (ahead->way) {
    case SCHEDULE_ALONE:
        return false;
    case SCHEDULE_BY_TREE:
        return schedule->bound != NULL ? schedule_take(schedule, ahead->taken++)
                                       : schedule_next(schedule);
    case SCHEDULE_BY_CHANCE:
        schedule_draw(schedule, ahead->seed, ahead->number);
        return true;
    case SCHEDULE_BY_FAULTS:
        schedule->fault.at++;
        return true;
    }
    return false;
}

/* ---- keys ----------------------------------------------------------------------------------- */

static uint64_t add_node(uint64_t key, const struct schedule_node *node)
{
    int i;

    key = random_mix(key, (uint64_t)node->chosen);
    for (i = 0; i < node->count; i++)
        key = random_mix(key, (uint64_t)node->events[i].is_tried);
    for (i = 0; i < node->sleep_count; i++) {
        key = random_mix(key, ((uint64_t)node->sleep[i].number << 32) +
                                  (uint32_t)node->sleep[i].rank);
        key = random_mix(key, (uint64_t)node->sleep[i].thread);
    }
    return key;
}

uint64_t schedule_key(const struct schedule *schedule)
{
    const struct schedule_chance *chance = &schedule->chance;
    uint64_t key = random_mix(chance->is_wanted ? chance->seed : 0, (uint64_t)chance->length);
    int i;

    key = random_mix(key, 4 * (uint64_t)schedule->fault.at + 2 * schedule->is_followed +
                              schedule->sends_wait);
    for (i = 0; i < schedule->answers_count; i++)
        key = random_mix(key, (uint64_t)schedule->answers[i]);
    for (i = 0; i < schedule->count; i++)
        key = add_node(key, &schedule->nodes[i]);
    return key;
}
