/* SPDX-License-Identifier: MIT */
/* Operations of more bytes than ThreadSanitizer reports, and of two ranks: the library must say
 * behind the report which bytes they touch. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { LONGS = 512, ROW = 4, ROWS = 3 };

static MPI_Win win;
static long *memory; /* own part */
static long numbers[LONGS], sum;

static void put_and_load(int rank, int count, MPI_Datatype type)
{
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(numbers, count, type, 1, 0, count, type, win);
    if (rank == 1)
        sum += memory[0];
    MPI_Win_fence(0, win);
}

static void wrong_puts_of_two_ranks(int rank)
{
    (void)rank;
    MPI_Win_fence(0, win);
    MPI_Put(numbers, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
}

static void wrong_load_of_one_of_many(int rank)
{
    put_and_load(rank, LONGS, MPI_LONG);
}

static void wrong_load_of_one_of_a_column(int rank)
{
    MPI_Datatype column;

    MPI_Type_vector(ROWS, 1, ROW, MPI_LONG, &column);
    MPI_Type_commit(&column);
    put_and_load(rank, 1, column);
    MPI_Type_free(&column);
}

#define CASE(name) {#name, name}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int rank);
    } cases[] = {
        CASE(wrong_puts_of_two_ranks),
        CASE(wrong_load_of_one_of_many),
        CASE(wrong_load_of_one_of_a_column),
    };
    int rank, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof numbers, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    memset(memory, 0, sizeof numbers);
    for (i = 0; i < (int)(sizeof cases / sizeof cases[0]); i++) {
        if (argc < 2 && rank == 0)
            puts(cases[i].name);
        if (argc > 1 && strcmp(cases[i].name, argv[1]) == 0)
            cases[i].run(rank);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
