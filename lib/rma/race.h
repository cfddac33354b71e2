/* SPDX-License-Identifier: MIT */
/* Races between operations, with HEDDLE_RMA: two that touch the same bytes of a window, one of them
 * to change them, though nothing orders them.
 *
 * The operations under way are kept, for each part of a window those on its memory, and for each
 * origin those on its own buffers. An operation is under way until the call that the standard says
 * completes it:
 *
 *   epoch of    | it is under way until
 *   fence       | the next fence: all of one fence's epoch are compared, whatever their timing
 *   start       | the target's next post
 *   lock        | flush or unlock; its own buffers, and what it only reads, also flush_local; what
 *               | it only reads also until its request is completed
 *
 * Accumulates of one basic type at the same elements are no race, unless the user has set the hint
 * accumulate_ops and their operations break it; by its default the standard promises less than this
 * library keeps. Fences whose asserts do not go together are told of, too, and epochs of
 * another kind between two fences.
 *
 * An operation that has a request is not kept for its own buffers. Bytes are compared, not the gaps
 * between them. Two operations are told of only if no order of the program's calls can have
 * completed the first before the second, so a correct program is never accused; in epochs of locks
 * a race is found when it happens.
 *
 * The lock of each part protects what is kept there. */
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

/* The races of a window of so many parts, if HEDDLE_RMA asks for them. False: no memory. */
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
 * fence tells of it. */
void race_note_nested(const struct access *access);
/* The rank's memory is exposed again. */
void race_expose(struct window *window);

/* True if races are looked for in the window. */
static inline bool window_is_watched(const struct window *window)
{
    return unlikely(window->common->races != NULL);
}

#endif
