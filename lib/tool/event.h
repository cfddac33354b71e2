/* SPDX-License-Identifier: MIT */
/* Event types: what a tool hears of, and of which elements that consists. The events are those
 * of the rank's observer (rank/observe/observer.h), in whose functions callbacks run. There is
 * one source of events, the rank. */
#ifndef TOOL_EVENT_H
#define TOOL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi_types.h"
#include "rank/observe/observer.h"

struct tool;

enum { EVENT_ELEMENTS_MAX = 5, EVENT_BYTES_MAX = 24, EVENT_TEXT_BYTES = 1024 };

struct event_element {
    MPI_Datatype datatype;
    int bytes;
    MPI_Aint displacement;
};

struct event_type {
    const char *name;
    unsigned kind; /* enum event_kind */
    const char *category;
    int verbosity;
    const char *description;
    int enumeration; /* of the elements (tool/enumeration.h) */
    int count;
    const struct event_element *elements;
};

/* The type of that number; NULL: there is none. */
const struct event_type *event_type_at(int index);
int event_type_count(void);
/* The number of the type of that name; -1: there is none. */
int event_type_find(const char *name);
/* Its description, in full. */
void event_type_describe(const struct event_type *type, char text[EVENT_TEXT_BYTES]);

/* Has the rank's observer send such events, from now on. Under the lock of struct tool, which has a
 * rank. False: no memory. */
bool event_watch(struct tool *tool, unsigned kind);

#endif
