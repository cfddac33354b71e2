/* SPDX-License-Identifier: MIT */
/* The facts by which a send's protocol is chosen (p2p/policy.h), collected from the knobs, the
 * receiver and the sender's state. The collection itself is what changes state: it notes which
 * sends follow each other. */
#ifndef P2P_FACTS_H
#define P2P_FACTS_H

#include "p2p/policy.h"
#include "p2p/send.h"

struct send_facts send_facts(struct rank *self, const struct send *send,
                             const struct rank *receiver, MPI_Count bytes, bool is_blocking);

#endif
