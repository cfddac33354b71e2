/* SPDX-License-Identifier: MIT */
/* Jobs of heddle_run whose ranks use a library that no wrapper has compiled: as many jobs as the
 * argument says. They leave no mappings behind, in a process that may still make children. With a
 * second argument all memory is locked; 77: the system does not permit that. */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int library_next(void);
extern int library_shown;

static int counts(void *argument)
{
    int rank, i, value = 0;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i <= rank; i++)
        value = library_next();
    library_shown += rank;
    MPI_Barrier(MPI_COMM_WORLD);
    if (value == 101 + rank && library_shown == 5 + rank)
        return 0;
    fprintf(stderr, "rank %d: value %d shown %d\n", rank, value, library_shown);
    return 1;
}

/* Rank 1 ends early, without its destructors. */
static int fails(void *argument)
{
    int rank;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    library_next();
    if (rank == 1)
        heddle_fail(NULL, 0, "on purpose");
    return MPI_Barrier(MPI_COMM_WORLD);
}

static int run(heddle_function *function)
{
    struct heddle_result result;
    int status = heddle_run(NULL, 4, function, NULL, &result);

    heddle_result_free(&result);
    return status;
}

static int count_mappings(void)
{
    FILE *file = fopen("/proc/self/maps", "r");
    int letter, lines = 0;

    while (file != NULL && (letter = getc(file)) != EOF)
        lines += letter == '\n';
    if (file != NULL)
        fclose(file);
    return lines;
}

static void tell_end(void)
{
    puts("main's exit handler");
}

int main(int argc, char **argv)
{
    int jobs = argc > 1 ? atoi(argv[1]) : 10, failed = 0, refused = 0, mappings = 0, status, i;
    pid_t child;

    if (argc > 2 && mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0)
        return 77;
    library_next();
    for (i = 0; i < jobs; i++) {
        failed += run(counts) != 0;
        refused += run(fails) != 0;
        if (i == 1)
            mappings = count_mappings();
    }
    atexit(tell_end);
    child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, &status, 0);
    printf("%d failed, %d ended early, child %d, main %d, %s\n", failed, refused, status,
           library_next(), count_mappings() <= mappings + 20 ? "no growth" : "growth");
    return 0;
}
