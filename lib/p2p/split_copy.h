/* SPDX-License-Identifier: MIT */
/* One large copy by two threads, for cooperative rendezvous: the receiver of a message, and its
 * sender if that has nothing else to do.
 *
 * The copy is cut into chunks. The receiver claims them from the front, the sender from the back,
 * so each core meets the same half of a buffer when it is used again. A thread that finds no chunk
 * left to claim is through; the copy is over when all chunks have been copied.
 *
 * Edges
 *   split_copy.copied  a copied chunk is published to the receiver, which waits for all of them. */
#ifndef P2P_SPLIT_COPY_H
#define P2P_SPLIT_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "type/data.h"

struct split_copy {
    struct data to;
    MPI_Count bytes;
    MPI_Count chunk_bytes;
    uint32_t chunks;
    _Atomic(uint64_t) claims; /* from the back << 32 | from the front */
    _Atomic(uint32_t) copied;
};

void split_copy_init(struct split_copy *split_copy, const struct data *to, MPI_Count bytes);

enum split_copy_end { SPLIT_COPY_FRONT, SPLIT_COPY_BACK };

/* Copies chunks until none is left to be claimed; false: there was none. */
bool split_copy_work(struct split_copy *split_copy, const struct data *from,
                     enum split_copy_end end);

static inline bool split_copy_is_over(const struct split_copy *split_copy)
{
    return load_acquire(&split_copy->copied) == split_copy->chunks; /* edge split_copy.copied */
}

#endif
