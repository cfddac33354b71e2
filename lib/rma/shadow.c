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
    BUCKETS = 1024
};

/* The owner of a page that several threads have touched. */
#define OF_MANY UINT64_MAX

/* An access in one word, so that threads need no lock: its clock, its thread, the bytes of the
 * cell, a bit for each, and its flags. 0: the slot is free. */
typedef _Atomic(uint64_t) shadow_slot;

enum { CLOCK_SHIFT = 32, THREAD_SHIFT = 16, BYTES_SHIFT = 8 };

struct shadow_cell {
    shadow_slot slots[SLOTS];
    _Atomic(uint32_t) sites[SLOTS];
};

struct shadow_page {
    struct shadow_page *next;
    uintptr_t number;
    _Atomic(uint64_t) owner; /* the only thread that has touched it, as a slot; 0: none has */
    struct shadow_cell cells[PAGE_CELLS];
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

static uint64_t pack(const struct causal_thread *thread, uint8_t mask, uint8_t flags)
{
    const struct causal_epoch now = causal_now(thread);

    return (uint64_t)now.clock << CLOCK_SHIFT | (uint64_t)now.id << THREAD_SHIFT |
           (uint64_t)mask << BYTES_SHIFT | flags;
}

static struct causal_epoch epoch_of(uint64_t slot)
{
    return (struct causal_epoch){(uint16_t)(slot >> THREAD_SHIFT),
                                 (uint32_t)(slot >> CLOCK_SHIFT)};
}

static uint8_t bytes_of(uint64_t slot)
{
    return (uint8_t)(slot >> BYTES_SHIFT);
}

static bool stores(uint64_t slot)
{
    return (slot & SHADOW_STORES) != 0;
}

static bool conflicts(uint64_t slot, const struct causal_thread *thread, uint8_t mask,
                      bool is_store)
{
    return (bytes_of(slot) & mask) != 0 && (is_store || stores(slot)) &&
           !causal_knows(thread, epoch_of(slot));
}

static void describe(const struct shadow_cell *cell, int i, uint64_t slot,
                     struct shadow_access *access)
{
    *access = (struct shadow_access){epoch_of(slot), load_relaxed(&cell->sites[i]),
                                     (uint8_t)slot};
}

/* ---- noting ---------------------------------------------------------------------------------- */

/* Whatever is ordered behind the new access is ordered behind that in the slot. */
static bool stands_for(const struct causal_thread *thread, uint8_t mask, bool is_store,
                       uint64_t slot)
{
    return (bytes_of(slot) & ~mask) == 0 && (is_store || !stores(slot)) &&
           causal_knows(thread, epoch_of(slot));
}

/* A slot that says so already, and the bits of it that do not matter. A store of the thread says so
 * of a load, too, because whatever is ordered behind it is ordered behind both. */
struct known {
    uint64_t slot, ignored;
};

static struct known known_of(const struct causal_thread *thread, bool is_store)
{
    return (struct known){
        pack(thread, 0, is_store ? SHADOW_STORES : 0),
        (uint64_t)0xff << BYTES_SHIFT | SHADOW_MAY_POLL | (is_store ? 0 : SHADOW_STORES),
    };
}

static inline bool is_in_cell(const struct shadow_cell *cell, struct known known, uint8_t mask)
{
    int i;

    for (i = 0; i < SLOTS; i++) {
        const uint64_t slot = load_relaxed(&cell->slots[i]);

        if ((slot & ~known.ignored) == known.slot && (mask & ~bytes_of(slot)) == 0)
            return true;
    }
    return false;
}

/* The slot is the thread's own one, one whose access the new one stands for, a free one, or any.
 * A free one comes last, because an access that stands for another leaves room for those that
 * nothing stands for. */
static void note_in_cell(struct shadow_cell *cell, const struct causal_thread *thread,
                         uint64_t noted, uint32_t site, struct shadow_access *other)
{
    const uint8_t mask = bytes_of(noted);
    const bool is_store = stores(noted);
    int own = -1, vacant = -1, known = -1, chosen, i;

    for (i = 0; i < SLOTS; i++) {
        const uint64_t slot = load_relaxed(&cell->slots[i]);

        if (slot == 0) {
            vacant = vacant < 0 ? i : vacant;
        } else if (likely(epoch_of(slot).id == thread->id)) {
            if (own < 0 && stores(slot) == is_store && (bytes_of(slot) & ~mask) == 0)
                own = i;
        } else if (conflicts(slot, thread, mask, is_store)) {
            if (other->epoch.clock == 0)
                describe(cell, i, slot, other);
        } else if (stands_for(thread, mask, is_store, slot)) {
            known = i;
        }
    }
    chosen = own >= 0 ? own : known >= 0 ? known : vacant;
    if (chosen < 0)
        chosen = (int)(epoch_of(noted).clock % SLOTS);
    store_relaxed(&cell->sites[chosen], site);
    store_relaxed(&cell->slots[chosen], noted);
}

static void note_owner(struct shadow_page *page, const struct causal_thread *thread)
{
    const uint64_t own = pack(thread, 0, 0);
    uint64_t before = load_relaxed(&page->owner), after;

    do {
        after = before == 0 || (before != OF_MANY && epoch_of(before).id == thread->id) ? own
                                                                                  : OF_MANY;
    } while (before != after && !compare_exchange_relaxed(&page->owner, &before, after));
}

void shadow_note(struct shadow *shadow, const struct causal_thread *thread, uintptr_t at,
                 size_t bytes, uint8_t flags, uint32_t site, struct shadow_access *other)
{
    const struct known known = known_of(thread, (flags & SHADOW_STORES) != 0);
    const uint64_t noted = pack(thread, 0, flags);
    const uintptr_t high = at + bytes;

    other->epoch.clock = 0;
    while (at < high) {
        const struct part part = part_of(at, high);
        struct shadow_page *page = page_find_or_make(shadow, part.page);

        if (page == NULL)
            return;
        for (; at < part.high; at += CELL_BYTES - at % CELL_BYTES) {
            struct shadow_cell *cell = &page->cells[cell_of(at)];
            const uint8_t mask = mask_of(at, &part);

            if (!is_in_cell(cell, known, mask))
                note_in_cell(cell, thread, noted | (uint64_t)mask << BYTES_SHIFT, site, other);
        }
        if (unlikely(load_relaxed(&page->owner) != pack(thread, 0, 0)))
            note_owner(page, thread);
    }
}

static void forget_in_page(struct shadow_page *page, uintptr_t low, uintptr_t high)
{
    const struct part part = part_of(low, high);
    uintptr_t at;
    int i;

    for (at = part.low; at < part.high; at += CELL_BYTES - at % CELL_BYTES)
        for (i = 0; i < SLOTS; i++)
            store_relaxed(&page->cells[cell_of(at)].slots[i], 0);
}

/* The range may be much larger than what was touched of it. */
void shadow_forget(struct shadow *shadow, uintptr_t low, uintptr_t high)
{
    struct shadow_buckets *buckets = load_acquire(&shadow->buckets); /* edge shadow.made */
    int i;

    for (i = 0; buckets != NULL && i < BUCKETS; i++) {
        struct shadow_page *page = load_acquire(&buckets->pages[i]); /* edge shadow.made */

        for (; page != NULL; page = page->next) {
            const uintptr_t begin = page->number << PAGE_BITS;

            if (low < begin + PAGE_BYTES && high > begin)
                forget_in_page(page, low > begin ? low : begin, high);
        }
    }
}

static bool page_has(const struct shadow_page *page, const struct causal_thread *thread,
                     uintptr_t at, size_t bytes, bool is_store)
{
    const unsigned skipped = (unsigned)(at % CELL_BYTES);

    if (unlikely(page == NULL || bytes > CELL_BYTES - skipped))
        return false;
    return is_in_cell(&page->cells[cell_of(at)], known_of(thread, is_store),
                      (uint8_t)(0xffu >> (CELL_BYTES - bytes) << skipped));
}

bool shadow_has(struct shadow *shadow, const struct causal_thread *thread, uintptr_t at,
                size_t bytes, bool is_store)
{
    return page_has(page_find(shadow, at >> PAGE_BITS), thread, at, bytes, is_store);
}

bool shadow_latest_has(const struct shadow_latest *latest, const struct causal_thread *thread,
                       uintptr_t at, size_t bytes, bool is_store)
{
    const struct shadow_page *page = latest->pages[(at >> PAGE_BITS) % SHADOW_LATEST];

    return page != NULL && page->number == at >> PAGE_BITS &&
           page_has(page, thread, at, bytes, is_store);
}

void shadow_latest_note(struct shadow_latest *latest, struct shadow *shadow, uintptr_t at)
{
    latest->pages[(at >> PAGE_BITS) % SHADOW_LATEST] = page_find(shadow, at >> PAGE_BITS);
}

/* ---- finding --------------------------------------------------------------------------------- */

/* Has everything in the page happened before what the thread does now? */
static bool is_known(const struct shadow_page *page, const struct causal_thread *thread)
{
    const uint64_t owner = load_relaxed(&page->owner);

    return owner != OF_MANY && causal_knows(thread, epoch_of(owner));
}

static bool find_in_part(const struct shadow_page *page, const struct causal_thread *thread,
                         const struct part *part, bool only_reads, struct shadow_access *found)
{
    uintptr_t at;
    int i;

    for (at = part->low; at < part->high; at += CELL_BYTES - at % CELL_BYTES)
        for (i = 0; i < SLOTS; i++) {
            const struct shadow_cell *cell = &page->cells[cell_of(at)];
            const uint64_t slot = load_relaxed(&cell->slots[i]);

            if (!conflicts(slot, thread, mask_of(at, part), !only_reads))
                continue;
            describe(cell, i, slot, found);
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
        const struct shadow_page *page = page_find(shadow, part.page);

        is_found = page != NULL && !is_known(page, thread) &&
                   find_in_part(page, thread, &part, only_reads, found);
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
