/* SPDX-License-Identifier: MIT */
/* Whether buffers have a byte in common. */
#ifndef TYPE_OVERLAP_H
#define TYPE_OVERLAP_H

#include <stdbool.h>

#include "type/data.h"

/* The bytes that would be sent or received count, not the gaps between them: halves of one array
 * that interleave have none in common. Where neither side is contiguous so many runs of each are
 * looked at, and no more: what lies further on is not found. */
enum { OVERLAP_RUNS_MAX = 1 << 20 };

bool data_overlaps(const struct data *one, const struct data *other);

/* The same of blocks: one of the one side with one of the other; two of one side. */
bool blocks_overlap(const struct data ones[], int one_count, const struct data others[],
                    int other_count);
bool blocks_overlap_each_other(const struct data blocks[], int count);

#endif
