/* SPDX-License-Identifier: MIT */
#include "rma/race.h"

#include <limits.h>
#include <stddef.h>

#include "base/call.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/place.h"
#include "check/buffers.h"
#include "object/info.h"
#include "rma/race_record.h"
#include "rma/touch.h"
#include "type/overlap.h"

/* Threads of one job have clocks that can be compared. */
static bool is_of_one_job(const struct window_common *common)
{
    const struct group *group = common->context->groups[0];
    int i;

    for (i = 1; i < common->size; i++)
        if (group->members[i]->world->root != group->members[0]->world->root)
            return false;
    return true;
}

bool races_create(struct window_common *common)
{
    if (knobs.rma == RACES_PASS || !is_of_one_job(common))
        return true;
    common->races = memory_take_zeroed(sizeof *common->races +
                                       (size_t)common->size * sizeof common->races->parts[0]);
    if (common->races != NULL)
        common->races->size = common->size;
    return common->races != NULL &&
           causality_make(common->context->groups[0]->members[0]->world->root);
}

void races_destroy(struct races *races)
{
    int i;

    for (i = 0; races != NULL && i < races->size; i++) {
        struct race_part *part = &races->parts[i];

        race_set_give(&part->memory);
        race_set_give(&part->buffers);
        shadow_give(&part->shadow);
    }
    memory_give(races);
}

/* ---- comparing ------------------------------------------------------------------------------- */

bool race_is_open(const struct race_record *record, const struct causal_thread *thread)
{
    return record->end.clock == 0 || !causal_knows(thread, record->end);
}

/* True if nothing orders the record behind the other, which is older, whatever its epoch. */
static bool are_concurrent(const struct race_record *record, const struct race_record *other,
                           const struct causal_thread *thread)
{
    if (record->is_buffer || other->is_buffer)
        return race_is_open(other, thread);
    if (record->access == ACCESS_FENCE || other->access == ACCESS_FENCE)
        return record->access == other->access && record->era == other->era;
    if (record->access == ACCESS_START || other->access == ACCESS_START)
        return record->access == other->access;
    return race_is_open(other, thread);
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
    return promises_same || (!race_is_no_op(one) && !race_is_no_op(other));
}

struct newcomer {
    const struct race_record *record;
    const struct causal_thread *thread;
};

static bool conflicts_with(const struct race_record *other, const void *argument)
{
    const struct newcomer *newcomer = argument;
    const struct race_record *record = newcomer->record;

    if (race_only_reads(record) && race_only_reads(other))
        return false;
    if (!are_concurrent(record, other, newcomer->thread) ||
        (are_atomic(record, other) && !breaks_promise(record, other)))
        return false;
    return data_overlaps(&record->data, &other->data);
}

/* ---- operations ------------------------------------------------------------------------------ */

/* One operation that begins, or a message. */
struct beginning {
    const struct call *call;
    struct rank *self;
    struct causal_thread *thread;
    const struct window *window; /* NULL: it is a message */
    struct race_record like;     /* of which its records are made; no data */
    int err;                     /* what telling has returned first */
};

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

static void note_err(struct beginning *beginning, int err)
{
    if (beginning->err == MPI_SUCCESS)
        beginning->err = err;
}

static struct race_record *record_make(const struct beginning *beginning, const struct data *data,
                                       enum race_kind kind)
{
    struct race_record *record = memory_take(sizeof *record);

    if (record == NULL)
        return NULL;
    *record = beginning->like;
    record->data = *data;
    record->kind = kind;
    type_hold(data->type);
    return record;
}

/* Compares a record with a set of a member's, whose lock is held. */
static void compare_with_set(struct beginning *beginning, const struct window *window,
                             const struct race_set *set, const struct race_record *record,
                             const char *where)
{
    const struct newcomer newcomer = {record, beginning->thread};
    const struct race_record *other;

    if (!load_relaxed(&set->has_records))
        return;
    other = race_find(set, &record->data, conflicts_with, &newcomer);
    if (other != NULL)
        note_err(beginning, race_tell(beginning->call, window, record, other, where,
                                      are_atomic(record, other)));
}

