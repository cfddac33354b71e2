/* SPDX-License-Identifier: MIT */
/* Persistent requests that are not started, as hints of a report: what waits for a message would
 * have met them. */
#ifndef P2P_INACTIVE_H
#define P2P_INACTIVE_H

#include "rank/sleep/wait_report.h"

struct comm;
struct match_key;
struct rank;

/* Describes inactive sends that a waiting receive or probe would take. */
void inactive_tell_sends(const struct comm *comm, const struct match_key *key,
                         struct wait_report *wait_report);
/* Describes inactive receives of the receiver that would take a waiting send. */
void inactive_tell_receives(const struct rank *receiver, const struct match_key *key,
                            struct wait_report *wait_report);

#endif
