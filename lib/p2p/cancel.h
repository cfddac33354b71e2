/* SPDX-License-Identifier: MIT */
/* Cancelling a send. */
#ifndef P2P_CANCEL_H
#define P2P_CANCEL_H

#include "base/knob.h"
#include "p2p/state.h"
#include "rank/choice.h"
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

/* The number of a blocking send's message: a chooser's words name it, and HEDDLE_UNSAFE follows
 * it. */
static inline uint32_t send_serial_if_chosen(struct rank *self)
{
    return choice_is_open(self) || knobs.unsafe != 0 ? send_serial(self) : 0;
}

/* CHOICE_CANCEL: a cancel that could succeed may come too late. */
bool cancel_is_too_late(const struct request *request, int peer, int tag, uint32_t serial);

/* Succeeds exactly when the message has not been matched, unless it is too late. Waits for no other
 * rank's progress. */
void cancel_send(struct request *request);

#endif
