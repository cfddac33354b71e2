/* SPDX-License-Identifier: MIT */
/* A process that no job was started in, such as an interpreter that opens the library: when a
 * thread first calls MPI, it makes a job of one rank, a singleton (MPI 5.0, 11.10.2). All threads
 * of the process belong to that rank, whichever has created them: a thread joins it when it first
 * calls MPI.
 *
 * The library knows neither how many such threads there are nor what they wait for elsewhere. So it
 * looks for no deadlocks, and no thread joins the world. The process's end is the rank's.
 *
 * Edges
 *   singleton.rank  the thread that makes the rank publishes it to the threads that join it. */
#ifndef RANK_SINGLETON_H
#define RANK_SINGLETON_H

#include <stdbool.h>

struct world;

/* Advice to a user who needs more than a singleton has. */
#define SINGLETON_ADVICE                                                                           \
    "have the loader load the library at the start, by LD_PRELOAD=.../libmpi_abi.so.1"

/* From now on the process may become a singleton. `make` makes its world, without starting it: 0,
 * or an error class with a note. Call it before other threads use the library. */
void singleton_allow(int (*make)(struct world **made));
bool singleton_is_allowed(void);

/* Makes the calling thread, which belongs to no rank, one of the singleton's. Returns false if
 * there is none yet. */
bool singleton_join(void);

/* Makes the singleton first, if there is none. 0, or an error class with a note. The caller has
 * seen that it is allowed. */
int singleton_enter(void);

/* The process ends with that status: aborts the job if MPI is still in use. */
void singleton_end(struct world *world, int status);

#endif
