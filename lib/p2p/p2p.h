/* SPDX-License-Identifier: MIT */
/* A rank's messaging state, for the files of this folder. Under the rank's guard. */
#ifndef P2P_P2P_H
#define P2P_P2P_H

#include "p2p/buffer.h"
#include "p2p/match.h"
#include "p2p/parcel.h"
#include "p2p/request.h"
#include "p2p/taking.h"
#include "p2p/talk.h"

struct send;

/* Pairs of calls whose types do not agree are told of so many times. */
enum { PAIRS_TOLD_MAX = 16 };

struct p2p {
    struct match match;
    struct takings takings;
    struct request *spare;   /* requests given up: the next ones */
    struct request *orphans; /* freed before they were done */
    _Atomic(uint32_t) serial; /* of messages that can be called off */
    struct buffer *buffer;   /* attached for buffered sends of the rank; NULL: none */

    const struct rank *listener; /* whom it sends to, and how often in a row (talk.h) */
    int told_in_a_row;

    _Atomic(uint32_t) choices; /* made at random for knobs.eager */

    struct lock told_lock; /* for what follows: by whoever delivers */
    int told;
    uint64_t pairs_told[PAIRS_TOLD_MAX]; /* the lower halves of their sites */
};

/* All but is_behind and the payload. */
void envelope_write(struct envelope *envelope, const struct send *send, uint32_t bytes,
                    uint32_t serial);

/* The next item, and the talk that it is from; NULL: it is the inbox's. */
static inline const struct envelope *p2p_peek(struct rank *rank, struct talk **talk)
{
    const struct envelope *item = NULL;

    *talk = NULL;
    if (unlikely(load_relaxed(&rank->talks) != NULL))
        item = talk_hear(rank, talk);
    if (item != NULL)
        return item;
    item = mpsc_peek(&rank->inbox);
    if (item == NULL || likely(!item->is_behind))
        return item;
    item = talk_hear(rank, talk); /* now that what comes after it has been seen */
    return item != NULL ? item : mpsc_peek(&rank->inbox);
}

static inline void p2p_pop(struct rank *rank, struct talk *talk)
{
    if (talk != NULL)
        shuttle_pop(&talk->end);
    else
        mpsc_pop(&rank->inbox);
}

/* Takes one item out of the rank's inbox, under its guard: true when there was one. Then
 * *request is the receive it is for, NULL when it has been kept, and *arrival what came. */
bool p2p_take(struct rank *rank, struct request **request, struct arrival *arrival);

/* Of a message in a parcel: asks for the lines that the receiver will want first, all at the same
 * time. */
void p2p_prefetch(const struct envelope *envelope);

/* A message without a parcel or a tail goes into the request's buffer, if that is as simple as
 * mostly; the request is not yet done. */
bool receive_takes_inline(struct request *request, const struct envelope *envelope);

/* The message goes into the request's buffer; what the envelope refers to is freed, or given back.
 * Not under the guard: copying takes its time. */
void receive_fill(struct request *request, const struct envelope *envelope,
                  const unsigned char *rest);
/* Then the request is done. */
void receive_deliver(struct request *request, const struct envelope *envelope,
                     const unsigned char *rest);

#endif
