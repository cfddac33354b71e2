/* SPDX-License-Identifier: MIT */
/* The state of a rank's messaging. What works on it is in the files of its parts; p2p.h opens and
 * closes it. */
#ifndef P2P_STATE_H
#define P2P_STATE_H

#include "p2p/match.h"
#include "p2p/wildcard_log.h"
#include "rank/chance.h"

struct buffer;
struct held;

/* Under the rank's guard. */
struct p2p {
    struct match match;
    struct held *held; /* messages held back (held.h); NULL: they come by themselves */
    struct wildcard_log wildcard_log;
    _Atomic(uint32_t) serial; /* of messages that can be cancelled */
    uint32_t seen_serial;     /* of the message that the latest successful probe has found */
    int seen_source;          /* of that message */
    struct buffer *buffer;    /* attached for buffered sends of the rank; NULL: none */

    const struct rank *latest_receiver; /* of blocking sends (mailbox.h), */
    int sent_in_a_row;                  /* this many of them */

    struct chance eager; /* the rank's chooser if HEDDLE_EAGER is a seed, unless it has another */
};

#endif
