/* SPDX-License-Identifier: MIT */
/* The uses of buffers by operations that are more than a message, as check/buffers.h is to know it:
 * for calls while buffers are watched. */
#ifndef API_USES_H
#define API_USES_H

#include "base/call.h"
#include "check/buffers.h"
#include "check/diverted.h"
#include "coll/args.h"
#include "request/request.h"

/* Compares the buffers of an operation that is about to start with those in use: 0, or
 * MPI_ERR_BUFFER with a note. */
int uses_compare(const struct call *call, const struct coll_args *args);
/* Starts a nonblocking operation by its entry, and records what it uses. */
int uses_begin(const struct coll_args *args, coll_entry *entry, struct request **request);

/* Compare the types of the buffers of a persistent request in the call that makes it: that call has
 * the arguments, and a start has not. For ranks whose buffers are watched. 0, or as
 * contents_compare. */
int uses_prepare(const struct call *call, const struct data *data);
int uses_prepare_collective(const struct coll_args *args);

/* Compares the buffers of a persistent request with those in use, starts it, and records what it
 * uses: 0, or the class of what failed. */
int uses_start(const struct call *call, struct request *request);

/* The user gives partitions [low, high) to be sent; has got one. */
int uses_give(const struct call *call, struct request *request, int low, int high);
void uses_get(struct request *request, int partition);

#endif
