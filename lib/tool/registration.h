/* SPDX-License-Identifier: MIT */
/* Registrations of event types, and their callbacks.
 *
 * A callback runs in the thread in which the event happens, at once, in the middle of a call of
 * MPI. It must not call MPI but MPI_T, MPI_Wtime and MPI_Wtick; if the rank's threads may call MPI
 * at the same time (MPI_THREAD_MULTIPLE), it may run in several of them at once. These are the
 * levels that are required. An event for which no callback is registered at such a level, or that
 * happens inside of a callback, is dropped and counted.
 *
 * A registration that is freed while a callback of it runs goes when that returns. */
#ifndef TOOL_REGISTRATION_H
#define TOOL_REGISTRATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "mpi_types.h"
#include "tool/event.h"
#include "tool/tool.h"

enum { SAFETY_LEVELS = 4, SOURCES = 1 };

struct tool_callback {
    MPI_T_event_cb_function *function; /* NULL: none */
    void *user_data;
};

struct registration {
    struct list link; /* of the rank's */
    struct tool *tool;
    MPI_T_event_registration handle;
    uint64_t serial;
    const struct event_type *type;
    struct tool_callback callbacks[SAFETY_LEVELS];
    MPI_T_event_dropped_cb_function *dropped;
    MPI_Count dropped_count;
    int running; /* callbacks of it */
    bool is_freed;
    MPI_T_event_free_cb_function *freed; /* called when no event can come any more; or NULL */
    void *freed_data;
};

/* An event, as long as a callback runs that was called for it. */
struct instance {
    struct instance *outer; /* in whose callback it has happened; none is raised then */
    const struct event_type *type;
    uint64_t time_ns;
    const unsigned char *data;
    MPI_T_cb_safety safety;
};

/* The place of a level in `callbacks`; -1: it is none. */
int registration_level(MPI_T_cb_safety safety);

/* All under the lock of struct tool, but registrations_raise. NULL: no memory. */
struct registration *registration_create(struct tool *tool, const struct event_type *type);
struct registration *registration_find(const struct tool *tool, MPI_T_event_registration handle);
/* Lets the lock go while it calls `freed`. */
void registration_free(struct registration *registration, MPI_T_event_free_cb_function *freed,
                       void *user_data);
/* Frees all that there are; none is called. */
void registrations_destroy(struct tool *tool);

/* Calls the callbacks for an event. */
void registrations_raise(struct tool *tool, unsigned kind, const unsigned char *data);

/* The event that the calling thread's callback was called for, if that is it; else NULL. */
const struct instance *instance_find(MPI_T_event_instance handle);

#endif
