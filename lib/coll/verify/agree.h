/* SPDX-License-Identifier: MIT */
/* Do members call what belongs together? If not, they get an error that names both calls.
 *
 * When operations, forms, roots or, in reductions, lengths differ, nothing that follows on the
 * communicator can be right: its board is broken and all collectives on it fail, now and later,
 * with the same sentence. A member goes when no other reads or writes its buffers any more; what
 * these hold is not defined. When single blocks differ in length or type, only that operation
 * fails.
 *
 * A member compares each cell that it reads with its own, at a counter the sum of all words, and
 * while it waits in vain the records of others with its own.
 *
 * The method is that of Falzone, Chan, Lusk and Gropp, Collective Error Detection for MPI
 * Collective Operations (EuroPVM/MPI 2005): what members call is compared by a few words, types by
 * a hash of their signatures. Here these words are on the cells that are read anyway. Cost: two
 * comparisons for a cell. */
#ifndef COLL_VERIFY_AGREE_H
#define COLL_VERIFY_AGREE_H

#include "coll/cell.h"

/* Does the operand at that seat match this member's, with which it is to be combined in a reduce
 * between groups? If not, the board is broken. */
bool cell_agrees_on_operand(const struct coll_op *op, int seat);
/* The record of a call. */
struct board_call call_record_of(const struct coll_args *args);
/* Has the first member on a persistent operation's board prepared the same call? If not, all is
 * broken. */
bool call_agrees_with_opener(const struct coll_args *args, struct board *board);

/* Has one of that many members behind this one shown on its cell that it calls something else? If
 * so, the board is broken. When some have said another word at a counter, the last to arrive looks
 * at all. A member that waits looks at a few: all members together look at all, and each at as many
 * however many there are. */
void cell_audit_cells(const struct coll_op *op, int members);

/* Has someone begun something else in this sequence number, or in one of that many before? */
void cell_audit(const struct coll_op *op, int before);

/* The first sequence number from `first` on, before `end`, in which those two have called what does
 * not belong together; 0: none that is known. */
uint64_t cell_find_difference(const struct context *context, const struct board *board, int one,
                              int other, uint64_t first, uint64_t end);

/* One block of many, that many bytes with that folded signature hash, is not as long or of the type
 * as its destination expects. */
void cell_report_mismatch(const struct coll_op *op, int source, int dest, long long sent,
                          uint32_t sig_hash, const struct data *to);

#endif
