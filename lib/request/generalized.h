/* SPDX-License-Identifier: MIT */
/* Generalized requests: the user does the work, in any thread of the rank, and says when it is
 * done. */
#ifndef REQUEST_GENERALIZED_H
#define REQUEST_GENERALIZED_H

#include "request/request.h"

struct generalized_callbacks {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra_state;
};

int generalized_start(struct rank *self, const struct generalized_callbacks *callbacks,
                      struct request **started); /* 0, MPI_ERR_NO_MEM */

extern const struct request_class generalized_class;

static inline bool request_is_generalized(const struct request *request)
{
    return request->class == &generalized_class;
}

/* The functions below return what the callback returned, 0 when none was called. */

/* The user's work is done. A request whose handle has been given up is freed. */
int generalized_complete(struct request *request);
bool generalized_is_complete(const struct request *request);
int generalized_cancel(struct request *request);

/* The user has got the request's end, or has given up the handle: calls `free` once it is
 * complete. True: the request may now be freed. False: generalized_complete will free it, and until
 * then the handle is good for that. */
bool generalized_conclude(struct request *request, int *error);

#endif
