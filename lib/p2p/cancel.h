/* SPDX-License-Identifier: MIT */
/* Cancelling a send. */
#ifndef P2P_CANCEL_H
#define P2P_CANCEL_H

#include "request/request.h"

/* The number of the rank's next message that may be cancelled: one of 2^20, never 0. */
uint32_t send_serial(struct rank *self);

/* Succeeds exactly when the message has not been matched. Waits for nobody's progress. */
void cancel_send(struct request *request);

#endif
