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
#include "rank/findings.h"
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

void races_destroy(struct races *races)
{
    int i;

    for (i = 0; races != NULL && i < races->size; i++) {
        struct race_part *part = &races->parts[i];

        race_set_give(&part->memory);
        race_set_give(&part->buffers);
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

/* ---- telling --------------------------------------------------------------------------------- */

bool race_is_news(const struct window *window, enum finding kind, const void *site,
                  const void *other)
{
    return knobs.rma == RACES_ARE_ERRORS || finding_is_news(window->self, kind, site, other);
}

const char *race_advice(enum access_epoch first, enum race_pair pair)
{
    static const char *const of_start[] = {
        [RACE_OF_TWO_RANKS] = "put them into different epochs of MPI_Win_post",
        [RACE_OF_ONE_RANK] = "put them into different epochs of MPI_Win_start",
        [RACE_WITH_OWNER] = "call MPI_Win_wait between them",
        [RACE_IN_BUFFERS] = "call MPI_Win_complete between them",
    };
    static const char *const of_locks[] = {
        [RACE_OF_TWO_RANKS] = "let MPI_Win_flush and then a message come between them",
        [RACE_OF_ONE_RANK] = "call MPI_Win_flush between them",
        [RACE_WITH_OWNER] = "let MPI_Win_flush and then a message come between them",
        [RACE_IN_BUFFERS] = "call MPI_Win_flush_local between them",
    };

    if (first == ACCESS_FENCE)
        return "call MPI_Win_fence between them";
    return first == ACCESS_START ? of_start[pair] : of_locks[pair];
}

/* Accumulates that are atomic against each other race only by what the window's hint says. */
static int tell_promise(const struct access *access, const struct race_record *record,
                        const struct race_record *other, const char *where)
{
    const char *hint = record->promise == PROMISE_SAME_OP || other->promise == PROMISE_SAME_OP
                           ? "same_op" : "same_op_no_op";
    struct place_pair places;

    place_describe_pair(record->site, other->site, &places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_CONFLICT,
                    "%s meets %s by %s of rank %d, called in %s, in %s, though the hint "
                    "accumulate_ops is %s: leave the hint out, or use one operation",
                    record->op->name, other->op->name, other->name, other->origin, places.other,
                    where, hint);
    finding_tell(access->window->self, FINDING_ACCUMULATE_OPS, record->site, other->site,
                 "warning: %s by %s, called in %s, meets %s by %s of rank %d, called in %s, in %s, "
                 "though the hint accumulate_ops is %s, on %s: leave the hint out, or use one "
                 "operation", record->op->name, record->name, places.one, other->op->name,
                 other->name, other->origin, places.other, where, hint,
                 window_describe(access->window).text);
    return MPI_SUCCESS;
}

static int tell_race(const struct access *access, const struct race_record *other,
                     const char *where)
{
    const char *advice = race_advice(other->access, other->origin == access->window->rank
                                                ? RACE_OF_ONE_RANK : RACE_OF_TWO_RANKS);
    struct place_pair places;

    place_describe_pair(access->call->site, other->site, &places);
    if (knobs.rma == RACES_ARE_ERRORS)
        return note(MPI_ERR_RMA_CONFLICT,
                    "the same bytes of %s are touched by %s of rank %d, called in %s, and nothing "
                    "orders the two: %s", where, other->name, other->origin, places.other, advice);
    finding_tell(access->window->self, FINDING_RACE_WINDOW, access->call->site, other->site,
                 "warning: %s, called in %s, touches the same bytes of %s as %s of rank %d, called "
                 "in %s, and nothing orders the two, on %s: %s", access->call->name, places.one,
                 where, other->name, other->origin, places.other,
                 window_describe(access->window).text, advice);
    return MPI_SUCCESS;
}

static int tell(const struct access *access, const struct race_record *record,
                const struct race_record *other, const char *where)
{
    const bool breaks_hint = are_atomic(record, other);
    const enum finding kind = breaks_hint ? FINDING_ACCUMULATE_OPS : FINDING_RACE_WINDOW;

    if (!race_is_news(access->window, kind, record->site, other->site))
        return MPI_SUCCESS;
    return breaks_hint ? tell_promise(access, record, other, where)
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
                                       const struct race_combination *combination, uint64_t ticket)
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
    record->ticket = ticket;
    record->begun = touch_begun(access->window->self);
    return record;
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
        race_clear_older(&part->memory, record->era);
    other = race_find(&part->memory, &record->data, conflicts_with, record);
    if (other != NULL)
        err = tell(access, record, other, where);
    race_keep(&part->memory, record);
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
    race_keep(&own->buffers, record);
    lock_release(&own->lock);
    return err;
}

static int begin_side(const struct access *access, enum race_kind kind, const struct data *data,
                      const struct race_combination *combination, bool is_target,
                      uint64_t ticket)
{
    struct race_record *record;

    if (data == NULL || data->type == NULL || data_bytes(data) == 0)
        return MPI_SUCCESS;
    record = record_make(access, kind, data, combination, ticket);
    if (record == NULL)
        return MPI_SUCCESS;
    return is_target ? begin_at_target(access, record) : begin_at_origin(access, record);
}

int race_begin(const struct access *access, enum race_kind kind, const struct data *result,
               const struct race_combination *combination, uint64_t *ticket)
{
    /* A get writes where its origin is; all others only read there. */
    const enum race_kind origin_kind = kind == RACE_GET ? RACE_PUT : RACE_GET;
    int err;

    race_note_nested(access);
    if (ticket != NULL) {
        *ticket = fetch_add_relaxed(&access->window->common->races->tickets, 1) + 1;
        return begin_side(access, kind, &access->target, combination, true, *ticket);
    }
    err = begin_side(access, kind, &access->target, combination, true, 0);
    if (err == MPI_SUCCESS)
        err = begin_side(access, origin_kind, &access->origin, NULL, false, 0);
    return err == MPI_SUCCESS ? begin_side(access, RACE_PUT, result, NULL, false, 0) : err;
}

/* ---- completion ------------------------------------------------------------------------------ */

struct completion {
    int origin;
    int target; /* -1: all */
    uint64_t ticket; /* 0: all */
    bool is_local;
};

static bool is_complete(const struct race_record *record, const void *argument)
{
    const struct completion *completion = argument;

    return record->origin == completion->origin &&
           (completion->target < 0 || record->target == completion->target) &&
           (completion->ticket == 0 || record->ticket == completion->ticket);
}

/* The origin that has what an operation reads is done with the target, too. */
static bool is_complete_there(const struct race_record *record, const void *argument)
{
    const struct completion *completion = argument;

    return is_complete(record, completion) && (!completion->is_local || race_only_reads(record));
}

static void complete_at(struct race_part *part, const struct completion *completion)
{
    lock_take(&part->lock);
    race_clear(&part->memory, is_complete_there, completion);
    lock_release(&part->lock);
}

void race_end(struct window *window, int target, uint64_t ticket)
{
    const struct completion completion = {window->rank, target, ticket, true};

    complete_at(race_part_of(window, target), &completion);
}

void race_complete(struct window *window, int target, bool is_local)
{
    const struct completion completion = {window->rank, target, 0, is_local};
    struct race_part *own = race_part_of(window, window->rank);
    bool has_buffers;
    int i;

    if (target == MPI_PROC_NULL)
        return;
    lock_take(&own->lock);
    race_clear(&own->buffers, is_complete, &completion);
    has_buffers = own->buffers.records != NULL;
    lock_release(&own->lock);
    if (!has_buffers)
        touch_drop_buffers(window);
    for (i = 0; i < window->common->size; i++)
        if (target < 0 || target == i)
            complete_at(race_part_of(window, i), &completion);
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
    race_clear(&own->memory, is_of_start, NULL);
    lock_release(&own->lock);
}
