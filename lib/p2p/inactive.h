/* SPDX-License-Identifier: MIT */
/* Persistent requests that nobody has started, as hints of a report: what waits for a message would
 * have met them. */
#ifndef P2P_INACTIVE_H
#define P2P_INACTIVE_H

#include "rank/wait_report.h"

struct comm;
struct match_key;
struct rank;

/* Of a receive or probe of the rank that waits: sends to it. */
void inactive_tell_sends(const struct comm *comm, const struct match_key *key,
                         struct wait_report *wait_report);
/* Of a send of the rank that waits: the receiver's receives. */
void inactive_tell_receives(const struct rank *receiver, const struct match_key *key,
                            struct wait_report *wait_report);

#endif
