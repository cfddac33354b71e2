/* SPDX-License-Identifier: MIT */
/* Places in an order that ranks share: which ranks have got the locks of a window one after the
 * other, which has accessed a part of it by accumulates and the like, or the shared pointer of a
 * file. A journal (rank/journal.h) has the place of each; a rank that follows its journal waits
 * until it is its turn.
 *
 * Grants of locks are counted. A place is taken by the rank that has the lock, at once, so of two
 * grants that exclude each other the first has the smaller number.
 *
 * Accesses that change a part are counted, and those that only look since the latest change. A look
 * comes behind that many changes, a change behind that many changes and looks; looks have no order
 * among each other, so a loop that polls is one entry. The access is made under the lock of the
 * order.
 *
 * A rank that has no journal, or is at its end, waits for none; ranks wait for a place to be
 * reached or passed.
 *
 * Edges
 *   journal.place  the rank that passes a place publishes what it has done to the rank that waits
 *                  for it. */
#ifndef RANK_JOURNAL_PLACE_H
#define RANK_JOURNAL_PLACE_H

#include "rank/journal.h"
#include "sync/lock.h"

struct journal_order {
    struct lock lock;
    _Atomic(uint32_t) changes;
    _Atomic(uint32_t) looks; /* since the latest change */
};

/* Have journals the order of accesses to what these ranks share? Ranks of several worlds have no
 * journal in common, and a file has no number for a grant that is another world's. */
bool journal_orders_are_kept(struct rank *const members[], int count);

/* Before and after a lock of a window is taken; `grants` counts those of the window. */
void journal_await_grant(struct rank *self, const _Atomic(uint32_t) *grants);
void journal_note_grant(struct rank *self, _Atomic(uint32_t) *grants);

/* Around an access. */
void journal_begin_access(struct rank *self, struct journal_order *order, bool changes);
void journal_end_access(struct rank *self, struct journal_order *order, bool changes);

#endif
