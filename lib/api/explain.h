/* SPDX-License-Identifier: MIT */
/* HEDDLE_EXPLAIN=1: a line on standard error for each call and protocol or algorithm that it takes,
 * by the first rank of its world that takes it, with the reason. A subscriber of each rank's
 * observer; the policies are asked again, with the facts of the event. */
#ifndef API_EXPLAIN_H
#define API_EXPLAIN_H

struct floor;

extern const struct floor explain_floor;

#endif
