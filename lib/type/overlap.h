/* SPDX-License-Identifier: MIT */
/* Tests whether buffers have a byte in common. */
#ifndef TYPE_OVERLAP_H
#define TYPE_OVERLAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "type/data.h"

/* Only bytes that would be sent or received count, not the gaps between them: interleaved halves of
 * one array do not overlap. If neither side is contiguous, at most this many runs of each are
 * compared, and an overlap further on is not found. */
enum { OVERLAP_RUNS_MAX = 1 << 20 };

/* Addresses from `low` to before `high`. */
struct address_range {
    uintptr_t low, high;
};

static inline bool spans_meet(struct address_range one, struct address_range other)
{
    return one.low < other.high && other.low < one.high;
}

/* Returns the addresses of all bytes of the data, which must have a byte, with the gaps in
 * between. */
static inline struct address_range data_span(const struct data *data)
{
    const struct type *type = data->type;
    MPI_Count last = (data->count - 1) * type->extent;
    uintptr_t start = (uintptr_t)data->buf + (uintptr_t)type->true_lb;

    return (struct address_range){start + (uintptr_t)(last < 0 ? last : 0),
                         start + (uintptr_t)(last > 0 ? last : 0) +
                             (uintptr_t)type->true_extent};
}

/* Return the addresses of all blocks. No span meets that of blocks without a byte. */
struct address_range blocks_span_of_many(const struct data blocks[], int count);
static inline struct address_range blocks_span(const struct data blocks[], int count)
{
    return likely(count == 1) && likely(data_bytes(blocks) > 0)
               ? data_span(blocks)
               : blocks_span_of_many(blocks, count);
}

bool data_overlaps(const struct data *one, const struct data *other);

/* blocks_overlap tests whether a block of one side overlaps a block of the other.
 * blocks_overlap_each_other tests whether two blocks of one side overlap. */
bool blocks_overlap(const struct data ones[], int one_count, const struct data others[],
                    int other_count);
bool blocks_overlap_each_other(const struct data blocks[], int count);

/* Do the data name a byte twice? What is received must not (MPI 5.0, 5.1.11). A type remembers how
 * many of its elements are known not to, so the usual look is short. */
bool data_repeats_slowly(const struct data *data);
static inline bool data_repeats(const struct data *data)
{
    return unlikely(!data_is_contiguous(data)) && !data->type->is_named &&
           data->count > load_relaxed(&data->type->apart) && data_repeats_slowly(data);
}

#endif