/* Compares a record with the loads and stores of a member's memory. */
static void compare_with_touches(const struct beginning *beginning, const struct window *window,
                                 int owner, const struct race_record *record)
{
    struct race_part *part = race_part_of(window, owner);
    char where[WHERE_BYTES];
    struct shadow_access found;
    struct race_touch touch;
    const struct rank *rank;

    if (!shadow_find(&part->shadow, beginning->thread, &record->data, race_only_reads(record),
                     &found))
        return;
    rank = causal_rank(window->self->world->root, found.epoch.id);
    if (!causal_may_compare(rank, beginning->self))
        return;
    race_name_memory(owner, where);
    touch = (struct race_touch){
        .rank = rank,
        .site = place_complete(found.site),
        .is_store = (found.flags & SHADOW_STORES) != 0,
        .where = where,
        .may_poll = (found.flags & SHADOW_MAY_POLL) != 0,
    };
    race_tell_touch(window, &touch, record,
                    touch.rank == beginning->self ? RACE_OF_ONE_RANK : RACE_WITH_OWNER);
}

/* Compares an operation with what members use as buffers in the memory of its target. In windows
 * of shared memory that may be any of them. */
static void compare_with_buffers(struct beginning *beginning, const struct window *window,
                                 int target, const struct race_record *record, const char *where)
{
    const bool is_shared = window->common->flavor == MPI_WIN_FLAVOR_SHARED;
    int i;

    for (i = is_shared ? 0 : target; i < window->common->size; i = is_shared ? i + 1 : INT_MAX) {
        struct race_part *part = race_part_of(window, i);

        if (!load_relaxed(&part->buffers.has_records))
            continue;
        lock_take(&part->lock);
        compare_with_set(beginning, window, &part->buffers, record, where);
        lock_release(&part->lock);
    }
}

static void begin_at_target(struct beginning *beginning, const struct access *access,
                            enum race_kind kind)
{
    struct race_part *part = race_part_of(access->window, access->rank);
    struct race_record *record = record_make(beginning, &access->target, kind);
    char where[WHERE_BYTES];

    if (record == NULL)
        return;
    store_relaxed(&access->window->common->races->has_records, true);
    race_name_memory(access->rank, where);
    compare_with_buffers(beginning, access->window, access->rank, record, where);
    compare_with_touches(beginning, access->window, access->rank, record);
    lock_take(&part->lock);
    compare_with_set(beginning, access->window, &part->memory, record, where);
    race_keep(&part->memory, record);
    lock_release(&part->lock);
}

/* A buffer that lies in the memory of one member, or of several. */
static void compare_with_memory(struct beginning *beginning, const struct window *window,
                                const struct race_record *record)
{
    const struct window_common *common = window->common;
    const bool is_shared = common->flavor == MPI_WIN_FLAVOR_SHARED;
    const struct address_range span = data_span(&record->data);
    int i;

    for (i = is_shared ? 0 : window->rank; i < common->size; i = is_shared ? i + 1 : INT_MAX) {
        struct race_part *part = race_part_of(window, i);
        const struct address_range memory = {
            (uintptr_t)common->parts[i].base,
            (uintptr_t)common->parts[i].base + (uintptr_t)common->parts[i].size};
        char where[WHERE_BYTES];

        if (common->flavor != MPI_WIN_FLAVOR_DYNAMIC && !spans_meet(span, memory))
            continue;
        race_name_memory(i, where);
        lock_take(&part->lock);
        compare_with_set(beginning, window, &part->memory, record, where);
        lock_release(&part->lock);
        compare_with_touches(beginning, window, i, record);
        if (is_shared)
            compare_with_buffers(beginning, window, i, record, where);
    }
}

