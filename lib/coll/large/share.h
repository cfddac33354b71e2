/* SPDX-License-Identifier: MIT */
/* Members' shares of an operation whose data lie in buffers.
 *
 * A start publishes the member's call and takes the payload of others' cells. It neither copies
 * nor combines what lies in buffers: the calls that wait or test, for any request, do that. There a
 * member does its own share as soon as it can. After fruitless polls it also does the share of a
 * member that has not begun its own because it computes. So a member that computes delays no other
 * once it has started.
 *
 * A cell that publishes its member's call offers that member's share. A member that claims a share
 * finishes it, holding a pin (board/board.h). The owner of the call stays until its share is done,
 * and other members touch what the call points to only after they have claimed the share. The cells
 * stay until all members have left.
 *
 * Source: helping (Herlihy, Wait-Free Synchronization, TOPLAS 13, 1991): what is announced anyone
 * can complete. Here members that compute are helped, not those stopped in the middle of a share.
 * Cost: an atomic operation to claim a share, and one to publish that it is done (cell_step). */
#ifndef COLL_LARGE_SHARE_H
#define COLL_LARGE_SHARE_H

#include "coll/cell.h"

/* Does the cell of that seat show a call, and may this member do the share? Reductions
 * combine with the operation and the type of the member that does it: a user's function runs on a
 * rank that has given it, among that rank's variables, and gets that rank's handle. So a member
 * that has no operation does not combine for others; nor, between groups, does one that has given
 * elements of another size. */
bool share_is_for(const struct coll_op *op, int seat);

/* Has this member waited long enough to do the shares of others? */
bool share_may_help(const struct coll_op *op);

/* Takes the share of the member at that seat in that stage: its own, or when it has waited for a
 * while another's. False: it is not to be had, or not yet, or this is a start. The member
 * that has taken it holds a pin, does it, publishes that step, and gives the pin up. */
bool share_take(const struct coll_op *op, int seat, int stage);
/* Gives a share back that cannot be done yet: others may take it, and are woken; but for its owner
 * only those that are held up (comm/round.h). */
void share_put_back(const struct coll_op *op, int seat, int stage);

/* Does a share of the only stage, which has been taken, publishes that, and wakes the members that
 * wait. */
typedef void share_work(const struct coll_op *op, int seat);

/* The share of that member, if its cell has come and it can be taken: is it done? */
bool share_do(const struct coll_op *op, share_work *work, int seat);

/* Returns how many members receive in an operation in which all receive from a root. */
int share_readers(const struct coll_op *op);
/* Counts the member at `seat` as one that has received; the last one shows it to the root by the
 * table's cell. Returns false if a member has called something else: then all members fail. */
bool share_tell_root(const struct coll_op *op, int seat);
/* Counts this member, and those whose arrivals these are (board/relay.h). */
bool share_tell_root_together(const struct coll_op *op, uint64_t arrivals);
/* This member's word of a sum of arrivals. */
uint64_t share_arrival(const struct coll_op *op);
/* Returns true at the root if all have received. The root does the shares of members that
 * compute. */
bool share_have_all_read(const struct coll_op *op, share_work *work);

#endif
