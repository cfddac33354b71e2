/* SPDX-License-Identifier: MIT */
/* The fast path of messages and their requests, as far as it is part of an entry: the arguments are
 * checked and become a struct send or a struct receive, whose functions (p2p/send.h, p2p/receive.h)
 * do the rest. True: the call is done. False, without a word: something is unusual, and the
 * function itself finds out what.
 *
 * Counters and the watch over buffers are branches of this path. What the watch finds wrong goes to
 * the function itself, which has the sentence for it. */
#ifndef API_QUICK_MESSAGE_H
#define API_QUICK_MESSAGE_H

#include "api/argument/check_message.h"
#include "api/error/raise.h"
#include "api/observe/advice.h"
#include "base/call.h"
#include "check/buffers.h"
#include "check/reliance.h"
#include "p2p/probe.h"
#include "p2p/receive.h"
#include "p2p/send.h"
#include "p2p/sendrecv.h"
#include "rank/journal.h"
#include "type/overlap.h"

/* A quick function is a part of an entry, so a call's place is where the entry returns to. */
#define SITE CALL_SITE

/* The watch over buffers gets copies of the data, which stay in registers while it is off. */
static __attribute__((noinline, cold, unused)) bool
quick_conflicts(void *buf, MPI_Count count, const struct type *type, enum buffer_use use)
{
    const struct data data = {.buf = buf, .count = count, .type = type};

    return buffers_conflict(&data, use);
}

static __attribute__((noinline, cold, unused)) void
quick_note(const struct call *call, struct request *request, void *buf, MPI_Count count,
           const struct type *type, enum buffer_use use)
{
    const struct data data = {.buf = buf, .count = count, .type = type};

    buffers_note(call, request, &data, use);
}

/* Does the watch over buffers, if it is on, find nothing wrong with the call? */
QUICK bool quick_watch(struct data data, enum buffer_use use)
{
    return likely(!buffers_are_watched()) ||
           !quick_conflicts(data.buf, data.count, data.type, use);
}

/* To or from MPI_PROC_NULL: are all other arguments usual? */
QUICK bool quick_nobody(const void *buf, MPI_Count count, MPI_Datatype datatype, int tag,
                        MPI_Comm handle)
{
    struct data data;

    return handle_comm(handle) != NULL && tag >= 0 &&
           check_message_data(true, NULL, buf, count, datatype, &data) == MPI_SUCCESS;
}

/* Are the arguments of a message usual? */
QUICK bool quick_is_send(struct send *send, const void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Comm comm)
{
    return check_message_sent(true, send, NULL, buf, count, datatype, NULL, comm) == MPI_SUCCESS;
}

QUICK bool quick_is_receive(struct receive *receive, void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Comm comm)
{
    return check_message_received(true, receive, NULL, buf, count, datatype, NULL, comm) ==
           MPI_SUCCESS;
}

QUICK bool quick_send(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm)
{
    struct send send = {.dest = dest, .tag = tag, .site = SITE};

    if (dest == MPI_PROC_NULL)
        return quick_nobody(buf, count, datatype, tag, comm);
    return quick_is_send(&send, buf, count, datatype, comm) &&
           quick_watch(send.data, BUFFER_SENT) && send_now(rank_self(), &send);
}

QUICK bool quick_recv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Status *status)
{
    struct receive receive = {.source = source, .tag = tag, .site = SITE};

    if (source == MPI_PROC_NULL && status == MPI_STATUS_IGNORE)
        return quick_nobody(buf, count, datatype, tag, comm);
    return quick_is_receive(&receive, buf, count, datatype, comm) &&
           quick_watch(receive.data, BUFFER_RECEIVED) &&
           receive_now(rank_self(), &receive, status);
}

/* A request has been started, in the fast path of the function of that name. One whose buffer is
 * watched can fail, so it has a communicator to raise the error on. */
