/* SPDX-License-Identifier: MIT */
/* Standard sends that return only because their messages are buffered (HEDDLE_UNSAFE): a run in
 * which no message is buffered is followed beside the run (docs/decisions/0022). Nothing waits for
 * it, so what it reports does not depend on times.
 *
 * A rank numbers its sends and its receives. Each blocking call enters the rank's queue when it
 * returns, with how many sends and receives the rank has begun by then: a send or a wait for one, a
 * receive or a wait for one, and a collective operation, which enters when it begins. The first
 * entry is where the rank would be without buffers. It leaves when
 *
 *   a send     its receive was posted by a call that the receiver reaches
 *   a receive  its message was sent by a call that the sender reaches
 *   a meeting  all members reach it
 *
 * and a rank reaches what its first entry counts, or everything while its queue is empty. First
 * entries that wait for each other in a circle never leave: the circle is reported, and its
 * sends leave as if their messages had been buffered.
 *
 * Silence is the answer to all else: a send that is not received yet, a receive from any
 * source, which would get another message if this one were not there, a circle with a rank that has
 * reached such a receive before its message was sent, a queue of more than 65,536 entries, messages
 * between worlds, worlds of very many ranks. A receive also counts as one from any source if a
 * probe has found a message of its source before, or if a test, or a wait for one of several, has
 * found it complete: another message might have led the rank elsewhere. A rank that has seen a
 * message by a probe before it was sent, or a send complete by a test before it was received, is in
 * no circle that is reported. A wait for one of several requests leaves when one is done; if ranks
 * with such waits are in a circle, all that they could choose from has to lead to ranks that wait.
 * If only one is active, it is a wait for that one. From the first call of a rank
 * with MPI_THREAD_MULTIPLE on its world is not followed, because calls of threads have no order;
 * nor is it when a rank opens its messaging again, for another session, because its messages are
 * counted from 1 again.
 *
 * Owner   the world, by FLOOR_RELIANCE. One lock protects all of it.
 * Waits   for that lock alone. An aborted rank may leave with it: no rank takes it any more
 * then. */
#ifndef CHECK_RELIANCE_H
#define CHECK_RELIANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/call.h"
#include "p2p/arguments.h"
#include "rank/floor.h"
#include "rank/rank.h"
#include "request/request.h"

extern const struct floor reliance_floor;

/* Follows the ranks of a world that has not begun, also without HEDDLE_UNSAFE: an explored job
 * fails by the circles of its schedules (job/explored.h). False: no memory. */
bool reliance_follow(struct world *world);

/* When the rank's messaging is opened. Without memory the rank is not followed. */
void reliance_open(struct rank *self);

extern _Atomic(int) reliance_worlds; /* that are followed */

/* The functions below are for calls while this holds. They do nothing in a world that is not
 * followed. */
static inline bool reliance_is_followed(void)
{
    return unlikely(load_relaxed(&reliance_worlds) != 0);
}

/* The call has sent that; it has received; it has waited for all these requests, which are not yet
 * given up. NULL and inactive ones are passed over. */
void reliance_note_send(const struct call *call, const struct send *send);
void reliance_note_receive(const struct call *call, const struct receive *receive);
void reliance_note_wait(const struct call *call, int count, struct request *const requests[]);

/* The call is a test that has found these requests complete. It need not have found any of them. */
void reliance_note_choice(int count, struct request *const requests[]);
/* The call has waited for one of the active ones of these requests, of which there are several.
 * reliance_note_choice then says which it has found. */
void reliance_note_any(const struct call *call, int count, struct request *const requests[]);
/* The call is a probe that has found a message. It need not have found that one. */
void reliance_note_probe(const struct comm *comm);

/* The call begins a blocking operation of all members of the intracommunicator, which has that
 * number among their operations there. */
void reliance_note_meeting(const struct call *call, const struct comm *comm, uint64_t number);

#endif
