/* SPDX-License-Identifier: MIT */
/* Probes: whether there is a message to be received; and matched probes, which take the message out
 * of matching, so that no other thread can receive it in between. */
#ifndef P2P_PROBE_H
#define P2P_PROBE_H

#include <stdbool.h>

#include "mpi_types.h"

struct comm;
struct data;
struct rank;
struct request;

/* Is there such a message? Fills status (unless NULL) if so. probe_try may say no for some time
 * (CHOICE_TEST). */
bool probe_try(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status);
void probe_wait(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status);

/* A message that a matched probe has taken: the object behind an MPI_Message. */
struct message;

/* Takes the message; NULL when there is none (try) or source is MPI_PROC_NULL: *flag says which.
 * 0, or MPI_ERR_NO_MEM. */
int message_try(struct rank *self, struct comm *comm, int source, int tag, bool *flag,
                struct message **message, MPI_Status *status);
int message_wait(struct rank *self, struct comm *comm, int source, int tag,
                 struct message **message, MPI_Status *status);

/* Receives it, and gives the message up; a NULL message is that of MPI_PROC_NULL. `site` is that of
 * the call. */
int message_receive(struct rank *self, struct message *message, const struct data *data,
                    const void *site, MPI_Status *status);
int message_receive_start(struct rank *self, struct message *message, const struct data *data,
                          const void *site, struct request **started);
struct comm *message_comm(const struct message *message);

#endif
