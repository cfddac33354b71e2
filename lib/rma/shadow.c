/* SPDX-License-Identifier: MIT */
#include "rma/shadow.h"

#include "base/memory.h"
#include "rma/stream.h"

enum {
    CELL_BYTES = 8,
    SLOTS = 3,
    PAGE_BITS = 12,
    PAGE_BYTES = 1 << PAGE_BITS,
    PAGE_CELLS = PAGE_BYTES / CELL_BYTES,
    BUCKETS = 1024,
    OF_MANY = 0xffff /* a thread's number that none has */
};

/* Threads look at slots without the lock, so each member is read and written at once. */
struct touched {
    _Atomic(uint32_t) clock; /* 0: the slot is free */
    _Atomic(uint32_t) site;
    _Atomic(uint16_t) thread;
    _Atomic(uint8_t) bytes; /* a bit for each */
    _Atomic(uint8_t) flags;
};

struct shadow_page {
    struct shadow_page *next;
    uintptr_t number;
    struct lock lock;
    bool is_used;
    uint16_t thread; /* the only one that has touched the page, or OF_MANY */
    uint32_t latest; /* its epoch */
    struct touched cells[PAGE_CELLS][SLOTS];
};

struct shadow_buckets {
    _Atomic(struct shadow_page *) pages[BUCKETS];
};

/* ---- pages ----------------------------------------------------------------------------------- */

void shadow_give(struct shadow *shadow)
{
    struct shadow_buckets *buckets = load_relaxed(&shadow->buckets);
    int i;

    for (i = 0; buckets != NULL && i < BUCKETS; i++) {
        struct shadow_page *page = load_relaxed(&buckets->pages[i]);

        while (page != NULL) {
            struct shadow_page *next = page->next;

            memory_give(page);
            page = next;
        }
    }
    memory_give(buckets);
}

static struct shadow_page *page_find(struct shadow *shadow, uintptr_t number)
{
    struct shadow_buckets *buckets = load_acquire(&shadow->buckets); /* edge shadow.made */
    struct shadow_page *page = NULL;

    if (likely(buckets != NULL))
        page = load_acquire(&buckets->pages[number % BUCKETS]); /* edge shadow.made */
    while (page != NULL && page->number != number)
        page = page->next;
    return page;
}

/* Under the lock. NULL: no memory, or there are too many. */
static struct shadow_page *page_make(struct shadow *shadow, uintptr_t number)
{
    struct shadow_buckets *buckets = load_relaxed(&shadow->buckets);
    struct shadow_page *page = page_find(shadow, number);

    if (page != NULL || shadow->count == SHADOW_PAGES_MAX)
        return page;
    if (buckets == NULL) {
        buckets = memory_take_zeroed(sizeof *buckets);
        store_release(&shadow->buckets, buckets); /* edge shadow.made */
    }
    page = buckets != NULL ? memory_take_zeroed(sizeof *page) : NULL;
    if (page == NULL)
        return NULL;
    page->number = number;
    page->next = load_relaxed(&buckets->pages[number % BUCKETS]);
    store_release(&buckets->pages[number % BUCKETS], page); /* edge shadow.made */
    shadow->count++;
    return page;
}

static struct shadow_page *page_find_or_make(struct shadow *shadow, uintptr_t number)
{
    struct shadow_page *page = page_find(shadow, number);

    if (likely(page != NULL))
        return page;
    lock_take(&shadow->lock);
    page = page_make(shadow, number);
    lock_release(&shadow->lock);
    return page;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* The cells of a range that lie in one page. */
struct part {
    uintptr_t page;
    uintptr_t low, high;
};

static struct part part_of(uintptr_t low, uintptr_t high)
{
    const uintptr_t page = low >> PAGE_BITS, end = (page + 1) << PAGE_BITS;

