/* SPDX-License-Identifier: MIT */
#include "rma/race.h"

#include <stdio.h>

#include "base/call.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "p2p/state.h"
#include "p2p/warnings.h"
#include "type/overlap.h"

/* Values of the knob. */
enum { RACES_PASS, RACES_ARE_TOLD, RACES_ARE_ERRORS };

/* Records of small operations are found by their address: those of one granule in one list. */
enum { GRANULE_BITS = 9, LISTS = 256, GRANULES_MAX = 4, LIST_OF_WIDE = LISTS };

/* One side of an operation that is under way. */
struct race_record {
    struct race_record *next;
    struct data data; /* holds the type */
    const struct type *basic;
    const char *name; /* of the call */
    const void *site;
    enum race_kind kind;
    int origin;
    int target;
    uint8_t access; /* the origin's epoch */
    uint64_t era;   /* which fence, in an epoch of fences */
};

struct race_list {
    struct race_record **entries;
    int count, room;
};

/* The operations under way in one part, and those of its member as an origin. */
struct race_part {
    struct lock lock;
    struct race_record *records;
    struct race_record *own; /* of this member as an origin: its buffers */
    struct race_list lists[LISTS + 1];
    uint64_t era; /* the fences that this member has called */
};

struct races {
    int size;
    struct race_part parts[];
};

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

static struct race_part *part_of(const struct window *window, int rank)
{
    return &window->common->races->parts[rank];
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

/* The bytes from the first to the last that the data have. */
static void hull_of(const struct data *data, uintptr_t *low, uintptr_t *high)
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

    hull_of(data, &low, &high);
    *first = low >> GRANULE_BITS;
    high = ((high - 1) >> GRANULE_BITS) - *first + 1;
    return high <= GRANULES_MAX ? (int)high : GRANULES_MAX + 1;
}

/* A record that finds no memory is not kept: a race may be missed then. */
static void keep(struct race_part *part, struct race_record *record)
{
    uintptr_t first;
    int i, granules = granules_of(&record->data, &first);

    record->next = part->records;
    part->records = record;
    if (granules > GRANULES_MAX)
        list_add(&part->lists[LIST_OF_WIDE], record);
    for (i = 0; i < granules && granules <= GRANULES_MAX; i++)
        list_add(&part->lists[(first + (uintptr_t)i) % LISTS], record);
}

typedef bool is_over(const struct race_record *record, const void *argument);

