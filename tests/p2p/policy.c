/* SPDX-License-Identifier: MIT */
/* The protocol of a send, as a table: the facts, and what they lead to. */
#include "p2p/policy.h"

#include <criterion/criterion.h>

#include "base/container.h"

enum { IN_STREAM = 1, GAPS = 2, FLOW_CONTROLLED = 4 };

static struct send_facts facts_of(enum send_mode mode, int eager, MPI_Count bytes, int flags)
{
    return (struct send_facts){.mode = mode,
                               .eager = eager,
                               .bytes = bytes,
                               .is_contiguous = (flags & GAPS) == 0,
                               .is_flow_controlled = (flags & FLOW_CONTROLLED) != 0,
                               .is_in_stream = (flags & IN_STREAM) != 0};
}

static const struct row {
    enum send_mode mode;
    int eager;
    MPI_Count bytes;
    int flags;
    enum protocol protocol;
} rows[] = {
    {SEND_STANDARD, EAGER_BY_SIZE, 0, 0, PROTOCOL_EAGER},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_BYTES_MAX, 0, PROTOCOL_EAGER},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_BYTES_MAX, GAPS, PROTOCOL_EAGER},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_BYTES_MAX + 1, 0, PROTOCOL_RENDEZVOUS},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_BYTES_MAX + 1, IN_STREAM, PROTOCOL_EAGER_COPY},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_COPY_STREAM_BYTES_MAX, IN_STREAM, PROTOCOL_EAGER_COPY},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_BYTES_MAX + 1, GAPS, PROTOCOL_EAGER_COPY},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_COPY_SCATTERED_BYTES_MAX, GAPS, PROTOCOL_EAGER_COPY},
    {SEND_STANDARD, EAGER_BY_SIZE, EAGER_COPY_SCATTERED_BYTES_MAX + 1, GAPS,
     PROTOCOL_RENDEZVOUS},
    {SEND_READY, EAGER_BY_SIZE, EAGER_BYTES_MAX, 0, PROTOCOL_EAGER},
    {SEND_READY, EAGER_BY_SIZE, EAGER_BYTES_MAX + 1, IN_STREAM, PROTOCOL_EAGER_COPY},
    {SEND_SYNCHRONOUS, EAGER_BY_SIZE, 0, 0, PROTOCOL_RENDEZVOUS},
    {SEND_SYNCHRONOUS, EAGER_ALWAYS, 0, 0, PROTOCOL_RENDEZVOUS},
    {SEND_BUFFERED, EAGER_BY_SIZE, 0, 0, PROTOCOL_BUFFERED},
    {SEND_BUFFERED, EAGER_NEVER, 1 << 20, FLOW_CONTROLLED, PROTOCOL_BUFFERED},
    {SEND_COPIED, EAGER_BY_SIZE, EAGER_BYTES_MAX, 0, PROTOCOL_EAGER},
    {SEND_COPIED, EAGER_BY_SIZE, 1 << 20, 0, PROTOCOL_EAGER_COPY},
    {SEND_COPIED, EAGER_NEVER, 1 << 20, FLOW_CONTROLLED, PROTOCOL_EAGER_COPY},
    {SEND_STANDARD, EAGER_BY_SIZE, 1, FLOW_CONTROLLED, PROTOCOL_RENDEZVOUS},
    {SEND_READY, EAGER_BY_SIZE, EAGER_BYTES_MAX + 1, FLOW_CONTROLLED | GAPS,
     PROTOCOL_RENDEZVOUS},
    {SEND_STANDARD, EAGER_NEVER, 1, 0, PROTOCOL_RENDEZVOUS},
    {SEND_STANDARD, EAGER_ALWAYS, INLINE_BYTES_MAX, 0, PROTOCOL_EAGER},
    {SEND_STANDARD, EAGER_ALWAYS, INLINE_BYTES_MAX + 1, 0, PROTOCOL_EAGER_COPY},
    {SEND_STANDARD, EAGER_ALWAYS, 1 << 20, FLOW_CONTROLLED, PROTOCOL_EAGER_COPY},
};

Test(policy, the_facts_of_a_send_decide_its_protocol)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(rows); i++) {
        const struct row *row = &rows[i];
        struct send_facts facts = facts_of(row->mode, row->eager, row->bytes, row->flags);

        cr_assert(policy_protocol(&facts) == row->protocol, "row %zu", i);
    }
}

/* The fast path takes a standard send of a receiver that controls no flow. */
Test(policy, the_fast_path_and_the_policy_agree_at_the_eager_limit)
{
    static struct rank receiver;
    MPI_Count bytes;

    for (bytes = EAGER_BYTES_MAX - 1; bytes <= EAGER_BYTES_MAX + 1; bytes++) {
        struct send_facts facts = facts_of(SEND_STANDARD, EAGER_BY_SIZE, bytes, 0);

        cr_assert(policy_is_eager(bytes, &receiver) ==
                  (policy_protocol(&facts) == PROTOCOL_EAGER));
    }
}

Test(policy, a_stream_matters_only_between_the_eager_limits)
{
    MPI_Count bytes;
    int flags;

    for (bytes = 0; bytes <= EAGER_COPY_STREAM_BYTES_MAX + 1; bytes++)
        for (flags = 0; flags < 8; flags += 2) {
            struct send_facts alone = facts_of(SEND_STANDARD, EAGER_BY_SIZE, bytes, flags);
            struct send_facts streamed =
                facts_of(SEND_STANDARD, EAGER_BY_SIZE, bytes, flags | IN_STREAM);

            streamed.is_in_stream = policy_depends_on_stream(&alone);
            cr_assert((policy_protocol(&alone) != policy_protocol(&streamed)) ==
                      policy_depends_on_stream(&alone));
        }
}

Test(policy, a_send_may_be_buffered_up_to_the_limit_and_never_if_it_synchronizes)
{
    struct send_facts facts = facts_of(SEND_STANDARD, EAGER_BY_SIZE, 5000, 0);

    cr_assert(policy_may_buffer(&facts, 5000));
    cr_assert(!policy_may_buffer(&facts, 4999));
    facts.eager = EAGER_NEVER;
    cr_assert(!policy_may_buffer(&facts, 5000));
    facts = facts_of(SEND_SYNCHRONOUS, EAGER_BY_SIZE, 0, 0);
    cr_assert(!policy_may_buffer(&facts, 5000));
    facts = facts_of(SEND_STANDARD, EAGER_BY_SIZE, 0, FLOW_CONTROLLED);
    cr_assert(!policy_may_buffer(&facts, 5000));
}
