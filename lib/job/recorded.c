/* SPDX-License-Identifier: MIT */
#include "job/recorded.h"

#include "base/memory.h"
#include "base/note.h"
#include "heddle.h"
#include "job/spawn.h"
#include "rank/world.h"

bool recorded_prepare(struct world *world)
{
    struct rank_kept *all = memory_take_zeroed((size_t)world->size * sizeof *all);
    int i;

    for (i = 0; i < world->size && all != NULL; i++)
        store_relaxed(&world->ranks[i].local[FLOOR_JOB], &all[i]);
    return all != NULL;
}

bool recorded_is_wanted(const struct rank *rank)
{
    return rank_is_in_its_process(rank) && !world_is_of_process(rank->world) &&
           offspring_of(rank->world) == NULL;
}

/* The memory is the process's: the job's heap ends with the job. */
__attribute__((visibility("default"))) void *heddle_keep_record_(size_t bytes)
{
    struct rank *self = rank_self();
    struct rank_kept *kept;
    struct heap *before;

    if (!recorded_is_wanted(self))
        return NULL;
    kept = kept_of(self);
    if (kept->recorded == NULL) {
        before = memory_use(NULL);
        kept->recorded = memory_take_zeroed(bytes);
        memory_use(before);
    }
    return kept->recorded;
}

int recorded_take(struct heddle_result *result, const struct world *world)
{
    bool has_any = false;
    int i;

    for (i = 0; i < world->size; i++)
        has_any |= kept_of(&world->ranks[i])->recorded != NULL;
    if (!has_any)
        return 0;
    result->recorded = memory_take_zeroed((size_t)world->size * sizeof result->recorded[0]);
    if (result->recorded == NULL)
        return note(-1, "no memory for what a job has recorded");
    for (i = 0; i < world->size; i++)
        result->recorded[i] = kept_of(&world->ranks[i])->recorded;
    return 0;
}

void recorded_free(struct heddle_result *result)
{
    int i;

    for (i = 0; i < result->ranks && result->recorded != NULL; i++)
        memory_give(result->recorded[i]);
    memory_give(result->recorded);
    result->recorded = NULL;
}