QUICK bool quick_started(struct request *request, const char *name, const void *site,
                         struct comm *comm, struct data data, enum buffer_use use,
                         MPI_Request *handle)
{
    if (unlikely(request == NULL))
        return false;
    if (unlikely(buffers_are_watched())) {
        if (request->comm == NULL) {
            request->comm = comm;
            request_hold_comm(rank_self(), comm);
        }
        quick_note(&(struct call){.name = name, .site = site}, request, data.buf, data.count,
                   data.type, use);
    }
    *handle = handle_of_request(request);
    return true;
}

QUICK bool quick_isend(const char *name, const void *buf, MPI_Count count, MPI_Datatype datatype,
                       int dest, int tag, MPI_Comm comm, MPI_Request *handle)
{
    struct send send = {.dest = dest, .tag = tag, .site = SITE};

    return likely(handle != NULL) && quick_is_send(&send, buf, count, datatype, comm) &&
           quick_watch(send.data, BUFFER_SENT) &&
           quick_started(send_start_now(rank_self(), &send), name, send.site, send.comm, send.data,
                         BUFFER_SENT, handle);
}

QUICK bool quick_irecv(const char *name, void *buf, MPI_Count count, MPI_Datatype datatype,
                       int source, int tag, MPI_Comm comm, MPI_Request *handle)
{
    struct receive receive = {.source = source, .tag = tag, .site = SITE};

    return likely(handle != NULL) && quick_is_receive(&receive, buf, count, datatype, comm) &&
           quick_watch(receive.data, BUFFER_RECEIVED) &&
           quick_started(receive_start_now(rank_self(), &receive), name, receive.site,
                         receive.comm, receive.data, BUFFER_RECEIVED, handle);
}

/* ---- requests ------------------------------------------------------------------------------- */

/* Is the request done, or soon, and does it end without anything to be said but its status? */
QUICK bool quick_is_over(struct rank *self, struct request *request)
{
    return (likely(request_is_done(request)) || receive_await(self, request)) &&
           request_ends_plainly(request) &&
           (likely(request->watched == NULL) || !buffers_have_changed(request));
}

/* Ends a request that is over, but for recycling it. */
QUICK void quick_conclude(MPI_Request *handle, struct request *request, MPI_Status *status)
{
    if (unlikely(request->watched != NULL))
        buffers_forget(request);
    *handle = MPI_REQUEST_NULL;
    if (status != MPI_STATUS_IGNORE)
        status_fill(status, request->source, request->tag, request->bytes);
}

QUICK bool quick_wait(MPI_Request *handle, MPI_Status *status)
{
    struct rank *self = rank_self();
    struct request *request;

    if (unlikely(self == NULL || load_relaxed(&self->fast_p2p) == NULL || handle == NULL))
        return false;
    request = handle_request(*handle);
    if (unlikely(request == NULL) || !quick_is_over(self, request))
        return false;
    quick_conclude(handle, request, status);
    request_recycle(self, request);
    return true;
}

/* A request that is done, or an active receive for which nothing has come. */
QUICK bool quick_test(MPI_Request *handle, int *flag, MPI_Status *status)
{
    struct rank *self = rank_self();
    struct request *request;

    if (unlikely(self == NULL || load_relaxed(&self->fast_p2p) == NULL || handle == NULL ||
                 flag == NULL))
        return false;
    request = handle_request(*handle);
    if (unlikely(request == NULL))
        return false;
    if (!request_is_done(request)) {
        *flag = false;
        return request->class == &receive_class && !request->is_inactive &&
               inbox_is_idle(self, INBOX_ITEMS) && journal_note_look(self, false);
    }
    if (!quick_is_over(self, request))
        return false;
    *flag = journal_note_look(self, true);
    quick_conclude(handle, request, status);
    request_recycle(self, request);
    return true;
}

/* Ends requests that are over. False: a handle stands there twice, and its request had ended when
 * it came again. */
