/* SPDX-License-Identifier: MIT */
/* The meeting of all members of a communicator: all show their cards, none goes on before all
 * have.
 *
 * While every member can have a processor, each looks at all cards: one cache line moves per
 * pair, n lines read per member. When members outnumber processors each arrives at a counter, and
 * the last one tells all: nobody is woken before there is a reason. The counter adds up what they
 * have called, so that the last one knows whether they agree.
 *
 * Source: the central barrier of Mellor-Crummey and Scott, Algorithms for Scalable
 * Synchronization on Shared-Memory Multiprocessors (TOCS 9, 1991); an epoch's number takes the
 * place of the sense that is reversed. Without a counter it is their dissemination in one round,
 * in which each member tells all others. */
#ifndef COLL_LARGE_MEETING_H
#define COLL_LARGE_MEETING_H

#include "coll/cell.h"

/* Begins it with this card, of so many bytes. */
void meeting_begin(struct coll_op *op, struct round *round, const struct coll_cell *cell,
                   size_t bytes);
/* The same but for the end: true for who comes last when members outnumber processors, and must
 * then announce. */
bool meeting_come(struct coll_op *op, struct round *round, const struct coll_cell *cell,
                  size_t bytes);
/* To be asked before a member arrives, where members outnumber processors: is it the last on its
 * core, as far as is known? All wait for the core with the most members: when that has been this
 * one for a while, the member moves to another. */
bool meeting_come_last(struct comm *comm, struct board *board, uint64_t seqno);
/* Who comes last on its core, but not of all, waits a moment for the table's card. */
void meeting_look_out(const struct board *board, uint64_t seqno);
/* Has the table's card come? Between groups the members must agree as well. */
bool meeting_is_announced(const struct coll_op *op, const struct round *round);
/* Some have said another word at the counter: finds out who. */
void meeting_blame(struct coll_op *op);
/* False also, for ever, when the members do not agree: the board is broken then. */
bool meeting_is_over(struct coll_op *op, const struct round *round);

#endif
