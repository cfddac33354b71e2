/* SPDX-License-Identifier: MIT */
/* Single elements and whole arrays are added to the same memory at once, in every mixture: nothing
 * is lost when the library changes from atomic instructions to a lock and back. */
/* ranks: 2 5 9 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1024, TURNS = 400, TURNS_WHERE_SLOW = 100, SINGLES = 300 };

static long out[COUNT], memory[COUNT], expected[COUNT];

int main(void)
{
    MPI_Win win;
    long one = 1, old, none = 0;
    /* A turn takes a hundred times as long under a sanitizer, and where threads dawdle: the threads
     * meet in far more of them. */
    const char *slow = getenv("slow");
    int turns = slow != NULL && strcmp(slow, "yes") == 0 ? TURNS_WHERE_SLOW : TURNS;
    int rank, size, turn, i, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    srand(100U + (unsigned)rank);
    for (i = 0; i < COUNT; i++)
        out[i] = 1;
    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    for (turn = 0; turn < turns; turn++) {
        for (i = 0; i < SINGLES; i++) {
            int place = rand() % 4;

            expected[place]++;
            if (i % 3 == 0)
                MPI_Accumulate(&one, 1, MPI_LONG, 0, place, 1, MPI_LONG, MPI_SUM, win);
            else
                MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, place, MPI_SUM, win);
            MPI_Win_flush_local(0, win);
            MPI_Compare_and_swap(&none, &none, &old, MPI_LONG, 0, place, win);
            MPI_Win_flush_local(0, win);
        }
        if (rand() % 3 == 0) {
            for (i = 0; i < COUNT; i++)
                expected[i]++;
            MPI_Accumulate(out, COUNT, MPI_LONG, 0, 0, COUNT, MPI_LONG, MPI_SUM, win);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Allreduce(MPI_IN_PLACE, expected, COUNT, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    for (i = 0; i < COUNT && rank == 0; i++)
        wrong += memory[i] != expected[i];
    if (wrong > 0)
        printf("%d sums are wrong; the first is %ld, expected %ld\n", wrong, memory[0],
               expected[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong > 0;
}