static void lists_clear(struct race_part *part, is_over *over, const void *argument)
{
    int i, k, kept;

    for (i = 0; i <= LISTS; i++) {
        struct race_list *list = &part->lists[i];

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
static void clear(struct race_part *part, is_over *over, const void *argument)
{
    if (part->records == NULL)
        return;
    lists_clear(part, over, argument);
    chain_clear(&part->records, over, argument);
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

        clear(part, all_are_over, NULL);
        chain_clear(&part->own, all_are_over, NULL);
        for (k = 0; k <= LISTS; k++)
            memory_give(part->lists[k].entries);
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

static bool conflict(const struct race_record *one, const struct race_record *other)
{
    if (one->kind == RACE_GET && other->kind == RACE_GET)
        return false;
    return are_concurrent(one, other) && !are_atomic(one, other) &&
           data_overlaps(&one->data, &other->data);
}

static const struct race_record *find_in(const struct race_list *list,
                                         const struct race_record *record)
{
    int i;

    for (i = 0; i < list->count; i++)
        if (conflict(record, list->entries[i]))
            return list->entries[i];
    return NULL;
}

/* One that is under way in the part and conflicts; NULL: there is none. */
static const struct race_record *find(const struct race_part *part,
                                      const struct race_record *record)
{
    const struct race_record *found = find_in(&part->lists[LIST_OF_WIDE], record);
    uintptr_t first;
    int i, granules = granules_of(&record->data, &first);

    if (granules > GRANULES_MAX) {
        first = 0;
        granules = LISTS;
    }
    for (i = 0; i < granules && found == NULL; i++)
        found = find_in(&part->lists[(first + (uintptr_t)i) % LISTS], record);
    return found;
}

/* ---- telling --------------------------------------------------------------------------------- */

static int tell(const struct access *access, const struct race_record *other, const char *where)
{
    struct rank *self = access->window->self;
    char here[PLACE_TEXT_BYTES], there[PLACE_TEXT_BYTES];
    struct places *places = places_open();

    place_describe(places, access->call->site, here);
    place_describe(places, other->site, there);
    places_close(places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_CONFLICT,
                    "the same bytes of %s are touched by %s of rank %d, called in %s, and nothing "
                    "orders the two", where, other->name, other->origin, there);
    if (warnings_are_news(&self->p2p->warnings, (uint32_t)(uintptr_t)access->call->site,
                          (uint32_t)(uintptr_t)other->site))
        fprintf(stderr, "rank %d: warning: %s, called in %s, touches the same bytes of %s as %s of "
                "rank %d, called in %s, and nothing orders the two, on %s\n", self->world_rank,
                access->call->name, here, where, other->name, other->origin, there,
                window_name(access->window));
    return MPI_SUCCESS;
}

/* ---- operations ------------------------------------------------------------------------------ */

static struct race_record *record_make(const struct access *access, enum race_kind kind,
                                       const struct data *data, const struct type *basic)
{
    struct race_record *record = memory_take_zeroed(sizeof *record);

    if (record == NULL)
        return NULL;
    record->data = *data;
    type_hold(data->type);
    record->basic = basic;
    record->name = access->call->name;
    record->site = access->call->site;
    record->kind = kind;
    record->origin = access->window->rank;
    record->target = access->rank;
    record->access = window_access(access->window);
    record->era = part_of(access->window, access->window->rank)->era;
    return record;
}

static bool is_of_older_era(const struct race_record *record, const void *argument)
{
    const struct race_record *newer = argument;

    return record->access == ACCESS_FENCE && record->era < newer->era;
}

static int begin_at_target(const struct access *access, struct race_record *record)
{
    struct race_part *part = part_of(access->window, access->rank);
    const struct race_record *other;
    char where[60];
    int err = MPI_SUCCESS;

    snprintf(where, sizeof where, "the memory of rank %d", access->rank);
    lock_take(&part->lock);
    if (record->access == ACCESS_FENCE)
        clear(part, is_of_older_era, record);
    other = find(part, record);
    if (other != NULL)
        err = tell(access, other, where);
    keep(part, record);
    lock_release(&part->lock);
    return err;
}

/* The rank's threads share the list of its buffers. */
static int begin_at_origin(const struct access *access, struct race_record *record)
{
    struct race_part *own = part_of(access->window, access->window->rank);
    const struct race_record *other;
    int err = MPI_SUCCESS;

    lock_take(&own->lock);
    for (other = own->own; other != NULL && err == MPI_SUCCESS; other = other->next)
        if (conflict(record, other))
            err = tell(access, other, "the origin's buffers");
    record->next = own->own;
    own->own = record;
    lock_release(&own->lock);
    return err;
}

static int begin_side(const struct access *access, enum race_kind kind, const struct data *data,
                      const struct type *basic, bool is_target)
{
    struct race_record *record;

    if (data == NULL || data->type == NULL || data_bytes(data) == 0)
        return MPI_SUCCESS;
    record = record_make(access, kind, data, basic);
    if (record == NULL)
        return MPI_SUCCESS;
    return is_target ? begin_at_target(access, record) : begin_at_origin(access, record);
}

int race_begin(const struct access *access, enum race_kind kind, const struct data *result,
               const struct type *basic, bool has_request)
{
    /* A get writes where its origin is; all others only read there. */
    const enum race_kind origin_kind = kind == RACE_GET ? RACE_PUT : RACE_GET;
    int err = begin_side(access, kind, &access->target, basic, true);

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
    clear(part, is_complete, completion);
    lock_release(&part->lock);
}

void race_complete(struct window *window, int target, bool is_local)
{
    const struct completion completion = {window->rank, target};
    struct race_part *own = part_of(window, window->rank);
    int i;

    if (target == MPI_PROC_NULL)
        return;
    lock_take(&own->lock);
    chain_clear(&own->own, is_complete, &completion);
    lock_release(&own->lock);
    for (i = 0; i < window->common->size && !is_local; i++)
        if (target < 0 || target == i)
            complete_at(part_of(window, i), &completion);
}

void race_fence(struct window *window)
{
    struct race_part *own = part_of(window, window->rank);

    lock_take(&own->lock);
    own->era++;
    chain_clear(&own->own, all_are_over, NULL);
    lock_release(&own->lock);
}

static bool is_of_start(const struct race_record *record, const void *argument)
{
    (void)argument;
    return record->access == ACCESS_START;
}

void race_expose(struct window *window)
{
    struct race_part *own = part_of(window, window->rank);

    lock_take(&own->lock);
    clear(own, is_of_start, NULL);
    lock_release(&own->lock);
}
