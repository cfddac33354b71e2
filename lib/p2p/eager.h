/* SPDX-License-Identifier: MIT */
/* The sending half of all messages: envelopes are written, pushed and posted here and nowhere else.
 *
 * An eager message travels with its envelope: posted to the pair's mailbox, inline in one cell of
 * the receiver's inbox, or in several cells.
 *
 * The inlined functions keep a struct send in registers: its address does not leave them. What is
 * rare gets a copy's. */
#ifndef P2P_EAGER_H
#define P2P_EAGER_H

#include "base/tsan.h"
#include "p2p/arguments.h"
#include "p2p/mailbox.h"

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

/* All but the payload. Field by field, in place: what is written in one width and copied in another
 * is slow to read. */
FAST_PATH void envelope_write(struct envelope *envelope, const struct send *send,
                              uint32_t eager_bytes, bool is_behind, uint32_t serial)
{
    if (tsan_is_there())
        tsan_release(rank_token(comm_peers(send->comm)->members[send->dest], send->comm->rank));
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

FAST_PATH void eager_write_payload(unsigned char *place, const struct send *send,
                                   MPI_Count bytes)
{
    if (likely(data_is_contiguous(&send->data))) {
        eager_copy(place, data_start(&send->data), bytes);
    } else {
        const struct data data = data_again(&send->data);

        data_pack(&data, 0, place, bytes);
    }
}

/* Several cells for an envelope and a payload of more than INLINE_BYTES_MAX. NULL: the inbox has no
 * room for them now. */
struct envelope *eager_reserve_cells(struct rank *receiver, MPI_Count bytes,
                                     struct mpsc_places *places);
/* Writes such a payload into them. */
void eager_write_cells(struct rank *receiver, struct mpsc_places places, struct envelope *envelope,
                       const void *payload, MPI_Count bytes);

/* Writes data with gaps into cells that have been reserved. */
void eager_pack_cells(struct rank *receiver, struct mpsc_places places, struct envelope *envelope,
                      const struct data *data, MPI_Count bytes);

/* Pushes an eager message into the receiver's inbox. False: it has no room now. */
FAST_PATH bool eager_push(const struct send *send, struct rank *receiver, MPI_Count bytes,
                          bool is_behind, uint32_t serial)
{
    struct mpsc_places places;
    struct envelope *envelope;

    if (likely(bytes <= INLINE_BYTES_MAX)) {
        envelope = mpsc_reserve(&receiver->inbox, 0, &places);
    } else {
        struct mpsc_places several;

        envelope = eager_reserve_cells(receiver, bytes, &several);
        places = several;
    }
    if (unlikely(envelope == NULL))
        return false;
    envelope_write(envelope, send, (uint32_t)bytes, is_behind, serial);
    if (likely(bytes <= INLINE_BYTES_MAX)) {
        eager_write_payload(envelope->payload, send, bytes);
    } else if (likely(data_is_contiguous(&send->data))) {
        eager_write_cells(receiver, places, envelope, data_start(&send->data), bytes);
    } else {
        const struct data data = data_again(&send->data);

        eager_pack_cells(receiver, places, envelope, &data, bytes);
    }
    rank_publish(receiver, &places);
    return true;
}

/* Posts an eager message to the mailbox, under the guard. */
FAST_PATH void eager_post(const struct send *send, struct rank *receiver, MPI_Count bytes,
                          struct mailbox *mailbox)
{
    struct envelope *envelope = mailbox_place(mailbox);

    envelope_write(envelope, send, (uint32_t)bytes, false, 0);
    eager_write_payload(envelope->mailbox.payload, send, bytes);
    mailbox_post(mailbox, receiver);
}

/* Sends an eager message of a blocking send of a rank with one thread. False: the inbox has no room
 * now, and nothing has happened. For a rank's several threads a lock for each message would cost
 * more than a mailbox saves. */
FAST_PATH bool eager_send_blocking(struct rank *self, const struct send *send,
                                   struct rank *receiver, MPI_Count bytes)
{
    struct mailbox *mailbox;
    bool is_posted = false, is_behind = false;

    guard_enter(&self->guard);
    mailbox = mailbox_find(self, receiver);
    if (likely(bytes <= MAILBOX_BYTES_MAX)) {
        if (mailbox == NULL) {
            mailbox_consider(self, receiver);
        } else if (mailbox_is_open(mailbox, receiver)) {
            eager_post(send, receiver, bytes, mailbox);
            is_posted = true;
        }
    }
    is_behind = !is_posted && mailbox_is_under_way(mailbox);
    guard_leave(&self->guard);
    if (!is_posted)
        return eager_push(send, receiver, bytes, is_behind, 0);
    rank_wake(receiver);
    return true;
}

/* Sends any eager message; serial 0: of a blocking send. False: there is no memory. */
bool eager_send(struct rank *self, const struct send *send, struct rank *receiver, MPI_Count bytes,
                uint32_t serial);

/* Sends the envelope of a descriptor. False: there is no memory. */
bool eager_send_rendezvous(struct rank *self, const struct send *send, struct rank *receiver,
                           struct rendezvous *rendezvous, uint32_t serial);

#endif
