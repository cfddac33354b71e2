/* SPDX-License-Identifier: MIT */
/* A window of a file in a collective access: some bytes of it in a buffer, to which all members
 * bring what they write there, or from which they take what they read. */
#ifndef IO_WINDOW_H
#define IO_WINDOW_H

#include "io/merge.h"
#include "io/staging.h"

enum { WINDOW_BYTES = BUFFER_BYTES };

/* Reads or writes what the members that are merged access in the window of that number. */
int window_transfer(struct merge *merge, MPI_Count index);

#endif
