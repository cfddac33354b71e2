/* SPDX-License-Identifier: MIT */
/* Findings: mistakes of a program that the library reports (base/finding.def), such as the warnings
 * of HEDDLE_RMA. Each is a line on standard error as soon as it is found, once for each kind and
 * place in the whole job, and counted when it is found again. The job's first world keeps them, so
 * that a test that made one can fail (heddle_options, forbids_findings), and for the end of a job
 * with HEDDLE_CHECK (job/verdict.h).
 *
 * Edges
 *   lock.word  a thread that has found something publishes it to the next, and to the job's
 *              result. */
#ifndef RANK_FINDINGS_H
#define RANK_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/finding.h"
#include "sync/lock.h"

struct rank;
struct world;

/* Beyond this many places there are no more findings: what else is wrong in the program can
 * wait. */
enum { FINDINGS_MAX = 256 };

/* One kind at one place: the call, or the two calls that do not fit each other. */
struct finding_place {
    struct finding_place *next;
    enum finding kind;
    uint64_t pair;       /* the lower halves of the calls' addresses */
    long count;
    int rank;            /* the first one that it was found in */
    char *line;          /* as it was written; NULL: it is being written */
    size_t head;         /* bytes of it before what has happened: "rank 2: warning: " */
    char *place, *other; /* "file:line" of the calls; NULL: unknown, or not asked for */
};

/* Zero: nothing has been found. */
struct findings {
    struct lock lock;
    struct finding_place *first, *last;  /* in the order in which they were found */
    int places;                  /* that are kept */
    int left_out;                /* findings at other places, which are not kept */
    _Atomic(int) thread_reports; /* of ThreadSanitizer, which writes them itself */
    _Atomic(bool) has_windows;   /* whose races are looked for (rma/touch.h) */
    _Atomic(bool) has_unfollowed; /* a world whose sends check/reliance.h does not follow, or not
                                   * to the end */
    _Atomic(bool) sees_accesses; /* the program reports its loads and stores beside them */
};

/* Counts it. Is the finding to be reported: has it not been found at that place before, and is its
 * kind not turned off? Then finding_tell follows. `other` is NULL if there is one call only. */
bool finding_is_news(const struct rank *rank, enum finding kind, const void *site,
                     const void *other);

/* Writes "rank 2: warning: ... [mpi-leak]" and keeps it, unless the kind is turned off. The rank is
 * the one that the finding is about, which the calling thread need not belong to. */
void finding_tell(const struct rank *rank, enum finding kind, const void *site, const void *other,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* " [mpi-error]", for the end of another report of that kind in a job with HEDDLE_CHECK; else, or
 * if the kind is turned off, "". */
struct finding_mark {
    char text[32];
};
struct finding_mark finding_mark(enum finding kind);

/* Keeps what another report has said, that many times at that place, for the end of a job with
 * HEDDLE_CHECK. Does nothing in other jobs, and if the kind is turned off. */
void finding_keep(const struct rank *rank, enum finding kind, const void *site, long count,
                  const char *sentence);

/* ThreadSanitizer has written a report, in a thread of that rank. */
void findings_count_report(const struct rank *self) __attribute__((no_sanitize("thread")));

/* Before their number, in what findings_describe returns. */
#define FINDINGS_REPORTS "ThreadSanitizer has made "

/* Describes what has been found, in lines. Returns library memory; NULL: nothing, or no memory. */
char *findings_describe(struct findings *findings);

/* Has the job found mistakes of that kind? */
bool findings_have(struct findings *findings, enum finding kind);

/* Gives what a world has kept, when it is destroyed. */
void findings_drop(struct findings *findings);

#endif
