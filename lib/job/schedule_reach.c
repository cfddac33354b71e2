/* SPDX-License-Identifier: MIT */
#include "job/schedule_reach.h"

static int count_left(const struct schedule_node *node)
{
    int left = 0, i;

    for (i = 0; i < node->count; i++) {
        const struct schedule_event *event = &node->events[i];

        left += i != node->chosen && event->is_wanted && !event->is_tried && !event->is_asleep;
    }
    return left;
}

struct schedule_reach schedule_reach(const struct schedule *schedule)
{
    struct schedule_reach reach = {.depth = schedule->depth};
    int i;

    for (i = 0; i < schedule->depth; i++) {
        const struct schedule_node *node = &schedule->nodes[i];

        reach.branches += node->count > 1;
        if (schedule->bound == NULL && !schedule->chance.is_wanted)
            reach.left += count_left(node);
    }
    if (schedule->bound != NULL)
        reach.left = schedule->bound->count - schedule->bound->next;
    return reach;
}