    return (struct part){page, low, high < end ? high : end};
}

static int cell_of(uintptr_t at)
{
    return (int)(at % PAGE_BYTES / CELL_BYTES);
}

/* The bytes of the cell at `at` that lie in the range. */
static uint8_t mask_of(uintptr_t at, const struct part *part)
{
    const uintptr_t first = at - at % CELL_BYTES;
    const unsigned skipped = part->low > first ? (unsigned)(part->low - first) : 0;
    const unsigned end = part->high < first + CELL_BYTES ? (unsigned)(part->high - first)
                                                         : CELL_BYTES;

    return (uint8_t)((0xffu << skipped) & (0xffu >> (CELL_BYTES - end)));
}

static bool stores(const struct touched *slot)
{
    return (load_relaxed(&slot->flags) & SHADOW_STORES) != 0;
}

static bool conflicts(const struct touched *slot, const struct causal_thread *thread, uint8_t mask,
                      bool is_store)
{
    const struct causal_epoch epoch = {load_relaxed(&slot->thread), load_relaxed(&slot->clock)};

    return epoch.clock != 0 && (load_relaxed(&slot->bytes) & mask) != 0 &&
           (is_store || stores(slot)) && !causal_knows(thread, epoch);
}

static void describe(const struct touched *slot, struct shadow_access *access)
{
    *access = (struct shadow_access){{load_relaxed(&slot->thread), load_relaxed(&slot->clock)},
                                     load_relaxed(&slot->site),
                                     load_relaxed(&slot->flags)};
}

/* ---- noting ---------------------------------------------------------------------------------- */

static bool is_own(const struct touched *slot, const struct causal_thread *thread, bool is_store)
{
    return load_relaxed(&slot->clock) != 0 && load_relaxed(&slot->thread) == thread->id &&
           stores(slot) == is_store;
}

/* The slot for a thread's access: its own, a free one, one that is known, or any. */
static struct touched *choose(struct touched slots[SLOTS], const struct causal_thread *thread,
                           uint8_t mask, bool is_store)
{
    struct touched *chosen = NULL;
    int i;

    for (i = 0; i < SLOTS; i++)
        if (is_own(&slots[i], thread, is_store) && (load_relaxed(&slots[i].bytes) & ~mask) == 0)
            return &slots[i];
    for (i = 0; i < SLOTS && chosen == NULL; i++)
        if (load_relaxed(&slots[i].clock) == 0)
            chosen = &slots[i];
    for (i = 0; i < SLOTS && chosen == NULL; i++) {
        const struct causal_epoch epoch = {load_relaxed(&slots[i].thread),
                                           load_relaxed(&slots[i].clock)};

        if ((load_relaxed(&slots[i].bytes) & ~mask) == 0 && (is_store || !stores(&slots[i])) &&
            causal_knows(thread, epoch))
            chosen = &slots[i];
    }
    return chosen != NULL ? chosen : &slots[thread->seen[thread->id] % SLOTS];
}

static void fill(struct touched *slot, const struct causal_thread *thread, uint8_t mask,
                 uint8_t flags, uint32_t site)
{
    const struct causal_epoch now = causal_now(thread);

    store_relaxed(&slot->clock, 0);
    store_relaxed(&slot->thread, (uint16_t)now.id);
    store_relaxed(&slot->bytes, mask);
    store_relaxed(&slot->site, site);
    store_relaxed(&slot->flags, flags);
    store_relaxed(&slot->clock, now.clock);
}

static void note_in_cell(struct touched slots[SLOTS], const struct causal_thread *thread,
                         uint8_t mask, uint8_t flags, uint32_t site, struct shadow_access *other)
{
    const bool is_store = (flags & SHADOW_STORES) != 0;
    int i;

    for (i = 0; i < SLOTS && other->epoch.clock == 0; i++)
        if (conflicts(&slots[i], thread, mask, is_store))
            describe(&slots[i], other);
    fill(choose(slots, thread, mask, is_store), thread, mask, flags, site);
}

static void note_owner(struct shadow_page *page, const struct causal_thread *thread)
{
    const struct causal_epoch now = causal_now(thread);

    if (!page->is_used)
        page->thread = (uint16_t)now.id;
    else if (page->thread != now.id)
        page->thread = OF_MANY;
    page->is_used = true;
    page->latest = now.clock;
}

void shadow_note(struct shadow *shadow, const struct causal_thread *thread, uintptr_t at,
                 size_t bytes, uint8_t flags, uint32_t site, struct shadow_access *other)
{
    const uintptr_t high = at + bytes;

    other->epoch.clock = 0;
    while (at < high) {
        const struct part part = part_of(at, high);
        struct shadow_page *page = page_find_or_make(shadow, part.page);

        if (page == NULL)
            return;
        lock_take(&page->lock);
        for (; at < part.high; at += CELL_BYTES - at % CELL_BYTES)
            note_in_cell(page->cells[cell_of(at)], thread, mask_of(at, &part), flags, site,
                         other);
        note_owner(page, thread);
        lock_release(&page->lock);
        at = part.high;
    }
}

bool shadow_has(struct shadow *shadow, const struct causal_thread *thread, uintptr_t at,
                size_t bytes, bool is_store)
{
    const struct part part = part_of(at, at + bytes);
    const struct shadow_page *page;
    int i;

    if (bytes > CELL_BYTES - at % CELL_BYTES)
        return false;
    page = page_find(shadow, part.page);
    for (i = 0; page != NULL && i < SLOTS; i++) {
        const struct touched *slot = &page->cells[cell_of(at)][i];

        if (load_relaxed(&slot->clock) == causal_now(thread).clock &&
            is_own(slot, thread, is_store) &&
            (mask_of(at, &part) & ~load_relaxed(&slot->bytes)) == 0)
            return true;
    }
    return false;
}

/* ---- finding --------------------------------------------------------------------------------- */

/* Has everything in the page happened before what the thread does now? */
static bool is_known(const struct shadow_page *page, const struct causal_thread *thread)
{
    return page->thread != OF_MANY &&
           causal_knows(thread, (struct causal_epoch){page->thread, page->latest});
}

static bool find_in_part(struct shadow_page *page, const struct causal_thread *thread,
                         const struct part *part, bool only_reads, struct shadow_access *found)
{
    uintptr_t at;
    int i;

    for (at = part->low; at < part->high; at += CELL_BYTES - at % CELL_BYTES)
        for (i = 0; i < SLOTS; i++) {
            const struct touched *slot = &page->cells[cell_of(at)][i];

            if (!conflicts(slot, thread, mask_of(at, part), !only_reads))
                continue;
            describe(slot, found);
            return true;
        }
    return false;
}

static bool find_in_run(struct shadow *shadow, const struct causal_thread *thread, uintptr_t low,
                        uintptr_t high, bool only_reads, struct shadow_access *found)
{
    bool is_found = false;

    while (low < high && !is_found) {
        const struct part part = part_of(low, high);
        struct shadow_page *page = page_find(shadow, part.page);

        if (page != NULL) {
            lock_take(&page->lock);
            is_found = !is_known(page, thread) &&
                       find_in_part(page, thread, &part, only_reads, found);
            lock_release(&page->lock);
        }
        low = part.high;
    }
    return is_found;
}

bool shadow_find(struct shadow *shadow, const struct causal_thread *thread,
                 const struct data *data, bool only_reads, struct shadow_access *found)
{
    struct stream stream;
    bool is_found = false;
    MPI_Count run;

    if (load_relaxed(&shadow->buckets) == NULL)
        return false;
    if (data_is_contiguous(data))
        return find_in_run(shadow, thread, (uintptr_t)data_start(data),
                           (uintptr_t)data_start(data) + (uintptr_t)data_bytes(data), only_reads,
                           found);
    stream_open(&stream, data, data_bytes(data));
    for (; stream.left > 0 && !is_found; stream_advance(&stream, run)) {
        run = stream_run(&stream, stream.left);
        is_found = find_in_run(shadow, thread, (uintptr_t)stream_at(&stream),
                               (uintptr_t)stream_at(&stream) + (uintptr_t)run, only_reads, found);
    }
    stream_close(&stream);
    return is_found;
}
