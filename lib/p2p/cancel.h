/* SPDX-License-Identifier: MIT */
/* Cancelling a send. */
#ifndef P2P_CANCEL_H
#define P2P_CANCEL_H

#include "p2p/state.h"
#include "request/request.h"

/* The number of the rank's next message that may be cancelled: odd, so never 0. */
static inline uint32_t send_serial(struct rank *self)
{
    _Atomic(uint32_t) *latest = &self->p2p->serial;
    uint32_t serial;

    if (guard_is_shared(&self->guard)) {
        serial = fetch_add_relaxed(latest, 2);
    } else {
        serial = load_relaxed(latest);
        store_relaxed(latest, serial + 2);
    }
    return (serial | 1) & ((1u << ENVELOPE_SERIAL_BITS) - 1);
}

/* Succeeds exactly when the message has not been matched. Waits for nobody's progress. */
void cancel_send(struct request *request);

#endif
