/* SPDX-License-Identifier: MIT */
/* The meeting of all members of a communicator: all show their cells, none goes on before all
 * have.
 *
 * While every member can have a processor, each looks at all cells: one cache line moves per
 * pair, n lines read per member. When members outnumber processors each arrives at a counter, and
 * the last one tells all: nobody is woken before there is a reason. The counter adds up what they
 * have called, so that the last one knows whether they agree.
 *
 * Source: the central barrier of Mellor-Crummey and Scott, Algorithms for Scalable
 * Synchronization on Shared-Memory Multiprocessors (TOCS 9, 1991); the sequence number
 * takes the place of the reversed sense. Without a counter it is their dissemination in one
 * round, in which each member tells all others. */
#ifndef COLL_LARGE_MEETING_H
#define COLL_LARGE_MEETING_H

#include "coll/cell.h"

/* Begins it with this cell, of so many bytes. */
void meeting_begin(struct coll_op *op, struct round *round, const struct coll_cell *cell,
                   size_t bytes);
/* Like meeting_begin without the end. True for the last member to arrive if members outnumber
 * processors: it must then announce. */
bool meeting_come(struct coll_op *op, struct round *round, const struct coll_cell *cell,
                  size_t bytes);
/* To be asked before a member arrives, where members outnumber processors: is it the last on its
 * core, as far as is known? All wait for the core with the most members: when that has been this
 * one for a while, the member moves to another. */
bool meeting_come_last(struct comm *comm, struct board *board, uint64_t seqno);
/* The last member to arrive on its core, but not of all, polls the table's cell briefly. */
void meeting_look_out(const struct board *board, uint64_t seqno);
/* Has the table's cell come? Between groups the members must agree as well. */
bool meeting_is_announced(const struct coll_op *op, const struct round *round);
/* Some have said another word at the counter: finds out who. */
void meeting_report_other_call(struct coll_op *op);
/* False also, for ever, when the members do not agree: the board is broken then. */
bool meeting_is_over(struct coll_op *op, const struct round *round);

#endif
