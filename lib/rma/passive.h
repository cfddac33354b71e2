/* SPDX-License-Identifier: MIT */
/* Passive target synchronization: locks of one member's part, and of all.
 *
 * MPI_Win_lock takes the fair lock of the target's part. An exclusive one also holds the lock of
 * the whole window as one of a group, and MPI_Win_lock_all takes that lock shared: it excludes
 * exclusive locks of any part, and costs the same for any number of members. Until the first
 * MPI_Win_lock_all of a window an exclusive lock that needs no waiting leaves the lock of the whole
 * out, which halves its cost and lets locks of different targets share nothing. That first call
 * announces itself, and then waits for the members that hold targets exclusively. The target takes
 * no part in any of it. With MPI_MODE_NOCHECK an epoch is opened and no lock is taken.
 *
 * Laws, which passive_check asserts
 *   1. Locked members are members of the window, or MPI_PROC_NULL.
 *   2. A member is locked at most once, and as many are locked as the window counts.
 *   3. The table by rank, if there is one, has the locks that the list has.
 *   4. The rank holds the locks of those that it has locked, unless by MPI_MODE_NOCHECK.
 *   5. The member that was locked last is locked, or there is none.
 *
 * Edges
 *   window.all_used  a member that has waited for those that held targets alone publishes that to
 *                    members that need not wait for them any more. */
#ifndef RMA_PASSIVE_H
#define RMA_PASSIVE_H

#include "rma/window.h"

struct call;

/* `target` may be MPI_PROC_NULL. All return MPI_SUCCESS or a class with a note. */
int passive_lock(struct window *window, int target, bool is_exclusive, bool is_checked,
                 const struct call *call);
int passive_unlock(struct window *window, int target);
int passive_lock_all(struct window *window, bool is_checked, const struct call *call);
void passive_unlock_all(struct window *window);

bool passive_is_locked(const struct window *window, int target);
bool passive_is_locked_exclusively(const struct window *window, int target);

/* Asserts the laws, under the rank's guard. */
void passive_check(const struct window *window);

#endif
