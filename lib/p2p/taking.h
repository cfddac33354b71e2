/* SPDX-License-Identifier: MIT */
/* The latest messages that were taken by receives that left their source or tag open, for reports:
 * one of them may be what a later receive waits for. */
#ifndef P2P_TAKING_H
#define P2P_TAKING_H

#include "p2p/envelope.h"

enum { TAKEN_KEPT = 16 };

struct taking {
    struct match_key asked, sent;
    uint32_t asked_site, sent_site; /* the lower halves of the calls' addresses */
};

struct takings {
    uint32_t count; /* so far */
    struct taking kept[TAKEN_KEPT];
};

static_assert(MPI_ANY_SOURCE < 0 && MPI_ANY_TAG < 0, "what is open is negative");

/* Under the rank's guard, while the message is in its place. */
static inline void takings_note(struct takings *takings, const struct match_key *asked,
                                const void *site, const struct envelope *sent)
{
    struct taking *taken;

    if (likely((asked->source | asked->tag) >= 0))
        return;
    taken = &takings->kept[takings->count++ % TAKEN_KEPT];
    taken->asked = *asked;
    taken->sent = sent->key;
    taken->asked_site = (uint32_t)(uintptr_t)site;
    taken->sent_site = sent->site;
}

#endif
