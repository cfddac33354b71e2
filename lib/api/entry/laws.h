/* SPDX-License-Identifier: MIT */
/* The laws of the library's structures, checked at the end of each public function.
 *
 * In builds in which LAWS_ARE_CHECKED (base/must.h) each entry ends with laws_kept, which runs the
 * checks that the table in laws.c lists on the calling rank. A broken law ends the process with the
 * condition and its place in the source. In other builds nothing is left of it.
 *
 * A check belongs to the folder of its structure and takes the calling rank. It runs inside of the
 * rank's guard, so it must not enter that; it also runs before MPI_Init and after MPI_Finalize, so
 * what it looks at may not be there; and it looks at a bounded number of elements (LAWS_STEPS_MAX),
 * because it runs after each call. */
#ifndef API_LAWS_H
#define API_LAWS_H

#include "base/must.h"

/* Checks everything that the calling thread's rank owns. Does nothing in a thread that belongs to
 * no rank, or that may call while another thread of the rank is inside MPI without its guard. */
void laws_check(void);

/* Each entry returns the result of laws_kept. */
static inline int laws_kept(int err)
{
    if (LAWS_ARE_CHECKED)
        laws_check();
    return err;
}

#endif
