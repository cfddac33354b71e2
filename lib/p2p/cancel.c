/* SPDX-License-Identifier: MIT */
/* A message whose descriptor is still offered is cancelled there. An eager or buffered message is
 * taken back at its receiver: the sender enters the receiver's guard, does the matching that the
 * receiver has not got round to, and looks among the unexpected messages. */
#include "p2p/cancel.h"

#include "base/memory.h"
#include "p2p/delivery.h"
#include "p2p/held.h"
#include "p2p/requests.h"
#include "rank/wait.h"

static void deliver_arrival(struct receive_request *request, const struct arrival *arrival)
{
    delivery_fill(request, &arrival->envelope, arrival->rest);
    request_complete(&request->request);
}

/* Matches all that is in the receiver's inbox up to the mark. Another sender that is in the middle
 * of its push holds up the items behind it, for a moment. */
static void sort_inbox(struct rank *receiver, uint64_t mark)
{
    struct arrival arrival;
    struct receive_request *other;

    while (!mpsc_has_popped(&receiver->inbox, mark)) {
        if (!delivery_take(receiver, &other, &arrival))
            rank_pause(rank_self());
        else if (other != NULL)
            deliver_arrival(other, &arrival);
    }
}

bool cancel_is_too_late(const struct request *request, int peer, int tag, uint32_t serial)
{
    struct choice_point point = {
        .kind = CHOICE_CANCEL,
        .count = 2,
        .subject = {.number = peer, .tag = tag, .nth = (int)(serial + 1) / 2}};

    return choice_is_open(request->owner) && choice_ask(request->owner, &point) != 0;
}

static bool is_too_late(const struct send_request *request)
{
    return cancel_is_too_late(&request->request, request->receiver->world_rank, request->key.tag,
                              request->serial);
}

/* A cancelled send waits for no other rank, whether the cancel succeeds or not. */
static bool buffer(struct send_request *request)
{
    if (!rendezvous_buffer(request->rendezvous))
        return false;
    request->rendezvous = NULL; /* the receiver's now */
    store_relaxed(&request->request.is_done, true);
    return true;
}

/* The message, if no receive has got it. Under the receiver's guard. */
static struct unexpected *find_sent(struct rank *receiver, const struct send_request *request)
{
    if (receiver->p2p->held != NULL)
        return held_find_sent(receiver, &request->key, request->serial);
    sort_inbox(receiver, mpsc_mark(&receiver->inbox));
    return match_find_sent(&receiver->p2p->match, &request->key, request->serial);
}

/* Under the receiver's guard. */
static bool take_back(struct rank *receiver, const struct send_request *request)
{
    struct unexpected *unexpected;

    if (receiver->p2p == NULL)
        return false;
    unexpected = find_sent(receiver, request);
    if (unexpected == NULL || (!request->request.is_cancelled && is_too_late(request)))
        return false;
    if (unexpected->is_held)
        held_remove(unexpected);
    else
        match_remove_unexpected(&receiver->p2p->match, unexpected);
    if (unexpected->envelope.eager_bytes == IS_RENDEZVOUS)
        rendezvous_abandon(unexpected->envelope.rendezvous);
    memory_give(unexpected);
    return true;
}

void cancel_send(struct request *request)
{
    struct send_request *send = as_send(request);
    struct rank *receiver = send->receiver;
    bool is_aborted;

    if (receiver == NULL)
        return;
    (void)turn_pass(request->owner, TURN_CANCEL);
    send->is_local = true;
    if (send->rendezvous != NULL) {
        if (!rendezvous_is_claimed(send->rendezvous) && is_too_late(send) && buffer(send))
            return;
        request->is_cancelled = rendezvous_cancel(send->rendezvous);
        if (!request->is_cancelled)
            return;
        send->rendezvous = NULL; /* the receiver's now */
        store_relaxed(&request->is_done, true);
    }
    /* The envelope of a cancelled descriptor is only in the way. */
    guard_enter_remote(&receiver->guard);
    is_aborted = world_is_aborted(receiver->world); /* maybe in the middle of its matching */
    if (!is_aborted)
        request->is_cancelled |= take_back(receiver, send);
    guard_leave_remote(&receiver->guard);
    if (is_aborted)
        rank_unwind(request->owner);
}
