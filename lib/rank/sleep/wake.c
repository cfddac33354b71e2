/* SPDX-License-Identifier: MIT */
#include "rank/sleep/wake.h"

#include "base/memory.h"

/* Lists that are shorter are not worth their memory. */
enum { LIST_MIN = 4 };

struct wake_list {
    int count;
    struct rank *ranks[WAKE_BATCH - 1];
};

/* Stands in place of a list: the rank accepts one. */
static const struct wake_list acceptance;

static struct wake_list *accepts(void)
{
    return (struct wake_list *)(uintptr_t)&acceptance;
}

static struct wake_list *make_list(struct rank *const ranks[], int count)
{
    struct heap *heap = memory_use(NULL); /* another rank gives the memory back */
    struct wake_list *list = memory_take(sizeof *list);
    const struct rank *self = rank_self();
    int i;

    memory_use(heap);
    if (list == NULL)
        return NULL;
    list->count = 0;
    for (i = 0; i < count; i++)
        if (ranks[i] != self)
            list->ranks[list->count++] = ranks[i];
    return list;
}

static void drop_list(struct wake_list *list)
{
    struct heap *heap = memory_use(NULL);

    memory_give(list);
    memory_use(heap);
}

/* Ranks of other worlds may be gone before the list has been worked through. */
static bool are_of_one_world(const struct rank *rank, struct rank *const others[], int count)
{
    int i;

    for (i = 0; i < count; i++)
        if (others[i]->world != rank->world)
            return false;
    return true;
}

static bool leave_to(struct rank *rank, struct rank *const others[], int count)
{
    struct wake_list *expected = accepts(), *list;

    if (count < LIST_MIN || !are_of_one_world(rank, others, count))
        return false;
    list = make_list(others, count);
    if (list == NULL)
        return false;
    if (compare_exchange_acq_rel(&rank->wake_list, &expected, list)) /* edge rank.wake_list */
        return true;
    drop_list(list);
    return false;
}

static void wake_batch(struct rank *const ranks[], int count)
{
    const struct rank *self = rank_self();
    bool are_left = false;
    int i;

    for (i = 0; i < count && !are_left; i++)
        if (ranks[i] != self && mpsc_wake(&ranks[i]->inbox)) {
            are_left = leave_to(ranks[i], &ranks[i + 1], count - i - 1);
            rank_rouse(ranks[i]);
        }
}

void rank_wake_many(struct rank *const ranks[], int count)
{
    int first;

    for (first = 0; first < count; first += WAKE_BATCH)
        wake_batch(&ranks[first], count - first < WAKE_BATCH ? count - first : WAKE_BATCH);
}

uint32_t wake_accept(struct rank *self)
{
    uint32_t seen = park_count(&self->park); /* edge park.count has the law */
    struct wake_list *none = NULL;

    /* Another thread of the rank may have done so. */
    compare_exchange_relaxed(&self->wake_list, &none, accepts());
    return seen;
}

void wake_do(struct rank *self)
{
    struct wake_list *list = exchange_acq_rel(&self->wake_list, NULL); /* edge rank.wake_list */
    int i;

    if (list == NULL || list == accepts())
        return;
    for (i = 0; i < list->count; i++)
        rank_wake(list->ranks[i]);
    drop_list(list);
}
