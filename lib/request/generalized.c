/* SPDX-License-Identifier: MIT */
#include "request/generalized.h"

#include "base/memory.h"
#include "base/note.h"
#include "rank/sleep/wait_report.h"
#include "rank/sleep/waiter.h"

struct generalized {
    struct generalized_callbacks callbacks;
    bool is_given_up; /* under the rank's guard */
};

int generalized_start(struct rank *self, const struct generalized_callbacks *callbacks,
                      struct request **started)
{
    struct generalized *generalized = memory_take(sizeof *generalized);
    struct request *request =
        generalized != NULL ? request_create(self, &generalized_class, NULL) : NULL;

    if (request == NULL) {
        memory_give(generalized);
        return note(MPI_ERR_NO_MEM, "no memory for a generalized request");
    }
    *generalized = (struct generalized){.callbacks = *callbacks};
    request->source = MPI_UNDEFINED;
    request->tag = MPI_UNDEFINED;
    request->bytes = 0;
    request->extra = generalized;
    world_add_runnable(self->world); /* it can be completed at any time, by whomever */
    *started = request;
    return MPI_SUCCESS;
}

static int call_query(struct request *request, MPI_Status *status)
{
    const struct generalized *generalized = request->extra;

    return generalized->callbacks.query(generalized->callbacks.extra_state, status);
}

static int call_free(const struct request *request)
{
    const struct generalized *generalized = request->extra;

    return generalized->callbacks.free(generalized->callbacks.extra_state);
}

static void release_generalized(struct request *request)
{
    memory_give(request->extra);
}

static void describe_generalized(const struct request *request, struct wait_report *wait_report)
{
    (void)request;
    fputs("a generalized request to be completed", wait_report->words);
}

const struct request_class generalized_class = {
    .query = call_query,
    .describe = describe_generalized,
    .release = release_generalized,
};

bool generalized_is_complete(const struct request *request)
{
    return request_is_done(request);
}

/* The guard decides which of the two comes last when one thread completes the request while
 * another gives it up. */
int generalized_complete(struct request *request)
{
    struct guard *guard = &request->owner->guard;
    struct world *world = request->owner->world;
    const struct generalized *generalized = request->extra;
    bool is_given_up;
    int err;

    guard_enter(guard);
    is_given_up = generalized->is_given_up;
    if (!is_given_up)
        request_complete(request);
    guard_leave(guard);
    world_remove_runnable(world);
    if (!is_given_up)
        return MPI_SUCCESS;
    err = call_free(request);
    request_free(request);
    return err;
}

bool generalized_conclude(struct request *request, int *error)
{
    struct guard *guard = &request->owner->guard;
    struct generalized *generalized = request->extra;
    bool is_done;

    guard_enter(guard);
    is_done = request_is_done(request);
    generalized->is_given_up = true;
    guard_leave(guard);
    if (is_done)
        *error = call_free(request);
    return is_done;
}

int generalized_cancel(struct request *request)
{
    const struct generalized *generalized = request->extra;

    return generalized->callbacks.cancel(generalized->callbacks.extra_state,
                                         request_is_done(request));
}
