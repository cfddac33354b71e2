/* SPDX-License-Identifier: MIT */
/* The words of a sender about a message: an item of the receiver's inbox, one cache line with its
 * stamp.
 *
 * A payload of up to INLINE_BYTES_MAX travels inside. The rest of an eager payload of up to
 * EAGER_BYTES_MAX travels in the cells behind it. Of a larger message the envelope carries the
 * descriptor (rendezvous.h). */
#ifndef P2P_ENVELOPE_H
#define P2P_ENVELOPE_H

#include <stdint.h>

#include "base/container.h"
#include "mpi_types.h"
#include "p2p/policy.h"
#include "p2p/rendezvous.h"
#include "sync/mpsc.h"

/* In eager_bytes: the message has a descriptor. */
enum { IS_RENDEZVOUS = 1023 };

/* A message's number, for a cancel. */
enum { ENVELOPE_SERIAL_BITS = 20 };

/* Matching data: what a receive or a probe asks for, where MPI_ANY_SOURCE and MPI_ANY_TAG match
 * all; what a message has. */
struct match_key {
    uint32_t context;
    int32_t source; /* number in the group that the receiver addresses */
    int32_t tag;
};

/* May a receive that asks for that get a message with this key? */
static inline bool match_key_accepts(const struct match_key *asked, const struct match_key *sent)
{
    return likely(asked->context == sent->context) &&
           likely(asked->source == sent->source || asked->source == MPI_ANY_SOURCE) &&
           likely(asked->tag == sent->tag || asked->tag == MPI_ANY_TAG);
}

struct envelope {
    struct match_key key;
    uint32_t eager_bytes : 10;
    uint32_t is_behind : 1; /* a message that was sent before may be in a mailbox (mailbox.h) */
    uint32_t is_ready : 1; /* sent in ready mode: a receive must be posted */
    /* Among the sender's messages, for a cancel; 0: of a blocking send that is not followed. */
    uint32_t serial : ENVELOPE_SERIAL_BITS;
    uint32_t sig_hash; /* of the type's signature: sig_hash_fold */
    uint32_t site; /* low half of the address of the sender's call */
    union {
        unsigned char payload[INLINE_BYTES_MAX];
        struct {
            struct rendezvous *rendezvous;
            MPI_Count rendezvous_bytes;
        };
        struct {
            unsigned char payload[MAILBOX_BYTES_MAX];
            uint64_t after; /* rule 1 of mailbox.h */
        } mailbox;
    };
};

static_assert(sizeof(struct envelope) <= MPSC_ITEM_BYTES, "an envelope travels in one line");
static_assert((int)EAGER_BYTES_MAX < IS_RENDEZVOUS, "the bits of eager_bytes suffice");

/* The message's number among those that its sender has sent so far, from 1 on (send_serial); 0:
 * unknown. */
static inline int envelope_nth(const struct envelope *envelope)
{
    return (int)(envelope->serial + 1) / 2;
}

/* A message as it arrived: an envelope, and what of its payload did not go into it. */
struct arrival {
    struct envelope envelope;
    unsigned char rest[EAGER_BYTES_MAX - INLINE_BYTES_MAX];
};

static inline size_t envelope_rest_bytes(const struct envelope *envelope)
{
    return envelope->eager_bytes > INLINE_BYTES_MAX && envelope->eager_bytes <= EAGER_BYTES_MAX
               ? envelope->eager_bytes - INLINE_BYTES_MAX
               : 0;
}

/* Claims the message for a receive: its sender cannot take it back any more. False: it has been
 * cancelled. */
static inline bool envelope_claim(const struct envelope *envelope)
{
    return envelope->eager_bytes != IS_RENDEZVOUS || rendezvous_claim(envelope->rendezvous);
}

static inline bool envelope_is_cancelled(const struct envelope *envelope)
{
    return envelope->eager_bytes == IS_RENDEZVOUS && rendezvous_is_cancelled(envelope->rendezvous);
}

static inline MPI_Count envelope_bytes(const struct envelope *envelope)
{
    return envelope->eager_bytes == IS_RENDEZVOUS ? envelope->rendezvous_bytes
                                                  : (MPI_Count)envelope->eager_bytes;
}

#endif
