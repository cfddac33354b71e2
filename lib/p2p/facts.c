/* SPDX-License-Identifier: MIT */
#include "p2p/facts.h"

#include "p2p/mailbox.h"
#include "p2p/state.h"

/* A sender of several messages in a row that waited for the receiver each time would be as slow as
 * a ping-pong. A receiver that is not in MPI gets no more copies than its ring has room for. */
static bool is_in_stream(struct rank *self, const struct rank *receiver)
{
    return mailbox_is_in_stream(self, receiver) && load_relaxed(&receiver->inbox.overflowed) == 0;
}

struct send_facts send_facts(struct rank *self, const struct send *send,
                             const struct rank *receiver, MPI_Count bytes, bool is_blocking)
{
    const int eager = load_relaxed(&self->own.eager);
    struct send_facts facts = {.mode = send->mode,
                               .eager = eager <= EAGER_ALWAYS ? eager : EAGER_BY_SIZE,
                               .bytes = bytes,
                               .is_contiguous = data_is_contiguous(&send->data),
                               .is_flow_controlled = policy_is_flow_controlled(receiver)};

    facts.is_in_stream =
        is_blocking && policy_depends_on_stream(&facts) && is_in_stream(self, receiver);
    return facts;
}
