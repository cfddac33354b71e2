/* SPDX-License-Identifier: MIT */
/* Helpers of all calls that complete requests. */
#ifndef API_COMPLETION_H
#define API_COMPLETION_H

#include "base/call.h"
#include "request/request.h"

/* Fills in the status for the user. `request` NULL is the null request, whose status is empty.
 * Returns 0, or the result of a generalized request's query function. */
int completion_tell(struct request *request, MPI_Status *status);

/* Checks the buffers of a request that has ended with err. Returns err, or what is wrong with the
 * buffers. */
int completion_check_buffers(const struct call *call, struct request *request, int err);

/* Makes the request inactive again or frees it, after the user has learnt of its end. Returns 0, or
 * the result of a generalized request's free function. */
int completion_conclude(struct request *request, MPI_Request *handle);

/* Does all of this for one request that is done, null or inactive, and raises errors. If `handle`
 * is NULL the request remains as it is. */
int completion_finish(const struct call *call, struct request *request, MPI_Request *handle,
                      MPI_Status *status);

#endif
