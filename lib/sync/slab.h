/* SPDX-License-Identifier: MIT */
/* Slots of one size in one reserved range of addresses.
 *
 * Any thread takes and gives slots, lock-free: from a free list whose head carries a tag against
 * reuse, then from a counter of slots never used. slab_holds says whether any value is the address
 * of a slot that was ever handed out, and reads no memory at that address. That makes handles safe
 * to check. A slot that was given back keeps its memory, so a stale address reads what the last
 * owner left and never faults.
 *
 * Laws
 *   1. Slots handed out + slots in the free list == fresh, and no slot is in the list twice.
 *   2. The list names fresh slots only; there are at most slots_max of them.
 *
 * Edges
 *   slab.free  giving a slot publishes its contents to the thread that takes it next. */
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
    int slot_shift;    /* logarithm of slot_bytes */
    uint32_t slots_max;
    _Atomic(uint32_t) fresh; /* slots from this index on were never handed out; seldom written */
    _Atomic(uint32_t) usable; /* slots from this index on are addresses only */
    alignas(CACHE_LINE) _Atomic(uint64_t) free; /* tag in the high half, index + 1 in the low */
};

/* Reserves addresses for slots_max slots; returns false if there are none. Memory is added as slots
 * are taken, so that neither a core file nor Valgrind's search for leaks has to do with the rest.
 * Slots start zeroed. */
bool slab_init(struct slab *slab, size_t slot_bytes, uint32_t slots_max);
void slab_fini(struct slab *slab);

/* Makes all slots free again, but keeps their contents; no slot may be in use. Does nothing and
 * returns false if more than bytes_max bytes were ever handed out. */
bool slab_reset(struct slab *slab, size_t bytes_max);

/* Returns a slot, or NULL when all are out. Bytes 0 to 15 are as the last owner left them, except
 * bytes 8 to 11, which the free list uses. */
void *slab_take(struct slab *slab);
void slab_give(struct slab *slab, void *slot);

/* Checks the laws, as far as possible while other threads take and give slots. */
void slab_check(const struct slab *slab);
/* Checks all laws, while no thread takes or gives slots; `out` slots are in use. */
void slab_check_count(const struct slab *slab, uint32_t out);

static inline bool slab_holds(const struct slab *slab, const void *address)
{
    size_t offset = (size_t)((const char *)address - slab->start);

    /* Rotate right, so that an address inside a slot becomes larger than any index. */
    return (offset >> slab->slot_shift | offset << (64 - slab->slot_shift)) <
           load_relaxed(&slab->fresh);
}

#endif
