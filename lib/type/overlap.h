/* SPDX-License-Identifier: MIT */
/* Whether two buffers have a byte in common. */
#ifndef TYPE_OVERLAP_H
#define TYPE_OVERLAP_H

#include <stdbool.h>

#include "type/data.h"

/* The bytes that would be sent or received count, not the gaps between them: halves of one array
 * that interleave have none in common. Where neither side is contiguous so many runs of each are
 * looked at, and no more: what lies further on is not found. */
enum { OVERLAP_RUNS_MAX = 1 << 20 };

bool data_overlaps(const struct data *one, const struct data *other);

#endif
