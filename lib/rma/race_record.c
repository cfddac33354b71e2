/* SPDX-License-Identifier: MIT */
#include "rma/race_record.h"

#include "base/memory.h"
#include "op/op.h"

static void record_free(struct race_record *record)
{
    type_drop(record->data.type);
    memory_give(record);
}

static bool list_add(struct race_list *list, struct race_record *record)
{
    if (list->count == list->room) {
        int room = list->room > 0 ? 2 * list->room : 8;
        void *grown = memory_grow(list->entries, (size_t)room * sizeof list->entries[0]);

        if (grown == NULL)
            return false;
        list->entries = grown;
        list->room = room;
    }
    list->entries[list->count++] = record;
    return true;
}

void race_hull(const struct data *data, uintptr_t *low, uintptr_t *high)
{
    MPI_Count last = (data->count - 1) * data->type->extent;

    *low = (uintptr_t)data->buf + (uintptr_t)(data->type->true_lb + (last < 0 ? last : 0));
    *high = (uintptr_t)data->buf + (uintptr_t)(data->type->true_lb + data->type->true_extent +
                                               (last > 0 ? last : 0));
}

/* The granules of the data, at least one; more than GRANULES_MAX: they are wide. */
static int granules_of(const struct data *data, uintptr_t *first)
{
    uintptr_t low, high;

    race_hull(data, &low, &high);
    *first = low >> GRANULE_BITS;
    high = ((high - 1) >> GRANULE_BITS) - *first + 1;
    return high <= GRANULES_MAX ? (int)high : GRANULES_MAX + 1;
}

static void lists_clear(struct race_set *set, race_test *over, const void *argument)
{
    int i, k, kept;

    for (i = 0; i <= LISTS; i++) {
        struct race_list *list = &set->lists[i];

        for (k = 0, kept = 0; k < list->count; k++)
            if (!over(list->entries[k], argument))
                list->entries[kept++] = list->entries[k];
        list->count = kept;
    }
}

static void chain_clear(struct race_record **place, race_test *over, const void *argument)
{
    while (*place != NULL) {
        struct race_record *record = *place;

        if (!over(record, argument)) {
            place = &record->next;
            continue;
        }
        *place = record->next;
        record_free(record);
    }
}

void race_clear(struct race_set *set, race_test *over, const void *argument)
{
    if (set->records == NULL)
        return;
    lists_clear(set, over, argument);
    chain_clear(&set->records, over, argument);
    store_relaxed(&set->has_records, set->records != NULL);
}

static bool all_are_over(const struct race_record *record, const void *argument)
{
    (void)record;
    (void)argument;
    return true;
}

bool race_is_no_op(const struct race_record *record)
{
    return record->op != NULL && record->op == op_predefined(MPI_NO_OP);
}

bool race_only_reads(const struct race_record *record)
{
    return record->kind == RACE_GET || race_is_no_op(record);
}

static const struct race_record *find_in(const struct race_list *list, race_test *test,
                                         const void *argument)
{
    int i;

    for (i = 0; i < list->count; i++)
        if (test(list->entries[i], argument))
            return list->entries[i];
    return NULL;
}

const struct race_record *race_find(const struct race_set *set, const struct data *data,
                                    race_test *test, const void *argument)
{
    const struct race_record *found = find_in(&set->lists[LIST_OF_WIDE], test, argument);
    uintptr_t first;
    int i, granules = granules_of(data, &first);

    if (granules > GRANULES_MAX) {
        first = 0;
        granules = LISTS;
    }
    for (i = 0; i < granules && found == NULL; i++)
        found = find_in(&set->lists[(first + (uintptr_t)i) % LISTS], test, argument);
    return found;
}

/* A record that finds no memory is not kept: a race may be missed then. */
static void add(struct race_set *set, struct race_record *record)
{
    uintptr_t first;
    int i, granules = granules_of(&record->data, &first);

    record->next = set->records;
    set->records = record;
    store_relaxed(&set->has_records, true);
    if (granules > GRANULES_MAX)
        list_add(&set->lists[LIST_OF_WIDE], record);
    for (i = 0; i < granules && granules <= GRANULES_MAX; i++)
        list_add(&set->lists[(first + (uintptr_t)i) % LISTS], record);
}

static bool is_same(const struct race_record *kept, const void *argument)
{
    const struct race_record *record = argument;

    return kept->site == record->site && kept->data.buf == record->data.buf &&
           kept->data.count == record->data.count && kept->data.type == record->data.type &&
           kept->kind == record->kind && kept->op == record->op &&
           kept->origin == record->origin && kept->target == record->target &&
           kept->access == record->access && kept->era == record->era;
}

void race_keep(struct race_set *set, struct race_record *record)
{
    if (race_find(set, &record->data, is_same, record) != NULL)
        record_free(record);
    else
        add(set, record);
}

static bool is_of_older_era(const struct race_record *record, const void *argument)
{
    const uint64_t *era = argument;

    return record->access == ACCESS_FENCE && record->era < *era;
}

void race_clear_older(struct race_set *set, uint64_t era)
{
    race_clear(set, is_of_older_era, &era);
}

void race_clear_all(struct race_set *set)
{
    race_clear(set, all_are_over, NULL);
}

void race_set_give(struct race_set *set)
{
    int i;

    race_clear_all(set);
    for (i = 0; i <= LISTS; i++)
        memory_give(set->lists[i].entries);
}
