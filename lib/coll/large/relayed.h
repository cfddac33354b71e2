/* SPDX-License-Identifier: MIT */
/* Broadcasts whose receivers read by relays (board/relay.h): of those that share a cache with each
 * other but not with the root, the first to read copies from the root's buffer, in steps, and the
 * others follow it from its own. Members near the root read the root's buffer, as all do where
 * relays do not pay (policy_has_relays) or clusters are not known.
 *
 * It is the broadcast of rooted.c with another source of the same bytes. A receiver decides when it
 * reads: members need not agree, and ranks need not be bound to processors. What it has for the
 * root's data must be as many contiguous bytes of the same types; else it reads, and reports, as
 * without relays. Each reads under a pin. A relay is in its call until its followers are done, and
 * so its buffer is not yet the program's; the root stays until all have read, as ever.
 *
 * In an explored job one rank runs at a time, so that no relay is ever open when another rank looks
 * for one: relays add no choices. Started operations have none, because there the shares of members
 * that compute are done by others (share.h).
 *
 * Source: the clusters of Katevenis, Ploumidis and Marazakis (XHC), with leaders that come first in
 * place of fixed ones; segments as in their pipeline.
 *
 * Cost: in each cluster one copy from the root and the others from the cluster's cache; a line that
 * followers poll for each step, and two updates of a line of the cluster for each follower. */
#ifndef COLL_LARGE_RELAYED_H
#define COLL_LARGE_RELAYED_H

#include "board/relay.h"
#include "coll/cell.h"

/* The root's cell, of a buffer, says in which cluster it lies, if relays may pay. */
void relayed_show(struct coll_op *op);

/* The cluster in which this receiver is to read by a relay; -1: it is to read by itself. */
int relayed_cluster(const struct coll_op *op, const struct coll_cell *cell);

/* Reads, under a pin. Returns the seat of the relay: if it is this member's, the operation goes on
 * by relayed_end; if it is another's, the member has arrived there. RELAY_NONE: there is none to be
 * had, and nothing has been read. */
int relayed_read(struct coll_op *op, const struct coll_cell *cell, unsigned cluster);

/* This member's followers are done, and it has told the root; false: not yet, or all is broken. */
bool relayed_end(const struct coll_op *op);

#endif
