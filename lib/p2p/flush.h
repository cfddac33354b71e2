/* SPDX-License-Identifier: MIT */
/* Waiting until the messages in an attached buffer have been received. */
#ifndef P2P_FLUSH_H
#define P2P_FLUSH_H

#include "p2p/buffer.h"
#include "request/request.h"

void flush_wait(struct rank *self, struct buffer *buffer);

/* The request holds the buffer, which may be detached meanwhile. comm may be NULL. 0, or
 * MPI_ERR_NO_MEM. */
int flush_start(struct rank *self, struct buffer *buffer, struct comm *comm,
                struct request **started);

#endif
