/* SPDX-License-Identifier: MIT */
/* Abort: ends a job before its time. The first abort wins, wakes all ranks, and is the abort of all
 * connected worlds.
 *
 * In a process that exists for one job (options.end_process) the process ends at once with the
 * abort's status. Otherwise each rank is unwound when it is in, or next enters, MPI.
 *
 *   ownership  each world has a struct abort by value. The thread that takes `state` from NONE to
 *              CLAIMED writes the rest; others read it when `state` is PUBLISHED. Two members are
 *              written before: `report`, by the thread that looks for a deadlock, and
 *              `has_faulted`, by a rank's handler of signals.
 *
 * Edges
 *   world.aborted  the first abort publishes its code and sentence. */
#ifndef RANK_ABORT_H
#define RANK_ABORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/call.h"
#include "base/trace.h"

struct rank;
struct world;

enum { ABORT_TEXT_BYTES = 2048 };

enum abort_state { ABORT_NONE, ABORT_CLAIMED, ABORT_PUBLISHED };

struct abort {
    _Atomic(int) state; /* enum abort_state */
    int status;
    char text[ABORT_TEXT_BYTES];
    bool has_hung;            /* it ends a deadlock, a livelock or a job out of time */
    bool is_reported;         /* by a connected world, whose abort it was first */
    int signal;               /* the signal that would have ended a process; 0: none */
    struct trace trace;       /* of that signal */
    _Atomic(bool) has_faulted; /* a rank's fault may have left corrupt memory in the process */
    char *report; /* of a deadlock, printed before the sentence; NULL: none */
};

/* Does not return to a rank of the world; returns to others, and when the process goes on. */
void world_abort(struct world *world, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* As world_abort, because the job cannot go on or has not ended in time: the status alone could be
 * the program's own. */
void world_abort_hung(struct world *world, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Adds to the sentence where the call is, unless it is there already, and `mark`, which may be "".
 * Only the abort that wins looks that up. */
void world_abort_call(struct world *world, int status, const struct call *call, const char *mark,
                      const char *format, ...) __attribute__((format(printf, 5, 6), cold));

/* Makes the abort of a world that of all connected worlds. */
void abort_spread(struct world *world);

/* While the caller has the register and the gates are closed: aborts the worlds of the view in
 * which a rank sleeps. Each gets a copy of the report of the deadlock, which may be NULL. */
void abort_view(int status, const char *report, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* Unwinds the calling rank after an abort. It first waits for all ranks of connected worlds to
 * stop: they may be copying from its memory, or to it, its stack included. */
_Noreturn void rank_unwind(struct rank *self);

/* Aborts because of a fault or abort(), which would end a process by a signal, and unwinds the
 * calling rank. `from` is the address of the innermost frame to report. Takes no memory: the rank
 * may be in a signal handler. */
_Noreturn void rank_fail(struct rank *self, int signal_number, uintptr_t from, const char *words)
    __attribute__((cold));

/* Counts the calling rank as one that uses no other rank's memory any more. */
void rank_stop(struct rank *self);

#endif
