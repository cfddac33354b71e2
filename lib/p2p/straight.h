/* SPDX-License-Identifier: MIT */
/* The straight way of small messages: what Send, Recv, Isend, Irecv, Wait and Waitall do when
 * nothing is unusual, in a few dozen instructions, all of them here. False always means that
 * nothing has happened: the call then goes the way of send.h, receive.h and request.h, which knows
 * everything.
 *
 * A rank's messages go straight while it uses MPI from one thread, and nobody watches its buffers
 * or counts what it sends. A message is sent straight when it fits a few lines of the receiver's
 * inbox, or the shuttle of a talk. One of any size is received straight, into the user's buffer,
 * when no other receive is posted and no other message waits. A request is one that was given up
 * before: what is not written here is as request_free leaves it. */
#ifndef P2P_STRAIGHT_H
#define P2P_STRAIGHT_H

#include "p2p/cancel.h"
#include "p2p/p2p.h"
#include "p2p/receive.h"
#include "p2p/send.h"
#include "p2p/status.h"
#include "p2p/talk.h"
#include "rank/abort.h"
#include "rank/world.h"

/* A call's message: contiguous data of a named type, to or from `peer`. */
struct straight {
    struct comm *comm;
    const struct type *type;
    char *start;
    MPI_Count count;
    MPI_Count bytes;
    int peer;
    int tag;
    const void *site; /* of the call */
};

/* Finds out whether the rank's messages may go straight: rank->straight. When that may have
 * changed, by the rank's only thread. */
void straight_decide(struct rank *self);

/* At most INLINE_BYTES_MAX of them. */
static inline void straight_copy(void *to, const void *from, MPI_Count bytes)
{
    if (bytes == 8)
        memcpy(to, from, 8);
    else if (bytes > 16)
        copy_ends(to, from, 16, (size_t)bytes);
    else if (bytes > 0)
        copy_bytes(to, from, (size_t)bytes);
}

static inline void straight_write(struct envelope *envelope, const struct straight *message,
                                  bool is_behind, uint32_t serial)
{
    envelope->key.context = message->comm->context->id;
    envelope->key.source = message->comm->rank;
    envelope->key.tag = message->tag;
    envelope->inline_bytes = (uint32_t)message->bytes & IN_PARCEL;
    envelope->is_behind = is_behind;
    envelope->is_ready = false;
    envelope->serial = serial;
    envelope->sig_hash = sig_hash_fold(message->type->sig_hash);
    envelope->site = (uint32_t)(uintptr_t)message->site;
}

/* A payload that needs more lines than its envelope's. */
bool straight_carry(const struct straight *message, struct rank *receiver, bool is_behind,
                    uint32_t serial);

/* Into the receiver's inbox. */
static inline bool straight_push(const struct straight *message, struct rank *receiver,
                                 bool is_behind, uint32_t serial)
{
    struct mpsc_places places;
    struct envelope *envelope;

    if (unlikely(message->bytes > INLINE_BYTES_MAX))
        return straight_carry(message, receiver, is_behind, serial);
    envelope = mpsc_reserve(&receiver->inbox, 0, &places);
    if (unlikely(envelope == NULL))
        return false;
    straight_write(envelope, message, is_behind, serial);
    straight_copy(envelope->payload, message->start, message->bytes);
    rank_publish(receiver, &places);
    return true;
}

/* Into the shuttle, which is ours. */
static inline void straight_say(const struct straight *message, struct talk *talk,
                                const struct rank *receiver)
{
    struct envelope *envelope = shuttle_place(&talk->end);

    straight_write(envelope, message, false, 0);
    envelope->said.after = mpsc_mark(&receiver->inbox);
    straight_copy(envelope->said.payload, message->start, message->bytes);
    shuttle_push(&talk->end);
}

static inline bool straight_may_send(const struct straight *message, const struct rank *receiver)
{
    return likely(message->bytes <= CARRIED_BYTES_MAX) &&
           likely(!load_relaxed(&receiver->is_flooded));
}

static inline struct rank *straight_receiver(const struct straight *message)
{
    return comm_peers(message->comm)->members[message->peer];
}