/* For touch_visit: keeps a buffer of the calling rank in each window that it concerns. */
static void begin_in_window(const struct window *window, const struct data *data,
                            bool is_in_memory, void *argument)
{
    struct beginning *beginning = argument;
    struct race_part *own = race_part_of(window, window->rank);
    struct race_record *record = record_make(beginning, data, beginning->like.kind);

    if (record == NULL)
        return;
    store_relaxed(&window->common->races->has_records, true);
    record->origin = window->rank;
    record->is_in_memory = is_in_memory;
    if (beginning->window != window)
        record->access = beginning->window != NULL ? ACCESS_LOCK : ACCESS_NONE;
    if (is_in_memory)
        compare_with_memory(beginning, window, record);
    lock_take(&own->lock);
    compare_with_set(beginning, window, &own->buffers, record, "the origin's buffers");
    race_keep(&own->buffers, record);
    lock_release(&own->lock);
}

static void begin_buffer(struct beginning *beginning, const char *name, const struct data *data,
                         enum race_kind kind)
{
    const struct buffer_used used = {
        .name = name,
        .use = kind == RACE_PUT ? BUFFER_RECEIVED : BUFFER_SENT,
        .count = 1,
        .blocks = data,
    };

    if (data == NULL || data->type == NULL || data_bytes(data) == 0)
        return;
    if (beginning->window != NULL && beginning->self->buffers != NULL)
        note_err(beginning, buffers_compare_pending(beginning->call, &used));
    beginning->like.is_buffer = true;
    beginning->like.kind = kind;
    touch_visit(beginning->self, beginning->window, data, begin_in_window, beginning);
}

/* A put of one element may be the flag that the target waits for by volatile or atomic loads. */
static void release_flag(const struct access *access, enum race_kind kind)
{
    if (kind == RACE_PUT && data_bytes(&access->target) <= (MPI_Count)sizeof(max_align_t))
        causal_release_slowly(causal_name_variable(data_start(&access->target)));
}

int race_begin(const struct access *access, enum race_kind kind, const struct data *result,
               const struct race_combination *combination, uint64_t *ticket)
{
    struct window *window = access->window;
    struct race_part *own = race_part_of(window, window->rank);
    struct beginning beginning = {access->call, window->self, causal_self(), window, {0}, 0};
    struct race_record *like = &beginning.like;

    if (ticket != NULL)
        *ticket = fetch_add_relaxed(&window->common->races->tickets, 1) + 1;
    race_note_nested(access);
    if (beginning.thread == NULL)
        return MPI_SUCCESS;
    *like = (struct race_record){
        .called = causal_now(beginning.thread),
        .home = own,
        .basic = combination != NULL ? combination->basic : NULL,
        .op = combination != NULL ? combination->op : NULL,
        .promise = combination != NULL ? promise_of(window) : PROMISE_NONE,
        .name = access->call->name,
        .site = access->call->site,
        .origin = window->rank,
        .target = access->rank,
        .access = window_access(window),
        .era = load_relaxed(&own->era),
        .ticket = ticket != NULL ? *ticket : 0,
    };
    if (access->target.type != NULL && data_bytes(&access->target) > 0)
        begin_at_target(&beginning, access, kind);
    like->op = NULL;
    like->basic = NULL;
    if (beginning.err == MPI_SUCCESS)
        /* A get writes where its origin is; all others only read there. */
        begin_buffer(&beginning, "origin_addr", &access->origin,
                     kind == RACE_GET ? RACE_PUT : RACE_GET);
    if (beginning.err == MPI_SUCCESS)
        begin_buffer(&beginning, "result_addr", result, RACE_PUT);
    causal_step(beginning.thread);
    release_flag(access, kind);
    return beginning.err;
}

/* ---- messages -------------------------------------------------------------------------------- */

void race_begin_message(struct rank *self, const struct call *call, const struct data *data,
                        bool is_received, const void *request)
{
    struct beginning beginning = {call, self, causal_self(), NULL, {0}, 0};

    if (beginning.thread == NULL)
        return;
    beginning.like = (struct race_record){
        .called = causal_now(beginning.thread),
        .name = call->name,
        .site = call->site,
        .ticket = (uint64_t)(uintptr_t)request,
    };
    begin_buffer(&beginning, "buf", data, is_received ? RACE_PUT : RACE_GET);
    causal_step(beginning.thread);
}
