/* SPDX-License-Identifier: MIT */
/* The memory that a member has attached to a dynamic window.
 *
 * Regions do not overlap and are sorted by address. The member changes them under its rank's guard;
 * origins look without a lock, and look again when the member has changed something meanwhile. So
 * an access is not ordered against an attach or detach that the program has not ordered itself.
 *
 * Laws, which region_check asserts
 *   1. There are at most as many regions as there is room for.
 *   2. They are sorted by where they start, and those that have bytes do not overlap.
 *   3. No thread changes them while the member is in no call that does.
 *
 * Edges
 *   region.version  a change publishes the regions to origins. */
#ifndef RMA_REGION_H
#define RMA_REGION_H

#include <stdbool.h>
#include <stdint.h>

struct regions;
struct window_part;

/* The member calls it: 0, MPI_ERR_RMA_ATTACH or MPI_ERR_NO_MEM, with a note. */
int region_attach(struct window_part *part, const void *base, int64_t bytes);
/* 0, or MPI_ERR_ARG with a note: nothing is attached from that address on. */
int region_detach(struct window_part *part, const void *base);

/* True if all bytes from `low` to before `high` are attached; if some are. */
bool region_holds(const struct window_part *part, uintptr_t low, uintptr_t high);
bool region_meets(const struct window_part *part, uintptr_t low, uintptr_t high);

/* The end of the attached memory that begins there, for the member; 0: none does. */
uintptr_t region_end(const struct window_part *part, const void *base);

/* Asserts the laws, under the guard of the member's rank. */
void region_check(const struct window_part *part);

/* Detaches everything. Accepts NULL. */
void regions_destroy(struct regions *regions);

#endif
