/* SPDX-License-Identifier: MIT */
/* Rendezvous: the descriptor of a message whose payload does not travel with its envelope.
 *
 * The sender offers its own buffer. The receiver, when it has matched the message, claims the offer
 * and copies from that buffer, layout to layout. A sender that may not wait so long takes the offer
 * back by copying the message into a buffer of the descriptor's; the descriptor is then the
 * receiver's. A sender may also cancel the message: the receiver then finds nothing to claim, and
 * frees the descriptor.
 *
 *   OFFERED --- rendezvous_claim ---> CLAIMED -------> DELIVERED  (the sender frees)
 *      |                                  '-> COOPERATIVE -^      (large: the sender helps)
 *      |------- rendezvous_buffer --> BUFFERING -----> BUFFERED   (the receiver frees)
 *      '------- rendezvous_cancel --> CANCELLED                   (the receiver frees)
 *
 * Nothing is copied twice unless the receiver is late, and no sender of a moderate message waits
 * for a late receiver. Data with gaps, too few for two threads to share the copy, may be packed
 * before they are offered; the receiver then unpacks. An eager copy, and a message in an attached
 * buffer, are BUFFERED from the start.
 *
 * Laws (asserted at each transition; rendezvous_check)
 *   1. Only CLAIMED and COOPERATIVE become DELIVERED; only BUFFERING becomes BUFFERED.
 *   2. A descriptor is freed in no state in which a thread copies.
 *   3. Only a large message, which has a split copy, is COOPERATIVE.
 *   4. BUFFERED has a buffer.
 *
 * Edges
 *   rendezvous.state  OFFERED to CLAIMED gives the sender's buffer to the receiver to read,
 *                     DELIVERED gives it back; COOPERATIVE publishes the receiver's buffer to a
 *                     sender that helps; BUFFERED publishes the copy. */
#ifndef P2P_RENDEZVOUS_H
#define P2P_RENDEZVOUS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/atomic.h"
#include "base/container.h"
#include "p2p/policy.h"
#include "p2p/split_copy.h"
#include "rank/rank.h"
#include "type/data.h"

struct buffer_segment;

enum rendezvous_state {
    RENDEZVOUS_OFFERED,
    RENDEZVOUS_CLAIMED,
    RENDEZVOUS_COOPERATIVE,
    RENDEZVOUS_DELIVERED,
    RENDEZVOUS_BUFFERING,
    RENDEZVOUS_BUFFERED,
    RENDEZVOUS_CANCELLED,
};

struct rendezvous {
    /* The facts that the receiver of an offer needs, in one cache line, which it asks for to be
     * written. */
    _Atomic(int) state;
    bool is_copy;     /* `buffer` is the end of the descriptor's own memory */
    MPI_Count bytes;  /* this and the rest of the line: constant once offered */
    struct data from; /* what the receiver copies: the sender's data, or `packed` */
    unsigned char *packed; /* the sender's data without their gaps, or NULL */
    struct rank *sender;
    struct split_copy *split_copy; /* behind a large one, for the receiver to fill; or NULL */

    struct data data; /* the sender's, constant once offered; it holds the type */
    unsigned char *buffer;   /* from BUFFERING on */
    struct buffer_segment *segment; /* of the sender's attached buffer: `buffer`; or NULL */
    unsigned char unused[24]; /* memory for two lines begins on a line */
};

static_assert(offsetof(struct rendezvous, data) <= CACHE_LINE, "an offer is one line");
static_assert(sizeof(struct rendezvous) % CACHE_LINE == 0, "a descriptor is whole lines");

/* NULL: no memory. Holds the type until it is freed or the message has been buffered. */
struct rendezvous *rendezvous_create(struct rank *sender, const struct data *data);
/* An eager copy: BUFFERED from the start, in one piece of memory. */
struct rendezvous *rendezvous_create_copy(struct rank *sender, const struct data *data);
/* Frees the descriptor; its state decides which side may call. NULL is fine. */
void rendezvous_free(struct rendezvous *rendezvous);

void rendezvous_check(const struct rendezvous *rendezvous);

/* ---- the sender's side ---------------------------------------------------------------------- */

static inline bool rendezvous_is_offered(const struct rendezvous *rendezvous)
{
    return load_relaxed(&rendezvous->state) == RENDEZVOUS_OFFERED;
}

/* The receiver is copying it, alone. */
static inline bool rendezvous_is_claimed(const struct rendezvous *rendezvous)
{
    return load_relaxed(&rendezvous->state) == RENDEZVOUS_CLAIMED;
}

static inline bool rendezvous_is_delivered(const struct rendezvous *rendezvous)
{
    return load_acquire(&rendezvous->state) == RENDEZVOUS_DELIVERED; /* edge rendezvous.state */
}

/* Is the receiver copying a message that is large enough for two? */
static inline bool rendezvous_is_cooperative(const struct rendezvous *rendezvous)
{
    return load_acquire(&rendezvous->state) == RENDEZVOUS_COOPERATIVE; /* edge rendezvous.state */
}
/* Helps to copy it, as long as there is something to do; false: there was nothing. */
bool rendezvous_help(struct rendezvous *rendezvous);

/* Packs the data, before anybody has seen the descriptor, if there is memory for it. */
void rendezvous_pack(struct rendezvous *rendezvous);

/* Copies the message away: true when the descriptor is now the receiver's and the sender's buffer
 * free. False when the receiver has been faster, or there is no memory left for buffers. */
bool rendezvous_buffer(struct rendezvous *rendezvous);
/* Copies the message, before anybody has seen the descriptor, into a segment that is large enough,
 * or, when that is NULL, into memory of its own. */
void rendezvous_buffer_in(struct rendezvous *rendezvous, struct buffer_segment *segment,
                          unsigned char *buffer);
/* True when the message is cancelled; false: the receiver has claimed it, or it is buffered. */
bool rendezvous_cancel(struct rendezvous *rendezvous);

/* ---- the receiver's side -------------------------------------------------------------------- */

/* Has the sender of a claimed one copied it, in order not to wait? Not, if it always would have: an
 * eager copy, a buffered send. */
static inline bool rendezvous_is_copied_away(const struct rendezvous *rendezvous)
{
    int state = load_relaxed(&rendezvous->state);

    return (state == RENDEZVOUS_BUFFERING || state == RENDEZVOUS_BUFFERED) &&
           !rendezvous->is_copy && rendezvous->segment == NULL;
}

/* False when the sender has cancelled the message. */
bool rendezvous_claim(struct rendezvous *rendezvous);

/* Copies as much of a claimed message as there is room for, and returns how many bytes. Gives the
 * descriptor back to its sender or frees it: it is not touched afterwards. */
MPI_Count rendezvous_receive(struct rendezvous *rendezvous, const struct data *to);

static inline bool rendezvous_is_cancelled(const struct rendezvous *rendezvous)
{
    return load_acquire(&rendezvous->state) == RENDEZVOUS_CANCELLED; /* edge rendezvous.state */
}

/* The receiver will not have the message: frees what is its own, and lets the sender go on. */
void rendezvous_abandon(struct rendezvous *rendezvous);

#endif
