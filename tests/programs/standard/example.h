/* SPDX-License-Identifier: MIT */
/* Examples of the MPI 5.0 report for standard.py, completed to what can run; each is named by its
 * number there. Without arguments a program runs all that its number of ranks allows, one behind
 * the other; an argument chooses one. Ranks that an example has no part for do nothing in it. */
#ifndef TESTS_PROGRAMS_STANDARD_EXAMPLE_H
#define TESTS_PROGRAMS_STANDARD_EXAMPLE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../must.h"

struct example {
    const char *number;
    void (*run)(void);
    int ranks; /* at least */
};

static int rank, size;
static MPI_Comm comm;

#define AT(number) if (rank == (number))
#define IGNORE     MPI_STATUS_IGNORE
#define IGNORE_ALL MPI_STATUSES_IGNORE

static inline void begin_examples(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
}

static inline void run_examples(int argc, char **argv, const struct example examples[], int count)
{
    int ran = 0, i;

    for (i = 0; i < count; i++) {
        if (size < examples[i].ranks || (argc > 1 && strcmp(argv[1], examples[i].number) != 0))
            continue;
        examples[i].run();
        MPI_Barrier(MPI_COMM_WORLD);
        ran++;
    }
    must(ran > 0);
    if (rank == 0)
        printf("%d examples\n", ran);
}

static inline void end_examples(void)
{
    MPI_Comm_free(&comm);
    MPI_Finalize();
}

#define RUN_EXAMPLES(argc, argv, examples)                                                         \
    run_examples(argc, argv, examples, (int)(sizeof(examples) / sizeof(examples)[0]))

#endif
