/* SPDX-License-Identifier: MIT */
/* The state of MPI_T that one MPI process has: how often it was begun, sessions, handles and
 * registrations.
 *
 *   whose       a process of MPI is a rank. Threads that belong to no rank, such as that of main in
 *               a program with heddle.h, share a state of their own, with no rank behind it: they
 *               see all variables and event types, but nothing is counted, and no event comes
 *   when        from the first call until the world is destroyed, so before MPI_Init and after
 *               MPI_Finalize. MPI_Finalize closes the rank's observer: from then on counters stand
 *               still and no event comes
 *   tables      control variables are the tunables (base/knob.def), counters the ways of events
 *               (rank/observe/event.def). What exists is constant, so numbers never change and
 *               MPI_T_category_changed never rises
 *   lock        each call holds the state's lock, but no lock is held while a callback runs. A
 *               signal handler must not call: it may interrupt a thread that holds the lock
 *   cost        a rank gets an observer when its first handle needs one (rank/observe/observer.h),
 *               and keeps it. Until then its messages and operations cost what they always cost
 *   errors      each function returns a class of MPI_T; nothing here is raised or ends a job
 *
 * Edges
 *   tool.made  a rank's state is whole when a thread of the rank sees it. */
#ifndef TOOL_TOOL_H
#define TOOL_TOOL_H

#include "base/list.h"
#include "rank/rank.h"
#include "tool/handle.h"

struct tool {
    struct lock lock; /* of everything below, but for what is atomic */
    struct rank *rank; /* constant; NULL: of the threads that belong to none */
    int users;         /* calls of MPI_T_init_thread less those of MPI_T_finalize */
    struct tool_handles handles;
    struct list registrations; /* tool/registration.h, by `serial` */
    uint64_t serial;           /* of the latest registration */
    _Atomic(uint32_t) wanted;  /* a bit for each event_kind that a registration is for */
    _Atomic(int) driven;       /* handles of variables that events change */
};

/* The state of the calling thread's rank, with its lock taken, if MPI_T is initialized; else NULL.
 * Each tool_enter that has found one is followed by tool_leave, which returns `err`. */
struct tool *tool_enter(void);
int tool_leave(struct tool *tool, int err);

/* MPI_T_init_thread and MPI_T_finalize: 0, MPI_T_ERR_CANNOT_INIT, MPI_T_ERR_NOT_INITIALIZED. */
int tool_begin(void);
int tool_end(void);

extern const struct floor tool_floor;

#endif
