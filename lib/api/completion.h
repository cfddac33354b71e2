/* SPDX-License-Identifier: MIT */
/* What all calls that complete requests share. */
#ifndef API_COMPLETION_H
#define API_COMPLETION_H

#include "base/call.h"
#include "p2p/request.h"

/* As the user is told of it. NULL is the null request, whose status is empty. Returns 0 or what a
 * generalized request's query function did. */
int completion_tell(struct request *request, MPI_Status *status);

/* What the user is to be told of the buffers of a request that has ended with err. */
int completion_check_buffers(const struct call *call, struct request *request, int err);

/* The user has been told of its end: it is inactive again, or gone. Returns 0 or what a generalized
 * request's free function did. */
int completion_conclude(struct request *request, MPI_Request *handle);

/* All of it for one request that is done, null or inactive; raises what failed. Handle NULL: the
 * request stays as it is. */
int completion_finish(const struct call *call, struct request *request, MPI_Request *handle,
                      MPI_Status *status);

#endif
