/* SPDX-License-Identifier: MIT */
/* Messages between two ranks. */
#include "api/check.h"
#include "api/generated/api.h"
#include "api/handle.h"
#include "api/raise.h"
#include "p2p/receive.h"
#include "p2p/send.h"
#include "p2p/status.h"
#include "rank/wait.h"

static int check_send(MPI_Comm handle, const struct data_names *names, const void *buf,
                      MPI_Count count, MPI_Datatype datatype, const char *tag_name,
                      struct send *send)
{
    int err = check_comm(handle, "comm", &send->comm);

    if (err == MPI_SUCCESS)
        err = check_data(names, buf, count, datatype, &send->data);
    if (err == MPI_SUCCESS)
        err = check_dest(send->comm, send->dest);
    if (err == MPI_SUCCESS)
        err = check_tag_sent(send->tag, tag_name);
    return err;
}

static int check_receive(MPI_Comm handle, const struct data_names *names, void *buf,
                         MPI_Count count, MPI_Datatype datatype, const char *tag_name,
                         struct receive *receive)
{
    int err = check_comm(handle, "comm", &receive->comm);

    if (err == MPI_SUCCESS)
        err = check_data(names, buf, count, datatype, &receive->data);
    if (err == MPI_SUCCESS)
        err = check_source(receive->comm, receive->source);
    if (err == MPI_SUCCESS)
        err = check_tag_received(receive->tag, tag_name);
    return err;
}

int api_send(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
             int dest, int tag, MPI_Comm comm)
{
    struct send send = {.dest = dest, .tag = tag, .call = call};
    int err = check_send(comm, &names_plain, buf, count, datatype, "tag", &send);

    if (err == MPI_SUCCESS)
        err = send_wait(rank_self(), &send);
    return err == MPI_SUCCESS ? err : raise_comm(call, send.comm, err);
}

int api_isend(const struct call *call, const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct send send = {.dest = dest, .tag = tag, .call = call};
    struct request *started;
    int err = check_send(comm, &names_plain, buf, count, datatype, "tag", &send);

    if (err == MPI_SUCCESS)
        err = check_output(request, "request");
    if (err == MPI_SUCCESS)
        err = send_start(rank_self(), &send, &started);
    if (err != MPI_SUCCESS)
        return raise_comm(call, send.comm, err);
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}

int api_recv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
             int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct receive receive = {.source = source, .tag = tag, .call = call};
    int err = check_receive(comm, &names_plain, buf, count, datatype, "tag", &receive);

    if (err == MPI_SUCCESS)
        err = receive_wait(rank_self(), &receive, status);
    return err == MPI_SUCCESS ? err : raise_comm(call, receive.comm, err);
}

int api_irecv(const struct call *call, void *buf, MPI_Count count, MPI_Datatype datatype,
              int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct receive receive = {.source = source, .tag = tag, .call = call};
    struct request *started;
    int err = check_receive(comm, &names_plain, buf, count, datatype, "tag", &receive);

    if (err == MPI_SUCCESS)
        err = check_output(request, "request");
    if (err == MPI_SUCCESS)
        err = receive_start(rank_self(), &receive, &started);
    if (err != MPI_SUCCESS)
        return raise_comm(call, receive.comm, err);
    *request = handle_of_request(started);
    return MPI_SUCCESS;
}

/* The send is begun first: it does not wait, and while the receive waits it moves along. */
static int exchange(const struct send *send, const struct receive *receive, MPI_Status *status)
{
    struct rank *self = rank_self();
    struct request sending = {.class = &send_class, .owner = self};
    int err = send_begin(self, send, &sending);

    if (err != MPI_SUCCESS)
        return err;
    err = receive_wait(self, receive, status);
    request_wait(&sending);
    return err;
}

int api_sendrecv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct send send = {.dest = dest, .tag = sendtag, .call = call};
    struct receive receive = {.source = source, .tag = recvtag, .call = call};
    int err = check_send(comm, &names_sending, sendbuf, sendcount, sendtype, "sendtag", &send);

    if (err == MPI_SUCCESS)
        err = check_receive(comm, &names_receiving, recvbuf, recvcount, recvtype, "recvtag",
                            &receive);
    if (err == MPI_SUCCESS)
        err = exchange(&send, &receive, status);
    return err == MPI_SUCCESS ? err : raise_comm(call, send.comm, err);
}

static int check_look(MPI_Comm handle, int source, int tag, struct comm **comm)
{
    int err = check_comm(handle, "comm", comm);

    if (err == MPI_SUCCESS)
        err = check_source(*comm, source);
    if (err == MPI_SUCCESS)
        err = check_tag_received(tag, "tag");
    return err;
}

int api_probe(const struct call *call, int source, int tag, MPI_Comm handle, MPI_Status *status)
{
    struct comm *comm;
    int err = check_look(handle, source, tag, &comm);

    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    receive_wait_look(rank_self(), comm, source, tag, status);
    return MPI_SUCCESS;
}

int api_iprobe(const struct call *call, int source, int tag, MPI_Comm handle, int *flag,
               MPI_Status *status)
{
    struct comm *comm;
    int err = check_look(handle, source, tag, &comm);

    if (err == MPI_SUCCESS)
        err = check_output(flag, "flag");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    rank_poll(rank_self());
    *flag = receive_look(rank_self(), comm, source, tag, status);
    return MPI_SUCCESS;
}

int api_get_count(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                  struct int_slot count)
{
    const struct type *type;
    MPI_Count elements;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_output(status, "status");
    if (err == MPI_SUCCESS)
        err = check_type(datatype, "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_output_slot(count, "count");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    elements = data_count(status_bytes(status), type);
    slot_write(count, slot_fits(count, elements) ? elements : MPI_UNDEFINED);
    return MPI_SUCCESS;
}
