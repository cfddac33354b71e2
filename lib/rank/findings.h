/* SPDX-License-Identifier: MIT */
/* Findings: mistakes of a program that it is told of and that do not end it, such as the warnings
 * of HEDDLE_RMA. Each is a line on standard error as soon as it is found. The job's first world
 * keeps the lines, too, so that a test that made one can fail (heddle_options, forbids_findings).
 *
 * Edges
 *   lock.word  a thread that has told publishes the lines to the next, and to the job's result. */
#ifndef RANK_FINDINGS_H
#define RANK_FINDINGS_H

#include <stddef.h>

#include "base/atomic.h"
#include "sync/lock.h"

struct rank;

enum { FINDINGS_TEXT_BYTES = 4096 };

/* Zero: nothing has been found. */
struct findings {
    struct lock lock;
    size_t length;               /* of the text */
    int left_out;                /* lines that do not fit into it */
    char text[FINDINGS_TEXT_BYTES];
    _Atomic(int) thread_reports; /* of ThreadSanitizer, which writes them itself */
};

/* Writes "rank 2: warning: ..." and keeps it. The rank is the one that the finding is about, which
 * the calling thread need not belong to. */
void finding_tell(const struct rank *rank, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ThreadSanitizer has written a report, in a thread of that rank. */
void findings_count_report(const struct rank *self) __attribute__((no_sanitize("thread")));

/* Describes what has been found, in lines. Returns library memory; NULL: nothing, or no memory. */
char *findings_describe(struct findings *findings);

#endif
