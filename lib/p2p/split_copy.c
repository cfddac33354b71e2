/* SPDX-License-Identifier: MIT */
#include "p2p/split_copy.h"

#include "p2p/policy.h"

void split_copy_init(struct split_copy *split_copy, const struct data *to, MPI_Count bytes)
{
    split_copy->to = *to;
    split_copy->bytes = bytes;
    split_copy->chunk_bytes = bytes >= LARGE_BYTES ? LARGE_CHUNK_BYTES : CHUNK_BYTES;
    /* The number must fit half of a word with room for claims in vain. */
    while (bytes / split_copy->chunk_bytes >= UINT32_MAX / 4)
        split_copy->chunk_bytes *= 2;
    split_copy->chunks =
        (uint32_t)((bytes + split_copy->chunk_bytes - 1) / split_copy->chunk_bytes);
    store_relaxed(&split_copy->claims, 0);
    store_relaxed(&split_copy->copied, 0);
}

/* The index of a chunk that is now the caller's; false: none is left. */
static bool claim(struct split_copy *split_copy, enum split_copy_end end, uint32_t *index)
{
    uint64_t one = end == SPLIT_COPY_FRONT ? 1 : UINT64_C(1) << 32;
    uint64_t claims = fetch_add_relaxed(&split_copy->claims, one);
    uint32_t front = (uint32_t)claims, back = (uint32_t)(claims >> 32);

    *index = end == SPLIT_COPY_FRONT ? front : split_copy->chunks - 1 - back;
    return (uint64_t)front + back < split_copy->chunks;
}

bool split_copy_work(struct split_copy *split_copy, const struct data *from,
                     enum split_copy_end end)
{
    bool has_worked = false;
    uint32_t index;

    while (claim(split_copy, end, &index)) {
        MPI_Count offset = (MPI_Count)index * split_copy->chunk_bytes;
        MPI_Count left = split_copy->bytes - offset;

        data_copy_range(from, &split_copy->to, offset,
                        left < split_copy->chunk_bytes ? left : split_copy->chunk_bytes);
        fetch_add_acq_rel(&split_copy->copied, 1); /* edge split_copy.copied */
        has_worked = true;
    }
    return has_worked;
}
