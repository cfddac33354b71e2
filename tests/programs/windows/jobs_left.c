/* SPDX-License-Identifier: MIT */
/* With HEDDLE_RMA, jobs that end before their windows do, aborted or not: what later jobs, and the
 * process, take and free lies where the memory of those windows lay.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: yes
 * environment: HEDDLE_RMA=1 */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS = 10, WINDOWS = 5, BLOCKS = 100, BLOCK_BYTES = 300000, INFOS = 150, INFO_BYTES = 1000 };

static int leave_windows(void *argument)
{
    char *memory;
    MPI_Win win;
    int rank, i;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < WINDOWS; i++) {
        memory = malloc(BLOCK_BYTES);
        MPI_Win_create(memory, BLOCK_BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    }
    if (argument != NULL && rank == 1)
        heddle_fail(NULL, 0, "on purpose");
    return MPI_Barrier(MPI_COMM_WORLD);
}

static void free_blocks(void)
{
    void *blocks[BLOCKS];
    int i;

    for (i = 0; i < BLOCKS; i++)
        blocks[i] = malloc(BLOCK_BYTES);
    for (i = 0; i < BLOCKS; i++)
        free(blocks[i]);
}

/* The job's memory gets other contents. */
static int free_memory(void *argument)
{
    char key[20], value[INFO_BYTES];
    MPI_Info info;
    int i;

    (void)argument;
    memset(value, 'A', sizeof value);
    value[sizeof value - 1] = '\0';
    MPI_Info_create(&info);
    for (i = 0; i < INFOS; i++) {
        snprintf(key, sizeof key, "key %d", i);
        MPI_Info_set(info, key, value);
    }
    free_blocks();
    return MPI_Info_free(&info);
}

static int run(heddle_function *function, void *argument)
{
    struct heddle_result result;
    int status = heddle_run(NULL, 4, function, argument, &result);

    heddle_result_free(&result);
    free_blocks();
    return status;
}

int main(void)
{
    static char fails[] = "fails";
    int i;

    for (i = 0; i < JOBS; i++)
        if (run(leave_windows, fails) == 0 || run(free_memory, NULL) != 0 ||
            run(leave_windows, NULL) != 0 || run(free_memory, NULL) != 0)
            return 1;
    return 0;
}
