/* SPDX-License-Identifier: MIT */
#include "tool/performance.h"

#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "p2p/p2p.h"
#include "rank/counters.h"
#include "tool/enumeration.h"
#include "tool/event.h"

/* ---- what there is --------------------------------------------------------------------------- */

static const struct own {
    enum performance_source source;
    const char *name;
    int class;
    MPI_Datatype datatype;
    int bind;
    const char *category;
    int verbosity;
    const char *description;
    bool is_standing;
} owns[] = {
#define STANDING(source, name, class, type, bind, category, verbosity, description)               \
    {SOURCE_##source, #name, MPI_T_PVAR_CLASS_##class, MPI_##type, MPI_T_BIND_##bind, #category,   \
     MPI_T_VERBOSITY_##verbosity, description, true},
#define DRIVEN(source, name, class, bind, category, verbosity, description)                       \
    {SOURCE_##source, #name, MPI_T_PVAR_CLASS_##class, MPI_UNSIGNED_LONG_LONG,                     \
     MPI_T_BIND_##bind, #category, MPI_T_VERBOSITY_##verbosity, description, false},
#include "tool/performance.def"
#undef STANDING
#undef DRIVEN
};

static bool has_bytes(enum event_kind kind)
{
    return kind != EVENT_COLLECTIVE && kind != EVENT_LEFT;
}

static int ways_of(enum event_kind kind)
{
    int count = 0;

    for (int way = 0; way < WAYS; way++)
        count += event_of_way((enum way)way) == kind;
    return count;
}

static const char *category_of(enum event_kind kind)
{
    switch (kind) {
    case EVENT_COLLECTIVE:
    case EVENT_LEFT:
        return "collectives";
    case EVENT_PUT:
    case EVENT_GET:
    case EVENT_ACCUMULATE:
        return "windows";
    default:
        return "messages";
    }
}

static const char *words_of(enum event_kind kind)
{
    switch (kind) {
    case EVENT_COLLECTIVE:
        return "collective operations that the rank has begun";
    case EVENT_LEFT:
        return "collective operations that are over at the rank";
    case EVENT_MATCH:
        return "messages that have met their receive";
    case EVENT_RECEIVED:
        return "messages that have been received";
    case EVENT_UNEXPECTED:
        return "messages that came before their receive";
    case EVENT_PUT:
        return "puts of the rank";
    case EVENT_GET:
        return "gets of the rank";
    case EVENT_ACCUMULATE:
        return "accumulates of the rank, and calls like them";
    default:
        return "messages that the rank has sent to ranks of its job";
    }
}

static void describe_counter(struct performance *performance)
{
    const char *event = event_text(performance->kind);
    const bool is_way = performance->way >= 0 && way_text((enum way)performance->way)[0] != '\0';

    snprintf(performance->name, sizeof performance->name, "%s%s%s", event, is_way ? "." : "",
             is_way ? way_text((enum way)performance->way) : "");
    performance->class = performance->source == SOURCE_COUNT ? MPI_T_PVAR_CLASS_COUNTER
                                                             : MPI_T_PVAR_CLASS_AGGREGATE;
    performance->datatype = MPI_UNSIGNED_LONG_LONG;
    performance->enumeration = ENUMERATION_NONE;
    performance->verbosity = is_way ? MPI_T_VERBOSITY_TUNER_BASIC : MPI_T_VERBOSITY_USER_BASIC;
    performance->bind = MPI_T_BIND_NO_OBJECT;
    performance->is_standing = false;
    performance->category = category_of(performance->kind);
    snprintf(performance->description, sizeof performance->description, "%s%s%s%s%s",
             performance->source == SOURCE_BYTES ? "bytes of " : "", words_of(performance->kind),
             is_way ? " (" : "", is_way ? way_text((enum way)performance->way) : "",
             is_way ? ")" : "");
}

/* A number of the event's variables: first those of all ways together, if there are several. */
static bool look_at_event(int *index, enum event_kind kind, struct performance *performance)
{
    const int sources = has_bytes(kind) ? 2 : 1;

    performance->kind = kind;
    for (int way = ways_of(kind) > 1 ? -1 : 0; way < WAYS; way++) {
        if (way >= 0 && event_of_way((enum way)way) != kind)
            continue;
        if (*index < sources) {
            performance->way = way;
            performance->source = *index == 0 ? SOURCE_COUNT : SOURCE_BYTES;
            return true;
        }
        *index -= sources;
    }
    return false;
}

static void describe_own(const struct own *own, struct performance *performance)
{
    snprintf(performance->name, sizeof performance->name, "%s", own->name);
    performance->class = own->class;
    performance->datatype = own->datatype;
    performance->enumeration = own->source == SOURCE_PHASE ? ENUMERATION_PHASE : ENUMERATION_NONE;
    performance->verbosity = own->verbosity;
    performance->bind = own->bind;
    performance->is_standing = own->is_standing;
    performance->category = own->category;
    snprintf(performance->description, sizeof performance->description, "%s", own->description);
    performance->source = own->source;
}

bool performance_look(int index, struct performance *performance)
{
    if (index < 0)
        return false;
    for (int kind = 0; kind < EVENTS; kind++) {
        if (kind != EVENT_PART && look_at_event(&index, (enum event_kind)kind, performance)) {
            describe_counter(performance);
            return true;
        }
    }
    if ((size_t)index >= ARRAY_LENGTH(owns))
        return false;
    describe_own(&owns[index], performance);
    return true;
}

int performance_count(void)
{
    struct performance performance;
    int count = 0;

    while (performance_look(count, &performance))
        count++;
    return count;
}

int performance_find(const char *name, int class)
{
    struct performance performance;

    for (int i = 0; performance_look(i, &performance); i++)
        if (performance.class == class && strcmp(performance.name, name) == 0)
            return i;
    return -1;
}

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

/* The event that changes the variable; EVENTS: none does. */
static enum event_kind event_behind(enum performance_source source)
{
    switch (source) {
    case SOURCE_UNEXPECTED_MOST:
        return EVENT_UNEXPECTED;
    case SOURCE_COMM_MESSAGES:
    case SOURCE_COMM_BYTES:
        return EVENT_MESSAGE;
    case SOURCE_COMM_RECEIVED:
    case SOURCE_COMM_RECEIVED_BYTES:
        return EVENT_RECEIVED;
    case SOURCE_COMM_COLLECTIVES:
        return EVENT_COLLECTIVE;
    default:
        return EVENTS;
    }
}

/* Has the rank count what the variable shows. False: no memory. */
static bool have_counted(struct tool *tool, const struct performance *performance)
{
    const bool is_counter = performance->source <= SOURCE_BYTES;
    struct rank *rank = tool->rank;

    if (rank == NULL || (!is_counter && event_behind(performance->source) == EVENTS))
        return true;
    if (!is_counter)
        return event_watch(tool, event_behind(performance->source));
    if (!counters_are_for_tools(performance->kind))
        return counters_are_kept(rank) || counters_begin(rank);
    if (!counters_begin_for_tools(rank))
        return false;
    p2p_leave_fast_path(rank);
    return true;
}

struct performance_handle *performance_bind(struct tool *tool, MPI_T_pvar_session session,
                                            const struct performance *performance,
                                            MPI_Comm handle, const struct comm *comm)
{
    struct performance_handle *made = memory_take_zeroed(sizeof *made);

    if (made == NULL || !have_counted(tool, performance)) {
        memory_give(made);
        return NULL;
    }
    made->of = *performance;
    made->session = session;
    made->comm = handle;
    made->context = comm != NULL ? comm->context->id : 0;
    made->is_started = performance->is_standing;
    made->handle = tool_handle_create(&tool->handles, TOOL_PERFORMANCE, made);
    if (made->handle == NULL) {
        memory_give(made);
        return NULL;
    }
    if (event_behind(performance->source) != EVENTS)
        fetch_add_relaxed(&tool->driven, 1);
    return made;
}

void performance_unbind(struct tool *tool, struct performance_handle *handle)
{
    if (event_behind(handle->of.source) != EVENTS)
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

static struct unexpected_sum unexpected_of(struct rank *rank)
{
    return rank != NULL ? p2p_unexpected(rank) : (struct unexpected_sum){0};
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
        uint64_t level = (uint64_t)unexpected_of(tool->rank).messages;

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
        handle->value = (uint64_t)unexpected_of(tool->rank).messages;
}

static uint64_t standing(const struct tool *tool, const struct performance_handle *handle,
                         const struct comm *comm)
{
    struct rank *rank = tool->rank;

    switch (handle->of.source) {
    case SOURCE_UNEXPECTED_NOW:
        return (uint64_t)unexpected_of(rank).messages;
    case SOURCE_UNEXPECTED_BYTES:
        return (uint64_t)unexpected_of(rank).bytes;
    case SOURCE_BUFFERED_BYTES:
        return rank != NULL ? (uint64_t)load_relaxed(&rank->buffered_bytes) : 0;
    case SOURCE_MEMBERS:
        return (uint64_t)comm_size(comm);
    default:
        return 0;
    }
}

void performance_read(struct tool *tool, struct performance_handle *handle,
                      const struct comm *comm, void *value)
{
    const struct rank *rank = tool->rank;

    if (handle->of.source == SOURCE_PHASE) {
        memcpy(value, &(int){rank != NULL ? (int)rank->phase : 0}, sizeof(int));
    } else if (handle->of.source == SOURCE_COMMUNICATOR) {
        memcpy(value, &handle->context, sizeof handle->context);
    } else if (handle->of.is_standing) {
        memcpy(value, &(uint64_t){standing(tool, handle, comm)}, sizeof(uint64_t));
    } else {
        update(tool, handle);
        memcpy(value, &handle->value, sizeof handle->value);
    }
}

/* ---- events ---------------------------------------------------------------------------------- */

static void change(struct tool *tool, struct performance_handle *handle, const struct event *event)
{
    switch (handle->of.source) {
    case SOURCE_UNEXPECTED_MOST:
        update(tool, handle);
        break;
    case SOURCE_COMM_MESSAGES:
    case SOURCE_COMM_RECEIVED:
    case SOURCE_COMM_COLLECTIVES:
        handle->value += handle->context == event->context;
        break;
    case SOURCE_COMM_BYTES:
    case SOURCE_COMM_RECEIVED_BYTES:
        handle->value += handle->context == event->context ? (uint64_t)event->bytes : 0;
        break;
    default:
        break;
    }
}

void performance_see(struct tool *tool, enum event_kind kind, const struct event *event)
{
    struct performance_handle *handle;
    int at = 0;

    if (load_relaxed(&tool->driven) == 0)
        return;
    lock_take(&tool->lock);
    while ((handle = tool_handle_next(&tool->handles, TOOL_PERFORMANCE, &at)) != NULL)
        if (handle->is_started && event_behind(handle->of.source) == kind)
            change(tool, handle, event);
    lock_release(&tool->lock);
}
