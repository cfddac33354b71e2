/* SPDX-License-Identifier: MIT */
/* The handles of MPI_T that one rank has: sessions, handles of variables, registrations.
 *
 * A handle is a number: its kind, its place in the table, and how often that place has been used.
 * A handle that was freed, or that never was one, is found out without looking at what it points
 * to. All under the lock of struct tool. */
#ifndef TOOL_HANDLE_H
#define TOOL_HANDLE_H

#include <stdint.h>

enum tool_kind {
    TOOL_NOTHING, /* the place is free */
    TOOL_CONTROL,
    TOOL_SESSION,
    TOOL_PERFORMANCE,
    TOOL_REGISTRATION,
};

/* Enumerations are constant, and have numbers of a kind of their own (tool/enumeration.h). */
enum { TOOL_KIND_BITS = 4, TOOL_ENUMERATION = 8 };

struct tool_place {
    void *object;
    uint32_t uses;
    enum tool_kind kind;
};

struct tool_handles {
    struct tool_place *places;
    int count; /* of places */
};

/* Gives the object a handle. NULL: no memory. */
void *tool_handle_create(struct tool_handles *handles, enum tool_kind kind, void *object);
/* The object of a handle of that kind; NULL: there is none. */
void *tool_handle_find(const struct tool_handles *handles, enum tool_kind kind,
                       const void *handle);
/* From here on it is no handle any more. */
void tool_handle_destroy(struct tool_handles *handles, const void *handle);
/* Ends all handles of a kind. */
void tool_handle_destroy_all(struct tool_handles *handles, enum tool_kind kind);
/* The next object of a kind, from place *at on, which goes on behind it; NULL: there is no more. */
void *tool_handle_next(const struct tool_handles *handles, enum tool_kind kind, int *at);

#endif
