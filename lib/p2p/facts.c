/* SPDX-License-Identifier: MIT */
#include "p2p/facts.h"

#include "p2p/mailbox.h"
#include "p2p/state.h"

/* Decides by chance, but with one seed always alike for the n-th message of a rank. */
static bool is_eager_by_chance(struct rank *self)
{
    uint64_t number = fetch_add_relaxed(&self->p2p->choices, 1);
    uint64_t mixed = (uint64_t)knobs.eager << 32 ^ (uint64_t)self->world_rank << 20 ^ number;

    /* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), twice. */
    mixed = (mixed ^ mixed >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 29) * UINT64_C(0xd1342543de82ef95);
    return mixed >> 63 != 0;
}

static int eager_of(struct rank *self, enum send_mode mode)
{
    if (likely(knobs.eager <= EAGER_ALWAYS))
        return (int)knobs.eager;
    if (mode != SEND_STANDARD && mode != SEND_READY)
        return EAGER_NEVER; /* the mode decides, and no number is used up */
    return is_eager_by_chance(self) ? EAGER_ALWAYS : EAGER_NEVER;
}

/* A sender of several messages in a row that waited for the receiver each time would be as slow as
 * a ping-pong. A receiver that is not in MPI gets no more copies than its ring has room for. */
static bool is_in_stream(struct rank *self, const struct rank *receiver)
{
    return mailbox_is_in_stream(self, receiver) && load_relaxed(&receiver->inbox.overflowed) == 0;
}

struct send_facts send_facts(struct rank *self, const struct send *send,
                             const struct rank *receiver, MPI_Count bytes, bool is_blocking)
{
    struct send_facts facts = {.mode = send->mode,
                               .eager = eager_of(self, send->mode),
                               .bytes = bytes,
                               .is_contiguous = data_is_contiguous(&send->data),
                               .is_flow_controlled = policy_is_flow_controlled(receiver)};

    facts.is_in_stream =
        is_blocking && policy_depends_on_stream(&facts) && is_in_stream(self, receiver);
    return facts;
}
