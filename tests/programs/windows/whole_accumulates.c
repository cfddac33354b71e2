/* SPDX-License-Identifier: MIT */
/* An accumulate of several elements happens as a whole: of bytes, of a vector with gaps, and beside
 * single elements. With the hint mpi_accumulate_granularity of one element each element does. */
/* ranks: 3 4 */
/* sanitizer: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { TURNS = 20000, BYTES = 64, INTS = 16, STRIDE = 3 };

static int rank, size, torn;

static MPI_Win make(void *memory, MPI_Aint bytes, const char *granularity)
{
    MPI_Info info;
    MPI_Win win;

    MPI_Info_create(&info);
    if (granularity != NULL)
        MPI_Info_set(info, "mpi_accumulate_granularity", granularity);
    MPI_Win_create(memory, bytes, 1, info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_lock_all(0, win);
    return win;
}

static void give(MPI_Win *win)
{
    MPI_Win_unlock_all(*win);
    MPI_Win_free(win);
}

/* Rank 1 replaces all bytes, the others look at them. */
static void bytes_are_replaced(int count, const char *granularity)
{
    static char memory[BYTES + 1];
    char out[BYTES], in[BYTES];
    MPI_Win win;
    int turn, i;

    memset(memory, 0, sizeof memory);
    win = make(memory, sizeof memory, granularity);
    for (turn = 0; turn < TURNS; turn++) {
        memset(out, turn, sizeof out);
        MPI_Get_accumulate(out, count, MPI_BYTE, in, count, MPI_BYTE, 0, 1, count, MPI_BYTE,
                           rank == 1 ? MPI_REPLACE : MPI_NO_OP, win);
        for (i = 1; i < count; i++)
            torn += in[i] != in[0];
    }
    give(&win);
}

/* Each adds 1 to all elements of a vector; all are the same at any time. */
static void vectors_are_added_to(const char *granularity)
{
    static int memory[INTS * STRIDE];
    int ones[INTS], in[INTS], turn, i;
    MPI_Datatype vector;
    MPI_Win win;

    memset(memory, 0, sizeof memory);
    for (i = 0; i < INTS; i++)
        ones[i] = 1;
    MPI_Type_vector(INTS, 1, STRIDE, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    win = make(memory, sizeof memory, granularity);
    for (turn = 0; turn < TURNS; turn++) {
        MPI_Get_accumulate(ones, INTS, MPI_INT, in, INTS, MPI_INT, 0, 0, 1, vector, MPI_SUM, win);
        for (i = 1; i < INTS; i++)
            torn += in[i] != in[0];
    }
    give(&win);
    MPI_Type_free(&vector);
    for (i = 0; rank == 0 && i < INTS; i++)
        torn += memory[i * STRIDE] != TURNS * size;
}

/* The last rank adds to one element and then to the next: the first is never behind. */
static void single_ones_are_beside_them(void)
{
    static long memory[2];
    long one = 1, in[2], none[2] = {0, 0};
    MPI_Win win;
    int turn;

    memory[0] = memory[1] = 0;
    win = make(memory, sizeof memory, NULL);
    for (turn = 0; turn < TURNS; turn++)
        if (rank == size - 1) {
            MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
            MPI_Accumulate(&one, 1, MPI_LONG, 0, sizeof one, 1, MPI_LONG, MPI_SUM, win);
        } else {
            MPI_Get_accumulate(none, 2, MPI_LONG, in, 2, MPI_LONG, 0, 0, 2, MPI_LONG, MPI_SUM,
                               win);
            torn += in[0] != in[1] && in[0] != in[1] + 1;
        }
    give(&win);
}

/* Nothing is said about wholes then, and nothing is lost. */
static void elements_can_be_each_for_itself(void)
{
    static long memory[8];
    long ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    MPI_Win win;
    int turn, i;

    memset(memory, 0, sizeof memory);
    win = make(memory, sizeof memory, "1");
    for (turn = 0; turn < TURNS; turn++)
        MPI_Accumulate(ones, 8, MPI_LONG, 0, 0, 8, MPI_LONG, MPI_SUM, win);
    give(&win);
    for (i = 0; rank == 0 && i < 8; i++)
        torn += memory[i] != (long)TURNS * size;
}

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bytes_are_replaced(8, NULL);
    bytes_are_replaced(BYTES, NULL);
    bytes_are_replaced(BYTES, "64");
    vectors_are_added_to(NULL);
    vectors_are_added_to("64");
    single_ones_are_beside_them();
    elements_can_be_each_for_itself();
    if (torn > 0)
        printf("rank %d: %d are torn or lost\n", rank, torn);
    MPI_Finalize();
    return torn > 0;
}
