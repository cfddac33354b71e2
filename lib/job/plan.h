/* SPDX-License-Identifier: MIT */
/* The plan of a job: how many ranks, and the arguments, directory and environment of each. mpiexec
 * writes it into one environment variable and executes the program; heddle_main reads it. */
#ifndef JOB_PLAN_H
#define JOB_PLAN_H

#include <stdbool.h>

enum { PLAN_RANKS_MAX = 65536 };

/* Ranks that were asked for together: the text between two colons of an mpiexec command. */
struct plan_part {
    int ranks;
    int argc; /* 0 in the variable: the process's own arguments */
    char **argv;
    char *wdir; /* NULL: the process's own directory */
    char *file; /* the executable's absolute path; NULL: the process's own */
    int env_count;
    char **env; /* NAME=VALUE */
};

struct plan {
    int ranks; /* of all parts */
    int parts;
    struct plan_part *part;
    bool label;         /* each line of output begins with its rank */
    unsigned timeout_s; /* 0: none */

    /* Another MPI's launcher that started several copies of this process. The copy of rank 0 runs
     * the whole job and the others do nothing. NULL: no such launcher. */
    const char *launcher;
    int launcher_rank;
    int launcher_size;
};

/* Makes the plan of this process. The number of ranks is mpiexec's, else HEDDLE_NP, else a foreign
 * launcher's, else the program's default (mpicc -ranks=N), else default_ranks, or if that is 0 the
 * number of processors. Call it after the knobs have been read. It removes HEDDLE_PLAN from the
 * environment, so that programs started by ranks make their own plans. Returns 0, or an error class
 * with a note. */
int plan_read(int argc, char **argv, int default_ranks, struct plan *plan);

/* plan_encode makes the contents of HEDDLE_PLAN; the caller frees the text. */
int plan_encode(const struct plan *plan, char **text);
int plan_decode(const char *text, struct plan *plan);

/* Frees what plan_read or plan_decode filled in. */
void plan_drop(struct plan *plan);

#endif
