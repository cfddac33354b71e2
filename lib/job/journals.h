/* SPDX-License-Identifier: MIT */
/* Journals of a job's ranks (rank/journal.h): HEDDLE_RECORD has them written, HEDDLE_REPLAY=file
 * has them followed.
 *
 * A program writes the file that HEDDLE_RECORD names. A job of heddle_run writes one of its own,
 * with the job's name behind that, and removes it when it has passed, so that what is left of a
 * suite is what has failed. Jobs of that name follow it.
 *
 * Ranks of spawned worlds have no journals. */
#ifndef JOB_JOURNALS_H
#define JOB_JOURNALS_H

#include <stdbool.h>
#include <stdio.h>

struct world;

/* Before the world's ranks start, which take no turns. `replayed` is a file that the job follows,
 * if it is of the job of that name, or the job is a program; NULL: none. 0, or -1 with a note; a
 * file that cannot be written is reported on standard error, and the job goes on without. */
int journals_begin(struct world *world, const char *name, const char *replayed, bool is_program);

/* Has the job journals? */
bool journals_are_kept(const struct world *world);

/* The job has ended so: writes lines for the user, each behind that text, and removes the file of a
 * job of heddle_run that has passed. Ranks may still run. */
void journals_tell(const struct world *world, bool has_failed, FILE *out, const char *before);

/* The process is about to end by a signal: writes to standard error where the choices are. May be
 * called by the handler of a signal. */
void journals_tell_crash(struct world *world);

#endif
