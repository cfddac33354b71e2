/* SPDX-License-Identifier: MIT */
/* Writes of many members whose runs lie between each other in the file: as they follow there, they
 * go to the system from where they lie in memory, many at a time. */
#ifndef IO_WEAVE_H
#define IO_WEAVE_H

#include "io/access.h"

/* Writes all of the accesses. Their data have no gaps in memory and are not converted, their views
 * ascend, and the file has places. On success each access is told what was done. */
int weave_write(struct description *description, struct io_access *const *accesses, int count);

#endif
