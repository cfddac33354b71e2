/* SPDX-License-Identifier: MIT */
/* Info hints of communicators, and of memory. */
#ifndef API_HINTS_H
#define API_HINTS_H

#include "comm/comm.h"

/* Sets the known hints (info NULL: none). Returns 0 or MPI_ERR_NO_MEM. */
int hints_set(struct comm *comm, struct info *info);

/* Returns all hints of the communicator as a new object, or NULL with a note if there is no
 * memory. */
struct info *hints_get(const struct comm *comm);

/* Returns the alignment of memory that is allocated with these hints (NULL: none): the value of
 * mpi_minimum_memory_alignment if it is a power of two of at most 16 MiB, else a cache line, which
 * is also the least. */
size_t hints_alignment(struct info *info);

#endif
