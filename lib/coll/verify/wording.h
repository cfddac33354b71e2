/* SPDX-License-Identifier: MIT */
/* Calls in words, for reports: "MPI_Gather, root 0 in main (a.c:12)". A text has room for
 * CALL_TEXT_BYTES. */
#ifndef COLL_VERIFY_WORDING_H
#define COLL_VERIFY_WORDING_H

#include "base/place.h"
#include "coll/op.h"
#include "type/wording.h"

enum { DIFFERENCE_TEXT_BYTES = 40 + 2 * TYPE_TEXT_BYTES };

/* Without the place. */
void wording_of_call(const struct coll_op *op, char *text);

/* Writes a call that a record describes; NULL: not known. Its head, if it is at hand and not NULL,
 * says more. */
void wording_of_known(const struct board_call *known, const struct coll_head *head,
                      struct places *places, char *text);
/* Writes which call the member at that seat made in a sequence number, if its record still
 * exists. */
void wording_of_record(const struct board *board, int seat, uint64_t seqno, struct places *places,
                       char *text);

/* How two calls differ that look alike, in DIFFERENCE_TEXT_BYTES; the sentence goes on with it. */
void wording_of_difference(const struct board_call *own, const struct board_call *theirs,
                           char *text);

/* How the operands of two calls differ, in DIFFERENCE_TEXT_BYTES, in type or length. */
void wording_of_data(const struct data *own, const struct data *theirs, char *text);

#endif
