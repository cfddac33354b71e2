/* SPDX-License-Identifier: MIT */
/* Sending: a small message in its envelope, a larger one as a parcel. */
#ifndef P2P_SEND_H
#define P2P_SEND_H

#include "base/call.h"
#include "p2p/request.h"

/* What is to be sent where. dest MPI_PROC_NULL: nothing happens, at once. Checked by the caller. */
struct send {
    struct comm *comm;
    struct data data;
    int dest;
    int tag;
    const struct call *call;
};

/* Both: 0, MPI_ERR_NO_MEM. */
int send_wait(struct rank *self, const struct send *send);
int send_start(struct rank *self, const struct send *send, struct request **started);

/* The two halves, with a request of the caller's. */
int send_begin(struct rank *self, const struct send *send, struct request *request);
bool send_test(struct request *request);

#endif
