/* SPDX-License-Identifier: MIT */
#include "rma/race_record.h"

#include "base/memory.h"
#include "op/op.h"

enum { FEW = 16 }; /* records that are taken off their lists one by one */

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

static bool is_dropped(const struct race_record *record, const void *argument)
{
    (void)argument;
    return record->is_dropped;
}

/* Marks the records of a chain that pass, and counts them. */
static int chain_mark(struct race_record *first, race_test *over, const void *argument)
{
    int count = 0;

    for (; first != NULL; first = first->next) {
        first->is_dropped = over(first, argument);
        count += first->is_dropped;
    }
    return count;
}

static int chain_drop(struct race_record **place)
{
    int count = 0;

    while (*place != NULL) {
        struct race_record *record = *place;

        if (!record->is_dropped) {
            place = &record->next;
            continue;
        }
        *place = record->next;
        record_free(record);
        count++;
    }
    return count;
}

static void note_what_is_there(struct race_set *set)
{
    store_relaxed(&set->has_pending, set->pending != NULL);
    store_relaxed(&set->has_records, set->pending != NULL || set->complete != NULL);
}

static void list_remove_record(struct race_list *list, const struct race_record *record)
{
    int i;

    for (i = 0; i < list->count; i++)
        if (list->entries[i] == record)
            list->entries[i--] = list->entries[--list->count];
}

static void unlist(struct race_set *set, const struct race_record *record)
{
    uintptr_t first;
    int i, granules = granules_of(&record->data, &first);

    if (granules > GRANULES_MAX)
        list_remove_record(&set->lists[LIST_OF_WIDE], record);
    for (i = 0; i < granules && granules <= GRANULES_MAX; i++)
        list_remove_record(&set->lists[(first + (uintptr_t)i) % LISTS], record);
}

static void unlist_marked(struct race_set *set, const struct race_record *first)
{
    for (; first != NULL; first = first->next)
        if (first->is_dropped)
            unlist(set, first);
}

/* Frees the records that are marked, that many. */
static void drop_marked(struct race_set *set, int count)
{
    if (count > FEW) {
        lists_clear(set, is_dropped, NULL);
    } else {
        unlist_marked(set, set->pending);
        unlist_marked(set, set->complete);
    }
    chain_drop(&set->pending);
    set->complete_count -= chain_drop(&set->complete);
    note_what_is_there(set);
}

void race_clear(struct race_set *set, race_test *over, const void *argument)
{
    const int count = chain_mark(set->pending, over, argument) +
                      chain_mark(set->complete, over, argument);

    if (count > 0)
        drop_marked(set, count);
}

static void forget_older_half(struct race_set *set)
{
    struct race_record *record = set->complete;
    int i;

    for (i = 0; record != NULL; i++, record = record->next)
        record->is_dropped = i >= COMPLETE_MAX / 2;
    drop_marked(set, i);
}

void race_finish(struct race_set *set, race_test *over, const void *argument,
                 struct causal_epoch end)
{
    struct race_record **place = &set->pending;

    while (*place != NULL) {
        struct race_record *record = *place;

        if (!over(record, argument)) {
            place = &record->next;
            continue;
        }
        *place = record->next;
        record->end = end;
        record->next = set->complete;
        set->complete = record;
        set->complete_count++;
    }
    if (set->complete_count > COMPLETE_MAX)
        forget_older_half(set);
    note_what_is_there(set);
}

void race_clear_complete(struct race_set *set)
{
    struct race_record *record;

    if (set->complete == NULL)
        return;
    for (record = set->complete; record != NULL; record = record->next)
        record->is_dropped = true;
    drop_marked(set, set->complete_count);
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
static void add_record(struct race_set *set, struct race_record *record)
{
    uintptr_t first;
    int i, granules = granules_of(&record->data, &first);

    record->next = set->pending;
    set->pending = record;
    note_what_is_there(set);
    if (granules > GRANULES_MAX)
        list_add(&set->lists[LIST_OF_WIDE], record);
    for (i = 0; i < granules && granules <= GRANULES_MAX; i++)
        list_add(&set->lists[(first + (uintptr_t)i) % LISTS], record);
}

static bool is_same_record(const struct race_record *kept, const void *argument)
{
    const struct race_record *record = argument;

    return kept->site == record->site && kept->data.buf == record->data.buf &&
           kept->data.count == record->data.count && kept->data.type == record->data.type &&
           kept->kind == record->kind && kept->op == record->op && kept->home == record->home &&
           kept->is_buffer == record->is_buffer && kept->origin == record->origin &&
           kept->target == record->target &&
           kept->access == record->access && kept->era == record->era &&
           kept->called.id == record->called.id;
}

/* An access that is not ordered behind an earlier call is not ordered behind a later one of its
 * thread. */
static void revive(struct race_set *set, struct race_record *kept)
{
    struct race_record **place = &set->complete;

    while (*place != kept)
        place = &(*place)->next;
    *place = kept->next;
    set->complete_count--;
    kept->next = set->pending;
    set->pending = kept;
    kept->end.clock = 0;
    note_what_is_there(set);
}

const struct race_record *race_keep(struct race_set *set, struct race_record *record)
{
    struct race_record *kept =
        (struct race_record *)(uintptr_t)race_find(set, &record->data, is_same_record, record);

    if (kept == NULL) {
        add_record(set, record);
        return record;
    }
    if (kept->end.clock != 0)
        revive(set, kept);
    kept->called = record->called;
    kept->ticket = record->ticket;
    record_free(record);
    return kept;
}

static void race_clear_all(struct race_set *set)
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
