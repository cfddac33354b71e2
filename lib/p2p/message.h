/* SPDX-License-Identifier: MIT */
/* A message that a matched probe has taken out of matching, so that no other thread can receive it
 * in between: the object behind an MPI_Message. */
#ifndef P2P_MESSAGE_H
#define P2P_MESSAGE_H

#include "base/call.h"
#include "comm/comm.h"
#include "type/data.h"

struct message;
struct request;

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
