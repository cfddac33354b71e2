/* SPDX-License-Identifier: MIT */
/* Performance variables, their sessions and handles.
 *
 * The first are the counters of the rank (rank/observe/counters.h), under the names that
 * heddle_count knows: for each way of an event, and for each event with several ways, a COUNTER of
 * how often it was taken and an AGGREGATE of the bytes. A rank counts from its first handle on, and
 * a handle has the difference since it was started or reset. rank/observe/event.def lists them.
 * The others are those of tool/performance.def.
 *
 * All functions are called under the lock of struct tool. What a handle is bound to, a
 * communicator, a window or a file, may be freed at any time: api/tool/tool_performance.c looks it
 * up before it reads. */
#ifndef TOOL_PERFORMANCE_H
#define TOOL_PERFORMANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi_types.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "tool/tool.h"

enum performance_source {
    SOURCE_COUNT, /* of a counter of rank/observe/counters.h, and its bytes */
    SOURCE_BYTES,
#define STANDING(source, ...) SOURCE_##source,
#define DRIVEN(source, ...) SOURCE_##source,
#include "tool/performance.def"
};

enum { PERFORMANCE_NAME_BYTES = 64 };

struct performance {
    char name[PERFORMANCE_NAME_BYTES];
    int class;
    MPI_Datatype datatype;
    int enumeration; /* tool/enumeration.h */
    int verbosity;
    int bind;
    bool is_standing; /* continuous and read-only; the others can be started, reset and written */
    const char *category;
    char description[192];
    enum performance_source source;
    unsigned kind; /* enum event_kind: that it counts, or that changes it; EVENTS: none */
    int way;              /* of a counter; -1: all of them */
};

/* Do events change the handle's value? Else that is looked up. */
static inline bool performance_is_driven(const struct performance *performance)
{
    return performance->source > SOURCE_BYTES && performance->kind != EVENTS;
}

/* Describes the variable of that number. False: there is none. */
bool performance_look(int index, struct performance *performance);
int performance_count(void);
/* The number of the variable of that name and class; -1: there is none. */
int performance_find(const char *name, int class);

/* Sessions: NULL, no memory. */
MPI_T_pvar_session performance_open(struct tool *tool);
/* Frees its handles, too. False: it is none. */
bool performance_close(struct tool *tool, MPI_T_pvar_session session);
bool performance_is_session(const struct tool *tool, MPI_T_pvar_session session);

/* The object that a handle is bound to. */
struct performance_object {
    const void *handle; /* the user's */
    uint32_t number;    /* events name it so; 0: there is none */
    uint64_t size;      /* a communicator's members, the bytes of a window's own part */
};

struct performance_handle {
    struct performance of;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    struct performance_object object;
    bool is_started;
    uint64_t base; /* the counter's value when `value` was right */
    uint64_t value;
};

/* Makes a handle, started if the variable is continuous. NULL: no memory. */
struct performance_handle *performance_bind(struct tool *tool, MPI_T_pvar_session session,
                                            const struct performance *performance,
                                            const struct performance_object *object);
/* NULL: it is no handle of that session. */
struct performance_handle *performance_handle_find(const struct tool *tool,
                                                   MPI_T_pvar_session session,
                                                   MPI_T_pvar_handle handle);
/* The next handle of a session, from place *at on; NULL: there is no more. */
struct performance_handle *performance_handle_next(const struct tool *tool,
                                                   MPI_T_pvar_session session, int *at);
void performance_unbind(struct tool *tool, struct performance_handle *handle);
void performance_destroy_all(struct tool *tool);

/* The next four are for variables that are not standing. */
void performance_start(struct tool *tool, struct performance_handle *handle);
void performance_stop(struct tool *tool, struct performance_handle *handle);
void performance_reset(struct tool *tool, struct performance_handle *handle);
void performance_write(struct tool *tool, struct performance_handle *handle, const void *value);

/* Writes the value, of the variable's datatype. */
void performance_read(struct tool *tool, struct performance_handle *handle, void *value);

/* An event happens to the rank: what it changes is changed. Takes the lock. */
void performance_see(struct tool *tool, unsigned kind, const struct event *event);

#endif
