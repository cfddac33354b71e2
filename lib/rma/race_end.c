/* SPDX-License-Identifier: MIT */
/* When operations and messages are complete, and what else the program tells of. */
#include <limits.h>

#include "check/buffers.h"
#include "image/start.h"
#include "rank/thread/thread.h"
#include "rma/race_record.h"
#include "rma/touch.h"

/* ---- completion ------------------------------------------------------------------------------ */

struct completion {
    const struct race_part *home;
    int target; /* -1: all */
    uint64_t ticket; /* 0: all */
    bool is_local;
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

struct ending {
    const struct completion *completion;
    struct causal_epoch end;
};

/* For touch_end. What a rank with one thread has completed is ordered before all that it does
 * later. */
static bool end_in_window(const struct window *window, void *argument)
{
    struct race_part *own = race_part_of(window, window->rank);
    const struct ending *ending = argument;
    bool has_records;

    if (!load_relaxed(&own->buffers.has_pending))
        return load_relaxed(&own->buffers.has_records);
    lock_take(&own->lock);
    race_finish(&own->buffers, is_complete, ending->completion, ending->end);
    if (!load_relaxed(&window->self->has_threads))
        race_clear(&own->buffers, is_done_for_all, NULL);
    has_records = load_relaxed(&own->buffers.has_records);
    lock_release(&own->lock);
    return has_records;
}

static void complete_buffers(struct rank *self, const struct completion *completion)
{
    const struct causal_thread *thread = causal_self();

    if (thread != NULL)
        touch_end(self, end_in_window, &(struct ending){completion, causal_now(thread)});
}

void race_complete_buffers(struct window *window)
{
    complete_buffers(window->self, &(struct completion){race_part_of(window, window->rank), -1, 0,
                                                        true});
}

static void complete_at(struct race_part *part, const struct completion *completion)
{
    const struct causal_thread *thread = causal_self();

    if (thread == NULL || !load_relaxed(&part->memory.has_pending))
        return;
    lock_take(&part->lock);
    race_finish(&part->memory, is_complete_there, completion, causal_now(thread));
    lock_release(&part->lock);
}

void race_end(struct window *window, int target, uint64_t ticket)
{
    const struct completion completion = {race_part_of(window, window->rank), target, ticket, true};

    complete_buffers(window->self, &completion);
    complete_at(race_part_of(window, target), &completion);
}

void race_end_message(struct rank *self, const void *request)
{
    const struct completion completion = {NULL, -1, (uint64_t)(uintptr_t)request, true};

    complete_buffers(self, &completion);
}

void race_complete(struct window *window, int target, bool is_local)
{
    const struct completion completion = {race_part_of(window, window->rank), target, 0, is_local};
    int i;

    if (target == MPI_PROC_NULL)
        return;
    complete_buffers(window->self, &completion);
    for (i = target < 0 ? 0 : target; i < window->common->size; i = target < 0 ? i + 1 : INT_MAX)
        complete_at(race_part_of(window, i), &completion);
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
    if (name == NULL)
        causal_expect_threads();
    else if (knobs.rma == 0 || thread_is_in_handler()) /* it may have interrupted this function */
        return;
    else if (is_release)
        causal_release_slowly(causal_name_variable(name));
    else
        causal_acquire_slowly(causal_name_variable(name));
}
