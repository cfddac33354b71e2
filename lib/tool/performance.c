/* SPDX-License-Identifier: MIT */
#include "tool/performance.h"

#include <string.h>

#include "base/memory.h"
#include "p2p/p2p.h"
#include "rank/observe/counters.h"
#include "rank/observe/event.h"
#include "tool/event.h"

/* ---- sessions and handles -------------------------------------------------------------------- */

MPI_T_pvar_session performance_open(struct tool *tool)
{
    return tool_handle_create(&tool->handles, TOOL_SESSION, tool);
}

bool performance_is_session(const struct tool *tool, MPI_T_pvar_session session)
{
    return tool_handle_find(&tool->handles, TOOL_SESSION, session) != NULL;
}

bool performance_close(struct tool *tool, MPI_T_pvar_session session)
{
    struct performance_handle *handle;
    int at = 0;

    if (!performance_is_session(tool, session))
        return false;
    while ((handle = performance_handle_next(tool, session, &at)) != NULL)
        performance_unbind(tool, handle);
    tool_handle_destroy(&tool->handles, session);
    return true;
}

struct performance_handle *performance_handle_find(const struct tool *tool,
                                                   MPI_T_pvar_session session,
                                                   MPI_T_pvar_handle handle)
{
    struct performance_handle *found = tool_handle_find(&tool->handles, TOOL_PERFORMANCE, handle);

    return found != NULL && found->session == session ? found : NULL;
}

struct performance_handle *performance_handle_next(const struct tool *tool,
                                                   MPI_T_pvar_session session, int *at)
{
    struct performance_handle *handle;

    do
        handle = tool_handle_next(&tool->handles, TOOL_PERFORMANCE, at);
    while (handle != NULL && handle->session != session);
    return handle;
}

/* Has the rank count what the variable shows. False: no memory. */
static bool have_counted(struct tool *tool, const struct performance *performance)
{
    struct rank *rank = tool->rank;

    if (rank == NULL || performance->kind == EVENTS)
        return true;
    if (performance_is_driven(performance))
        return event_watch(tool, performance->kind);
    if (!counters_begin_for_tools(rank, performance->kind))
        return false;
    if ((EVENTS_OF_MATCHING & 1u << performance->kind) != 0)
        p2p_leave_fast_path(rank);
    return true;
}

struct performance_handle *performance_bind(struct tool *tool, MPI_T_pvar_session session,
                                            const struct performance *performance,
                                            const struct performance_object *object)
{
    struct performance_handle *made = memory_take_zeroed(sizeof *made);

    if (made == NULL || !have_counted(tool, performance)) {
        memory_give(made);
        return NULL;
    }
    made->of = *performance;
    made->session = session;
    made->object = *object;
    made->is_started = performance->is_standing;
    made->handle = tool_handle_create(&tool->handles, TOOL_PERFORMANCE, made);
    if (made->handle == NULL) {
        memory_give(made);
        return NULL;
    }
    if (performance_is_driven(performance))
        fetch_add_relaxed(&tool->driven, 1);
    return made;
}

void performance_unbind(struct tool *tool, struct performance_handle *handle)
{
    if (performance_is_driven(&handle->of))
        fetch_add_relaxed(&tool->driven, -1);
    tool_handle_destroy(&tool->handles, handle->handle);
    memory_give(handle);
}

