/* SPDX-License-Identifier: MIT */
/* Operations on one request. */
#include "request/completion.h"

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "api/message/completion.h"
#include "api/observe/advice.h"
#include "base/note.h"
#include "check/buffers.h"
#include "check/reliance.h"
#include "coll/request.h"
#include "rank/observe/causal.h"
#include "request/generalized.h"

static int check_one(MPI_Request *handle, struct request **request)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "request");
    if (err == MPI_SUCCESS)
        err = check_request(*handle, "request", request);
    return err;
}

int completion_tell(struct request *request, MPI_Status *status)
{
    MPI_Status ignored;
    int err;

    if (status == MPI_STATUS_IGNORE) {
        if (request == NULL || !request_is_generalized(request))
            return MPI_SUCCESS;
        status = &ignored; /* a query function wants to be called */
    }
    err = request_fill_status(request, status);
    if (request == NULL || request->is_inactive)
        status->MPI_ERROR = MPI_SUCCESS; /* the empty status has it; others keep the user's */
    return err;
}

int completion_check_buffers(const struct call *call, struct request *request, int err)
{
    if (err == MPI_SUCCESS)
        return buffers_conclude(call, request);
    buffers_forget(request);
    return err;
}

int completion_conclude(struct request *request, MPI_Request *handle)
{
    int err = MPI_SUCCESS;

    if (request->is_persistent) {
        request->is_inactive = true;
        return MPI_SUCCESS;
    }
    *handle = MPI_REQUEST_NULL;
    if (!request_is_generalized(request) || generalized_conclude(request, &err))
        request_free(request);
    return err;
}

int completion_finish(const struct call *call, struct request *request, MPI_Request *handle,
                      MPI_Status *status)
{
    int err = completion_tell(request, status), freed;

    if (request == NULL || request->is_inactive)
        return MPI_SUCCESS;
    if (causal_is_there())
        request_tell_order(request, handle != NULL);
    if (unlikely(request_is_generalized(request))) {
        freed = handle != NULL ? completion_conclude(request, handle) : MPI_SUCCESS;
        err = freed != MPI_SUCCESS ? freed : err; /* the callback that came last decides */
        return err == MPI_SUCCESS ? err : raise_self(call, err);
    }
    err = request_error(request);
    if (buffers_are_watched())
        err = completion_check_buffers(call, request, err);
    if (unlikely(err != MPI_SUCCESS))
        err = raise_request(call, request, err);
    if (handle != NULL)
        completion_conclude(request, handle);
    return err;
}

int api_wait(const struct call *call, MPI_Request *handle, MPI_Status *status)
{
    struct request *request;
    int err = check_one(handle, &request);

    if (err == MPI_SUCCESS)
        err = advice_check_thread(call);
    if (err == MPI_SUCCESS)
        err = advice_begin_wait(call);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (request != NULL)
        request_wait(request);
    advice_end_wait();
    if (reliance_is_followed())
        reliance_note_wait(call, 1, &request);
    return completion_finish(call, request, handle, status);
}

int api_test(const struct call *call, MPI_Request *handle, int *flag, MPI_Status *status)
{
    struct request *request;
    int err = check_one(handle, &request);

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err == MPI_SUCCESS)
        err = advice_check_thread(call);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *flag = request_poll(rank_self(), request);
    if (*flag && reliance_is_followed())
        reliance_note_choice(1, &request);
    return *flag ? completion_finish(call, request, handle, status) : MPI_SUCCESS;
}

int api_request_get_status(const struct call *call, MPI_Request handle, int *flag,
                           MPI_Status *status)
{
    struct request *request;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err == MPI_SUCCESS)
        err = check_request(handle, "request", &request);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *flag = request_poll(rank_self(), request);
    if (*flag && reliance_is_followed())
        reliance_note_choice(1, &request);
    return *flag ? completion_finish(call, request, NULL, status) : MPI_SUCCESS;
}

/* A request of a collective may be freed only when it is complete (6.12): no call could learn of
 * its end. */
static int refuse_unfinished(const struct request *request)
{
    const struct coll_args *args = coll_of_request(request);
    const char *other = request->class->file != NULL ? "a collective access to a file"
                                                     : "a partitioned operation";

    return note(MPI_ERR_REQUEST, "request is that of %s, which is not complete: wait for it, or "
                                 "test it, before it is freed",
                args != NULL ? args->call->name : other);
}

static int check_freeable(MPI_Request *handle, struct request **request)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "request");
    if (err == MPI_SUCCESS)
        err = check_real_request(*handle, "request", request);
    if (err == MPI_SUCCESS && (*request)->class->has_to_be_completed &&
        !(*request)->is_inactive && !request_is_done(*request))
        return refuse_unfinished(*request);
    return err;
}

int api_request_free(const struct call *call, MPI_Request *handle)
{
    struct request *request = NULL;
    struct comm *comm;
    int err = check_freeable(handle, &request);

    if (err != MPI_SUCCESS)
        return raise_comm(call, request != NULL ? request->comm : NULL, err);
    if (request_is_generalized(request)) {
        err = completion_conclude(request, handle);
        return err == MPI_SUCCESS ? err : raise_self(call, err);
    }
    if (advice_is_given() && (err = advice_on_freed(call, request)) != MPI_SUCCESS)
        return raise_comm(call, request->comm, err);
    *handle = MPI_REQUEST_NULL;
    if (buffers_are_watched())
        buffers_forget(request);
    comm = request->comm;
    if (comm != NULL)
        object_hold(&comm->object);
    err = request_give_up(request);
    if (err != MPI_SUCCESS)
        err = raise_comm(call, comm, err);
    if (comm != NULL)
        comm_drop(comm);
    return err;
}

static int check_cancellable(const MPI_Request *handle, struct request **request)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "request");
    if (err == MPI_SUCCESS)
        err = check_real_request(*handle, "request", request);
    if (err != MPI_SUCCESS)
        return err;
    if ((*request)->is_inactive)
        return note(MPI_ERR_REQUEST, "request is inactive");
    if ((*request)->class->cancel == NULL && !request_is_generalized(*request))
        return note(MPI_ERR_REQUEST, "request is of a kind that cannot be cancelled");
    return MPI_SUCCESS;
}

int api_cancel(const struct call *call, MPI_Request *handle)
{
    struct request *request = NULL;
    int err = check_cancellable(handle, &request);

    if (err == MPI_SUCCESS && request_is_generalized(request))
        err = generalized_cancel(request);
    else if (err == MPI_SUCCESS)
        request_cancel(request);
    return err == MPI_SUCCESS ? err
                              : raise_comm(call, request != NULL ? request->comm : NULL, err);
}
