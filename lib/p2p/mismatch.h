/* SPDX-License-Identifier: MIT */
/* What can be wrong between a message and its receive: it is too long, its type signature is
 * another, or it was sent in ready mode too early. Found when they meet, told in words with the
 * places of both calls. */
#ifndef P2P_MISMATCH_H
#define P2P_MISMATCH_H

#include "p2p/envelope.h"
#include "p2p/request.h"

/* knobs.mismatch. */
enum { MISMATCH_PASSES, MISMATCH_IS_TOLD, MISMATCH_IS_AN_ERROR };

/* Is the message surely of the receive's type signature, and short enough? */
static inline bool envelope_fits(const struct envelope *envelope, MPI_Count room,
                                 const struct type *type)
{
    return envelope->sig_hash == sig_hash_fold(type->sig_hash) && envelope_bytes(envelope) <= room;
}

/* Of a message that may not fit its receive: sets the request's error and what explains it, or
 * tells of it on standard error, once for each pair of calls. */
void mismatch_find(struct request *request, const struct envelope *envelope);

/* The same for a message that was sent in ready mode when no receive was posted. */
void mismatch_is_early(struct request *request, const struct envelope *envelope);

/* The request's error class, with its sentence; and that class by name. */
int mismatch_explain(const struct request *request);
const char *mismatch_name(int error);

#endif
