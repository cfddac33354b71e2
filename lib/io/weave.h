/* SPDX-License-Identifier: MIT */
/* Accesses of many members whose runs lie between each other in the file: as they follow there,
 * they go between the system and where they lie in memory, many at a time.
 *
 * Their data have no gaps in memory and are not converted, their views ascend, and the file has
 * places. */
#ifndef IO_WEAVE_H
#define IO_WEAVE_H

#include "io/access.h"

/* Transfers what the accesses have in [low, high) of the file; some may be NULL. *end: a file that
 * is read ended there, or at `high` or behind it. */
int weave_transfer(struct description *description, bool is_write,
                   struct io_access *const *accesses, int count, MPI_Offset low, MPI_Offset high,
                   MPI_Offset *end);

#endif
