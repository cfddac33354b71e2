/* SPDX-License-Identifier: MIT */
/* Protocol policy: every threshold of point-to-point messages (the lengths are in p2p/limits.h),
 * and the one function that chooses a message's protocol. The functions of this header decide by
 * their arguments alone and change nothing; p2p/facts.h collects the facts of a send.
 *
 *   protocol      payload                                       a send is done
 *   EAGER         inline: in the envelope's cache line;         at once
 *                 multi-cell: also in the cells behind it;
 *                 mailbox: in the pair's ping-pong slot
 *   EAGER_COPY    in a copy that the descriptor carries: in a   at once
 *                 stream of blocking sends, or if there are gaps
 *   BUFFERED      in the buffer that the user has attached      at once
 *   RENDEZVOUS    the receiver copies from the sender's buffer  when it has, or when the sender has
 *                 (cooperatively, if it is large)               buffered a moderate message
 *
 * Figures are from the benchmarks that are named beside them. */
#ifndef P2P_POLICY_H
#define P2P_POLICY_H

#include "base/knob.h"
#include "mpi_types.h"
#include "p2p/limits.h"
#include "rank/rank.h"

/* The chunks of a cooperative rendezvous are few enough for their claims to cost nothing, and small
 * enough for both threads to end at about the same time. */
enum {
    CHUNK_BYTES = 32 << 10,
    LARGE_CHUNK_BYTES = 64 << 10, /* of messages of LARGE_BYTES and more */
    LARGE_BYTES = 1 << 20,
};

/* Data with gaps is packed by its sender as long as one thread has to copy it: then each side stays
 * with its own cache lines, and those that change hands are full and in a row. What two threads can
 * copy goes from layout to layout (bench/api/datatypes). */
enum { PACKED_BYTES_MAX = COOPERATIVE_BYTES_MIN - 1 };

/* Where ranks take turns, a rendezvous message of that size is worth a turn (bench/api/ring). */
enum { TURN_BYTES_MIN = 16 << 10 };

/* Flow control: an inbox whose overflow list has more messages than this belongs to a receiver that
 * is not in MPI. */
enum { OVERFLOW_MAX = 32768 };

/* Deliveries in one call of progress; then a thread that waits looks at its condition again. */
enum { DELIVERIES_MAX = 32 };

enum {
    MAILBOXES_MAX = 4,  /* of a rank, which polls each of them with its inbox */
    MAILBOX_AFTER = 32, /* blocking messages in a row to a receiver before the two get a mailbox */
};

enum send_mode {
    SEND_STANDARD,
    SEND_BUFFERED,
    SEND_SYNCHRONOUS,
    SEND_READY,
    SEND_COPIED, /* done at once: the library keeps a copy in memory of its own */
};

/* HEDDLE_EAGER: larger values are a seed. */
enum { EAGER_BY_SIZE, EAGER_NEVER, EAGER_ALWAYS };

enum protocol {
    PROTOCOL_EAGER,
    PROTOCOL_EAGER_COPY,
    PROTOCOL_BUFFERED,
    PROTOCOL_RENDEZVOUS,
};

/* Flow control: a receiver that has too many unexpected messages, or does not look at its inbox, is
 * sent no copies. The sender waits for it. */
static inline bool policy_is_flow_controlled(const struct rank *receiver)
{
    return unlikely(load_relaxed(&receiver->is_flow_controlled)) ||
           unlikely(load_relaxed(&receiver->inbox.overflowed) > OVERFLOW_MAX);
}

/* Everything that the protocol of a send depends on. */
struct send_facts {
    enum send_mode mode;
    int eager; /* EAGER_BY_SIZE, or EAGER_NEVER or EAGER_ALWAYS for standard and ready sends */
    MPI_Count bytes;
    bool is_contiguous;
    bool is_flow_controlled; /* policy_is_flow_controlled of the receiver */
    /* A blocking send of a row to one receiver, which has room for copies (p2p/facts.h). Only
     * where policy_depends_on_stream; else false. */
    bool is_in_stream;
};

/* Returns true if is_in_stream decides the protocol of a blocking send with these other facts. */
static inline bool policy_depends_on_stream(const struct send_facts *facts)
{
    return facts->bytes > EAGER_BYTES_MAX && facts->bytes <= EAGER_COPY_STREAM_BYTES_MAX &&
           (facts->mode == SEND_STANDARD || facts->mode == SEND_READY) &&
           facts->eager == EAGER_BY_SIZE && facts->is_contiguous && !facts->is_flow_controlled;
}

/* The fast path's question of a standard send. True only if policy_protocol gives PROTOCOL_EAGER:
 * an exception from the eager limit has to stand in both, and tests/p2p/policy compares them. */
static inline bool policy_is_eager(MPI_Count bytes, const struct rank *receiver)
{
    return likely(bytes <= EAGER_BYTES_MAX) && likely(!load_relaxed(&receiver->is_flow_controlled));
}

/* Why a send has its protocol (p2p/reason.def); each reason has one protocol. */
enum send_reason {
#define REASON(name, protocol, text) SEND_IS_##name,
#include "p2p/reason.def"
    SEND_REASONS
};

enum send_reason policy_send_reason(const struct send_facts *facts);
const char *policy_send_words(enum send_reason reason);
enum protocol policy_protocol(const struct send_facts *facts);
/* The name by which an observer sees the protocol: an enum way (rank/observe/event.h). */
unsigned policy_way(enum protocol protocol);

/* Returns true if a send of PROTOCOL_RENDEZVOUS may be done before its message is received, by
 * buffering it: of at most buffered_bytes_max. */
bool policy_may_buffer(const struct send_facts *facts, MPI_Count buffered_bytes_max);

#endif
