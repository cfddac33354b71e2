/* SPDX-License-Identifier: MIT */
#include "rma/pending.h"

#include "base/call.h"
#include "base/memory.h"
#include "base/must.h"
#include "rma/reported.h"
#include "rma/stream.h"

struct pending {
    struct pending *next;
    struct data data; /* holds the type */
    MPI_Count bytes;
    enum access_kind kind;
    int target;
    const void *site;
};

static void tell_run(char *start, MPI_Count bytes, enum access_kind kind)
{
    switch (kind) {
    case ACCESS_READS:
        tsan_read(start, (size_t)bytes);
        return;
    case ACCESS_WRITES:
        tsan_write(start, (size_t)bytes);
        return;
    case ACCESS_CHANGES:
        tsan_change(start, (size_t)bytes);
        return;
    case ACCESS_LOOKS:
        tsan_look(start, (size_t)bytes);
        return;
    }
}

static void tell_data(const struct data *data, MPI_Count bytes, enum access_kind kind)
{
    struct stream stream;
    MPI_Count run;

    if (bytes == 0)
        return;
    if (data_is_contiguous(data)) {
        tell_run(data_start(data), bytes, kind);
        return;
    }
    stream_open(&stream, data, bytes);
    for (; stream.left > 0; stream_advance(&stream, run)) {
        run = stream_run(&stream, stream.left);
        tell_run(stream_at(&stream), run, kind);
    }
    stream_close(&stream);
}

void pending_tell_access(const struct access *access, const struct data *data, MPI_Count bytes,
                         enum access_kind kind)
{
    reported_note(access, data, bytes, kind);
    tell_data(data, bytes, kind);
}

void pending_keep(const struct access *access, MPI_Count bytes, enum access_kind kind)
{
    struct window_extras *extras = window_make_extras(access->window);
    struct pending *pending = extras != NULL ? memory_take_zeroed(sizeof *pending) : NULL;

    if (pending == NULL)
        return;
    pending->data = access->target;
    type_hold(access->target.type);
    pending->bytes = bytes;
    pending->kind = kind;
    pending->target = access->rank;
    pending->site = access->call->site;
    guard_enter(&access->window->self->guard);
    pending->next = extras->pending;
    extras->pending = pending;
    guard_leave(&access->window->self->guard);
}

/* Takes those of the target off the list. */
static struct pending *take_pending(struct window *window, int target)
{
    struct pending **place, *taken = NULL;

    if (window->extras == NULL)
        return NULL;
    place = &window->extras->pending;
    guard_enter(&window->self->guard);
    while (*place != NULL) {
        struct pending *pending = *place;

        if (target >= 0 && pending->target != target) {
            place = &pending->next;
            continue;
        }
        *place = pending->next;
        pending->next = taken;
        taken = pending;
    }
    guard_leave(&window->self->guard);
    return taken;
}

void pending_tell(struct window *window, int target)
{
    struct pending *pending = take_pending(window, target);

    while (pending != NULL) {
        struct pending *next = pending->next;

        tsan_enter(pending->site);
        tell_data(&pending->data, pending->bytes, pending->kind);
        tsan_leave();
        type_drop(pending->data.type);
        memory_give(pending);
        pending = next;
    }
}

void pending_check(const struct window *window)
{
    const struct pending *pending = window->extras != NULL ? window->extras->pending : NULL;
    int steps;

    must(pending == NULL || window_access(window) != ACCESS_NONE); /* law 2 */
    for (steps = 0; pending != NULL && steps < LAWS_STEPS_MAX; steps++) {
        must(pending->target >= 0 && pending->target < window->common->size); /* law 1 */
        pending = pending->next;
    }
}
