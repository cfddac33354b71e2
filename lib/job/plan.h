/* SPDX-License-Identifier: MIT */
/* The plan of a job: how many ranks, and what each of them is told. mpiexec writes it into one
 * environment variable and executes the program; the start object's heddle_main reads it. */
#ifndef DRIVER_PLAN_H
#define DRIVER_PLAN_H

#include <stdbool.h>

enum { PLAN_RANKS_MAX = 65536 };

/* Ranks that were asked for together: the text between two colons of an mpiexec command. */
struct plan_part {
    int ranks;
    int argc; /* 0 in the variable: the arguments that the process itself was given */
    char **argv;
    char *wdir; /* NULL: where the process is */
    int env_count;
    char **env; /* NAME=VALUE */
};

struct plan {
    int ranks; /* of all parts */
    int parts;
    struct plan_part *part;
    bool label;         /* each line of output is preceded by its rank */
    unsigned timeout_s; /* 0: none */

    /* Another MPI's launcher that started several copies of this process: the copy of rank 0 runs
     * the whole job, the others have nothing to do. NULL: no such launcher. */
    const char *launcher;
    int launcher_rank;
    int launcher_size;
};

/* The plan of this process: mpiexec's, else HEDDLE_NP, else a foreign launcher's size, else the
 * program's own default (mpicc -ranks=N), else the processors there are. The knobs have been read.
 * Takes HEDDLE_PLAN out of the environment, so that programs the ranks start make their own plans.
 * Returns 0, else an error class with a note. */
int plan_read(int argc, char **argv, struct plan *plan);

/* The contents of HEDDLE_PLAN; the caller gives the text's memory back. */
int plan_encode(const struct plan *plan, char **text);
int plan_decode(const char *text, struct plan *plan);

/* For plans that plan_read or plan_decode filled. */
void plan_drop(struct plan *plan);

#endif
