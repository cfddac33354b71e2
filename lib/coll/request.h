/* SPDX-License-Identifier: MIT */
/* Nonblocking and persistent collectives: a request stands for each. While it is under way it is
 * an entry of its rank's progress list; whatever the rank waits for or tests moves all entries.
 * One thread of a rank at a time goes through the list; another one that wants to sets a flag,
 * for which the first one goes through it once more.
 *
 * A small operation begins on the stack of the call that starts it. Only when it cannot be
 * completed there does it take memory of its own.
 *
 * A persistent operation has a board of its own, because its starts need not be in the order of
 * others'. All members count the boards of a communicator alike, and the first member to come
 * says what its board is for; so a member that prepares something else gets an error at once, of a
 * start no other may ever hear. */
#ifndef COLL_REQUEST_H
#define COLL_REQUEST_H

#include "coll/op.h"
#include "rank/world.h"
#include "request/request.h"

/* Starts an operation: 0 and its request, or a class with its note. */
int coll_start(const struct coll_args *args, const struct coll_algorithm *algorithm,
               struct request **started);
/* A request for what the caller has done already. */
int coll_start_done(const struct coll_args *args, struct request **started);
/* A request that is not started yet: a communicator's members prepare theirs in the same order. */
int coll_prepare(const struct coll_args *args, struct request **prepared);

/* The arguments of the operation that a request stands for; NULL: it is no collective, or nothing
 * is left of it. */
const struct coll_args *coll_of_request(const struct request *request);

/* Moves the rank's collectives along: for the world's table. */
progress_handler coll_progress;

#endif
