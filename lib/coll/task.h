/* SPDX-License-Identifier: MIT */
/* Nonblocking and persistent collectives, but for those that go the straight way (brief.h): a
 * request stands for each, and while it is under way it is an item of the agenda, whose step
 * function is asked again and again. */
#ifndef COLL_TASK_H
#define COLL_TASK_H

#include "coll/coll.h"
#include "p2p/request.h"

/* Copies the call and holds its types, and takes over what the call owns, also when they fail: 0 or
 * a class with its note. */
int coll_start(struct rank *self, const struct coll_call *call, struct request **started);
/* A request that is not started yet: a communicator's members prepare theirs in the same order. */
int coll_prepare(struct rank *self, const struct coll_call *call, struct request **prepared);

/* What the request stands for; NULL: no task. */
const struct coll_call *coll_of_request(const struct request *request);

#endif
