/* SPDX-License-Identifier: MIT */
/* Progress of messages: what has arrived is matched with a posted receive and delivered to it, or
 * kept as an unexpected message. */
#ifndef P2P_DELIVERY_H
#define P2P_DELIVERY_H

#include "p2p/inbox.h"
#include "p2p/requests.h"
#include "rank/world.h"

/* Moves the rank's messages along: for the world's table. */
progress_handler p2p_progress;

/* Finds the receive that a message is for, under the rank's guard, and returns it, no longer
 * posted. NULL: there is none, or the message *is_gone, because its sender has cancelled it. */
struct receive_request *delivery_place(struct rank *rank, const struct envelope *envelope,
                                       bool *is_gone);

/* Takes one item out of the rank's inbox, under its guard: true when there was one. Then *request
 * is the receive that the message is for, NULL when there is none, and *arrival what came. */
bool delivery_take(struct rank *rank, struct receive_request **request, struct arrival *arrival);

/* The message goes into the request's buffer, and the request is then done. What the envelope
 * refers to is freed, or given back. Not under the guard: copying takes its time. */
void delivery_fill(struct receive_request *request, const struct envelope *envelope,
                   const unsigned char *rest);

/* A blocking receive is about to take that message: what the rank does from now on is ordered
 * behind it. The call is for causal_is_there alone, so that messages in other jobs make one test.
 */
void delivery_tell_order(const struct rank *self, const struct envelope *envelope)
    __attribute__((cold));
/* The receive has been completed, and what the rank does from now on is ordered behind its message;
 * is_last: no thread learns of that later. */
void delivery_tell_completion(const struct receive_request *request, bool is_last);

/* Shows an observer that the message is kept, because no receive is posted for it. Not under the
 * guard. */
void delivery_show_unexpected(struct rank *self, const struct envelope *envelope);

#endif
