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

/* A message that a matched probe has taken out of matching: the object behind an MPI_Message. */
struct message;

/* The message, NULL when there is none (look) or source is MPI_PROC_NULL: *flag tells which. 0, or
 * MPI_ERR_NO_MEM. */
int message_look(struct rank *self, struct comm *comm, int source, int tag, bool *flag,
                 struct message **message, MPI_Status *status);
int message_wait_look(struct rank *self, struct comm *comm, int source, int tag,
                      struct message **message, MPI_Status *status);

/* Receives it, and gives the message up; a NULL message is that of MPI_PROC_NULL. */
int message_receive(struct rank *self, struct message *message, const struct data *data,
                    const struct call *call, MPI_Status *status);
int message_receive_start(struct rank *self, struct message *message, const struct data *data,
                          const struct call *call, struct request **started);
struct comm *message_comm(const struct message *message);

#endif
