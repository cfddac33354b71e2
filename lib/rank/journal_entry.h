/* SPDX-License-Identifier: MIT */
/* Entries of a journal, for the functions that write and follow it (rank/journal.h). */
#ifndef RANK_JOURNAL_ENTRY_H
#define RANK_JOURNAL_ENTRY_H

#include "rank/journal.h"

/* The rank's next event: an entry, or one more look at what `seen` is the order of, behind that
 * many changes. */
void journal_write_entry(struct rank *self, uint64_t entry);
void journal_write_looked(struct rank *self, const void *seen, uint32_t changes);

/* The event at which a journal that is followed stands; 0: it is at its end. */
uint64_t journal_next_event(const struct journal *journal);

/* The event counts calls in a row, of which this is one. */
void journal_take_one(struct journal *journal, uint64_t entry);

#endif
