/* SPDX-License-Identifier: MIT */
#include "rma/race.h"

#include <stdio.h>

#include "base/call.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "object/info.h"
#include "op/op.h"
#include "p2p/state.h"
#include "p2p/warnings.h"
#include "rma/race_record.h"
#include "rma/touch.h"
#include "type/overlap.h"

bool races_create(struct window_common *common)
{
    if (knobs.rma == RACES_PASS)
        return true;
    common->races = memory_take_zeroed(sizeof *common->races +
                                       (size_t)common->size * sizeof common->races->parts[0]);
    if (common->races != NULL)
        common->races->size = common->size;
    return common->races != NULL;
}

/* ---- records --------------------------------------------------------------------------------- */

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

typedef bool is_over(const struct race_record *record, const void *argument);

static void lists_clear(struct race_set *set, is_over *over, const void *argument)
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

static void chain_clear(struct race_record **place, is_over *over, const void *argument)
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

/* Gives up the records that are over, under the part's lock. */
static void clear(struct race_set *set, is_over *over, const void *argument)
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

void races_destroy(struct races *races)
{
    int i, k;

    for (i = 0; races != NULL && i < races->size; i++) {
        struct race_part *part = &races->parts[i];

        clear(&part->memory, all_are_over, NULL);
        clear(&part->buffers, all_are_over, NULL);
        for (k = 0; k <= LISTS; k++) {
            memory_give(part->memory.lists[k].entries);
            memory_give(part->buffers.lists[k].entries);
        }
    }
    memory_give(races);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* True if nothing orders the two. */
static bool are_concurrent(const struct race_record *one, const struct race_record *other)
{
    if (one->access == ACCESS_FENCE || other->access == ACCESS_FENCE)
        return one->access == other->access && one->era == other->era;
    return (one->access == ACCESS_START) == (other->access == ACCESS_START);
}

/* Accumulates that combine the same elements are atomic against each other. */
static bool are_atomic(const struct race_record *one, const struct race_record *other)
{
    if (one->kind != RACE_ACCUMULATE || other->kind != RACE_ACCUMULATE)
        return false;
    return one->basic == other->basic &&
           ((uintptr_t)data_start(&one->data) - (uintptr_t)data_start(&other->data)) %
                   (uintptr_t)one->basic->extent == 0;
}

static bool is_no_op(const struct race_record *record)
{
    return record->op != NULL && record->op == op_predefined(MPI_NO_OP);
}

bool race_only_reads(const struct race_record *record)
{
    return record->kind == RACE_GET || is_no_op(record);
}

/* Do two ranks combine the same elements by operations that the window's hint rules out? Nothing is
 * promised of a compare and swap, or unless the user has set the hint: this library's accumulates
 * are atomic against each other, whatever they do. */
static bool breaks_promise(const struct race_record *one, const struct race_record *other)
{
    const bool promises_same = one->promise == PROMISE_SAME_OP || other->promise == PROMISE_SAME_OP;

    if (one->promise == PROMISE_NONE && other->promise == PROMISE_NONE)
        return false;
    if (one->origin == other->origin || one->op == NULL || other->op == NULL ||
        one->op == other->op)
        return false;
    return promises_same || (!is_no_op(one) && !is_no_op(other));
}

static bool conflict(const struct race_record *one, const struct race_record *other)
{
    if (race_only_reads(one) && race_only_reads(other))
        return false;
    if (!are_concurrent(one, other) || (are_atomic(one, other) && !breaks_promise(one, other)))
        return false;
    return data_overlaps(&one->data, &other->data);
}

static bool conflicts_with(const struct race_record *record, const void *argument)
{
    return conflict(argument, record);
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

/* One of many that a loop calls stands for all, so that they do not become too many to compare. The
 * record may be gone then. */
static void keep(struct race_set *set, struct race_record *record)
{
    if (race_find(set, &record->data, is_same, record) != NULL)
        record_free(record);
    else
        add(set, record);
}

/* ---- telling --------------------------------------------------------------------------------- */

bool race_is_news(const struct window *window, const void *site, const void *other)
{
    return knobs.rma == RACES_ARE_ERRORS ||
           warnings_are_news(&window->self->p2p->warnings, (uint32_t)(uintptr_t)site,
                             (uint32_t)(uintptr_t)other);
}

/* Accumulates that are atomic against each other race only by what the window's hint says. */
static int tell_promise(const struct access *access, const struct race_record *record,
                        const struct race_record *other, const char *where)
{
    const char *hint = record->promise == PROMISE_SAME_OP || other->promise == PROMISE_SAME_OP
                           ? "same_op" : "same_op_no_op";
    struct warning_places places;

    warning_find_places(record->site, other->site, &places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_CONFLICT,
                    "%s meets %s by %s of rank %d, called in %s, in %s, though the hint "
                    "accumulate_ops is %s", record->op->name, other->op->name, other->name,
                    other->origin, places.other, where, hint);
    fprintf(stderr, "rank %d: warning: %s by %s, called in %s, meets %s by %s of rank %d, called "
            "in %s, in %s, though the hint accumulate_ops is %s, on %s\n",
            access->window->self->world_rank, record->op->name, record->name, places.one,
            other->op->name, other->name, other->origin, places.other, where, hint,
            window_name(access->window));
    return MPI_SUCCESS;
}

static int tell_race(const struct access *access, const struct race_record *other,
                     const char *where)
{
    struct warning_places places;

    warning_find_places(access->call->site, other->site, &places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_CONFLICT,
                    "the same bytes of %s are touched by %s of rank %d, called in %s, and nothing "
                    "orders the two", where, other->name, other->origin, places.other);
    fprintf(stderr, "rank %d: warning: %s, called in %s, touches the same bytes of %s as %s of "
            "rank %d, called in %s, and nothing orders the two, on %s\n",
            access->window->self->world_rank, access->call->name, places.one, where, other->name,
            other->origin, places.other, window_name(access->window));
    return MPI_SUCCESS;
}

static int tell(const struct access *access, const struct race_record *record,
                const struct race_record *other, const char *where)
{
    if (!race_is_news(access->window, record->site, other->site))
        return MPI_SUCCESS;
    return are_atomic(record, other) ? tell_promise(access, record, other, where)
                                     : tell_race(access, other, where);
}

/* ---- operations ------------------------------------------------------------------------------ */

static enum race_promise promise_of(const struct window *window)
{
    struct info *hints = window->extras != NULL ? window->extras->info : NULL;

    if (hints == NULL)
        return PROMISE_NONE;
    if (info_says(hints, "accumulate_ops", "same_op"))
        return PROMISE_SAME_OP;
    return info_says(hints, "accumulate_ops", "same_op_no_op") ? PROMISE_SAME_OP_OR_NO_OP
                                                               : PROMISE_NONE;
}

static struct race_record *record_make(const struct access *access, enum race_kind kind,
                                       const struct data *data,
                                       const struct race_combination *combination)
{
    struct race_record *record = memory_take_zeroed(sizeof *record);

    if (record == NULL)
        return NULL;
    record->data = *data;
    type_hold(data->type);
    if (combination != NULL) {
        record->basic = combination->basic;
        record->op = combination->op;
        record->promise = promise_of(access->window);
    }
    record->name = access->call->name;
    record->site = access->call->site;
    record->kind = kind;
    record->origin = access->window->rank;
    record->target = access->rank;
    record->access = window_access(access->window);
    record->era = load_relaxed(&race_part_of(access->window, access->window->rank)->era);
    record->begun = touch_begun(access->window->self);
    return record;
}

static bool is_of_older_era(const struct race_record *record, const void *argument)
{
    const uint64_t *era = argument;

    return record->access == ACCESS_FENCE && record->era < *era;
}

static int begin_at_target(const struct access *access, struct race_record *record)
{
    struct race_part *part = race_part_of(access->window, access->rank);
    const struct race_record *other;
    char where[60];
    int err = MPI_SUCCESS;

    snprintf(where, sizeof where, "the memory of rank %d", access->rank);
    lock_take(&part->lock);
    if (record->access == ACCESS_FENCE)
        clear(&part->memory, is_of_older_era, &record->era);
    other = race_find(&part->memory, &record->data, conflicts_with, record);
    if (other != NULL)
        err = tell(access, record, other, where);
    keep(&part->memory, record);
    lock_release(&part->lock);
    return err;
}

/* The rank's threads share the list of its buffers. */
static int begin_at_origin(const struct access *access, struct race_record *record)
{
    struct race_part *own = race_part_of(access->window, access->window->rank);
    const struct race_record *other;
    int err = MPI_SUCCESS;

    touch_add_buffer(access->window, &record->data);
    lock_take(&own->lock);
    other = race_find(&own->buffers, &record->data, conflicts_with, record);
    if (other != NULL)
        err = tell(access, record, other, "the origin's buffers");
    keep(&own->buffers, record);
    lock_release(&own->lock);
    return err;
}

static int begin_side(const struct access *access, enum race_kind kind, const struct data *data,
                      const struct race_combination *combination, bool is_target)
{
    struct race_record *record;

    if (data == NULL || data->type == NULL || data_bytes(data) == 0)
        return MPI_SUCCESS;
    record = record_make(access, kind, data, combination);
    if (record == NULL)
        return MPI_SUCCESS;
    return is_target ? begin_at_target(access, record) : begin_at_origin(access, record);
}

int race_begin(const struct access *access, enum race_kind kind, const struct data *result,
               const struct race_combination *combination, bool has_request)
{
    /* A get writes where its origin is; all others only read there. */
    const enum race_kind origin_kind = kind == RACE_GET ? RACE_PUT : RACE_GET;
    int err = begin_side(access, kind, &access->target, combination, true);

    if (has_request)
        return err;
    if (err == MPI_SUCCESS)
        err = begin_side(access, origin_kind, &access->origin, NULL, false);
    return err == MPI_SUCCESS ? begin_side(access, RACE_PUT, result, NULL, false) : err;
}

/* ---- completion ------------------------------------------------------------------------------ */

struct completion {
    int origin;
    int target; /* -1: all */
};

static bool is_complete(const struct race_record *record, const void *argument)
{
    const struct completion *completion = argument;

    return record->origin == completion->origin &&
           (completion->target < 0 || record->target == completion->target);
}

static void complete_at(struct race_part *part, const struct completion *completion)
{
    lock_take(&part->lock);
    clear(&part->memory, is_complete, completion);
    lock_release(&part->lock);
}

void race_complete(struct window *window, int target, bool is_local)
{
    const struct completion completion = {window->rank, target};
    struct race_part *own = race_part_of(window, window->rank);
    bool has_buffers;
    int i;

    if (target == MPI_PROC_NULL)
        return;
    lock_take(&own->lock);
    clear(&own->buffers, is_complete, &completion);
    has_buffers = own->buffers.records != NULL;
    lock_release(&own->lock);
    if (!has_buffers)
        touch_drop_buffers(window);
    for (i = 0; i < window->common->size && !is_local; i++)
        if (target < 0 || target == i)
            complete_at(race_part_of(window, i), &completion);
}

int race_fence_end(struct window *window)
{
    struct race_part *own = race_part_of(window, window->rank);
    const uint64_t era = load_relaxed(&own->era) + 1;

    lock_take(&own->lock);
    store_relaxed(&own->era, era);
    clear(&own->memory, is_of_older_era, &era);
    clear(&own->buffers, all_are_over, NULL);
    lock_release(&own->lock);
    touch_drop_buffers(window);
    return race_compare_asserts(window, era - 1);
}

static bool is_of_start(const struct race_record *record, const void *argument)
{
    (void)argument;
    return record->access == ACCESS_START;
}

void race_expose(struct window *window)
{
    struct race_part *own = race_part_of(window, window->rank);

    lock_take(&own->lock);
    clear(&own->memory, is_of_start, NULL);
    lock_release(&own->lock);
}
