/* SPDX-License-Identifier: MIT */
/* The critical path of a job: the chain of work, calls and messages on which its end depends. A
 * function of tables, which knows neither ranks that run nor clocks.
 *
 * It is walked backward, from the latest moment at which a rank worked or was in a call without
 * waiting. Time at work, and in calls, belongs to the path. A wait does not: the path goes on with
 * the rank that was waited for, at the time at which the wait ended. If it is unknown for whom the
 * rank has waited, the wait itself is on the path. Two ranks that wait for each other copy a
 * message: the path stays with the one that has come later, and the wait is on it, too. The mean of
 * a wait is that of the waiting at its line, so two ranks that do the same do not stand out.
 *
 * The path of a thread that began later goes on, from there, with the rank that has begun it: that
 * which spawned its job, or its own.
 *
 * Lists of stretches leave out what is short (rank/observe/stretches.h), and, of long runs, the
 * beginning: the path then begins where the list of the rank that it comes to begins.
 *
 * A rank on the path need not be to blame: where all ranks do the same, one of
 * them is on it. A line stands out if the path spends more there than a rank does on average: one
 * rank does more than the others, or they do it one after the other. */
#ifndef TIMELINE_PATH_H
#define TIMELINE_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "rank/observe/stretches.h"

struct summary;

enum { PATH_NOBODY = -1, PATH_PARTS_MAX = 5 };

/* In nanoseconds from the beginning of the job. */
struct path_stretch {
    uint64_t begin, end;
    const char *name;
    uint32_t site;
    int other; /* a wait's: the rank that was waited for; PATH_NOBODY */
    enum stretch_kind kind;
};

/* Stretches are in order, and do not overlap. Threads of one rank stand together, and ranks are in
 * order. */
struct path_thread {
    int rank;
    const struct path_stretch *stretches;
    int count;
    uint64_t since; /* they are complete from here on */
    uint64_t begin; /* of the thread; 0: with the job */
    int parent;     /* if that is not 0: the rank that has begun it; PATH_NOBODY */
};

/* The path's time of one kind, of one rank, at one line. */
struct path_part {
    enum stretch_kind kind;
    int rank;
    uint32_t site;
    const char *name;
    uint64_t ns;
    uint64_t mean; /* of that kind at that line, of a rank in as much time as the path's */
    bool stands_out;
};

struct path {
    uint64_t begin, end; /* begin 0: the path is complete */
    struct path_part parts[PATH_PARTS_MAX]; /* the longest, those that stand out first */
    int part_count;
    uint64_t known; /* ns of all parts; what is between them was too short for stretches */
    bool is_even; /* nothing stands out */
};

/* "work", "call" or "wait" */
const char *path_word(enum stretch_kind kind);

/* Fills in the path. The summary has the calls of all ranks. False: no memory. */
bool path_find(struct path *path, const struct path_thread *threads, int count,
               const struct summary *summary);

#endif
