/* SPDX-License-Identifier: MIT */
#include "p2p/policy.h"

static enum protocol protocol_of_size(const struct send_facts *facts)
{
    if (facts->bytes <= EAGER_BYTES_MAX)
        return PROTOCOL_EAGER;
    if (facts->mode == SEND_COPIED || facts->is_in_stream ||
        (facts->bytes <= EAGER_COPY_SCATTERED_BYTES_MAX && !facts->is_contiguous))
        return PROTOCOL_EAGER_COPY;
    return PROTOCOL_RENDEZVOUS;
}

/* A send is done when its message is received, or at once, whatever its size is: a program that
 * relies on the one or the other shows itself. */
static enum protocol protocol_of_knob(const struct send_facts *facts)
{
    if (facts->eager == EAGER_NEVER)
        return PROTOCOL_RENDEZVOUS;
    return facts->bytes <= INLINE_BYTES_MAX ? PROTOCOL_EAGER : PROTOCOL_EAGER_COPY;
}

enum protocol policy_protocol(const struct send_facts *facts)
{
    if (unlikely(facts->mode == SEND_BUFFERED))
        return PROTOCOL_BUFFERED;
    if (unlikely(facts->eager != EAGER_BY_SIZE) &&
        (facts->mode == SEND_STANDARD || facts->mode == SEND_READY))
        return protocol_of_knob(facts);
    if (unlikely(facts->mode == SEND_SYNCHRONOUS))
        return PROTOCOL_RENDEZVOUS;
    if (facts->mode != SEND_COPIED && facts->is_flow_controlled)
        return PROTOCOL_RENDEZVOUS;
    return protocol_of_size(facts);
}

bool policy_may_buffer(const struct send_facts *facts, MPI_Count buffered_bytes_max)
{
    return facts->mode != SEND_SYNCHRONOUS && facts->eager == EAGER_BY_SIZE &&
           facts->bytes <= buffered_bytes_max && !facts->is_flow_controlled;
}
