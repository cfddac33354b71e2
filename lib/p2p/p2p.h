/* SPDX-License-Identifier: MIT */
/* A rank's messaging state, for the files of this folder. Owner only, but for the account. */
#ifndef P2P_P2P_H
#define P2P_P2P_H

#include "p2p/match.h"
#include "p2p/parcel.h"
#include "p2p/request.h"

struct p2p {
    struct match match;
    struct request *spare; /* requests given up: the next ones */
    struct parcel_account account;
};

static inline struct p2p *p2p_of(const struct rank *rank)
{
    return rank->p2p;
}

/* The message goes into the request's buffer, and the request is done. Frees, or gives back, what
 * the envelope refers to. */
void receive_deliver(struct request *request, const struct envelope *envelope);

#endif
