/* SPDX-License-Identifier: MIT */
/* A message that does not fit its envelope.
 *
 * The sender offers its own buffer; the receiver copies straight from it, layout to layout, when it
 * has matched. A sender that may not wait so long takes the offer back by copying the message into
 * a buffer of the parcel's; the parcel is then the receiver's. A sender may also call a message
 * off: the receiver then finds nothing and frees the parcel.
 *
 *   OFFERED --- parcel_claim -----> TAKEN ---> DELIVERED    (the sender frees)
 *      |                               '-> SHARED -^        (large: the sender may help)
 *      |------- parcel_buffer ----> BUFFERING ---> BUFFERED (the receiver frees)
 *      '------- parcel_call_off --> CALLED_OFF              (the receiver frees)
 *
 * Nothing is copied twice unless the receiver is late, and no sender of a moderate message waits
 * for a late receiver. Data with gaps that are too few for two threads to share may be drafted
 * before they are offered: packed, for the receiver to unpack.
 *
 * Edges
 *   parcel.state  OFFERED to TAKEN gives the sender's buffer to the receiver to read, DELIVERED
 *                 gives it back; SHARED publishes the receiver's buffer to a sender that helps;
 *                 BUFFERED publishes the copy. */
#ifndef P2P_PARCEL_H
#define P2P_PARCEL_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/atomic.h"
#include "base/container.h"
#include "p2p/share.h"
#include "rank/rank.h"
#include "type/data.h"

struct buffer_segment;

enum parcel_state {
    PARCEL_OFFERED,
    PARCEL_TAKEN,
    PARCEL_SHARED,
    PARCEL_DELIVERED,
    PARCEL_BUFFERING,
    PARCEL_BUFFERED,
    PARCEL_CALLED_OFF,
};

struct parcel {
    /* What the receiver of an offer needs, in one line: it is asked for to be written. */
    _Atomic(int) state;
    bool is_copy;     /* `buffer` is the end of the parcel's own memory */
    MPI_Count bytes;  /* this and the rest of the line: constant once offered */
    struct data from; /* what the receiver copies: the sender's data, or a draft */
    unsigned char *draft; /* of the sender's, or NULL */
    struct rank *sender;
    struct share *share; /* behind a large parcel, for the receiver to fill; or NULL */

    struct data data; /* the sender's, constant once offered; it holds the type */
    unsigned char *buffer;   /* from BUFFERING on */
    struct buffer_segment *segment; /* of the sender's attached buffer: `buffer`; or NULL */
    unsigned char unused[24]; /* memory for two lines begins on a line */
};

static_assert(offsetof(struct parcel, data) == CACHE_LINE, "an offer is one line");
static_assert(sizeof(struct parcel) == 2 * CACHE_LINE, "a parcel is two");

/* NULL: no memory. Holds the type until it is freed or the message has been buffered. */
struct parcel *parcel_create(struct rank *sender, const struct data *data);
/* BUFFERED from the start, in one piece of memory: for small messages. */
struct parcel *parcel_create_copy(struct rank *sender, const struct data *data);
void parcel_free(struct parcel *parcel); /* who owns it, by its state; NULL is fine */

/* The sender's side. */
static inline bool parcel_is_offered(const struct parcel *parcel)
{
    return load_relaxed(&parcel->state) == PARCEL_OFFERED;
}

/* The receiver is copying it, alone. */
static inline bool parcel_is_taken(const struct parcel *parcel)
{
    return load_relaxed(&parcel->state) == PARCEL_TAKEN;
}

static inline bool parcel_is_delivered(const struct parcel *parcel)
{
    return load_acquire(&parcel->state) == PARCEL_DELIVERED; /* edge parcel.state */
}

/* Is the receiver copying a message that is large enough for two? Then helps as long as there is
 * something to do; false: there was nothing. */
static inline bool parcel_is_shared(const struct parcel *parcel)
{
    return load_acquire(&parcel->state) == PARCEL_SHARED; /* edge parcel.state */
}
bool parcel_help(struct parcel *parcel);

/* Makes a draft, before anybody has seen the parcel, if there is memory for it. */
void parcel_draft(struct parcel *parcel);

/* Copies the message away: true when the parcel is now the receiver's and the sender's buffer free.
 * False when the receiver has been faster, or there is no memory left for buffers. */
bool parcel_buffer(struct parcel *parcel);
/* The same, before anybody has seen the parcel: into a segment that is large enough, or, when that
 * is NULL, into memory of its own. */
void parcel_buffer_in(struct parcel *parcel, struct buffer_segment *segment, unsigned char *buffer);
/* True when the receiver will not have it. */
bool parcel_call_off(struct parcel *parcel);

/* The receiver's side: false when the sender has called the message off. */
bool parcel_claim(struct parcel *parcel);

/* Of a claimed parcel: copies as much as there is room for, and returns the parcel to its sender or
 * frees it: it is not touched afterwards. Tells how many bytes were copied. */
MPI_Count parcel_receive(struct parcel *parcel, const struct data *to);

static inline bool parcel_is_called_off(const struct parcel *parcel)
{
    return load_acquire(&parcel->state) == PARCEL_CALLED_OFF; /* edge parcel.state */
}

/* The receiver will not have it: frees what is its own, and lets the sender go on. */
void parcel_abandon(struct parcel *parcel);

#endif
