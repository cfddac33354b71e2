/* SPDX-License-Identifier: MIT */
/* A small nonblocking or persistent operation that goes the straight way: a request, and what its
 * other half needs unless it is complete at once. It stands on the agenda as tasks do. After some
 * looks in vain the step function goes on with it, which tells what is wrong. */
#ifndef COLL_BRIEF_H
#define COLL_BRIEF_H

#include "coll/halves.h"

/* Takes the epoch, shows the card, and looks once. STRAIGHT_NOT, or 0 with a request. */
int brief_start(const struct straight_call *call, const struct halves *halves);
/* A request for what has been done. STRAIGHT_NOT or 0. */
int brief_start_done(const struct straight_call *call);
/* A request that is not started yet. STRAIGHT_NOT, 0, or a class with its note. */
int brief_prepare(const struct straight_call *call, const struct halves *halves);

#endif
