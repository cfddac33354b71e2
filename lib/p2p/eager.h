/* SPDX-License-Identifier: MIT */
/* The sending half of all messages: envelopes are written, pushed and posted here and nowhere else.
 *
 * An eager message travels with its envelope: posted to the pair's mailbox, inline in one cell of
 * the receiver's inbox, or in several cells.
 *
 * The inlined functions keep a struct send in registers: its address does not leave them. What is
 * rare gets a copy's. They send payloads without gaps; eager_send packs what has some. */
#ifndef P2P_EAGER_H
#define P2P_EAGER_H

#include "p2p/arguments.h"
#include "p2p/mailbox.h"
#include "rank/observe/causal.h"

/* A payload of one envelope: at most INLINE_BYTES_MAX. */
static inline void eager_copy(void *to, const void *from, MPI_Count bytes)
{
    if (bytes == 8)
        memcpy(to, from, 8);
    else if (bytes > 16)
        copy_ends(to, from, 16, (size_t)bytes);
    else if (bytes > 0)
        copy_bytes(to, from, (size_t)bytes);
}

/* All that the sender has done comes before what its receiver does when it has the message, of that
 * number or a new one. Returns the number. */
uint32_t eager_tell_order(const struct comm *comm, int dest, uint32_t serial)
    __attribute__((cold));

/* All but the payload. Field by field, in place: what is written in one width and copied in another
 * is slow to read. */
FAST_PATH void envelope_write(struct envelope *envelope, const struct send *send,
                              uint32_t eager_bytes, bool is_behind, uint32_t serial)
{
    if (causal_is_there())
        serial = eager_tell_order(send->comm, send->dest, serial);
    envelope->key.context = send->comm->context->id;
    envelope->key.source = send->comm->rank;
    envelope->key.tag = send->tag;
    envelope->eager_bytes = eager_bytes & IS_RENDEZVOUS;
    envelope->is_behind = is_behind;
    envelope->is_ready = send->mode == SEND_READY;
    envelope->serial = serial;
    envelope->sig_hash = sig_hash_fold(send->data.type->sig_hash);
    envelope->site = (uint32_t)(uintptr_t)send->site;
}

/* Pushes an eager message that takes several cells. */
bool eager_push_cells(const struct send *send, struct rank *receiver, const void *payload,
                      MPI_Count bytes, bool is_behind, uint32_t serial);

/* Pushes an eager message into the receiver's inbox. The payload has no gaps. False: the inbox has
 * no room now. */
FAST_PATH bool eager_push(const struct send *send, struct rank *receiver, const void *payload,
                          MPI_Count bytes, bool is_behind, uint32_t serial)
{
    struct mpsc_places places;
    struct envelope *envelope;

    if (bytes > INLINE_BYTES_MAX) {
        const struct send copy = send_again(send);

        return eager_push_cells(&copy, receiver, payload, bytes, is_behind, serial);
    }
    envelope = mpsc_reserve(&receiver->inbox, 0, &places);
    if (unlikely(envelope == NULL))
        return false;
    envelope_write(envelope, send, (uint32_t)bytes, is_behind, serial);
    eager_copy(envelope->payload, payload, bytes);
    rank_publish(receiver, &places);
    return true;
}

/* Sends an eager message of a blocking send of a rank with one thread. False: the inbox has no room
 * now, or the two should have a mailbox, and nothing has happened. For a rank's several threads a
 * lock for each message would cost more than a mailbox saves. */
FAST_PATH bool eager_send_blocking(struct rank *self, const struct send *send,
                                   struct rank *receiver, const void *payload, MPI_Count bytes)
{
    struct mailbox *mailbox;
    bool is_posted = false, is_behind = false, is_due = false;

    guard_enter(&self->guard);
    mailbox = mailbox_find(self, receiver);
    if (mailbox == NULL) {
        is_due = mailbox_is_due(self->p2p, receiver, bytes);
    } else if (likely(bytes <= MAILBOX_BYTES_MAX) && mailbox_is_open(mailbox, receiver)) {
        struct envelope *envelope = mailbox_place(mailbox);

        envelope_write(envelope, send, (uint32_t)bytes, false, 0);
        eager_copy(envelope->mailbox.payload, payload, bytes);
        mailbox_post(mailbox, receiver);
        is_posted = true;
    } else {
        is_behind = mailbox_is_under_way(mailbox);
    }
    guard_leave(&self->guard);
    if (!is_posted)
        return likely(!is_due) && eager_push(send, receiver, payload, bytes, is_behind, 0);
    rank_wake(receiver);
    return true;
}

/* Sends any eager message; serial 0: of a blocking send that is not followed. False: the inbox has
 * no room now. */
bool eager_send(struct rank *self, const struct send *send, struct rank *receiver, MPI_Count bytes,
                uint32_t serial);
/* Sends it through the inbox's overflow list, if it fits an envelope, or as a copy. False: there is
 * no memory. */
bool eager_send_overflow(struct rank *self, const struct send *send, struct rank *receiver,
                         MPI_Count bytes, uint32_t serial);

/* Sends the envelope of a descriptor. False: there is no memory. */
bool eager_send_rendezvous(struct rank *self, const struct send *send, struct rank *receiver,
                           struct rendezvous *rendezvous, uint32_t serial);

#endif
