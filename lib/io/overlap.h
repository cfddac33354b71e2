/* SPDX-License-Identifier: MIT */
/* Members of one collective write that write the same byte (HEDDLE_IO): the file then has there
 * nothing certain, unless it is in atomic mode (14.6.1). */
#ifndef IO_OVERLAP_H
#define IO_OVERLAP_H

#include "io/access.h"

/* Looks at the accesses of a collective write before any is carried out: 0, or MPI_ERR_OTHER with
 * a note that names the byte and both calls; with HEDDLE_IO=1 that is a warning, once for each pair
 * of calls. Accesses whose bytes do not ascend are passed over. */
int overlap_check(struct io_access *const *accesses, int members);

#endif
