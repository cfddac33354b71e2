/* SPDX-License-Identifier: MIT */
/* Values that ranks show to be equal in all runs (heddle_same). */
#include "base/memory.h"
#include "job/schedule.h"

enum { VALUES_AT_FIRST = 64 };

static const struct schedule_value *find_value(struct schedule_values *values, int rank)
{
    int i = 0;

    while (i < values->count && (values->each[i].rank != rank || values->each[i].is_shown))
        i++;
    if (i == values->count)
        return NULL;
    values->each[i].is_shown = true;
    return &values->each[i];
}

const struct schedule_value *schedule_compare(struct schedule *schedule,
                                              const struct schedule_value *value)
{
    struct schedule_values *values = schedule->values;
    const struct schedule_value *earlier = find_value(values, value->rank);

    schedule_log_value(schedule, value);
    if (earlier != NULL) {
        schedule->end.differs |= earlier->hash != value->hash;
        return earlier;
    }
    if (values->count == values->room) {
        int room = values->room == 0 ? VALUES_AT_FIRST : 2 * values->room;
        struct schedule_value *each =
            memory_grow(values->each, (size_t)room * sizeof values->each[0]);

        schedule->end.has_no_memory |= each == NULL;
        if (each == NULL)
            return NULL;
        values->each = each;
        values->room = room;
    }
    values->each[values->count] = *value;
    values->each[values->count++].is_shown = true;
    return NULL;
}

void schedule_free_values(struct schedule_values *values)
{
    memory_give(values->each);
    *values = (struct schedule_values){0};
}
