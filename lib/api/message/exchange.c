/* SPDX-License-Identifier: MIT */
/* A send and a receive in one call. */
#include "p2p/sendrecv.h"

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "base/memory.h"
#include "check/buffers.h"
#include "check/diverted.h"
#include "check/reliance.h"

/* Is its buffer used until it is complete? That which is replaced is sent before it is received
 * into. */
static bool is_sent(const struct send *send)
{
    return send->dest != MPI_PROC_NULL && send->mode != SEND_COPIED;
}

static int check_uses(const struct call *call, const struct send *send,
                      const struct receive *receive)
{
    bool is_received = receive->source != MPI_PROC_NULL;
    int err = MPI_SUCCESS;

    if (is_sent(send))
        err = buffers_compare(call, "sendbuf", &send->data, BUFFER_SENT);
    if (err == MPI_SUCCESS && is_received)
        err = buffers_compare(call, send->mode == SEND_COPIED ? "buf" : "recvbuf", &receive->data,
                              BUFFER_RECEIVED);
    if (err == MPI_SUCCESS && is_received && is_sent(send))
        err = buffers_compare_two(call, &send->data, &receive->data);
    return err;
}

static void note_uses(const struct call *call, const struct send *send, const struct data *buffer,
                      struct diverted *diverted, struct request *started)
{
    if (is_sent(send))
        buffers_note(call, started, &send->data, BUFFER_SENT);
    if (buffer != NULL)
        buffers_note_received(call, started, buffer, diverted);
}

static int start_exchange(const struct call *call, const struct send *send,
                          const struct receive *receive, struct request **started)
{
    bool is_received = buffers_are_watched() && receive->source != MPI_PROC_NULL;
    struct diverted diverted = {.memory = NULL};
    struct receive elsewhere = *receive;
    int err;

    if (is_received)
        diverted_apply(&diverted, &elsewhere.data);
    err = sendrecv_start(rank_self(), send, &elsewhere, started);
    if (err != MPI_SUCCESS)
        memory_give(diverted.memory);
    else if (buffers_are_watched())
        note_uses(call, send, is_received ? &receive->data : NULL, &diverted, *started);
    return err;
}

static int wait_for_both(const struct call *call, const struct send *send,
                         const struct receive *receive, MPI_Status *status)
{
    int err = sendrecv_wait(rank_self(), send, receive, status);

    if (reliance_is_followed() && err == MPI_SUCCESS) {
        reliance_note_send(call, send);
        reliance_note_receive(call, receive);
    }
    return err;
}

/* Waits for both, or, unless `request` is NULL, starts both. */
static int carry_out(const struct call *call, const struct send *send,
                     const struct receive *receive, MPI_Request *request, MPI_Status *status)
{
    struct request *started = NULL;
    int err = buffers_are_watched() ? check_uses(call, send, receive) : MPI_SUCCESS;

    if (err == MPI_SUCCESS && request == NULL)
        err = wait_for_both(call, send, receive, status);
    else if (err == MPI_SUCCESS)
        err = start_exchange(call, send, receive, &started);
    if (err != MPI_SUCCESS)
        return raise_comm(call, send->comm, err);
    if (request == NULL)
        return MPI_SUCCESS;
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}

int api_sendrecv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct send send = {.dest = dest, .tag = sendtag, .site = call->site};
    struct receive receive = {.source = source, .tag = recvtag, .site = call->site};
    int err = check_send(&send, &names_sending, sendbuf, sendcount, sendtype, "sendtag", comm);

    if (err == MPI_SUCCESS)
        err = check_receive(&receive, &names_receiving, recvbuf, recvcount, recvtype, "recvtag",
                            comm);
    if (err != MPI_SUCCESS)
        return raise_comm(call, send.comm, err);
    return carry_out(call, &send, &receive, NULL, status);
}

int api_isendrecv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Request *request)
{
    struct send send = {.dest = dest, .tag = sendtag, .site = call->site};
    struct receive receive = {.source = source, .tag = recvtag, .site = call->site};
    int err = check_send(&send, &names_sending, sendbuf, sendcount, sendtype, "sendtag", comm);

    if (err == MPI_SUCCESS)
        err = check_receive(&receive, &names_receiving, recvbuf, recvcount, recvtype, "recvtag",
                            comm);
    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err != MPI_SUCCESS)
        return raise_comm(call, send.comm, err);
    return carry_out(call, &send, &receive, request, MPI_STATUS_IGNORE);
}

/* The message that is sent leaves the buffer before the other comes. */
static int check_replace(struct send *send, struct receive *receive, void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Comm comm)
{
    int err = check_send(send, &names_plain, buf, count, datatype, "sendtag", comm);

    if (err == MPI_SUCCESS)
        err = check_receive(receive, &names_plain, buf, count, datatype, "recvtag", comm);
    return err;
}

int api_sendrecv_replace(const struct call *call, void *buf, MPI_Count count,
                         MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                         MPI_Comm comm, MPI_Status *status)
{
    struct send send = {.dest = dest, .tag = sendtag, .mode = SEND_COPIED, .site = call->site};
    struct receive receive = {.source = source, .tag = recvtag, .site = call->site};
    int err = check_replace(&send, &receive, buf, count, datatype, comm);

    if (err != MPI_SUCCESS)
        return raise_comm(call, send.comm, err);
    return carry_out(call, &send, &receive, NULL, status);
}

int api_isendrecv_replace(const struct call *call, void *buf, MPI_Count count,
                          MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Request *request)
{
    struct send send = {.dest = dest, .tag = sendtag, .mode = SEND_COPIED, .site = call->site};
    struct receive receive = {.source = source, .tag = recvtag, .site = call->site};
    int err = check_replace(&send, &receive, buf, count, datatype, comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err != MPI_SUCCESS)
        return raise_comm(call, send.comm, err);
    return carry_out(call, &send, &receive, request, MPI_STATUS_IGNORE);
}
