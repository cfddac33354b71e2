/* SPDX-License-Identifier: MIT */
/* When operations and messages are complete, and what else the program reports. */
#include "check/buffers.h"
#include "image/start.h"
#include "rank/thread/handler.h"
#include "rma/race_record.h"
#include "rma/touch.h"

/* ---- completion ------------------------------------------------------------------------------ */

struct completion {
    const struct race_part *home;
    int target; /* -1: all */
    uint64_t ticket; /* 0: all */
    bool is_local;
    struct causal_epoch end;
};

static bool is_complete(const struct race_record *record, const void *argument)
{
    const struct completion *completion = argument;

    return record->home == completion->home &&
           (completion->target < 0 || record->target == completion->target) &&
           (completion->ticket == 0 || record->ticket == completion->ticket);
}

/* The origin that has what an operation reads is done with the target, too. MPI_Win_complete leaves
 * the rest to the target's MPI_Win_wait. */
static bool is_complete_there(const struct race_record *record, const void *argument)
{
    const struct completion *completion = argument;

    return is_complete(record, completion) && record->access != ACCESS_START &&
           record->access != ACCESS_FENCE && (!completion->is_local || race_only_reads(record));
}

static bool is_done_for_all(const struct race_record *record, const void *argument)
{
    (void)argument;
    return record->end.clock != 0 && !record->is_in_memory;
}

/* For touch_end. What a rank with one thread has completed is ordered before all that it does
 * later. */
static bool end_in_window(const struct window *window, void *argument)
{
    struct race_part *own = race_part_of(window, window->rank);
    const struct completion *completion = argument;
    bool has_records;

    if (!load_relaxed(&own->buffers.has_pending))
        return load_relaxed(&own->buffers.has_records);
    lock_take(&own->lock);
    race_finish(&own->buffers, is_complete, completion, completion->end);
    if (!load_relaxed(&window->self->has_threads))
        race_clear(&own->buffers, is_done_for_all, NULL);
    has_records = load_relaxed(&own->buffers.has_records);
    lock_release(&own->lock);
    return has_records;
}

/* Another thread of the rank may complete an operation before the one that called it does: a thread
 * that completes operations on a target knows the ends of those that others have completed there.
 * Each thread therefore releases this name before it ends records, and acquires it when it has.
 * These orders are too many, if anything. */
static const void *name_of_ends(const struct race_part *home, int target)
{
    return (const void *)((uintptr_t)home ^ (uintptr_t)((target + 1) & 0x3fff) << 48);
}

static void release_ends(const struct window *window, int target)
{
    if (load_relaxed(&window->self->has_threads))
        causal_release_slowly(name_of_ends(race_part_of(window, window->rank), target));
}

static void acquire_ends(const struct window *window, int target)
{
    if (load_relaxed(&window->self->has_threads))
        causal_acquire_slowly(name_of_ends(race_part_of(window, window->rank), target));
}

void race_complete_buffers(struct window *window)
{
    const struct causal_thread *thread = causal_self();

    if (thread != NULL)
        touch_end(window->self, end_in_window,
                  &(struct completion){race_part_of(window, window->rank), -1, 0, true,
                                       causal_now(thread)});
}

static void complete_at(struct race_part *part, const struct completion *completion)
{
    if (!load_relaxed(&part->memory.has_pending))
        return;
    lock_take(&part->lock);
    race_finish(&part->memory, is_complete_there, completion, completion->end);
    lock_release(&part->lock);
}

/* The targets are those from `first` on, before `end`. */
static void complete_races(struct window *window, int first, int end,
                           struct completion *completion)
{
    const struct causal_thread *thread = causal_self();
    int i;

    if (thread == NULL)
        return;
    completion->home = race_part_of(window, window->rank);
    completion->end = causal_now(thread);
    for (i = first; i < end; i++)
        release_ends(window, i);
    touch_end(window->self, end_in_window, completion);
    for (i = first; i < end; i++) {
        complete_at(race_part_of(window, i), completion);
        acquire_ends(window, i);
    }
}

void race_end(struct window *window, int target, uint64_t ticket)
{
    complete_races(window, target, target + 1,
                   &(struct completion){.target = target, .ticket = ticket, .is_local = true});
}

void race_end_message(struct rank *self, const void *request)
{
    const struct causal_thread *thread = causal_self();

    if (thread != NULL)
        touch_end(self, end_in_window,
                  &(struct completion){NULL, -1, (uint64_t)(uintptr_t)request, true,
                                       causal_now(thread)});
}

void race_complete(struct window *window, int target, bool is_local)
{
    const bool are_all = target < 0;

    if (target != MPI_PROC_NULL)
        complete_races(window, are_all ? 0 : target, are_all ? window->common->size : target + 1,
                       &(struct completion){.target = target, .is_local = is_local});
}

static bool is_of_start(const struct race_record *record, const void *argument)
{
    (void)argument;
    return record->access == ACCESS_START;
}

void race_unexpose(struct window *window)
{
    struct race_part *own = race_part_of(window, window->rank);
    const struct causal_thread *thread = causal_self();

    if (thread == NULL)
        return;
    lock_take(&own->lock);
    race_finish(&own->memory, is_of_start, NULL, causal_now(thread));
    lock_release(&own->lock);
}

void race_expose(struct window *window)
{
    struct race_part *own = race_part_of(window, window->rank);

    lock_take(&own->lock);
    race_clear(&own->memory, is_of_start, NULL);
    lock_release(&own->lock);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void follow_use(struct rank *self, const struct call *call, const struct buffer_used *used)
{
    int i;

    for (i = 0; i < used->count; i++)
        if (data_bytes(&used->blocks[i]) > 0)
            touch_note(self, &used->blocks[i], used->use == BUFFER_RECEIVED, call->site);
}

static void follow_begin(struct rank *self, const struct call *call,
                         const struct request *request, const struct buffer_used *used)
{
    int i;

    for (i = 0; i < used->count; i++)
        race_begin_message(self, call, &used->blocks[i], used->use == BUFFER_RECEIVED, request);
}

static void follow_end(struct rank *self, const struct request *request)
{
    race_end_message(self, request);
}

const struct buffers_follower race_follower = {follow_use, follow_begin, follow_end};

/* ---- the program's own orders ---------------------------------------------------------------- */

void heddle_order(const void *name, bool is_release)
{
    if (knobs.rma == 0 || thread_is_in_handler()) /* it may have interrupted this function */
        return;
    if (is_release)
        causal_release_slowly(causal_name_variable(name));
    else
        causal_acquire_slowly(causal_name_variable(name));
}
