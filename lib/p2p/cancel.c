/* SPDX-License-Identifier: MIT */
/* A message that is still offered is called off in its parcel. One that has gone to the receiver,
 * in its envelope or buffered, is taken back there: the sender visits the receiver's guard, does
 * the matching that the receiver has not got round to, and looks among what is left. */
#include "p2p/cancel.h"

#include "base/memory.h"
#include "p2p/p2p.h"
#include "p2p/receive.h"
#include "rank/wait.h"

enum { SERIALS = 1 << 20 };

uint32_t send_serial(struct rank *self)
{
    _Atomic(uint32_t) *latest = &self->p2p->serial;
    uint32_t serial;

    if (guard_is_shared(&self->guard)) {
        serial = fetch_add_relaxed(latest, 1);
    } else {
        serial = load_relaxed(latest);
        store_relaxed(latest, serial + 1);
    }
    return serial % (SERIALS - 1) + 1;
}

/* All that is in the receiver's inbox up to the mark. Another sender that is in the middle of its
 * push holds up those behind it, for a moment. */
static void sort_inbox(struct rank *receiver, uint64_t mark)
{
    struct arrival arrival;
    struct request *other;

    while (!mpsc_has_popped(&receiver->inbox, mark)) {
        if (!p2p_take(receiver, &other, &arrival))
            rank_pause(rank_self());
        else if (other != NULL)
            receive_deliver(other, &arrival.envelope, arrival.rest);
    }
}

/* Under the receiver's guard. */
static bool take_back(struct rank *receiver, const struct request *request)
{
    struct waiting *waiting;

    if (receiver->p2p == NULL)
        return false;
    sort_inbox(receiver, mpsc_mark(&receiver->inbox));
    waiting = match_find_sent(&receiver->p2p->match, &request->sending.key,
                              request->sending.serial);
    if (waiting == NULL)
        return false;
    match_remove(&receiver->p2p->match, waiting);
    if (waiting->envelope.inline_bytes == IN_PARCEL)
        parcel_abandon(waiting->envelope.parcel);
    memory_give(waiting);
    return true;
}

void cancel_send(struct request *request)
{
    struct rank *receiver = request->sending.receiver;
    bool is_aborted;

    if (receiver == NULL)
        return;
    if (request->sending.parcel != NULL) {
        request->is_cancelled = parcel_call_off(request->sending.parcel);
        if (!request->is_cancelled)
            return;
        request->sending.parcel = NULL; /* the receiver's now */
        store_relaxed(&request->is_done, true);
    }
    /* An envelope whose parcel has been called off is only in the way. */
    guard_enter_remote(&receiver->guard);
    is_aborted = world_is_aborted(receiver->world); /* maybe in the middle of its matching */
    if (!is_aborted)
        request->is_cancelled |= take_back(receiver, request);
    guard_leave_remote(&receiver->guard);
    if (is_aborted)
        rank_unwind(request->owner);
}
