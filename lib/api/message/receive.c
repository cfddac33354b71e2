/* SPDX-License-Identifier: MIT */
/* Receiving: what is to come, and what a matched probe has found. */
#include "p2p/receive.h"

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "api/observe/advice.h"
#include "base/memory.h"
#include "check/buffers.h"
#include "check/diverted.h"
#include "check/reliance.h"
#include "p2p/probe.h"

static bool is_watched(const struct receive *receive)
{
    return buffers_are_watched() && receive->source != MPI_PROC_NULL;
}

static int check_use(const struct call *call, const struct receive *receive)
{
    int err = advice_check_thread(call);

    if (unlikely(err != MPI_SUCCESS) || !is_watched(receive))
        return err;
    return buffers_compare(call, "buf", &receive->data, BUFFER_RECEIVED);
}

int api_recv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
             int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct receive receive = {.source = source, .tag = tag, .site = call->site};
    int err = check_receive(&receive, &names_plain, buf, count, datatype, "tag", comm);

    if (likely(err == MPI_SUCCESS))
        err = check_use(call, &receive);
    if (likely(err == MPI_SUCCESS))
        err = advice_begin_wait(call);
    if (likely(err == MPI_SUCCESS)) {
        err = receive_wait_posted(rank_self(), &receive, status);
        advice_end_wait();
        if (reliance_is_followed())
            reliance_note_receive(call, &receive);
    }
    return likely(err == MPI_SUCCESS) ? err : raise_comm(call, receive.comm, err);
}

int api_irecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
              int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct receive receive = {.source = source, .tag = tag, .site = call->site};
    struct diverted diverted = {.memory = NULL};
    struct request *started;
    struct data buffer;
    int err = check_receive(&receive, &names_plain, buf, count, datatype, "tag", comm);

    if (likely(err == MPI_SUCCESS))
        err = check_pointer(request, "request");
    if (likely(err == MPI_SUCCESS))
        err = check_use(call, &receive);
    buffer = receive.data;
    if (likely(err == MPI_SUCCESS) && is_watched(&receive))
        diverted_apply(&diverted, &receive.data);
    if (likely(err == MPI_SUCCESS))
        err = receive_start(rank_self(), &receive, &started);
    if (unlikely(err != MPI_SUCCESS)) {
        memory_give(diverted.memory);
        return raise_comm(call, receive.comm, err);
    }
    if (is_watched(&receive))
        buffers_note_received(call, started, &buffer, &diverted);
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}

static int check_matched(const struct call *call, const MPI_Message *handle, void *buf,
                         MPI_Count count, MPI_Datatype datatype, struct message **message,
                         struct data *data)
{
    int err = check_active();

    *message = NULL;
    if (err == MPI_SUCCESS)
        err = advice_check_thread(call);
    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "message");
    if (err == MPI_SUCCESS)
        err = check_message(handle, message);
    if (err == MPI_SUCCESS)
        err = check_data(&names_plain, buf, count, datatype, data);
    if (err == MPI_SUCCESS && *message != NULL && buffers_are_watched())
        err = buffers_compare(call, "buf", data, BUFFER_RECEIVED);
    return err;
}

/* The communicator of the probe, held: the message is given up before an error can be raised. */
static struct comm *hold_comm(const struct message *message)
{
    struct comm *comm = message != NULL ? message_comm(message) : NULL;

    if (comm != NULL)
        object_hold(&comm->object);
    return comm;
}

static void drop_comm(struct comm *comm)
{
    if (comm != NULL)
        comm_drop(comm);
}

int api_mrecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
              MPI_Message *handle, MPI_Status *status)
{
    struct message *message;
    struct comm *comm;
    struct data data;
    int err = check_matched(call, handle, buf, count, datatype, &message, &data);

    if (err != MPI_SUCCESS)
        return raise_comm(call, message != NULL ? message_comm(message) : NULL, err);
    comm = hold_comm(message);
    *handle = MPI_MESSAGE_NULL;
    err = message_receive(rank_self(), message, &data, call->site, status);
    if (err != MPI_SUCCESS)
        err = raise_comm(call, comm, err);
    drop_comm(comm);
    return err;
}

int api_imrecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
               MPI_Message *handle, MPI_Request *request)
{
    struct message *message;
    struct request *started;
    struct diverted diverted = {.memory = NULL};
    struct data data, buffer;
    int err = check_matched(call, handle, buf, count, datatype, &message, &data);

    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    buffer = data;
    if (err == MPI_SUCCESS && message != NULL)
        diverted_apply(&diverted, &data);
    if (err == MPI_SUCCESS)
        err = message_receive_start(rank_self(), message, &data, call->site, &started);
    if (err != MPI_SUCCESS) {
        memory_give(diverted.memory);
        return raise_comm(call, message != NULL ? message_comm(message) : NULL, err);
    }
    *handle = MPI_MESSAGE_NULL;
    if (buffers_are_watched() && message != NULL)
        buffers_note_received(call, started, &buffer, &diverted);
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}