static inline bool straight_send(struct rank *self, const struct straight *message)
{
    struct rank *receiver = straight_receiver(message);
    struct talk *talk;
    bool is_small = message->bytes <= TALK_BYTES_MAX, is_said, is_behind;

    if (!straight_may_send(message, receiver))
        return false;
    guard_enter(&self->guard);
    talk = talk_find(self, receiver);
    if (talk == NULL && is_small)
        talk_consider(self, receiver);
    is_said = talk != NULL && is_small && talk_is_open(talk, receiver);
    if (is_said)
        straight_say(message, talk, receiver);
    is_behind = talk != NULL && shuttle_is_under_way(&talk->end);
    guard_leave(&self->guard);
    if (!is_said)
        return straight_push(message, receiver, is_behind, 0);
    rank_wake(receiver);
    return true;
}

/* Is that the message that is wanted, and as it should be? */
static inline bool straight_fits(const struct straight *wanted, const struct envelope *envelope)
{
    return likely(envelope->key.context == wanted->comm->context->id) &&
           likely(envelope->key.source == wanted->peer || wanted->peer == MPI_ANY_SOURCE) &&
           likely(envelope->key.tag == wanted->tag || wanted->tag == MPI_ANY_TAG) &&
           likely(envelope->inline_bytes != TALK_OFFERED && !envelope->is_ready) &&
           likely(envelope_bytes(envelope) <= wanted->bytes) &&
           likely(envelope->sig_hash == sig_hash_fold(wanted->type->sig_hash));
}

/* For reports. */
static inline void straight_remember(struct rank *self, const struct straight *wanted,
                                     const struct envelope *envelope)
{
    const struct match_key asked = {wanted->comm->context->id, wanted->peer, wanted->tag};

    takings_note(&self->straight->takings, &asked, wanted->site, envelope);
}

/* The message leaves its place for the user's buffer. */
static inline void straight_deliver(struct rank *self, struct talk *talk,
                                    const struct envelope *envelope,
                                    const struct straight *wanted, MPI_Status *status)
{
    MPI_Count bytes = envelope->inline_bytes;
    char *to = wanted->start;

    straight_remember(self, wanted, envelope);
    if (status != NULL)
        status_fill(status, envelope->key.source, envelope->key.tag, bytes);
    if (likely(bytes <= INLINE_BYTES_MAX)) {
        straight_copy(to, envelope->payload, bytes);
        p2p_pop(self, talk);
        return;
    }
    memcpy(to, envelope->payload, INLINE_BYTES_MAX);
    mpsc_pop_with_tail(&self->inbox, to + INLINE_BYTES_MAX, (size_t)(bytes - INLINE_BYTES_MAX));
}

/* A message in a parcel leaves its place: the caller's to receive. NULL: its sender has called it
 * off, and nothing has happened. */
struct parcel *straight_claim(struct rank *self, struct talk *talk,
                              const struct envelope *envelope, const struct straight *wanted,
                              MPI_Status *status);

/* What was claimed is copied, when the guard has been left. */
void straight_unpack(struct parcel *parcel, const struct straight *wanted);

enum straight_look { STRAIGHT_NOTHING, STRAIGHT_RECEIVED, STRAIGHT_UNUSUAL };

static inline enum straight_look straight_look(struct rank *self, const struct straight *wanted,
                                               MPI_Status *status)
{
    enum straight_look seen = STRAIGHT_UNUSUAL;
    const struct envelope *envelope;
    struct parcel *parcel = NULL;
    struct talk *talk;

    guard_enter(&self->guard);
    if (likely(match_is_empty(&self->straight->match))) {
        envelope = p2p_peek(self, &talk);
        if (envelope == NULL) {
            seen = STRAIGHT_NOTHING;
        } else if (straight_fits(wanted, envelope)) {
            seen = STRAIGHT_RECEIVED;
            if (envelope->inline_bytes != IN_PARCEL)
                straight_deliver(self, talk, envelope, wanted, status);
            else if ((parcel = straight_claim(self, talk, envelope, wanted, status)) == NULL)
                seen = STRAIGHT_UNUSUAL;
        }
    }
    guard_leave(&self->guard);
    if (parcel != NULL)
        straight_unpack(parcel, wanted);
    return seen;
}

/* Others of the rank's affairs want to be moved along while it waits. */
static inline bool straight_is_busy(const struct rank *self)
{
    return unlikely(load_relaxed(&self->agenda_length) != 0) ||
           unlikely(self->straight->orphans != NULL);
}

/* Where messages and receives wait for each other, each with those before it. */
enum straight_store {
    STRAIGHT_INBOX,  /* messages that nobody has looked at */
    STRAIGHT_KEPT,   /* messages without a receive */
    STRAIGHT_POSTED, /* receives without a message */
};

