/* SPDX-License-Identifier: MIT */
#include "p2p/eager.h"

#include "base/memory.h"
#include "p2p/cancel.h"

uint32_t eager_tell_order(const struct comm *comm, int dest, uint32_t serial)
{
    struct causal_message message = {rank_token(comm_peers(comm)->members[dest], comm->rank),
                                     comm->context->id, serial};

    if (serial == 0 && knobs.rma != 0)
        message.serial = send_serial(comm->self);
    causal_send(&message);
    return message.serial;
}

bool eager_push_cells(const struct send *send, struct rank *receiver, const void *payload,
                      MPI_Count bytes, bool is_behind, uint32_t serial)
{
    const unsigned char *from = payload;
    size_t rest_bytes = (size_t)(bytes - INLINE_BYTES_MAX);
    struct mpsc_places places;
    struct envelope *envelope;

    must(bytes > INLINE_BYTES_MAX && bytes <= EAGER_BYTES_MAX);
    envelope = mpsc_reserve(&receiver->inbox, rest_bytes, &places);
    if (envelope == NULL)
        return false;
    envelope_write(envelope, send, (uint32_t)bytes, is_behind, serial);
    memcpy(envelope->payload, from, INLINE_BYTES_MAX);
    mpsc_write_tail(&receiver->inbox, &places, from + INLINE_BYTES_MAX, rest_bytes);
    rank_publish(receiver, &places);
    return true;
}

/* A payload without gaps. */
static const void *payload_of(const struct send *send, MPI_Count bytes,
                              unsigned char packed[EAGER_BYTES_MAX])
{
    if (data_is_contiguous(&send->data))
        return data_start(&send->data);
    data_pack(&send->data, 0, packed, bytes);
    return packed;
}

/* Sends an eager message of a blocking send, after the two have got a mailbox if they should. */
static bool send_blocking(struct rank *self, const struct send *send, struct rank *receiver,
                          const void *payload, MPI_Count bytes)
{
    return eager_send_blocking(self, send, receiver, payload, bytes) ||
           (mailbox_open(self, receiver) &&
            eager_send_blocking(self, send, receiver, payload, bytes));
}

bool eager_send(struct rank *self, const struct send *send, struct rank *receiver, MPI_Count bytes,
                uint32_t serial)
{
    unsigned char packed[EAGER_BYTES_MAX];
    const void *payload = payload_of(send, bytes, packed);

    if (serial == 0 && guard_has_owner(&self->guard))
        return send_blocking(self, send, receiver, payload, bytes);
    return eager_push(send, receiver, payload, bytes, mailbox_is_unread(self, receiver), serial);
}

bool eager_send_overflow(struct rank *self, const struct send *send, struct rank *receiver,
                         MPI_Count bytes, uint32_t serial)
{
    unsigned char packed[EAGER_BYTES_MAX];
    struct envelope envelope;
    struct rendezvous *rendezvous;

    if (bytes <= INLINE_BYTES_MAX) {
        envelope_write(&envelope, send, (uint32_t)bytes, mailbox_is_unread(self, receiver), serial);
        eager_copy(envelope.payload, payload_of(send, bytes, packed), bytes);
        return rank_push(receiver, &envelope, sizeof envelope);
    }
    rendezvous = rendezvous_create_copy(self, &send->data);
    return rendezvous != NULL && eager_send_rendezvous(self, send, receiver, rendezvous, serial);
}

static bool post_envelope(struct rank *self, const struct envelope *envelope,
                          struct rank *receiver)
{
    struct mailbox *mailbox;
    bool is_open, is_due = false;

    guard_enter(&self->guard);
    mailbox = mailbox_find(self, receiver);
    if (mailbox == NULL)
        is_due = mailbox_is_due(self->p2p, receiver, 0);
    is_open = mailbox != NULL && mailbox_is_open(mailbox, receiver);
    if (is_open) {
        *mailbox_place(mailbox) = *envelope;
        mailbox_post(mailbox, receiver);
    }
    guard_leave(&self->guard);
    if (is_open)
        rank_wake(receiver);
    if (is_due)
        (void)mailbox_open(self, receiver);
    return is_open;
}

bool eager_send_rendezvous(struct rank *self, const struct send *send, struct rank *receiver,
                           struct rendezvous *rendezvous, uint32_t serial)
{
    struct envelope envelope;

    envelope_write(&envelope, send, IS_RENDEZVOUS, false, serial);
    envelope.rendezvous = rendezvous;
    envelope.rendezvous_bytes = rendezvous->bytes;
    if (serial == 0 && guard_has_owner(&self->guard) && post_envelope(self, &envelope, receiver))
        return true;
    envelope.is_behind = mailbox_is_unread(self, receiver);
    if (rank_push(receiver, &envelope, sizeof envelope))
        return true;
    rendezvous_free(rendezvous);
    return false;
}
