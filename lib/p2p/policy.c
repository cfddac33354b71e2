/* SPDX-License-Identifier: MIT */
#include "p2p/policy.h"

#include "rank/observe/event.h"

unsigned policy_way(enum protocol protocol)
{
    static const uint8_t ways[] = {
        [PROTOCOL_EAGER] = WAY_EAGER,
        [PROTOCOL_EAGER_COPY] = WAY_EAGER_COPY,
        [PROTOCOL_BUFFERED] = WAY_BUFFERED,
        [PROTOCOL_RENDEZVOUS] = WAY_RENDEZVOUS,
    };

    return ways[protocol];
}

static enum send_reason reason_of_size(const struct send_facts *facts)
{
    if (facts->bytes <= EAGER_BYTES_MAX)
        return SEND_IS_SHORT;
    if (facts->mode == SEND_COPIED)
        return SEND_IS_COPIED;
    if (facts->is_in_stream)
        return SEND_IS_IN_STREAM;
    return facts->bytes <= EAGER_COPY_SCATTERED_BYTES_MAX && !facts->is_contiguous
               ? SEND_IS_SCATTERED
               : SEND_IS_LONG;
}

/* A send is done when its message is received, or at once, whatever its size is: a program that
 * relies on the one or the other shows itself. */
static enum send_reason reason_of_knob(const struct send_facts *facts)
{
    if (facts->eager == EAGER_NEVER)
        return SEND_IS_EAGER_NEVER;
    return facts->bytes <= INLINE_BYTES_MAX ? SEND_IS_EAGER_INLINE : SEND_IS_EAGER_ALWAYS;
}

enum send_reason policy_send_reason(const struct send_facts *facts)
{
    if (unlikely(facts->mode == SEND_BUFFERED))
        return SEND_IS_BUFFERED;
    if (unlikely(facts->eager != EAGER_BY_SIZE) &&
        (facts->mode == SEND_STANDARD || facts->mode == SEND_READY))
        return reason_of_knob(facts);
    if (unlikely(facts->mode == SEND_SYNCHRONOUS))
        return SEND_IS_SYNCHRONOUS;
    if (facts->mode != SEND_COPIED && facts->is_flow_controlled)
        return SEND_IS_FLOW_CONTROLLED;
    return reason_of_size(facts);
}

enum protocol policy_protocol(const struct send_facts *facts)
{
    static const uint8_t protocols[SEND_REASONS] = {
#define REASON(name, protocol, text) [SEND_IS_##name] = protocol,
#include "p2p/reason.def"
    };

    return (enum protocol)protocols[policy_send_reason(facts)];
}

const char *policy_send_words(enum send_reason reason)
{
    static const char *const texts[SEND_REASONS] = {
#define REASON(name, protocol, text) [SEND_IS_##name] = text,
#include "p2p/reason.def"
    };

    return texts[reason];
}

bool policy_may_buffer(const struct send_facts *facts, MPI_Count buffered_bytes_max)
{
    return facts->mode != SEND_SYNCHRONOUS && facts->eager == EAGER_BY_SIZE &&
           facts->bytes <= buffered_bytes_max && !facts->is_flow_controlled;
}
