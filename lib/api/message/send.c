/* SPDX-License-Identifier: MIT */
/* Sending, in each of the four modes. */
#include "p2p/send.h"

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "api/observe/advice.h"
#include "check/buffers.h"
#include "check/reliance.h"

static bool is_watched(const struct send *send)
{
    return buffers_are_watched() && send->dest != MPI_PROC_NULL;
}

static int check_use(const struct call *call, const struct send *send)
{
    int err = advice_check_thread(call);

    if (unlikely(err != MPI_SUCCESS) || !is_watched(send))
        return err;
    return buffers_compare(call, "buf", &send->data, BUFFER_SENT);
}

static int send_blocking(const struct call *call, enum send_mode mode, const void *buf,
                    MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    struct send send = {.dest = dest, .tag = tag, .mode = mode, .site = call->site};
    int err = check_send(&send, &names_plain, buf, count, datatype, "tag", comm);

    if (likely(err == MPI_SUCCESS))
        err = check_use(call, &send);
    if (likely(err == MPI_SUCCESS))
        err = advice_begin_wait(call);
    if (likely(err == MPI_SUCCESS)) {
        err = send_wait(rank_self(), &send);
        advice_end_wait();
        if (reliance_is_followed() && err == MPI_SUCCESS)
            reliance_note_send(call, &send);
    }
    return likely(err == MPI_SUCCESS) ? err : raise_comm(call, send.comm, err);
}

static int send_nonblocking(const struct call *call, enum send_mode mode, const void *buf,
                      MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request)
{
    struct send send = {.dest = dest, .tag = tag, .mode = mode, .site = call->site};
    struct request *started;
    int err = check_send(&send, &names_plain, buf, count, datatype, "tag", comm);

    if (likely(err == MPI_SUCCESS))
        err = check_pointer(request, "request");
    if (likely(err == MPI_SUCCESS))
        err = check_use(call, &send);
    if (likely(err == MPI_SUCCESS))
        err = send_start(rank_self(), &send, &started);
    if (unlikely(err != MPI_SUCCESS))
        return raise_comm(call, send.comm, err);
    if (is_watched(&send))
        buffers_note(call, started, &send.data, BUFFER_SENT);
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}

int api_send(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm)
{
    return send_blocking(call, SEND_STANDARD, buf, count, datatype, dest, tag, comm);
}

int api_bsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm)
{
    return send_blocking(call, SEND_BUFFERED, buf, count, datatype, dest, tag, comm);
}

int api_ssend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm)
{
    return send_blocking(call, SEND_SYNCHRONOUS, buf, count, datatype, dest, tag, comm);
}

int api_rsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm)
{
    return send_blocking(call, SEND_READY, buf, count, datatype, dest, tag, comm);
}

int api_isend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
               int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return send_nonblocking(call, SEND_STANDARD, buf, count, datatype, dest, tag, comm, request);
}

int api_ibsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
               int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return send_nonblocking(call, SEND_BUFFERED, buf, count, datatype, dest, tag, comm, request);
}

int api_issend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
               int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return send_nonblocking(call, SEND_SYNCHRONOUS, buf, count, datatype, dest, tag, comm, request);
}

int api_irsend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
               int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return send_nonblocking(call, SEND_READY, buf, count, datatype, dest, tag, comm, request);
}
