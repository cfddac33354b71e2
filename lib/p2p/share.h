/* SPDX-License-Identifier: MIT */
/* One large copy, done by two threads: the receiver of a message, and its sender if that has
 * nothing else to do.
 *
 * The copy is cut into chunks. The receiver claims them from the front, the sender from the back,
 * so that each core meets the same half of a buffer again when it is used again. Whoever finds
 * nothing left to claim is through; the copy is when all chunks have been.
 *
 * Edges
 *   share.copied  a copied chunk is published to the receiver, which waits for all of them. */
#ifndef P2P_SHARE_H
#define P2P_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "type/data.h"

/* Below, one thread is faster (bench/api/pingpong). */
enum { SHARE_BYTES_MIN = 128 << 10 };

struct share {
    struct data to;
    MPI_Count bytes;
    MPI_Count chunk_bytes;
    uint32_t chunks;
    _Atomic(uint64_t) claims; /* from the back << 32 | from the front */
    _Atomic(uint32_t) copied;
};

void share_init(struct share *share, const struct data *to, MPI_Count bytes);

enum share_end { SHARE_FRONT, SHARE_BACK };

/* Copies chunks until none is left to be claimed; false: there was none. */
bool share_work(struct share *share, const struct data *from, enum share_end end);

static inline bool share_is_over(const struct share *share)
{
    return load_acquire(&share->copied) == share->chunks; /* edge share.copied */
}

#endif
