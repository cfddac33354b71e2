/* SPDX-License-Identifier: MIT */
#include "p2p/share.h"

/* Few enough claims to cost nothing, small enough for two to end at about the same time. */
enum { CHUNK_BYTES = 32 << 10, LARGE_CHUNK_BYTES = 64 << 10, LARGE_BYTES = 1 << 20 };

void share_init(struct share *share, const struct data *to, MPI_Count bytes)
{
    share->to = *to;
    share->bytes = bytes;
    share->chunk_bytes = bytes >= LARGE_BYTES ? LARGE_CHUNK_BYTES : CHUNK_BYTES;
    /* The number must fit half of a word with room for claims in vain. */
    while (bytes / share->chunk_bytes >= UINT32_MAX / 4)
        share->chunk_bytes *= 2;
    share->chunks = (uint32_t)((bytes + share->chunk_bytes - 1) / share->chunk_bytes);
    store_relaxed(&share->claims, 0);
    store_relaxed(&share->copied, 0);
}

/* The index of a chunk that is now the caller's; false: none is left. */
static bool claim(struct share *share, enum share_end end, uint32_t *index)
{
    uint64_t one = end == SHARE_FRONT ? 1 : UINT64_C(1) << 32;
    uint64_t claims = fetch_add_relaxed(&share->claims, one);
    uint32_t front = (uint32_t)claims, back = (uint32_t)(claims >> 32);

    *index = end == SHARE_FRONT ? front : share->chunks - 1 - back;
    return (uint64_t)front + back < share->chunks;
}

bool share_work(struct share *share, const struct data *from, enum share_end end)
{
    bool has_worked = false;
    uint32_t index;

    while (claim(share, end, &index)) {
        MPI_Count offset = (MPI_Count)index * share->chunk_bytes;
        MPI_Count left = share->bytes - offset;

        data_copy_range(from, &share->to, offset,
                        left < share->chunk_bytes ? left : share->chunk_bytes);
        fetch_add_acq_rel(&share->copied, 1); /* edge share.copied */
        has_worked = true;
    }
    return has_worked;
}
