/* SPDX-License-Identifier: MIT */
/* What a sender says of a message: an item of the receiver's inbox, one cache line with its stamp.
 *
 * A small payload travels inside; the rest of a somewhat larger one in the cells behind it. Of a
 * large message the envelope carries the parcel. */
#ifndef P2P_ENVELOPE_H
#define P2P_ENVELOPE_H

#include <stdint.h>

#include "base/container.h"
#include "mpi.h"
#include "p2p/parcel.h"
#include "sync/mpsc.h"

enum {
    INLINE_BYTES_MAX = 32,
    CARRIED_BYTES_MAX = 312, /* five lines more; beyond, a parcel is faster (bench/api/pingpong) */
};

/* In inline_bytes: the message is in the parcel; this is no message (talk.h). */
enum { IN_PARCEL = 1023, TALK_OFFERED = 1022 };

/* Of a message in a shuttle. */
enum { TALK_BYTES_MAX = 24 };

struct shuttle;

/* What a receive or a probe asks for: MPI_ANY_SOURCE and MPI_ANY_TAG match all. */
struct match_key {
    uint32_t context;
    int32_t source; /* number in the group that the receiver addresses */
    int32_t tag;
};

struct envelope {
    struct match_key key;
    uint32_t inline_bytes : 10;
    uint32_t is_behind : 1; /* one that was sent before it may be in a shuttle (talk.h) */
    uint32_t is_ready : 1; /* sent in ready mode: a receive must be posted */
    uint32_t serial : 20;  /* of the sender's messages, to tell one from another in a cancel */
    uint32_t sig_hash; /* of the type's signature: sig_hash_fold */
    uint32_t site;  /* low half of the address of the sender's call */
    union {
        unsigned char payload[INLINE_BYTES_MAX];
        struct {
            struct parcel *parcel;
            MPI_Count parcel_bytes;
            const char *parcel_start; /* where its first bytes are, for a prefetch */
        };
        struct {
            unsigned char payload[TALK_BYTES_MAX];
            uint64_t after; /* what the inbox had taken before it */
        } said;
        struct {
            struct shuttle *shuttle;
            struct rank *from;
        } offer;
    };
};

static_assert(sizeof(struct envelope) <= MPSC_ITEM_BYTES, "an envelope travels in one line");

/* A message as it arrived: an envelope, and what of its payload did not go into it. */
struct arrival {
    struct envelope envelope;
    unsigned char rest[CARRIED_BYTES_MAX - INLINE_BYTES_MAX];
};

static inline size_t envelope_rest_bytes(const struct envelope *envelope)
{
    return envelope->inline_bytes > INLINE_BYTES_MAX &&
                   envelope->inline_bytes <= CARRIED_BYTES_MAX
               ? envelope->inline_bytes - INLINE_BYTES_MAX
               : 0;
}

/* The sender takes no message back that has been claimed; false: it has done so before. */
static inline bool envelope_claim(const struct envelope *envelope)
{
    return envelope->inline_bytes != IN_PARCEL || parcel_claim(envelope->parcel);
}

static inline bool envelope_is_called_off(const struct envelope *envelope)
{
    return envelope->inline_bytes == IN_PARCEL && parcel_is_called_off(envelope->parcel);
}

static inline MPI_Count envelope_bytes(const struct envelope *envelope)
{
    return envelope->inline_bytes == IN_PARCEL ? envelope->parcel_bytes
                                               : (MPI_Count)envelope->inline_bytes;
}

#endif
