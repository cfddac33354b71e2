/* SPDX-License-Identifier: MIT */
#include "tool/registration.h"

#include "base/clock.h"
#include "base/container.h"
#include "base/memory.h"

static const MPI_T_cb_safety levels[SAFETY_LEVELS] = {
    MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_THREAD_SAFE,
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};

static _Thread_local struct instance *instance_now;

int registration_level(MPI_T_cb_safety safety)
{
    for (int i = 0; i < SAFETY_LEVELS; i++)
        if (levels[i] == safety)
            return i;
    return -1;
}

const struct instance *instance_find(MPI_T_event_instance handle)
{
    return handle != NULL && (void *)handle == (void *)instance_now ? instance_now : NULL;
}

static struct registration *registration_at(struct list *link)
{
    return container_of(link, struct registration, link);
}

/* ---- making and freeing ---------------------------------------------------------------------- */

static void want(struct tool *tool)
{
    uint32_t wanted = 0;

    for (struct list *link = tool->registrations.next; link != &tool->registrations;
         link = link->next)
        if (!registration_at(link)->is_freed)
            wanted |= 1u << registration_at(link)->type->kind;
    store_relaxed(&tool->wanted, wanted);
}

struct registration *registration_create(struct tool *tool, const struct event_type *type)
{
    struct registration *made = memory_take_zeroed(sizeof *made);

    if (made == NULL || (tool->rank != NULL && !event_watch(tool, type->kind))) {
        memory_give(made);
        return NULL;
    }
    made->tool = tool;
    made->type = type;
    made->serial = ++tool->serial;
    made->handle = tool_handle_create(&tool->handles, TOOL_REGISTRATION, made);
    if (made->handle == NULL) {
        memory_give(made);
        return NULL;
    }
    list_append(&tool->registrations, &made->link);
    want(tool);
    return made;
}

struct registration *registration_find(const struct tool *tool, MPI_T_event_registration handle)
{
    return tool_handle_find(&tool->handles, TOOL_REGISTRATION, handle);
}

/* No callback of it runs, and none will. */
static void end_registration(struct registration *registration)
{
    struct tool *tool = registration->tool;

    list_remove(&registration->link);
    want(tool);
    if (registration->freed != NULL) {
        MPI_T_cb_safety safety =
            instance_now != NULL ? instance_now->safety : MPI_T_CB_REQUIRE_NONE;

        lock_release(&tool->lock);
        registration->freed(registration->handle, safety, registration->freed_data);
        lock_take(&tool->lock);
    }
    memory_give(registration);
}

void registration_free(struct registration *registration, MPI_T_event_free_cb_function *freed,
                       void *user_data)
{
    tool_handle_destroy(&registration->tool->handles, registration->handle);
    registration->is_freed = true;
    registration->freed = freed;
    registration->freed_data = user_data;
    want(registration->tool);
    if (registration->running == 0)
        end_registration(registration);
}

void registrations_destroy(struct tool *tool)
{
    struct registration *registration;
    int at = 0;

    while ((registration = tool_handle_next(&tool->handles, TOOL_REGISTRATION, &at)) != NULL)
        registration_free(registration, NULL, NULL);
}

/* ---- raising --------------------------------------------------------------------------------- */

/* The callback for that level, the least safe that is safe enough; NULL: there is none. */
static const struct tool_callback *callback_of(const struct registration *registration,
                                               int required)
{
    for (int i = required; i < SAFETY_LEVELS && !registration->is_freed; i++)
        if (registration->callbacks[i].function != NULL)
            return &registration->callbacks[i];
    return NULL;
}

/* The next registration behind that serial number; NULL: there is no more. */
static struct registration *next_of(struct tool *tool, uint64_t serial)
{
    for (struct list *link = tool->registrations.next; link != &tool->registrations;
         link = link->next)
        if (registration_at(link)->serial > serial)
            return registration_at(link);
    return NULL;
}

/* A function that is called may free the registration, or others. */
static void begin_call(struct registration *registration)
{
    registration->running++;
    lock_release(&registration->tool->lock);
}

static void end_call(struct registration *registration)
{
    lock_take(&registration->tool->lock);
    if (--registration->running == 0 && registration->is_freed)
        end_registration(registration);
}

static void drop_registration(struct registration *registration)
{
    if (registration->dropped != NULL && registration->dropped_count < INT64_MAX)
        registration->dropped_count++;
}

/* Reports what was dropped before another event of the source is raised. */
static void tell_dropped(struct tool *tool, int required)
{
    struct registration *each;

    for (uint64_t serial = 0; (each = next_of(tool, serial)) != NULL;) {
        const struct tool_callback *callback = callback_of(each, required);
        MPI_T_event_dropped_cb_function *dropped = each->dropped;
        MPI_Count count = each->dropped_count;
        void *user_data = callback != NULL ? callback->user_data : NULL;

        serial = each->serial;
        if (callback == NULL || dropped == NULL || count == 0)
            continue;
        each->dropped_count = 0;
        begin_call(each);
        dropped(count, each->handle, 0, levels[required], user_data);
        end_call(each);
    }
}

static void call(struct registration *registration, const struct tool_callback *callback,
                 struct instance *instance)
{
    const struct tool_callback copy = *callback;

    instance->type = registration->type;
    begin_call(registration);
    copy.function((MPI_T_event_instance)(void *)instance, registration->handle, instance->safety,
                  copy.user_data);
    end_call(registration);
}

void registrations_raise(struct tool *tool, unsigned kind, const unsigned char *data)
{
    const int required = tool->rank->thread_level == MPI_THREAD_MULTIPLE ? 2 : 1;
    struct instance instance = {.outer = instance_now,
                                .time_ns = clock_ns(),
                                .data = data,
                                .safety = levels[required]};
    struct registration *each;

    lock_take(&tool->lock);
    if (instance_now == NULL) {
        instance_now = &instance;
        tell_dropped(tool, required);
    }
    for (uint64_t serial = 0; (each = next_of(tool, serial)) != NULL;) {
        const struct tool_callback *callback = callback_of(each, required);

        serial = each->serial;
        if (each->type->kind != kind || each->is_freed)
            continue;
        if (callback == NULL || instance.outer != NULL)
            drop_registration(each);
        else
            call(each, callback, &instance);
    }
    instance_now = instance.outer == NULL ? NULL : instance_now;
    lock_release(&tool->lock);
}
