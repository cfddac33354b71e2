/* SPDX-License-Identifier: MIT */
/* Collective operations that not all members have called, though no member had to wait for those
 * that did not: a broadcast's root runs ahead of those who receive, what a reduction takes is left
 * on cells that its root has never looked for. When no member will call anything more on a
 * communicator it is seen whether all have called the same: by the last one to free it, and for
 * those that live by the last rank to call MPI_Finalize.
 *
 * Edges
 *   context.departed  a member's last call is known to the last member.
 *   world.finalizing  the same of all communicators. */
#ifndef COLL_VERIFY_UNMATCHED_H
#define COLL_VERIFY_UNMATCHED_H

#include "base/call.h"
#include "comm/comm.h"

/* Both: 0, or MPI_ERR_OTHER with a sentence that names both ranks, the call and its place. */

/* A member is about to free it. */
int unmatched_by_free(struct comm *comm, const struct call *call);

/* Before a rank waits for the others in MPI_Finalize. *comm: where that was, if the rank is one of
 * its members and has not freed it; else NULL. */
int unmatched_by_finalize(struct rank *self, struct comm **comm);

#endif
