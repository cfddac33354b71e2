/* SPDX-License-Identifier: MIT */
/* Generalized active target synchronization: post and start, complete and wait.
 *
 * MPI_Win_post leaves a note at each origin of its group; MPI_Win_start takes the notes of its
 * targets, and waits for those that have not come. MPI_Win_complete counts at each target;
 * MPI_Win_wait waits until as many origins have called it as the post named. With MPI_MODE_NOCHECK
 * there are no notes, and a start does not wait.
 *
 * A note lies in memory of the target, which lives until its wait. A target has one exposure at a
 * time, so an origin has at most one note of each target.
 *
 * Laws, which pscw_check asserts
 *   1. Origins and targets are members of the window.
 *   2. A note names its target and its origin.
 *   3. An access epoch begins when no note is awaited any more.
 *   4. The count of calls of MPI_Win_complete is not negative.
 *
 * Edges
 *   post.posted     a post publishes what the target did before to the origin.
 *   post.completed  a complete publishes the origin's accesses to the target. */
#ifndef RMA_PSCW_H
#define RMA_PSCW_H

#include "rma/window.h"

struct call;

/* All return MPI_SUCCESS or a class with a note. The members of the groups are of the window. */
int pscw_post(struct window *window, const struct group *origins, bool has_notes,
              const struct call *call);
int pscw_start(struct window *window, const struct group *targets, bool has_notes,
               const struct call *call);
void pscw_complete(struct window *window);
/* Waits until the exposure has ended; pscw_test: true if it has. */
void pscw_wait(struct window *window);
bool pscw_test(struct window *window);

/* True if that member is in the group of the access epoch. */
bool pscw_has_started(const struct window *window, int target);

/* Where the exposure was posted; NULL: unknown, or there is none. */
const void *pscw_post_site(const struct window *window);

/* Asserts the laws, under the rank's guard. */
void pscw_check(const struct window *window);

#endif
