/* SPDX-License-Identifier: MIT */
/* A catalogue of small programs in one file: each is a function, the argument of the command line
 * names the one to be run. */
#ifndef TESTS_PROGRAMS_CASE_H
#define TESTS_PROGRAMS_CASE_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LEVEL
#define LEVEL MPI_THREAD_SINGLE
#endif

struct program {
    const char *name;
    void (*run)(int rank, int size);
};

static inline int run_named(const struct program programs[], int argc, char **argv)
{
    int rank, size, provided;

    for (; programs->name != NULL; programs++)
        if (argc == 2 && strcmp(programs->name, argv[1]) == 0)
            break;
    if (programs->name == NULL)
        return EXIT_FAILURE;
    if (strncmp(programs->name, "session", strlen("session")) == 0) {
        programs->run(-1, -1);
        return EXIT_SUCCESS;
    }
    MPI_Init_thread(&argc, &argv, LEVEL, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    programs->run(rank, size);
    MPI_Finalize();
    return EXIT_SUCCESS;
}

#define PROGRAM(name) {#name, name}
#define PROGRAMS(...)                                                      \
    int main(int argc, char **argv)                                        \
    {                                                                      \
        static const struct program programs[] = {__VA_ARGS__, {NULL, NULL}}; \
                                                                           \
        return run_named(programs, argc, argv);                            \
    }

/* Macros, so that reports name the line of the program. */
#define receive_from(rank, tag, comm) \
    MPI_Recv(&(int){0}, 1, MPI_INT, (rank), (tag), (comm), MPI_STATUS_IGNORE)
#define send_to(rank, tag, comm) MPI_Send(&(int){42}, 1, MPI_INT, (rank), (tag), (comm))

#endif
