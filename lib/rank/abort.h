/* SPDX-License-Identifier: MIT */
/* The end of a job before its time: the first abort wins, and wakes everyone.
 *
 * In a process that exists for one job (options.end_process) the process ends at once with the
 * abort's status. Otherwise each rank of the world is unwound when it is in, or next enters,
 * MPI. */
#ifndef RANK_ABORT_H
#define RANK_ABORT_H

#include "base/container.h"
#include "rank/world.h"

/* Does not return to a rank of the world; returns to others, and when the process goes on. */
void world_abort(struct world *world, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

static inline bool world_is_aborted(const struct world *world)
{
    return unlikely(load_seq_cst(&world->abort_state) != ABORT_NONE); /* edge world.aborted */
}

/* The calling rank's part in its world's abort. It waits for the others: they may be copying from
 * its memory, or to it, its stack included. */
_Noreturn void rank_unwind(struct rank *self);

/* The same by what would end a program of its own with a signal; `from` is the address of the
 * innermost frame that is of interest. Takes no memory: the rank may be in a handler. */
_Noreturn void rank_fail(struct rank *self, int signal_number, uintptr_t from, const char *words)
    __attribute__((cold));

/* The calling rank uses nobody's memory any more. */
void rank_stop(struct rank *self);

#endif
