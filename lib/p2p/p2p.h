/* SPDX-License-Identifier: MIT */
/* A rank's messaging: what MPI_Init makes for it, and what moves its messages along. */
#ifndef P2P_P2P_H
#define P2P_P2P_H

#include "p2p/buffer.h"
#include "p2p/match.h"
#include "p2p/parcel.h"
#include "p2p/request.h"
#include "p2p/taking.h"
#include "p2p/talk.h"
#include "p2p/told.h"

/* Under the rank's guard. */
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

    struct told told; /* types that did not agree; by whoever delivers, without the guard */
};

/* Owner only. */
int p2p_open(struct rank *self); /* 0, MPI_ERR_NO_MEM */
/* When no rank sends any more: completes what was freed before it was done, waits until its
 * buffered messages have been received or given up, then takes everything apart. */
void p2p_close(struct rank *self);

/* Moves the rank's messages along: for the world's table. */
progress_handler p2p_progress;

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

#endif