void performance_destroy_all(struct tool *tool)
{
    struct performance_handle *handle;
    int at = 0;

    while ((handle = tool_handle_next(&tool->handles, TOOL_PERFORMANCE, &at)) != NULL)
        performance_unbind(tool, handle);
    tool_handle_destroy_all(&tool->handles, TOOL_SESSION);
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint64_t count_of(const struct rank *rank, const struct performance *of)
{
    struct counters_sum sum = {0};

    if (rank != NULL)
        sum = of->way >= 0 ? counters_of_way(rank, (enum way)of->way)
                           : counters_of_event(rank, of->kind);
    return of->source == SOURCE_COUNT ? sum.count : sum.bytes;
}

static struct matching matching_of(struct rank *rank, bool with_lists)
{
    return rank != NULL ? p2p_matching(rank, with_lists) : (struct matching){0};
}

/* The number that the handle's value follows. */
static uint64_t current(const struct tool *tool, const struct performance_handle *handle)
{
    return handle->of.source <= SOURCE_BYTES ? count_of(tool->rank, &handle->of) : 0;
}

/* Brings the value up to now. */
static void update(const struct tool *tool, struct performance_handle *handle)
{
    uint64_t now = current(tool, handle);

    if (!handle->is_started)
        return;
    handle->value += now - handle->base;
    handle->base = now;
    if (handle->of.source == SOURCE_UNEXPECTED_MOST) {
        uint64_t level = (uint64_t)matching_of(tool->rank, false).unexpected;

        handle->value = level > handle->value ? level : handle->value;
    }
}

void performance_start(struct tool *tool, struct performance_handle *handle)
{
    if (handle->is_started)
        return;
    handle->is_started = true;
    handle->base = current(tool, handle);
    update(tool, handle);
}

void performance_stop(struct tool *tool, struct performance_handle *handle)
{
    update(tool, handle);
    handle->is_started = false;
}

void performance_write(struct tool *tool, struct performance_handle *handle, const void *value)
{
    memcpy(&handle->value, value, sizeof handle->value);
    handle->base = current(tool, handle);
}

void performance_reset(struct tool *tool, struct performance_handle *handle)
{
    performance_write(tool, handle, &(uint64_t){0});
    if (handle->of.source == SOURCE_UNEXPECTED_MOST)
        handle->value = (uint64_t)matching_of(tool->rank, false).unexpected;
}

static uint64_t standing(const struct tool *tool, const struct performance_handle *handle)
{
    struct rank *rank = tool->rank;

    switch (handle->of.source) {
    case SOURCE_UNEXPECTED_NOW:
        return (uint64_t)matching_of(rank, false).unexpected;
    case SOURCE_UNEXPECTED_BYTES:
        return (uint64_t)matching_of(rank, false).unexpected_bytes;
    case SOURCE_POSTED:
        return (uint64_t)matching_of(rank, true).posted;
    case SOURCE_DEPTH:
        return (uint64_t)matching_of(rank, true).depth;
    case SOURCE_BUFFERED_BYTES:
        return rank != NULL ? (uint64_t)load_relaxed(&rank->buffered_bytes) : 0;
    case SOURCE_MEMBERS:
    case SOURCE_WINDOW_BYTES:
        return handle->object.size;
    default:
        return 0;
    }
}

void performance_read(struct tool *tool, struct performance_handle *handle, void *value)
{
    const struct rank *rank = tool->rank;

    if (handle->of.source == SOURCE_PHASE) {
        memcpy(value, &(int){rank != NULL ? (int)rank->phase : 0}, sizeof(int));
    } else if (handle->of.class == MPI_T_PVAR_CLASS_GENERIC) {
        memcpy(value, &handle->object.number, sizeof handle->object.number);
    } else if (handle->of.is_standing) {
        memcpy(value, &(uint64_t){standing(tool, handle)}, sizeof(uint64_t));
    } else {
        update(tool, handle);
        memcpy(value, &handle->value, sizeof handle->value);
    }
}

/* ---- events ---------------------------------------------------------------------------------- */

static void change(struct tool *tool, struct performance_handle *handle, const struct event *event)
{
    if (handle->of.source == SOURCE_UNEXPECTED_MOST)
        update(tool, handle);
    else if (handle->object.number == event->context)
        handle->value += handle->of.class == MPI_T_PVAR_CLASS_AGGREGATE ? (uint64_t)event->bytes
                                                                        : 1;
}

void performance_see(struct tool *tool, unsigned kind, const struct event *event)
{
    struct performance_handle *handle;
    int at = 0;

    if (load_relaxed(&tool->driven) == 0)
        return;
    lock_take(&tool->lock);
    while ((handle = tool_handle_next(&tool->handles, TOOL_PERFORMANCE, &at)) != NULL)
        if (handle->is_started && performance_is_driven(&handle->of) && handle->of.kind == kind)
            change(tool, handle, event);
    lock_release(&tool->lock);
}
