/* SPDX-License-Identifier: MIT */
/* The window of words that the examples of chapter 12 share; each closes it. */
#ifndef TESTS_PROGRAMS_STANDARD_WINDOW_H
#define TESTS_PROGRAMS_STANDARD_WINDOW_H

#include "example.h"

static MPI_Win win;
static long *memory; /* own part */

static void open_window(int words)
{
    MPI_Win_allocate(words * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL, comm, &memory,
                     &win);
}

#endif
