/* SPDX-License-Identifier: MIT */
/* Wildcard log: the latest matches of receives that left their source or tag open. A report looks
 * there for a message that a later receive waits for. */
#ifndef P2P_WILDCARD_LOG_H
#define P2P_WILDCARD_LOG_H

#include "p2p/envelope.h"
#include "rank/journal.h"

enum { WILDCARD_LOG_MAX = 16 };

struct wildcard_match {
    struct match_key asked, sent;
    uint32_t asked_site, sent_site; /* the lower halves of the calls' addresses */
};

struct wildcard_log {
    struct journal *journal; /* the rank's, if it writes one (rank/journal.h); else NULL */
    uint32_t count; /* so far */
    struct wildcard_match latest[WILDCARD_LOG_MAX];
};

static_assert(MPI_ANY_SOURCE < 0 && MPI_ANY_TAG < 0, "wildcards are negative");

/* Notes a match, if the receive has a wildcard. Under the rank's guard, before the message is
 * popped. */
static inline void wildcard_log_note(struct wildcard_log *log,
                                     const struct match_key *asked, const void *site,
                                     const struct envelope *sent)
{
    struct wildcard_match *taken;

    if (likely((asked->source | asked->tag) >= 0))
        return;
    taken = &log->latest[log->count++ % WILDCARD_LOG_MAX];
    taken->asked = *asked;
    taken->sent = sent->key;
    taken->asked_site = (uint32_t)(uintptr_t)site;
    taken->sent_site = sent->site;
}

/* As wildcard_log_note, of a receive that has that number in a journal. */
static inline void wildcard_log_note_receive(struct wildcard_log *log,
                                             const struct match_key *asked, uint32_t number,
                                             const void *site, const struct envelope *sent)
{
    if (likely((asked->source | asked->tag) >= 0))
        return;
    wildcard_log_note(log, asked, site, sent);
    if (unlikely(log->journal != NULL) && asked->source == MPI_ANY_SOURCE)
        journal_note_receive(log->journal, number, sent->key.source);
}

/* The number, in a journal, of a receive of any source that begins. */
static inline uint32_t wildcard_log_number(const struct wildcard_log *log)
{
    return log->journal != NULL ? log->journal->receives++ : JOURNAL_NO_NUMBER;
}

#endif
