/* SPDX-License-Identifier: MIT */
/* Operations in ThreadSanitizer's reports. Such a report shows the library's function that reported
 * an access, the line of the program, and a size that is at most a word's. So the library keeps
 * which operations have reported their accesses, and writes behind the report which call of which
 * rank it is, which bytes of which window it touches, and how to order the two.
 *
 * A job keeps the latest operations of each call and thread. The sanitizer reports a race when the
 * second access happens, so an operation may be complete and its window gone by then: what is kept
 * refers to neither.
 *
 * In programs without the sanitizer nothing is kept. In a library that is compiled for it, reports
 * have no such lines: what writes them would be looked at, and report while a report is made. */
#ifndef RMA_REPORTED_H
#define RMA_REPORTED_H

#include "rank/floor.h"
#include "rma/pending.h"

/* The operations that a job keeps, made and destroyed with its world. */
extern const struct floor reported_floor;

/* The calling thread is about to report the access to the first `bytes` of the data, which are the
 * operation's target, its origin's buffer or its result. */
void reported_note(const struct access *access, const struct data *data, MPI_Count bytes,
                   enum access_kind kind);

#endif
