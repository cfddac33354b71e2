/* SPDX-License-Identifier: MIT */
/* Memory of a window that the program frees before the window, or before it is detached, with
 * HEDDLE_RMA (MPI 5.0, 12.2.4, 12.2.5): it is reported in the call that frees.
 *
 * The first such window, and the first after a library was opened, has the calls of free and
 * realloc led to check/blocks.h, which reports to this file the ends of blocks. This file looks
 * whether they are memory of a window of MPI_Win_create or MPI_Win_attach. A block that does not
 * reach among them costs two comparisons, and where it ends; to look for another one, and to add
 * and remove memory, takes logarithmic time. Blocks of MPI_Alloc_mem are looked at, too.
 *
 *   ownership   entries are the process's, because free belongs to no rank. An entry refers to
 *               its rank; it goes with the window, at the latest with the rank's world, also if
 *               that was aborted. So entries are of the process's memory, not of a job's
 *   locks       one for all entries. Nothing is reported while it is held: that frees memory, too
 *
 * Without memory for an entry nothing is reported of that window. Of blocks of MPI_Alloc_mem only
 * the beginning is looked at; what image/module/instead.h leaves out is not. */
#ifndef RMA_FREED_H
#define RMA_FREED_H

#include <stddef.h>
#include <stdint.h>

#include "rank/floor.h"

struct rank;
struct window;

/* The end of what a world's ranks have here. */
extern const struct floor freed_floor;

/* The rank's window has that memory from now on; `bytes` may be 0. */
void freed_watch(const struct window *window, const void *base, size_t bytes);
/* The window does not have it any more: what begins at that base, or all. */
void freed_forget(const struct window *window, const void *base);
void freed_forget_all(const struct window *window);
/* None of the rank's windows has memory any more, because the rank has ended MPI. */
void freed_forget_rank(const struct rank *rank);

/* The number of the latest memory that a window has got. */
uint64_t freed_now(void);

/* A function frees that block, or has freed it: memory later than that number is another block's,
 * which has come to lie there since. */
void freed_see(uintptr_t start, size_t bytes, uint64_t latest, const char *function,
               const void *site);

#endif
