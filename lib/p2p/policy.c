/* SPDX-License-Identifier: MIT */
#include "p2p/policy.h"

#include "p2p/mailbox.h"
#include "p2p/state.h"
#include "rank/choice.h"

/* By chance, but with one seed always alike for the n-th message of a rank. */
static bool is_eager_by_chance(struct rank *self)
{
    uint64_t number = fetch_add_relaxed(&self->p2p->choices, 1);
    uint64_t mixed = (uint64_t)knobs.eager << 32 ^ (uint64_t)self->world_rank << 20 ^ number;

    /* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), twice. */
    mixed = (mixed ^ mixed >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 29) * UINT64_C(0xd1342543de82ef95);
    return mixed >> 63 != 0;
}

/* A send is done when its message is received, or at once, whatever its size is: a program that
 * relies on the one or the other shows itself. */
static enum protocol protocol_of_knob(struct rank *self, MPI_Count bytes)
{
    bool is_eager =
        knobs.eager == EAGER_ALWAYS || (knobs.eager > EAGER_ALWAYS && is_eager_by_chance(self));

    if (!is_eager)
        return PROTOCOL_RENDEZVOUS;
    return bytes <= INLINE_BYTES_MAX ? PROTOCOL_EAGER : PROTOCOL_EAGER_COPY;
}

/* A sender of several messages in a row that waited for the receiver each time would be as slow as
 * a ping-pong. A receiver that is not in MPI gets no more copies than its ring has room for. */
static bool is_in_stream(struct rank *self, const struct rank *receiver)
{
    return mailbox_is_in_stream(self, receiver) && load_relaxed(&receiver->inbox.overflowed) == 0;
}

static enum protocol protocol_of_size(struct rank *self, enum send_mode mode, MPI_Count bytes,
                                      bool is_contiguous, const struct rank *receiver,
                                      bool is_blocking)
{
    if (bytes <= EAGER_BYTES_MAX)
        return PROTOCOL_EAGER;
    if (mode == SEND_COPIED ||
        (bytes <= EAGER_COPY_SCATTERED_BYTES_MAX && !is_contiguous) ||
        (bytes <= EAGER_COPY_STREAM_BYTES_MAX && is_blocking && is_in_stream(self, receiver)))
        return PROTOCOL_EAGER_COPY;
    return PROTOCOL_RENDEZVOUS;
}

enum protocol policy_protocol(struct rank *self, enum send_mode mode, MPI_Count bytes,
                              bool is_contiguous, const struct rank *receiver, bool is_blocking)
{
    enum protocol protocol;

    if (unlikely(mode == SEND_BUFFERED))
        return PROTOCOL_BUFFERED;
    if (unlikely(knobs.eager != EAGER_BY_SIZE) && (mode == SEND_STANDARD || mode == SEND_READY))
        return protocol_of_knob(self, bytes);
    if (unlikely(mode == SEND_SYNCHRONOUS))
        return PROTOCOL_RENDEZVOUS;
    if (mode != SEND_COPIED && policy_is_flow_controlled(receiver))
        return PROTOCOL_RENDEZVOUS;
    protocol = protocol_of_size(self, mode, bytes, is_contiguous, receiver, is_blocking);
    if (choice_is_open(self) && mode == SEND_STANDARD && protocol != PROTOCOL_RENDEZVOUS &&
        choice_pick(self, CHOICE_BUFFERING, 2) != 0)
        return PROTOCOL_UNBUFFERED;
    return protocol;
}

bool policy_may_buffer(struct rank *self, enum send_mode mode, MPI_Count bytes,
                       const struct rank *receiver)
{
    return mode != SEND_SYNCHRONOUS && knobs.eager == EAGER_BY_SIZE &&
           bytes <= knobs.buffered_bytes_max && !policy_is_flow_controlled(receiver) &&
           choice_pick(self, CHOICE_BUFFERING, 2) == 0;
}
