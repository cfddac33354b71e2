/* SPDX-License-Identifier: MIT */
#include "sync/slab.h"

#include "base/memory.h"
#include "base/must.h"

enum { LINK_OFFSET = 8, OPENED_BYTES_MIN = 64 << 10 };

static _Atomic(uint32_t) *link_of(const struct slab *slab, uint32_t index)
{
    return (_Atomic(uint32_t) *)(slab->start + (size_t)index * slab->slot_bytes + LINK_OFFSET);
}

bool slab_init(struct slab *slab, size_t slot_bytes, uint32_t slots_max)
{
    must(slot_bytes >= 16);
    must((slot_bytes & (slot_bytes - 1)) == 0);
    slab->start = memory_reserve(slot_bytes * slots_max);
    slab->slot_bytes = slot_bytes;
    slab->slot_shift = __builtin_ctzl(slot_bytes);
    slab->slots_max = slots_max;
    store_relaxed(&slab->free, 0);
    store_relaxed(&slab->fresh, 0);
    store_relaxed(&slab->usable, 0);
    return slab->start != NULL;
}

void slab_fini(struct slab *slab)
{
    memory_release(slab->start, slab->slot_bytes * slab->slots_max);
    slab->start = NULL;
}

void slab_check(const struct slab *slab)
{
    uint64_t head = load_acquire(&slab->free); /* edge slab.free */

    must(load_relaxed(&slab->fresh) <= slab->slots_max);
    must((uint32_t)head <= load_relaxed(&slab->fresh));
}

void slab_check_count(const struct slab *slab, uint32_t out)
{
    uint32_t entry = (uint32_t)load_relaxed(&slab->free), free = 0;
    uint32_t fresh = load_relaxed(&slab->fresh);

    slab_check(slab);
    while (entry != 0) {
        must(entry <= fresh);
        must(++free <= fresh); /* if not, the list is circular */
        entry = load_relaxed(link_of(slab, entry - 1));
    }
    must(out + free == fresh);
}

bool slab_reset(struct slab *slab, size_t bytes_max)
{
    if (load_relaxed(&slab->fresh) * slab->slot_bytes > bytes_max)
        return false;
    store_relaxed(&slab->free, 0);
    store_relaxed(&slab->fresh, 0);
    return true;
}

/* Makes memory of twice as many slots as before. Several threads may do that at once. */
static bool add_memory(struct slab *slab, uint32_t index)
{
    uint32_t usable = load_relaxed(&slab->usable);
    uint32_t wanted = (uint32_t)(OPENED_BYTES_MIN >> slab->slot_shift);

    if (wanted < 2 * usable)
        wanted = 2 * usable;
    if (wanted <= index || wanted > slab->slots_max)
        wanted = index < slab->slots_max / 2 ? 2 * (index + 1) : slab->slots_max;
    if (!memory_open(slab->start, (size_t)wanted * slab->slot_bytes))
        return false;
    while (usable < wanted &&
           !atomic_compare_exchange_weak_explicit(&slab->usable, &usable, wanted,
                                                  memory_order_relaxed, memory_order_relaxed))
        continue;
    return true;
}

static void *take_fresh(struct slab *slab)
{
    uint32_t index = load_relaxed(&slab->fresh);

    do {
        if (index == slab->slots_max)
            return NULL;
        if (index >= load_relaxed(&slab->usable) && !add_memory(slab, index))
            return NULL;
    } while (!atomic_compare_exchange_weak_explicit(&slab->fresh, &index, index + 1,
                                                    memory_order_relaxed, memory_order_relaxed));
    return slab->start + (size_t)index * slab->slot_bytes;
}

void *slab_take(struct slab *slab)
{
    uint64_t head = load_acquire(&slab->free); /* edge slab.free */

    if (memory_fails())
        return NULL;
    while ((uint32_t)head != 0) {
        uint32_t index = (uint32_t)head - 1;
        /* Another owner may have overwritten the link; then the tag has changed and the exchange
         * fails. */
        uint64_t next = load_relaxed(link_of(slab, index));
        uint64_t tag = (head >> 32) + 1;

        if (compare_exchange_acq_rel(&slab->free, &head, tag << 32 | next)) /* edge slab.free */
            return slab->start + (size_t)index * slab->slot_bytes;
    }
    return take_fresh(slab);
}

void slab_give(struct slab *slab, void *slot)
{
    uint32_t index = (uint32_t)((size_t)((char *)slot - slab->start) >> slab->slot_shift);
    uint64_t head = load_relaxed(&slab->free);
    uint64_t tag;

    must(slab_holds(slab, slot));
    do {
        store_relaxed(link_of(slab, index), (uint32_t)head);
        tag = (head >> 32) + 1;
    } while (!compare_exchange_weak_acq_rel(&slab->free, &head,
                                            tag << 32 | (index + 1))); /* edge slab.free */
}
