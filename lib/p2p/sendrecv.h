/* SPDX-License-Identifier: MIT */
/* A send and a receive as one operation: complete when both are, with the receive's status. */
#ifndef P2P_SENDRECV_H
#define P2P_SENDRECV_H

#include "p2p/receive.h"
#include "p2p/send.h"

/* A send of mode SEND_COPIED may be from where the receive is to. Errors as those of both. */
int sendrecv_wait(struct rank *self, const struct send *send, const struct receive *receive,
                  MPI_Status *status);
int sendrecv_start(struct rank *self, const struct send *send, const struct receive *receive,
                   struct request **started);

/* Fast path of a standard send to oneself: with nothing else there to be matched it is a copy. Both
 * data are contiguous. False: nothing has happened. */
bool sendrecv_self_now(struct rank *self, const struct send *send, const struct receive *receive,
                       MPI_Status *status);

#endif
