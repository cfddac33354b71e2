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

/* A call, as far as it is known: its record, or NULL, and its head if that is at hand, which says
 * more. */
struct heard {
    const struct board_call *call;
    const struct coll_head *head;
};

struct calls_of_two {
    char one[CALL_TEXT_BYTES], other[CALL_TEXT_BYTES];
};

void wording_of_two(struct heard one, struct heard other, struct calls_of_two *calls);

/* Writes which calls two members made in a sequence number, if their records still exist. */
void wording_of_records(const struct board *board, uint64_t seqno, int one, int other,
                        struct calls_of_two *calls);

/* How two calls differ that look alike, in DIFFERENCE_TEXT_BYTES; the sentence goes on with it. */
void wording_of_difference(const struct board_call *own, const struct board_call *theirs,
                           char *text);

/* How the operands of two calls differ, in DIFFERENCE_TEXT_BYTES, in type or length. */
void wording_of_data(const struct data *own, const struct data *theirs, char *text);

#endif
