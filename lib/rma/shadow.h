/* SPDX-License-Identifier: MIT */
/* The latest loads and stores of one member's memory in a window, by threads of ranks, for the
 * comparison with operations and with loads and stores of other threads (rma/touch.h).
 *
 * Eight bytes of memory have a cell of SLOTS accesses. A slot is one thread's access as an epoch
 * (rank/observe/causal.h), with the bytes of the cell and the lower half of the site. A later
 * access of the thread that touches all these bytes in the same way takes its place, because
 * whatever is ordered behind the later one is ordered behind the earlier one. If no slot is left
 * another access is forgotten, and a race with it may be missed.
 *
 * Pages of cells are made when something in them is touched, and live as long as the window: 20 KB
 * for 4 KB, up to SHADOW_PAGES_MAX, which are 671 MB. Accesses to further pages are not noted. A
 * page knows the only thread that has touched it, so that operations mostly look at one epoch for
 * the whole page.
 *
 * Only making a page takes the lock. A slot is one word that is read and written at once. If two
 * threads take the same slot at the same time one access is lost, and a race with it is missed, or
 * is reported with the other's site. Loads and stores that a thread repeats without having released
 * anything in between, which are most, find their own slot and write nothing.
 *
 * Edges
 *   shadow.made  a page is whole when a thread sees it. */
#ifndef RMA_SHADOW_H
#define RMA_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "rank/observe/causal.h"
#include "sync/lock.h"
#include "type/data.h"

enum { SHADOW_PAGES_MAX = 1 << 15 };

/* An access is a load otherwise; one in a loop may poll. */
enum { SHADOW_STORES = 1, SHADOW_MAY_POLL = 2 };

struct shadow_access {
    struct causal_epoch epoch;
    uint32_t site; /* lower half */
    uint8_t flags;
};

struct shadow_page;

/* Zero: nothing was touched. */
struct shadow {
    struct lock lock;
    int count;
    struct shadow_buckets *_Atomic buckets;
};

void shadow_give(struct shadow *shadow);

/* Forgets all accesses from `low` to before `high`, and what shares a cell with them. */
void shadow_forget(struct shadow *shadow, uintptr_t low, uintptr_t high);

/* Has the thread noted such an access since it has released something? The access is then older
 * than whatever could conflict with this one, and nothing need be done. */
bool shadow_has(struct shadow *shadow, const struct causal_thread *thread, uintptr_t at,
                size_t bytes, bool is_store);

/* Pages that one thread has touched lately, for a quicker answer. They are forgotten before one of
 * them is given back. An access of a thread is noted in all windows that have the memory, so one
 * page answers for all. */
enum { SHADOW_LATEST = 16 };

struct shadow_latest {
    const struct shadow_page *pages[SHADOW_LATEST];
};

bool shadow_latest_has(const struct shadow_latest *latest, const struct causal_thread *thread,
                       uintptr_t at, size_t bytes, bool is_store);
void shadow_latest_note(struct shadow_latest *latest, struct shadow *shadow, uintptr_t at);

/* Notes an access. *other becomes one of another thread that conflicts with it; clock 0: there is
 * none. */
void shadow_note(struct shadow *shadow, const struct causal_thread *thread, uintptr_t at,
                 size_t bytes, uint8_t flags, uint32_t site, struct shadow_access *other);

/* Finds an access that did not happen before what the thread does now, to those data; only stores
 * if the thread only reads. False: there is none. */
bool shadow_find(struct shadow *shadow, const struct causal_thread *thread,
                 const struct data *data, bool only_reads, struct shadow_access *found);

#endif