/* Is nothing there, and nothing else to be done for others? */
bool straight_is_idle(struct rank *self, enum straight_store store);

/* A message to oneself: with nothing else there to be matched it need not go through the inbox. */
bool straight_keep(struct rank *self, const struct straight *message,
                   const struct straight *wanted, MPI_Status *status);

/* Looks for a moment, if that can pay. */
enum straight_look straight_watch(struct rank *self, const struct straight *wanted,
                                  MPI_Status *status);

static inline bool straight_receive(struct rank *self, const struct straight *wanted,
                                    MPI_Status *status)
{
    enum straight_look seen;

    if (straight_is_busy(self))
        return false;
    seen = straight_look(self, wanted, status);
    if (seen == STRAIGHT_NOTHING)
        seen = straight_watch(self, wanted, status);
    return seen == STRAIGHT_RECEIVED;
}

/* A request that was given up before; NULL: there is none. Under the guard. */
static inline struct request *straight_take_spare(struct rank *self,
                                                  const struct request_class *class,
                                                  const struct straight *message)
{
    struct request *request = self->straight->spare;

    if (unlikely(request == NULL))
        return NULL;
    self->straight->spare = request->next;
    request->object.is_freed = false;
    request->class = class;
    request->comm = message->comm;
    request->site = message->site;
    request_hold_comm(self, message->comm);
    return request;
}

static inline void straight_give_back(struct rank *self, struct request *request)
{
    request_drop_comm(self, request->comm);
    request->object.is_freed = true;
    guard_enter(&self->guard);
    request->next = self->straight->spare;
    self->straight->spare = request;
    guard_leave(&self->guard);
}

/* Isend. */
static inline struct request *straight_start_send(struct rank *self,
                                                  const struct straight *message)
{
    struct rank *receiver = straight_receiver(message);
    const struct talk *talk;
    struct request *request;
    uint32_t serial;
    bool is_behind;

    if (!straight_may_send(message, receiver))
        return NULL;
    guard_enter(&self->guard);
    request = straight_take_spare(self, &send_class, message);
    talk = talk_find(self, receiver);
    is_behind = talk != NULL && shuttle_is_under_way(&talk->end);
    guard_leave(&self->guard);
    if (unlikely(request == NULL))
        return NULL;
    serial = send_serial(self);
    if (unlikely(!straight_push(message, receiver, is_behind, serial))) {
        straight_give_back(self, request);
        return NULL;
    }
    send_aim(request, message->comm, receiver, message->tag);
    request->sending.serial = serial;
    return request;
}

/* Irecv. */
static inline struct request *straight_start_receive(struct rank *self,
                                                     const struct straight *wanted)
{
    struct match *match = &self->straight->match;
    struct request *request = NULL;

    if (unlikely(load_relaxed(&self->ready_coming) > 0))
        return NULL;
    guard_enter(&self->guard);
    if (likely(!match_keeps(match)) && likely(match->posted_views == 0))
        request = straight_take_spare(self, &receive_class, wanted);
    if (likely(request != NULL)) {
        store_relaxed(&request->is_done, false);
        request->receiving.data.buf = wanted->start;
        request->receiving.data.count = wanted->count;
        request->receiving.data.type = wanted->type;
        request->receiving.key.context = wanted->comm->context->id;
        request->receiving.key.source = wanted->peer;
        request->receiving.key.tag = wanted->tag;
        match_post_in_row(match, request);
    }
    guard_leave(&self->guard);
    return request;
}

/* Is there nothing to be said of the request's end but its status? */
static inline bool straight_is_plain(const struct request *request)
{
    return likely(request->class == &receive_class
                      ? request->receiving.data.type->is_named
                      : request->class == &send_class) &&
           likely(!(request->is_persistent | request->is_cancelled)) &&
           likely(request->error == MPI_SUCCESS) && likely(request->comm != NULL);
}

/* Looks for a moment whether the message comes. */
bool straight_await(struct rank *self, struct request *request);

static inline bool straight_is_over(struct rank *self, struct request *request)
{
    return (likely(request_is_done(request)) || straight_await(self, request)) &&
           straight_is_plain(request);
}

/* The end of a request for which straight_is_over. */
static inline void straight_conclude(struct rank *self, struct request *request,
                                     MPI_Status *status)
{
    if (status != NULL)
        status_fill(status, request->source, request->tag, request->bytes);
    straight_give_back(self, request);
}

#endif
