/* SPDX-License-Identifier: MIT */
/* Receiving.
 *
 * Fast path: receive_now and receive_start_now are the inlined beginnings of receive_wait and
 * receive_start. When no other receive is posted and no message is unexpected, the next item of the
 * inbox is the message or none is: it goes from its cell to the user's buffer, and the receive need
 * not be posted. False always means that nothing has happened; the call then goes on with
 * receive_wait_posted or receive_start, which know everything. */
#ifndef P2P_RECEIVE_H
#define P2P_RECEIVE_H

#include "p2p/delivery.h"
#include "p2p/inbox.h"
#include "p2p/mismatch.h"
#include "p2p/requests.h"
#include "rank/observe/causal.h"
#include "request/status.h"

/* Posts the receive and waits. The message's error class with its note, MPI_ERR_TRUNCATE among
 * them; status may be NULL. */
int receive_wait_posted(struct rank *self, const struct receive *receive, MPI_Status *status);
/* The halves of receive_start: a request that has done nothing yet (NULL, with a note: no memory),
 * and the receive itself, which cannot fail. */
struct request *receive_create(struct rank *self, const struct receive *receive);
void receive_begin(struct rank *self, const struct receive *receive, struct request *request);
/* 0, MPI_ERR_NO_MEM. */
int receive_start(struct rank *self, const struct receive *receive, struct request **started);
/* A persistent request, inactive. */
int receive_prepare(struct rank *self, const struct receive *receive, struct request **prepared);
struct receive *receive_prepared(const struct request *request);

/* Completes a receive with a message that was taken out of the matcher, which is then freed. */
void receive_unexpected(struct receive_request *request, struct unexpected *unexpected);

/* ---- the fast path -------------------------------------------------------------------------- */

enum receive_outcome { RECEIVE_NOTHING, RECEIVE_DONE, RECEIVE_UNUSUAL };

/* Is the item the message that is wanted, and as it should be? */
static inline bool receive_fits(const struct receive *receive, const struct match_key *asked,
                                const struct envelope *item)
{
    return match_key_accepts(asked, &item->key) &&
           likely(!item->is_ready) &&
           likely(envelope_fits(item, data_bytes(&receive->data), receive->data.type));
}

/* Claims the message; *rendezvous is its descriptor, if it has one. False: its sender has cancelled
 * it. */
static inline bool receive_claims(const struct envelope *item, struct rendezvous **rendezvous)
{
    if (likely(item->eager_bytes != IS_RENDEZVOUS))
        return true;
    *rendezvous = item->rendezvous;
    return envelope_claim(item);
}

/* Receives the next item, if it is the message that is wanted, and the memory is contiguous. As a
 * function of its own it takes 16 instructions less and 10 ns more: its polls come at a worse
 * moment. */
FAST_PATH enum receive_outcome receive_try(struct rank *self, const struct receive *receive,
                                           MPI_Status *status)
{
    struct p2p *p2p = self->p2p;
    const struct match_key asked = receive_key(receive);
    enum receive_outcome outcome = RECEIVE_UNUSUAL;
    const struct envelope *item;
    struct rendezvous *rendezvous = NULL;
    struct mailbox *mailbox;

    guard_enter(&self->guard);
    if (likely(match_is_empty(&p2p->match))) {
        item = inbox_peek(self, &mailbox);
        if (item == NULL) {
            outcome = RECEIVE_NOTHING;
        } else if (receive_fits(receive, &asked, item) &&
                   likely(receive_claims(item, &rendezvous))) {
            outcome = RECEIVE_DONE;
            if (causal_is_there())
                delivery_tell_order(self, item);
            wildcard_log_note_receive(&p2p->wildcard_log, &asked, JOURNAL_NEXT, receive->site,
                                      item);
            if (status != NULL)
                status_fill(status, item->key.source, item->key.tag, envelope_bytes(item));
            if (likely(rendezvous == NULL))
                inbox_pop_payload(self, mailbox, item, data_start(&receive->data));
            else
                inbox_pop(self, mailbox);
        }
    }
    guard_leave(&self->guard);
    if (unlikely(rendezvous != NULL) && outcome == RECEIVE_DONE) {
        const struct data data = data_again(&receive->data);

        rendezvous_receive(rendezvous, &data);
    }
    return outcome;
}

/* Tries again for a moment, if that can pay. */
enum receive_outcome receive_poll(struct rank *self, const struct receive *receive,
                                  MPI_Status *status);

/* Recv. The memory is contiguous. */
FAST_PATH bool receive_now(struct rank *self, const struct receive *receive,
                           MPI_Status *status)
{
    enum receive_outcome outcome;

    if (unlikely(load_relaxed(&self->fast_p2p) == NULL) || inbox_rank_is_busy(self))
        return false;
    outcome = receive_try(self, receive, status);
    if (outcome == RECEIVE_NOTHING) {
        const struct receive copy = receive_again(receive);

        outcome = receive_poll(self, &copy, status);
    }
    return outcome == RECEIVE_DONE;
}

/* The data of a request that receives, and where they go. */
static inline void receive_aim(struct receive_request *request, const struct receive *receive)
{
    request->data.buf = receive->data.buf;
    request->data.count = receive->data.count;
    request->data.type = receive->data.type;
    request->key.context = receive->comm->context->id;
    request->key.source = receive->source;
    request->key.tag = receive->tag;
}

/* Irecv, of data of a named type. NULL: nothing has happened. */
FAST_PATH struct request *receive_start_now(struct rank *self, const struct receive *receive)
{
    struct p2p *p2p = load_relaxed(&self->fast_p2p);
    struct request *request = NULL;

    if (unlikely(p2p == NULL) || unlikely(load_relaxed(&self->ready_coming) > 0))
        return NULL;
    guard_enter(&self->guard);
    if (likely(!match_has_unexpected(&p2p->match)) && likely(p2p->match.posted_views == 0))
        request = request_reuse(self, &receive_class, receive->comm, receive->site);
    if (likely(request != NULL)) {
        store_relaxed(&request->is_done, false);
        request->is_plain = true;
        receive_aim(as_receive(request), receive);
        if (unlikely(receive->source == MPI_ANY_SOURCE))
            as_receive(request)->number = wildcard_log_number(&p2p->wildcard_log);
        match_post_in_row(&p2p->match, as_receive(request));
    }
    guard_leave(&self->guard);
    return request;
}

/* Polls for a moment whether the request, of a receive, is done; false of any other. */
bool receive_await(struct rank *self, struct request *request);

/* Receives and waits. */
static inline int receive_wait(struct rank *self, const struct receive *receive,
                               MPI_Status *status)
{
    if (receive->source != MPI_PROC_NULL && data_is_contiguous(&receive->data) &&
        receive_now(self, receive, status))
        return MPI_SUCCESS;
    return receive_wait_posted(self, receive, status);
}

#endif
