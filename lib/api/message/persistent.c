/* SPDX-License-Identifier: MIT */
/* Persistent requests: prepared once, started again and again. */
#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "api/observe/advice.h"
#include "api/observe/uses.h"
#include "base/note.h"
#include "p2p/receive.h"
#include "p2p/send.h"

static int prepare_send(const struct call *call, enum send_mode mode, const void *buf,
                        MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                        MPI_Request *request)
{
    struct send send = {.dest = dest, .tag = tag, .mode = mode, .site = call->site};
    struct request *prepared;
    int err = check_send(&send, &names_plain, buf, count, datatype, "tag", comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err == MPI_SUCCESS && buffers_are_watched() && dest != MPI_PROC_NULL)
        err = uses_prepare(call, &send.data);
    if (err == MPI_SUCCESS)
        err = send_prepare(rank_self(), &send, &prepared);
    if (err != MPI_SUCCESS)
        return raise_comm(call, send.comm, err);
    *request = handle_of_request(prepared);
    return MPI_SUCCESS;
}

int api_send_init(const struct call *call, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return prepare_send(call, SEND_STANDARD, buf, count, datatype, dest, tag, comm, request);
}

int api_bsend_init(const struct call *call, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return prepare_send(call, SEND_BUFFERED, buf, count, datatype, dest, tag, comm, request);
}

int api_ssend_init(const struct call *call, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return prepare_send(call, SEND_SYNCHRONOUS, buf, count, datatype, dest, tag, comm, request);
}

int api_rsend_init(const struct call *call, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return prepare_send(call, SEND_READY, buf, count, datatype, dest, tag, comm, request);
}

int api_recv_init(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
                  int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct receive receive = {.source = source, .tag = tag, .site = call->site};
    struct request *prepared;
    int err = check_receive(&receive, &names_plain, buf, count, datatype, "tag", comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err == MPI_SUCCESS && buffers_are_watched() && source != MPI_PROC_NULL)
        err = uses_prepare(call, &receive.data);
    if (err == MPI_SUCCESS)
        err = receive_prepare(rank_self(), &receive, &prepared);
    if (err != MPI_SUCCESS)
        return raise_comm(call, receive.comm, err);
    *request = handle_of_request(prepared);
    return MPI_SUCCESS;
}

static int check_startable(MPI_Request handle, const char *name, struct request **request)
{
    int err = check_real_request(handle, name, request);

    if (err != MPI_SUCCESS)
        return err;
    if (!(*request)->is_persistent)
        return note(MPI_ERR_REQUEST, "%s is not persistent", name);
    if (!(*request)->is_inactive)
        return note(MPI_ERR_REQUEST, "%s is active already", name);
    return MPI_SUCCESS;
}

/* The name is put together only for the sentence. */
static int check_startable_of(const MPI_Request handles[], int i, struct request **request)
{
    char name[ELEMENT_NAME_BYTES];

    if (likely(check_startable(handles[i], "", request) == MPI_SUCCESS))
        return MPI_SUCCESS;
    return check_startable(handles[i], check_name_of(name, "array_of_requests", i), request);
}

static int start_persistent(const struct call *call, struct request *request)
{
    return buffers_are_watched() ? uses_start(call, request) : request_restart(request);
}

int api_start(const struct call *call, MPI_Request *handle)
{
    struct request *request = NULL;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = advice_check_thread(call);
    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "request");
    if (err == MPI_SUCCESS)
        err = check_startable(*handle, "request", &request);
    if (err == MPI_SUCCESS)
        err = start_persistent(call, request);
    if (err == MPI_SUCCESS)
        return MPI_SUCCESS;
    return raise_comm(call, request != NULL ? request->comm : NULL, err);
}

int api_startall(const struct call *call, int count, MPI_Request handles[])
{
    struct request *request = NULL;
    int err = check_active(), i;

    if (err == MPI_SUCCESS)
        err = advice_check_thread(call);
    if (err == MPI_SUCCESS)
        err = check_length(count, "count");
    if (err == MPI_SUCCESS)
        err = check_array(handles, "array_of_requests", count);
    for (i = 0; i < count && err == MPI_SUCCESS; i++)
        err = check_startable_of(handles, i, &request);
    for (i = 0; i < count && err == MPI_SUCCESS; i++) {
        request = handle_request(handles[i]);
        if (likely(request->is_inactive))
            err = start_persistent(call, request);
        else /* it stands there twice */
            err = check_startable_of(handles, i, &request);
    }
    if (err == MPI_SUCCESS)
        return MPI_SUCCESS;
    return raise_comm(call, request != NULL ? request->comm : NULL, err);
}
