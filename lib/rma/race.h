/* SPDX-License-Identifier: MIT */
/* Races, with HEDDLE_RMA: two accesses to the same bytes of a window, or of a buffer of an
 * operation, at least one of which changes them, though nothing orders them. It does not matter
 * whether they overlap in time: order is what the standard gives (rank/observe/causal.h).
 *
 * An operation is a record at each of its sides: the target's memory, the origin's buffer, and the
 * buffer of a result. A message's buffer is one, too, if it lies in a window or meets such a
 * buffer; loads and stores are in rma/shadow.h. A record has the epoch of its call and that of its
 * end:
 *
 *   side                   | it ends with
 *   memory, in a fence's   | the next fence
 *   memory, in a start's   | the target's wait; it is forgotten with the next post
 *   memory, under a lock   | flush or unlock; what it only reads also with flush_local or the
 *                          | request
 *   a buffer of the origin | any of these, flush_local, or the request
 *   a buffer of a message  | the call that completes the request; blocking calls are loads and
 *                          | stores
 *
 * An access that comes later in time races with a record that has not ended, or whose end the
 * accessing thread does not know. A record that begins is compared with the older ones, and with
 * the loads and stores whose epochs its thread does not know. So each pair is looked at once, by
 * the later of the two, whichever that is. Whichever thread of a rank completes an operation, all
 * that complete some on that target know its end.
 *
 * Accumulates of one basic type at the same elements are no race, unless the user has set the hint
 * accumulate_ops and their operations break it; by its default the standard promises less than this
 * library keeps. Fences whose asserts do not go together are reported, too, and epochs of
 * another kind between two fences.
 *
 * Under a lock a store beside a get is valid, and so is a load that polls (MPI 5.0, 12.7, unified
 * model). Such stores are not reported, and loads in a loop only if the program has put them behind
 * the operation's call.
 *
 *   ownership      records belong to the part of the window whose memory they touch, or in whose
 *                  member's name they use a buffer, under the part's lock. They go with the window
 *   retired        records of an era when its fence ends; in a rank without further threads those
 *                  of buffers outside windows when they end; those of memory that is detached;
 *                  else, when COMPLETE_MAX have ended, the older half. One of many that a loop
 *                  makes stands for all of them. A race with one that was forgotten is missed
 *   many ranks     a part keeps no more for them; a flush of all looks at one flag of each member,
 *                  and in a rank that has created threads hands its clock on for each
 *   several worlds of one job have one causality. A window with members of several jobs is not
 *                  watched
 *   an abort       leaves no lock taken: nothing waits under one
 *   correctness    an order may be known that the standard does not give, never the reverse. So a
 *                  correct program is not accused, if all of it that orders threads is compiled
 *                  with -fheddle-races; of programs without it a rank's threads count as one.
 *                  docs/CHECKING.md names what is left */
#ifndef RMA_RACE_H
#define RMA_RACE_H

#include "rma/access.h"

enum race_kind { RACE_GET, RACE_PUT, RACE_ACCUMULATE };

struct races;

/* How an accumulate combines elements of a predefined type; op NULL: it compares and swaps. */
struct race_combination {
    const struct type *basic;
    const struct op *op;
};

/* The races of a window of that many parts, if HEDDLE_RMA asks for them. False: no memory. */
bool races_create(struct window_common *common);
void races_destroy(struct races *races); /* accepts NULL */

/* Compares an operation with those under way, and keeps it. `result`: where the old data go, type
 * NULL: nowhere; `combination`: of an accumulate, else NULL; `ticket`: of an operation that has a
 * request, gets the number by which race_end knows it, else NULL. Returns 0; or
 * MPI_ERR_RMA_CONFLICT with a note that names the other operation's call, if that is what
 * HEDDLE_RMA says, else a warning has been written. */
int race_begin(const struct access *access, enum race_kind kind, const struct data *result,
               const struct race_combination *combination, uint64_t *ticket);

/* The request of the rank's operation on the memory of that target is completed. */
void race_end(struct window *window, int target, uint64_t ticket);

/* The rank's operations on the memory of that target are complete; -1: on all. is_local: at the
 * origin only. */
void race_complete(struct window *window, int target, bool is_local);
/* Before and after the members meet in a fence: all operations before it are complete. The end
 * returns 0; or MPI_ERR_RMA_SYNC with a note when members' asserts do not go together, if that is
 * what HEDDLE_RMA says, else a warning has been written. */
void race_fence_begin(const struct call *call, struct window *window, int assert);
int race_fence_end(struct window *window);
/* An operation begins in an epoch of another kind. A fence before it and one behind it then have an
 * epoch between them that overlaps this one, unless the first says MPI_MODE_NOSUCCEED: the second
 * fence reports it. */
void race_note_nested(const struct access *access);
/* The rank's memory is exposed again; its exposure is over. */
void race_expose(struct window *window);
void race_unexpose(struct window *window);

/* The calling rank sends the data, or receives there, until the request is completed. */
void race_begin_message(struct rank *self, const struct call *call, const struct data *data,
                        bool is_received, const void *request);
void race_end_message(struct rank *self, const void *request);

/* True if races are looked for in the window. */
static inline bool window_is_watched(const struct window *window)
{
    return unlikely(window->common->races != NULL);
}

#endif
