/* SPDX-License-Identifier: MIT */
/* Checks and steps that the functions of windows have in common. */
#ifndef API_WINDOW_H
#define API_WINDOW_H

#include "api/error/raise.h"
#include "base/call.h"
#include "base/must.h"
#include "coll/args.h"
#include "object/info.h"
#include "rma/window.h"

/* Hints (window_hints.c). window_hints_read copies what counts when a window is made; info may be
 * NULL. window_hints_set keeps the known ones: 0, or MPI_ERR_NO_MEM with a note. window_hints_get
 * returns all of them in a new object; NULL: no memory. */
void window_hints_read(struct info *info, struct window_wish *wish);
int window_hints_set(struct window *window, struct info *info);
struct info *window_hints_get(const struct window *window);

/* For attribute_get and its like. */
struct holder window_holder(struct window_object *win);

/* A barrier of the window's members. */
int window_meet(const struct call *call, struct window *window, enum coll_kind kind);

/* The operations of the calling member on the memory of that one, or of all (-1), are complete: at
 * both sides, or at the origin only. 0, or MPI_ERR_BUFFER with a note. */
int window_complete(const struct call *call, struct window *window, int rank, bool is_local);

/* Reports windows on standard error whose epochs the rank has not ended before MPI_Finalize, if
 * leaks are reported. */
void window_tell_open_epochs(const struct rank *self);

/* The end of a call on a window: asserts the window's laws in builds for that, and raises the
 * error, if there is one. */
static inline int end_window_call(const struct call *call, struct window_object *object, int err)
{
    if (LAWS_ARE_CHECKED && object != NULL)
        window_check(window_of(object));
    return likely(err == MPI_SUCCESS) ? MPI_SUCCESS : raise_win(call, object, err);
}

#endif
