/* SPDX-License-Identifier: MIT */
/* The lengths at which messages change their protocol (p2p/policy.h). The header stands alone, so
 * that tests in the form of programs can send messages of these lengths. */
#ifndef P2P_LIMITS_H
#define P2P_LIMITS_H

/* Bytes of an eager message: the eager limits. */
enum {
    MAILBOX_BYTES_MAX = 24, /* beside the mailbox's ticket in one cache line */
    INLINE_BYTES_MAX = 32, /* beside the matching data in one cache line */
    EAGER_BYTES_MAX = 536, /* nine lines more; beyond, rendezvous is faster (decision 20), */
    EAGER_COPY_STREAM_BYTES_MAX = 2048, /* but for a copy in a stream of blocking sends, */
    EAGER_COPY_SCATTERED_BYTES_MAX = 4096, /* or of data with gaps (bench/api/datatypes) */
};

/* Cooperative rendezvous: from here on two threads copy faster than one (bench/api/pingpong). */
enum { COOPERATIVE_BYTES_MIN = 128 << 10 };

#endif
