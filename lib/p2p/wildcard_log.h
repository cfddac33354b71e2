/* SPDX-License-Identifier: MIT */
/* Wildcard log: the latest matches of receives that left their source or tag open. A report looks
 * there for a message that a later receive waits for. */
#ifndef P2P_WILDCARD_LOG_H
#define P2P_WILDCARD_LOG_H

#include "p2p/envelope.h"

enum { WILDCARD_LOG_MAX = 16 };

struct wildcard_match {
    struct match_key asked, sent;
    uint32_t asked_site, sent_site; /* the lower halves of the calls' addresses */
};

struct wildcard_log {
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

#endif
