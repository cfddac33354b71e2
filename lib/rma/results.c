/* SPDX-License-Identifier: MIT */
#include "rma/results.h"

#include "base/knob.h"
#include "base/memory.h"
#include "check/buffers.h"
#include "rank/observe/causal.h"
#include "rma/race.h"

enum { ORIGINS_MAX = 256, ORIGIN_BYTES_MAX = 1 << 20 };

/* In its window's list; `extra` of its request. */
struct result {
    struct result *next;
    struct window *window;
    struct request *request;
    int target;
    uint64_t ticket; /* by which the race detector knows the operation; 0: it does not */
};

/* Takes the result off its window's list, under the guard. */
static void unlink_result(struct result *result)
{
    struct result **place = &result->window->extras->results;

    while (*place != result)
        place = &(*place)->next;
    *place = result->next;
    result->window->extras->results_count--;
    result->request->extra = NULL;
}

static void release(struct request *request)
{
    struct result *result;

    guard_enter(&request->owner->guard);
    result = request->extra;
    if (result != NULL)
        unlink_result(result);
    guard_leave(&request->owner->guard);
    if (result != NULL && result->ticket != 0)
        race_end(result->window, result->target, result->ticket);
    memory_give(result);
}

const struct request_class results_class = {.release = release};

/* Requests that the user does not have. */
static const struct request_class own_class;

int results_divert(const struct call *call, const char *name, struct data *result,
                   struct kept_result *kept)
{
    int err;

    kept->diverted.memory = NULL;
    /* With HEDDLE_CHECK races are found by the buffer's address. */
    if (likely(knobs.buffers != BUFFERS_ARE_DIVERTED) || !diverted_is_wanted() ||
        data_bytes(result) == 0)
        return MPI_SUCCESS;
    err = buffers_compare(call, name, result, BUFFER_RECEIVED);
    kept->buffer = *result;
    if (err == MPI_SUCCESS)
        diverted_apply(&kept->diverted, result);
    return err;
}

/* Is there a buffer of the origin that has to be compared at the end? A program that shows its
 * stores has had those there reported. With MPI_THREAD_MULTIPLE the flush of one thread takes what
 * another has put, and compares it when that thread may have flushed, too, and stored again. */
static bool keeps_origin(const struct window *window, const struct kept_result *kept)
{
    const struct data *origin = &kept->origin;

    return unlikely(window_is_watched(window)) && buffers_are_watched() &&
           window->self->thread_level != MPI_THREAD_MULTIPLE &&
           !causal_tells_accesses(window->self) && origin->type != NULL &&
           data_bytes(origin) > 0 && data_bytes(origin) <= ORIGIN_BYTES_MAX &&
           (kept->ticket != 0 || window->extras == NULL ||
            window->extras->results_count < ORIGINS_MAX);
}

void results_keep(const struct call *call, struct window *window, int target,
                  struct request *request, struct kept_result *kept)
{
    const bool has_origin = keeps_origin(window, kept);
    struct window_extras *extras;
    struct result *result;

    if (likely(kept->diverted.memory == NULL) && likely(kept->ticket == 0) && likely(!has_origin))
        return;
    extras = window_make_extras(window);
    result = extras != NULL ? memory_take(sizeof *result) : NULL;
    if (result != NULL && request == NULL)
        request = request_create_done(window->self, &own_class);
    if (result == NULL || request == NULL) {
        memory_give(result);
        if (kept->diverted.memory != NULL)
            diverted_close(&kept->diverted, &kept->buffer, 1);
        return;
    }
    *result = (struct result){
        .window = window, .request = request, .target = target, .ticket = kept->ticket};
    if (kept->diverted.memory != NULL)
        buffers_note_received(call, request, &kept->buffer, &kept->diverted);
    if (has_origin)
        buffers_keep_sent(call, request, "origin_addr", &kept->origin);
    guard_enter(&window->self->guard);
    request->extra = result;
    result->next = extras->results;
    extras->results = result;
    extras->results_count++;
    guard_leave(&window->self->guard);
}

/* Takes a result from that target off the window's list; NULL: there is none. */
static struct result *take_result(struct window *window, int target)
{
    struct result *result;

    guard_enter(&window->self->guard);
    result = window->extras->results;
    while (result != NULL && target >= 0 && result->target != target)
        result = result->next;
    if (result != NULL)
        unlink_result(result);
    guard_leave(&window->self->guard);
    return result;
}

int results_deliver(const struct call *call, struct window *window, int target)
{
    struct result *result;
    int err = MPI_SUCCESS;

    if (likely(window->extras == NULL))
        return MPI_SUCCESS;
    while ((result = take_result(window, target)) != NULL) {
        int one = buffers_conclude(call, result->request);

        err = one != MPI_SUCCESS ? one : err;
        if (result->request->class == &own_class)
            request_free(result->request);
        memory_give(result);
    }
    return err;
}
