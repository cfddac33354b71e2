/* SPDX-License-Identifier: MIT */
/* Slots of one size in one reserved range of addresses.
 *
 * Any thread takes and gives slots; neither blocks (lock-free: a free list whose head carries a
 * tag against reuse, then a counter of slots never used). Because the range is known, slab_holds
 * tells for any value whether it is the address of a slot that has been handed out at some time,
 * without touching it: that makes handles safe to check. A slot that has been given back keeps its
 * memory, so that a stale address reads as what the last owner left, never as a fault.
 *
 * Law: slots handed out + slots in the free list == fresh.
 *
 * Edges
 *   slab.free  giving a slot publishes its contents to whoever takes it next. */
#ifndef SYNC_SLAB_H
#define SYNC_SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/container.h"

struct slab {
    char *start;
    size_t slot_bytes; /* a power of two, at least 16 */
    int slot_shift;    /* its logarithm */
    uint32_t slots_max;
    _Atomic(uint32_t) fresh; /* slots from here on were never handed out; seldom written */
    alignas(CACHE_LINE) _Atomic(uint64_t) free; /* tag in the high half, index + 1 in the low */
};

/* Reserves addresses for slots_max slots; false when there are none. Slots start zeroed. */
bool slab_init(struct slab *slab, size_t slot_bytes, uint32_t slots_max);
void slab_fini(struct slab *slab);

/* As after slab_init, but for the slots' contents; nobody has one any more. False: more than
 * that many bytes have been handed out at some time, and nothing has been done. */
bool slab_reset(struct slab *slab, size_t bytes_max);

/* A slot, or NULL when all are out. Its first 16 bytes are as the last owner left them, but for
 * bytes 8 to 11, which the free list uses. */
void *slab_take(struct slab *slab);
void slab_give(struct slab *slab, void *slot);

static inline bool slab_holds(const struct slab *slab, const void *address)
{
    size_t offset = (size_t)((const char *)address - slab->start);

    /* Turned round, so that an address inside of a slot becomes more than any index. */
    return (offset >> slab->slot_shift | offset << (64 - slab->slot_shift)) <
           load_relaxed(&slab->fresh);
}

#endif