QUICK bool quick_conclude_all(struct rank *self, int count, MPI_Request handles[],
                              MPI_Status *statuses)
{
    int i;

    guard_enter(&self->guard);
    for (i = 0; i < count; i++) {
        struct request *request = (struct request *)(void *)handles[i];
        struct comm *comm;

        if (unlikely(request->object.is_freed))
            break;
        quick_conclude(&handles[i], request,
                       statuses != MPI_STATUSES_IGNORE ? &statuses[i] : MPI_STATUS_IGNORE);
        comm = request_spare(self, request);
        if (unlikely(comm != NULL)) {
            guard_leave(&self->guard);
            comm_drop(comm);
            guard_enter(&self->guard);
        }
    }
    guard_leave(&self->guard);
    return i == count;
}

/* No handle is touched before all are found to be done. */
QUICK bool quick_waitall(int count, MPI_Request handles[], MPI_Status *statuses)
{
    struct rank *self = rank_self();
    int i;

    if (unlikely(self == NULL || load_relaxed(&self->fast_p2p) == NULL || handles == NULL ||
                 count < 0))
        return false;
    for (i = 0; i < count; i++) {
        struct request *request = handle_request(handles[i]);

        if (unlikely(request == NULL) || !quick_is_over(self, request))
            return false;
    }
    return quick_conclude_all(self, count, handles, statuses);
}

/* ---- probe, sendrecv ------------------------------------------------------------------------ */

/* The fast copy is for a rank to which nothing has come; the status is unchanged then. */
QUICK int checked_iprobe(bool fast, const struct call *call, int source, int tag, MPI_Comm handle,
                         int *flag, MPI_Status *status)
{
    struct comm *comm;
    int err = check_message_probed(fast, source, tag, handle, &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, fast ? NULL : "flag");
    if (!fast && err == MPI_SUCCESS)
        err = advice_check_thread(call);
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_comm(call, comm, err);
    if (fast && (unlikely(load_relaxed(&comm->self->fast_p2p) == NULL) ||
                 !inbox_is_idle(comm->self, INBOX_UNEXPECTED)))
        return UNUSUAL;
    if (fast) {
        *flag = false;
        journal_note_look(comm->self, false);
    } else {
        *flag = probe_try(rank_self(), comm, source, tag, status);
        if (reliance_is_followed() && *flag && source != MPI_PROC_NULL)
            reliance_note_probe(comm);
    }
    return MPI_SUCCESS;
}

/* The watch over buffers has nothing against sending the one and receiving into the other. */
QUICK bool quick_watch_both(const struct send *send, const struct receive *receive)
{
    return !buffers_are_watched() ||
           (!buffers_conflict(&send->data, BUFFER_SENT) &&
            !buffers_conflict(&receive->data, BUFFER_RECEIVED) &&
            !data_overlaps(&send->data, &receive->data));
}

/* A message to oneself, while nothing else is under way, is a copy; to MPI_PROC_NULL, nothing. */
QUICK bool quick_sendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                          int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                          int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct send send = {.dest = dest, .tag = sendtag};
    struct receive receive = {.source = source, .tag = recvtag};

    if (dest == MPI_PROC_NULL)
        return source == MPI_PROC_NULL && status == MPI_STATUS_IGNORE &&
               quick_nobody(sendbuf, sendcount, sendtype, sendtag, comm) &&
               quick_nobody(recvbuf, recvcount, recvtype, recvtag, comm);
    if (!quick_is_send(&send, sendbuf, sendcount, sendtype, comm))
        return false;
    receive.comm = send.comm;
    return check_message_data(true, NULL, recvbuf, recvcount, recvtype, &receive.data) ==
               MPI_SUCCESS &&
           check_message_asked(true, send.comm, source, recvtag, NULL) == MPI_SUCCESS &&
           quick_watch_both(&send, &receive) &&
           likely(load_relaxed(&rank_self()->fast_p2p) != NULL) &&
           sendrecv_self_now(rank_self(), &send, &receive, status);
}

#endif
