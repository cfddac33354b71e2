/* SPDX-License-Identifier: MIT */
/* A rank's messaging from MPI_Init to MPI_Finalize. The parts, and where to find what:
 *
 *   policy      thresholds, and the protocol of a message: eager, rendezvous ...
 *   eager       the sending half of every message: its envelope, inline payload, mailbox
 *   inbox       the receiving half: the next item, and its payload
 *   match       posted receives and unexpected messages
 *   delivery    progress: from the inbox to the matcher and to a receive's buffer
 *   send, receive, sendrecv, probe, cancel, partitioned   what the calls of MPI do */
#ifndef P2P_P2P_H
#define P2P_P2P_H

#include "p2p/delivery.h"
#include "p2p/state.h"

/* Owner only. */
int p2p_open(struct rank *self); /* 0, MPI_ERR_NO_MEM */
/* When no rank sends any more: completes what was freed before it was done, waits until its
 * buffered messages have been received or given up, then takes everything apart. */
void p2p_close(struct rank *self);

/* Decides whether the rank's messages take the fast path (send.h, receive.h): rank->fast_p2p. They
 * do while the rank uses MPI from one thread, the protocol goes by size, no chooser answers for it,
 * and no observer wants to see what happens at receives. When one of these may have changed, by the
 * rank's only thread. */
void p2p_decide_fast_path(struct rank *self);

/* Messages leave the fast path from here on, because an observer has come. By any thread of the
 * rank. */
static inline void p2p_leave_fast_path(struct rank *self)
{
    store_relaxed(&self->fast_p2p, NULL);
}

/* Numbers of the rank's matcher; zero while it has no messaging. By a thread of the rank that is
 * not inside its guard. The last two are counted then, which takes as long as the lists are, and
 * only if they are wanted. */
struct matching {
    int64_t unexpected;       /* messages, */
    int64_t unexpected_bytes; /* and the memory that they take */
    int64_t posted;           /* receives */
    int64_t depth;            /* the most of either among which a match has to look for one */
};
struct matching p2p_matching(struct rank *self, bool with_lists);

#endif
