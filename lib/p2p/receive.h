/* SPDX-License-Identifier: MIT */
/* Receiving, and looking at what could be received. */
#ifndef P2P_RECEIVE_H
#define P2P_RECEIVE_H

#include "base/call.h"
#include "p2p/request.h"

/* What is to be received into where. source MPI_PROC_NULL: nothing, at once. Checked by the
 * caller. */
struct receive {
    struct comm *comm;
    struct data data;
    int source;
    int tag;
    const struct call *call;
};

/* The message's error class with its note, MPI_ERR_TRUNCATE among them; status may be NULL. */
int receive_wait(struct rank *self, const struct receive *receive, MPI_Status *status);
/* 0, MPI_ERR_NO_MEM. */
int receive_start(struct rank *self, const struct receive *receive, struct request **started);

/* The first half, with a request of the caller's, which then waits for it. */
void receive_begin(struct rank *self, const struct receive *receive, struct request *request);

/* Is there such a message? Fills status (unless NULL) if so. */
bool receive_look(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status);
void receive_wait_look(struct rank *self, struct comm *comm, int source, int tag,
                       MPI_Status *status);

#endif
