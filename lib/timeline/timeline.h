/* SPDX-License-Identifier: MIT */
/* The timeline of the process's job: what its ranks do when, for `mpiexec -trace FILE` or
 * HEDDLE_TRACE=FILE.
 *
 * The ranks record on tapes (rank/observe/tape.h, which says what that costs and how much memory it
 * takes): their calls (api/entry/followed.h), their waits (rank/wait.c), and the events of their
 * observers, to which the timeline subscribes. Because it wants to see matches, messages leave the
 * fast path.
 *
 *   ownership      one timeline of the process, which keeps what it has until the process ends
 *   threads        timeline_begin and timeline_write by the thread that joins the job, and the
 *                  first of them for a spawned world by the rank that spawns it. What looks up
 *                  names takes a lock, once for each communicator of a rank
 *   an abort       timeline_write may run while ranks still do: it reads what is whole. A call
 *                  that has not ended then is shown as one that lasts until the end
 *   several worlds ranks of spawned worlds record, too. Ranks are distinguished by the number of
 *   their
 *                  world and their own; communicators by their number, which is unique in a world
 *   not recorded   calls that are hardly longer than a call (api/entry/quick.h), such as
 *                  MPI_Comm_rank, and calls of MPI_T; messages in partitions have no arrows */
#ifndef TIMELINE_TIMELINE_H
#define TIMELINE_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

struct comm;
struct context;
struct rank;
struct world;

/* Has the ranks of a world, which have not started, record, each at most that many KiB, or nothing
 * (0), and add up for a summary. 0, or -1 with a note. */
int timeline_begin(struct world *world, long kib, bool sums);

/* Forgets the world, whose threads have all ended, and destroys its tapes. */
void timeline_end(struct world *world);

/* The ranks of a world that a rank spawns record if that rank does, but not in a job of heddle_run,
 * whose summary is that of its own world. 0, or -1 with a note. */
int timeline_begin_spawned(struct world *world, const struct rank *parent);

/* A rank uses a communicator or a window for the first time, or names it. A window has a name, or
 * one that stands for it; the context is that of its own communicator. */
void timeline_see_comm(const struct comm *comm);
void timeline_see_win(const struct context *context, const char *name);

/* Returns a copy that stays, one for all equal texts; NULL is fine, and the answer if there is no
 * memory. */
const char *timeline_name(const char *text);

/* Returns a number for such a copy, which the tapes have in place of a path; 0: no memory. */
uint32_t timeline_number(const char *text);

/* 0 if the end of the file's name says a format, or -1 with a note. */
int timeline_check(const char *file);

/* Writes all that has been recorded, in that format, with that title. The file was checked.
 * Reports on standard error what went wrong, and what is missing. Only the first call writes; one
 * that comes meanwhile, when a job is aborted and ended by SIGTERM at once, waits for it. */
void timeline_write(const char *title, const char *file);

#endif
