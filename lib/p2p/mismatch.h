/* SPDX-License-Identifier: MIT */
/* Mismatches between a message and its receive: the message is too long, has another type
 * signature, or was sent in ready mode before the receive was posted. A mismatch is found when the
 * two match, and the sentence about it names the places of both calls. */
#ifndef P2P_MISMATCH_H
#define P2P_MISMATCH_H

#include "p2p/envelope.h"
#include "p2p/requests.h"

/* Is the message surely of the receive's type signature, and short enough? */
static inline bool envelope_fits(const struct envelope *envelope, MPI_Count room,
                                 const struct type *type)
{
    return envelope->sig_hash == sig_hash_fold(type->sig_hash) && envelope_bytes(envelope) <= room;
}

/* Looks what is wrong with a message that may not fit its receive: sets the request's error and
 * what explains it, or warns on standard error, once for each pair of calls. */
void mismatch_find(struct receive_request *request, const struct envelope *envelope);

/* Sets the error of a request that gets a message which was sent in ready mode too early. */
void mismatch_is_early(struct receive_request *request, const struct envelope *envelope);

/* Leaves the sentence about the request's error. */
void mismatch_explain(const struct receive_request *request);

#endif
