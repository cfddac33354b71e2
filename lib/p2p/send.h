/* SPDX-License-Identifier: MIT */
/* Sending, by the protocol that policy.h chooses.
 *
 * Fast path: send_now and send_start_now are the inlined beginnings of send_wait and send_start,
 * for a standard send of an eager message without gaps by a rank with one thread. False always
 * means that nothing has happened. */
#ifndef P2P_SEND_H
#define P2P_SEND_H

#include "p2p/cancel.h"
#include "p2p/eager.h"
#include "p2p/requests.h"
#include "rank/observe/observer.h"

/* All: 0, MPI_ERR_NO_MEM, MPI_ERR_BUFFER. */
int send_wait(struct rank *self, const struct send *send);
int send_start(struct rank *self, const struct send *send, struct request **started);
/* A persistent request, inactive. */
int send_prepare(struct rank *self, const struct send *send, struct request **prepared);
const struct send *send_prepared(const struct request *request);

/* The first half, with a request of the caller's, which then waits for it. */
int send_begin(struct rank *self, const struct send *send, struct send_request *request);

/* Shows the observer a message that the fast path has sent. The event is made here, because `send`
 * then stays in registers. */
ALWAYS_INLINE void send_show_eager(struct rank *self, const struct send *send,
                                   const struct rank *receiver, MPI_Count bytes)
{
    observe(self, .way = policy_way(PROTOCOL_EAGER), .peer = receiver, .bytes = bytes,
            .site = send->site, .number = send->dest, .tag = send->tag,
            .context = send->comm->context->id);
}

/* Fields by which a cancel knows the message. */
static inline void send_name(struct send_request *request, const struct send *send,
                             struct rank *receiver, uint32_t serial)
{
    request->serial = serial;
    request->receiver = receiver;
    request->key.context = send->comm->context->id;
    request->key.source = send->comm->rank;
    request->key.tag = send->tag;
}

/* Sets the fields of a send's request, which is done, to those of an empty status. */
static inline void send_conclude(struct send_request *request)
{
    request->request.source = MPI_ANY_SOURCE;
    request->request.tag = MPI_ANY_TAG;
    request->request.bytes = 0;
    request->rendezvous = NULL;
    store_relaxed(&request->request.is_done, true);
}

/* ---- the fast path -------------------------------------------------------------------------- */

/* Send. */
FAST_PATH bool send_now(struct rank *self, const struct send *send)
{
    struct rank *receiver = send_receiver(send);
    MPI_Count bytes = data_bytes(&send->data);

    if (unlikely(load_relaxed(&self->fast_p2p) == NULL) || !policy_is_eager(bytes, receiver) ||
        unlikely(!eager_send_blocking(self, send, receiver, data_start(&send->data), bytes)))
        return false;
    send_show_eager(self, send, receiver, bytes);
    return true;
}

/* Makes a spare request of a send that is done at once. False: there is no memory. */
bool send_make_spare(struct rank *self);

/* Isend. NULL: nothing has happened. */
FAST_PATH struct request *send_start_now(struct rank *self, const struct send *send)
{
    struct rank *receiver = send_receiver(send);
    MPI_Count bytes = data_bytes(&send->data);
    struct request *request = NULL;
    uint32_t serial;
    bool is_behind;

    if (unlikely(load_relaxed(&self->fast_p2p) == NULL) || !policy_is_eager(bytes, receiver) ||
        (unlikely(load_relaxed(&self->requests->spare_sends) == NULL) && !send_make_spare(self)))
        return NULL;
    guard_enter(&self->guard);
    serial = send_serial(self);
    is_behind = mailbox_is_under_way(mailbox_find(self, receiver));
    if (likely(load_relaxed(&self->requests->spare_sends) != NULL) &&
        likely(eager_push(send, receiver, data_start(&send->data), bytes, is_behind, serial)))
        request = request_reuse_send(self, send->site);
    guard_leave(&self->guard);
    if (unlikely(request == NULL))
        return NULL;
    send_name(as_send(request), send, receiver, serial);
    send_show_eager(self, send, receiver, bytes);
    return request;
}

#endif
