/* SPDX-License-Identifier: MIT */
#include "p2p/eager.h"

#include "base/memory.h"

struct envelope *eager_reserve_cells(struct rank *receiver, MPI_Count bytes,
                                     struct mpsc_places *places)
{
    must(bytes > INLINE_BYTES_MAX && bytes <= EAGER_BYTES_MAX);
    return mpsc_reserve(&receiver->inbox, (size_t)(bytes - INLINE_BYTES_MAX), places);
}

void eager_write_cells(struct rank *receiver, struct mpsc_places places, struct envelope *envelope,
                       const void *payload, MPI_Count bytes)
{
    const unsigned char *from = payload;

    memcpy(envelope->payload, from, INLINE_BYTES_MAX);
    mpsc_write_tail(&receiver->inbox, &places, from + INLINE_BYTES_MAX,
                    (size_t)(bytes - INLINE_BYTES_MAX));
}

void eager_pack_cells(struct rank *receiver, struct mpsc_places places, struct envelope *envelope,
                      const struct data *data, MPI_Count bytes)
{
    unsigned char packed[EAGER_BYTES_MAX];

    data_pack(data, 0, packed, bytes);
    eager_write_cells(receiver, places, envelope, packed, bytes);
}

/* Rule 2 of mailbox.h for a message that is pushed. */
static bool is_behind_mailbox(struct rank *self, const struct rank *receiver)
{
    bool is_behind;

    if (likely(load_relaxed(&self->mailboxes) == NULL))
        return false;
    guard_enter(&self->guard);
    is_behind = mailbox_is_under_way(mailbox_find(self, receiver));
    guard_leave(&self->guard);
    return is_behind;
}

/* The inbox's ring is full: the message goes into its overflow list, if it fits an envelope, or
 * into a copy. */
static bool send_overflow(struct rank *self, const struct send *send, struct rank *receiver,
                          MPI_Count bytes, uint32_t serial)
{
    struct envelope envelope;
    struct rendezvous *rendezvous;

    if (bytes <= INLINE_BYTES_MAX) {
        envelope_write(&envelope, send, (uint32_t)bytes, is_behind_mailbox(self, receiver), serial);
        eager_write_payload(envelope.payload, send, bytes);
        return rank_push(receiver, &envelope, sizeof envelope);
    }
    rendezvous = rendezvous_create_copy(self, &send->data);
    return rendezvous != NULL && eager_send_rendezvous(self, send, receiver, rendezvous, serial);
}

bool eager_send(struct rank *self, const struct send *send, struct rank *receiver, MPI_Count bytes,
                uint32_t serial)
{
    bool is_sent;

    if (serial == 0 && guard_has_owner(&self->guard))
        is_sent = eager_send_blocking(self, send, receiver, bytes);
    else
        is_sent = eager_push(send, receiver, bytes, is_behind_mailbox(self, receiver), serial);
    return likely(is_sent) || send_overflow(self, send, receiver, bytes, serial);
}

static bool post_envelope(struct rank *self, const struct envelope *envelope,
                          struct rank *receiver)
{
    struct mailbox *mailbox;
    bool is_open;

    guard_enter(&self->guard);
    mailbox = mailbox_find(self, receiver);
    if (mailbox == NULL)
        mailbox_consider(self, receiver);
    is_open = mailbox != NULL && mailbox_is_open(mailbox, receiver);
    if (is_open) {
        *mailbox_place(mailbox) = *envelope;
        mailbox_post(mailbox, receiver);
    }
    guard_leave(&self->guard);
    if (is_open)
        rank_wake(receiver);
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
    envelope.is_behind = is_behind_mailbox(self, receiver);
    if (rank_push(receiver, &envelope, sizeof envelope))
        return true;
    rendezvous_free(rendezvous);
    return false;
}
