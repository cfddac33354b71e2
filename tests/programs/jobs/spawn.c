/* SPDX-License-Identifier: MIT */
/* A job of heddle_run spawns: the new ranks run the job's function, with variables of their own,
 * and their leaks are reported. An abort of theirs is that of the job.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../must.h"

enum { RANKS = 2, CHILDREN = 3 };

struct task {
    const char *program;
    int aborts;
};

static int mine = 1;

static int body(void *argument)
{
    const struct task *task = argument;
    int rank, size, sum = 0;
    MPI_Comm inter, whole;

    must(mine == 1);
    mine = 2;
    MPI_Comm_get_parent(&inter);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (inter == MPI_COMM_NULL) {
        MPI_Comm_spawn(task->program, MPI_ARGV_NULL, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                       &inter, MPI_ERRCODES_IGNORE);
        MPI_Comm_remote_size(inter, &size);
        must(size == CHILDREN);
    } else if (task->aborts && rank == CHILDREN - 1) {
        heddle_fail(__FILE__, __LINE__, "child %d has had enough", rank);
    }
    MPI_Intercomm_merge(inter, 0, &whole);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, whole);
    must(sum == 2 * (RANKS + CHILDREN));
    MPI_Comm_disconnect(&whole);
    MPI_Comm_disconnect(&inter);
    return 0;
}

int main(int argc, char **argv)
{
    struct heddle_options options = {.forbids_leaks = 1};

    (void)argc;
    for (int i = 0; i < 20; i++) {
        struct heddle_result result;
        struct task task = {argv[0], i % 5 == 4};
        int aborts = task.aborts;
        int status = heddle_run(&options, RANKS, body, &task, &result);

        if ((status != 0) != aborts)
            fprintf(stderr, "%d: %s\n", status, result.text);
        must((status != 0) == aborts);
        if (aborts)
            must(strstr(result.text, "child 2 has had enough") != NULL);
        heddle_result_free(&result);
    }
    must(mine == 1);
    return 0;
}
