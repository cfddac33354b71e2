/* SPDX-License-Identifier: MIT */
#include "p2p/delivery.h"

#include "base/memory.h"
#include "p2p/held.h"
#include "p2p/mismatch.h"
#include "rank/abort.h"
#include "rank/name.h"
#include "rank/observe/causal.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/wait.h"

/* The first `bytes` of a payload that travelled with its envelope. */
static void unpack_eager(const struct data *to, const struct envelope *envelope,
                         const unsigned char *rest, MPI_Count bytes)
{
    MPI_Count inside = bytes < INLINE_BYTES_MAX ? bytes : INLINE_BYTES_MAX;

    if (data_is_contiguous(to)) {
        copy_bytes(data_start(to), envelope->payload, (size_t)inside);
        copy_bytes(data_start(to) + inside, rest, (size_t)(bytes - inside));
    } else {
        data_unpack(to, 0, envelope->payload, inside);
        data_unpack(to, inside, rest, bytes - inside);
    }
}

/* A synchronous message orders what its sender does behind what the rank has done. */
static void tell_back(const struct rank *self, const struct envelope *envelope)
{
    if (envelope->eager_bytes == IS_RENDEZVOUS)
        causal_release_back(self, envelope->key.source);
}

void delivery_tell_order(const struct rank *self, const struct envelope *envelope)
{
    const struct causal_message message = {rank_token(self, envelope->key.source),
                                           envelope->key.context, envelope->serial};

    tell_back(self, envelope);
    causal_receive(&message, true);
}

void delivery_tell_completion(const struct receive_request *request, bool is_last)
{
    const struct causal_message message = {
        rank_token(request->request.owner, request->request.source), request->key.context,
        request->sent_serial};

    if (causal_is_there() && request->request.source != MPI_PROC_NULL)
        causal_receive(&message, is_last);
}

static void set_status(struct receive_request *request, const struct envelope *envelope,
                       MPI_Count bytes)
{
    struct rank *self = request->request.owner;

    if (causal_is_there()) {
        if (guard_is_shared(&self->guard))
            causal_acquire(request); /* another thread of the rank may have posted it */
        tell_back(self, envelope);
        request->sent_serial = envelope->serial;
        request->request.is_plain = false; /* its completion orders what follows, too */
    }
    request->request.source = envelope->key.source;
    request->request.tag = envelope->key.tag;
    request->request.bytes = bytes;
}

/* After RECEIVED the descriptor may be gone. */
static bool is_copied_away(const struct envelope *envelope, enum way way)
{
    return way == WAY_MATCH && envelope->eager_bytes == IS_RENDEZVOUS &&
           rendezvous_is_copied_away(envelope->rendezvous);
}

/* A rank that cancels a message may deliver others of its receiver in a thread of its own: these
 * are shown to no observer. */
static void show(const struct receive_request *request, const struct envelope *envelope,
                 enum way way)
{
    struct rank *self = request->request.owner;
    const struct comm *comm = request->request.comm;
    int source = request->request.source;

    if (observer_looks_for(self, event_of_way(way)) && self == rank_self())
        observe(self, .way = way, .bytes = request->request.bytes, .site = request->request.site,
                .number = source, .tag = request->request.tag, .context = request->key.context,
                .sender = comm != NULL ? comm_peers(comm)->members[source] : NULL,
                .sender_site = envelope->site, .sender_serial = envelope->serial,
                .is_copied = is_copied_away(envelope, way), .nth = request->nth,
                .is_from_any = request->key.source == MPI_ANY_SOURCE);
}

/* Another thread of the rank may already have received the message, with its descriptor. */
void delivery_show_unexpected(struct rank *self, const struct envelope *envelope)
{
    if (observer_looks_for(self, EVENT_UNEXPECTED))
        observe(self, .bytes = envelope_bytes(envelope),
                .way = envelope->eager_bytes == IS_RENDEZVOUS ? WAY_UNEXPECTED_OFFERED
                                                              : WAY_UNEXPECTED_COPIED,
                .number = envelope->key.source, .tag = envelope->key.tag,
                .context = envelope->key.context, .sender_site = envelope->site);
}

void delivery_fill(struct receive_request *request, const struct envelope *envelope,
                   const unsigned char *rest)
{
    const struct data *to = &request->data;
    MPI_Count sent = envelope_bytes(envelope), room = data_bytes(to);
    MPI_Count bytes = sent < room ? sent : room;

    must(!request_is_done(&request->request));
    set_status(request, envelope, bytes);
    show(request, envelope, WAY_MATCH);
    if (unlikely(!envelope_fits(envelope, room, to->type)))
        mismatch_find(request, envelope);
    if (envelope->eager_bytes == IS_RENDEZVOUS)
        rendezvous_receive(envelope->rendezvous, to);
    else
        unpack_eager(to, envelope, rest, bytes);
    show(request, envelope, WAY_RECEIVED);
}

/* The receive gets the message. */
static inline void unpost(struct rank *rank, struct receive_request *request,
                          const struct envelope *envelope)
{
    match_unpost(&rank->p2p->match, request);
    wildcard_log_note_receive(&rank->p2p->wildcard_log, &request->key, request->number,
                              request->request.site, envelope);
}

