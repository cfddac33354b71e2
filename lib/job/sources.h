/* SPDX-License-Identifier: MIT */
/* Sources that runs of an exploration have used and that no choice decides (TURN_SOURCE): random
 * numbers, the time of day, and files that several ranks open outside of MPI, one of them to write.
 * Its end names each by its function, rank and line.
 *
 * Owner: the thread that runs the jobs between two runs; in a run the one that has the turn. */
#ifndef JOB_SOURCES_H
#define JOB_SOURCES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rank/choice.h"

enum { SOURCES_MAX = 16 }; /* that are named */

struct source {
    enum turn_source_kind kind;
    const char *function;
    const void *site;
    int rank;
};

struct sources {
    struct source each[SOURCES_MAX];
    int count;
    bool has_more;
};

/* The files that ranks have opened in a run. */
struct source_files {
    struct source_file *each; /* [room] */
    int count, room;
};

/* False: it is there already, or there is no room. */
bool sources_add(struct sources *sources, const struct source *source);

/* The rank has opened the file that the source says. Calls `note` for each opening of a file that
 * ranks share, this one and earlier ones. False: no memory. */
bool sources_open(struct source_files *files, int rank, const struct turn_source *source,
                  void (*note)(void *subject, const struct source *source), void *subject);
/* A run begins; and there is no other one. */
void sources_forget_files(struct source_files *files);
void sources_free_files(struct source_files *files);

/* Writes "getrandom in main (x.c:12) of rank 1 and time in seed (x.c:7) of rank 0"; there is one at
 * least. */
void sources_describe(FILE *out, const struct sources *sources);

#endif
