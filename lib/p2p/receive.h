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
/* A persistent request, inactive. */
int receive_prepare(struct rank *self, const struct receive *receive, struct request **prepared);
const struct receive *receive_prepared(const struct request *request);

extern const struct request_class receive_class;

/* Is there such a message? Fills status (unless NULL) if so. */
bool receive_look(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status);
void receive_wait_look(struct rank *self, struct comm *comm, int source, int tag,
                       MPI_Status *status);

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