/* No receive is posted for the message. */
static void keep_arrival(struct rank *rank, const struct arrival *arrival)
{
    if (!match_add_unexpected(&rank->p2p->match, arrival))
        world_abort(rank->world, MPI_ERR_NO_MEM,
                    "%s: no memory to keep a message from rank %d (MPI_ERR_NO_MEM)",
                    rank_name(rank).text, arrival->envelope.key.source);
}

struct receive_request *delivery_place(struct rank *rank, const struct envelope *envelope,
                                       bool *is_gone)
{
    struct receive_request *request = match_find_posted(&rank->p2p->match, &envelope->key);

    *is_gone = false;
    if (request == NULL)
        return NULL;
    if (envelope_claim(envelope)) {
        unpost(rank, request, envelope);
        return request;
    }
    rendezvous_free(envelope->rendezvous);
    *is_gone = true;
    return NULL;
}

bool delivery_take(struct rank *rank, struct receive_request **request, struct arrival *arrival)
{
    bool is_gone;

    *request = NULL;
    if (!inbox_pop_arrival(rank, arrival))
        return false;
    *request = delivery_place(rank, &arrival->envelope, &is_gone);
    if (*request == NULL && !is_gone)
        keep_arrival(rank, arrival);
    if (LAWS_ARE_CHECKED)
        match_check(&rank->p2p->match);
    return true;
}

/* A fault in the user's buffer would leave the guard taken, for which other threads wait
 * (guard_abandon). */
static bool may_fault_inside(const struct rank *self)
{
    return !guard_has_owner(&self->guard) && self->world->options.survives_faults;
}

/* The usual way of a small message: under the guard, from its cell to the buffer of a receive that
 * is posted for it. The request is not yet done. NULL: the message does not go that way. */
static struct receive_request *take_eager(struct rank *self, const struct envelope *item,
                                          struct mailbox *mailbox)
{
    struct receive_request *request;
    const struct data *to;

    if (item->eager_bytes > EAGER_BYTES_MAX || item->is_ready || may_fault_inside(self) ||
        observer_looks_for(self, EVENT_MATCH))
        return NULL;
    request = match_find_posted(&self->p2p->match, &item->key);
    if (request == NULL)
        return NULL;
    to = &request->data;
    if (!data_is_contiguous(to) || !envelope_fits(item, data_bytes(to), to->type))
        return NULL;
    set_status(request, item, item->eager_bytes);
    unpost(self, request, item);
    inbox_pop_payload(self, mailbox, item, data_start(to));
    return request;
}

/* Another thread may wait for the request. */
static void complete_delivery(struct rank *self, struct request *request)
{
    if (guard_is_shared(&self->guard))
        request_complete(request);
    else
        request_complete_own(request);
}

/* One item, or several in a row that go the usual way, at most DELIVERIES_MAX in all: they are
 * counted. */
struct taken {
    int deliveries;
    struct receive_request *request; /* the last one's, which is not yet done; NULL: none */
    bool is_to_be_filled;            /* from `arrival` */
    bool is_kept;                    /* `arrival` is an unexpected message */
    struct arrival arrival;
};

/* False: nothing came. */
static bool take_arrival(struct rank *self, struct taken *taken)
{
    const struct view *unexpected = self->p2p->match.unexpected;
    const struct envelope *item;
    struct mailbox *mailbox;
    bool has_moved = false, goes_on = true;

    taken->request = NULL;
    taken->is_to_be_filled = taken->is_kept = false;
    guard_enter(&self->guard);
    while (goes_on && (item = inbox_peek(self, &mailbox)) != NULL) {
        if (taken->request != NULL)
            request_complete_own(&taken->request->request);
        taken->request = take_eager(self, item, mailbox);
        if (unlikely(taken->request == NULL)) {
            const long before = unexpected->count;

            taken->is_to_be_filled = true;
            delivery_take(self, &taken->request, &taken->arrival);
            taken->is_kept = unexpected->count > before;
        }
        taken->deliveries += taken->request != NULL;
        has_moved = true;
        goes_on = !taken->is_to_be_filled && taken->deliveries < DELIVERIES_MAX &&
                  !guard_is_shared(&self->guard);
    }
    guard_leave(&self->guard);
    return has_moved;
}

bool p2p_progress(struct rank *self)
{
    struct taken taken;
    bool has_moved = false;

    taken.deliveries = 0;
    if (request_has_orphans(self))
        request_sweep_orphans(self);
    if (unlikely(held_is_wanted(self)))
        return held_progress(self);
    while (taken.deliveries < DELIVERIES_MAX && take_arrival(self, &taken)) {
        has_moved = true;
        if (taken.is_kept)
            delivery_show_unexpected(self, &taken.arrival.envelope);
        if (taken.request == NULL)
            continue;
        if (taken.is_to_be_filled)
            delivery_fill(taken.request, &taken.arrival.envelope, taken.arrival.rest);
        complete_delivery(self, &taken.request->request);
    }
    return has_moved;
}
