/* SPDX-License-Identifier: MIT */
/* Operations in which all show their calls, then each does its share by reading from and writing to
 * everybody's buffers, and all meet again before anyone's buffers may change. */
#ifndef COLL_EXCHANGE_H
#define COLL_EXCHANGE_H

#include "coll/card.h"

/* A member's share, done by itself or by another member, who has seen the calls of all: `by`, with
 * whose operation and type a reduction combines. */
typedef void coll_share(const struct coll *coll, const struct coll *by);

struct exchange {
    coll_share *shares[2]; /* between two meetings each; the second may be NULL */
    void (*all)(const struct coll *coll); /* the work of all members of one group; NULL, or on an
                                             intercommunicator: everybody's shares, one by one */
    bool (*prepare)(struct coll *coll); /* before all; NULL: nothing. False: no memory */
    void (*conclude)(struct coll *coll); /* after all; NULL: nothing */
    gift_of *gift; /* what a member has for others; NULL: that is not to be told one by one */
    int (*gift_count)(const struct coll_call *call);
};

enum { TAKER_ANY = -1 }; /* of a gift: all take the same one */

/* Copies the number-th thing that the member at `seat` has for this one. */
void exchange_take(const struct coll *coll, int seat, int number, const struct data *to);
/* For whom it is; MPI_UNDEFINED: it has no such thing. */
int exchange_taker(const struct coll *coll, int seat, int number);

/* The bytes that all it has for others takes with its card; more than SLOT_BYTES: it does not fit.
 * That card; 0: it does not fit, or there is no memory. */
MPI_Count exchange_bytes_of_gifts(const struct coll *coll);
size_t exchange_card_of_gifts(struct coll_card *card, const struct coll *coll);

extern const struct exchange allgather_exchange;
extern const struct exchange alltoall_exchange;
extern const struct exchange alltoall_in_place_exchange;
extern const struct exchange reduce_exchange;
extern const struct exchange allreduce_exchange;
extern const struct exchange allreduce_whole_exchange;
extern const struct exchange reduce_scatter_exchange;
extern const struct exchange scan_exchange; /* and exscan */
extern const struct exchange neighbor_exchange;

static inline int exchange_turns(const struct exchange *exchange)
{
    return exchange->shares[1] != NULL ? 3 : 2;
}

#endif
