/* SPDX-License-Identifier: MIT */
/* Tests whether buffers have a byte in common. */
#ifndef TYPE_OVERLAP_H
#define TYPE_OVERLAP_H

#include <stdbool.h>

#include "type/data.h"

/* Only bytes that would be sent or received count, not the gaps between them: interleaved halves of
 * one array do not overlap. If neither side is contiguous, at most this many runs of each are
 * compared, and an overlap further on is not found. */
enum { OVERLAP_RUNS_MAX = 1 << 20 };

bool data_overlaps(const struct data *one, const struct data *other);

/* blocks_overlap tests whether a block of one side overlaps a block of the other.
 * blocks_overlap_each_other tests whether two blocks of one side overlap. */
bool blocks_overlap(const struct data ones[], int one_count, const struct data others[],
                    int other_count);
bool blocks_overlap_each_other(const struct data blocks[], int count);

#endif
