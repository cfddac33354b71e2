/* SPDX-License-Identifier: MIT */
/* Generalized requests. */
#include "request/generalized.h"

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/external.h"
#include "base/note.h"

int api_grequest_start(const struct call *call, MPI_Grequest_query_function *query_fn,
                       MPI_Grequest_free_function *free_fn,
                       MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                       MPI_Request *request)
{
    const struct generalized_callbacks callbacks = {query_fn, free_fn, cancel_fn, extra_state};
    struct request *started;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_callback(query_fn != NULL, "query_fn");
    if (err == MPI_SUCCESS)
        err = check_callback(free_fn != NULL, "free_fn");
    if (err == MPI_SUCCESS)
        err = check_callback(cancel_fn != NULL, "cancel_fn");
    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err == MPI_SUCCESS)
        err = generalized_start(rank_self(), &callbacks, &started);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}

static int check_incomplete(MPI_Request handle, struct request **request)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_real_request(handle, "request", request);
    if (err != MPI_SUCCESS)
        return err;
    if (!request_is_generalized(*request))
        return note(MPI_ERR_REQUEST, "request is no generalized request");
    if (generalized_is_complete(*request))
        return note(MPI_ERR_REQUEST, "request is complete already");
    return MPI_SUCCESS;
}

int api_grequest_complete(const struct call *call, MPI_Request handle)
{
    struct request *request;
    int err = check_incomplete(handle, &request);

    if (err == MPI_SUCCESS)
        err = generalized_complete(request);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}
