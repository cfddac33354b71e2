/* SPDX-License-Identifier: MIT */
/* HEDDLE_BUFFERS reports a count that is larger than the object in a program that is compiled for
 * AddressSanitizer, also where the library alone goes beyond it, and of memory that was freed. */
/* ranks: 2 */
/* options: -O0 */
/* flags: -fsanitize=address -Wno-mpi-count */
/* mpich: no */
/* sanitizer: no */
/* environment: HEDDLE_BUFFERS=2 ASAN_OPTIONS=detect_leaks=0 */
/* expect-status: 1 */
/* arguments: send */
/* expect-stderr: rank 0: MPI_Send: buf in main .* has 16 bytes, and only 12 before one that */
/* variant: receive; arguments: receive; expect-stderr: MPI_Recv: buf in .* only 12 before one */
/* variant: freed; arguments: freed; expect-stderr: buf in main .* has 12 bytes, and only 0 */
/* variant: type; arguments: type; expect-stderr: buf in main .* has 8 bytes, and only 4 before */
/* variant: sum; arguments: sum; expect-stderr: MPI_Allreduce: recvbuf in .* 16 bytes, and only */
/* variant: variable; arguments: variable; expect-stderr: `numbers` from its element .1. on */
/* variant: right; arguments: right; expect-status: 0; expect-stderr: ; */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { INTS = 3 };

static int numbers[INTS];

int main(int argc, char **argv)
{
    int rank, *ints = malloc(INTS * sizeof *ints), *more = malloc((INTS + 1) * sizeof *more);
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 1, INTS, MPI_INT, &column); /* one int more than there is */
    MPI_Type_commit(&column);
    memset(ints, 0, INTS * sizeof *ints);
    memset(more, 0, (INTS + 1) * sizeof *more);
    if (strcmp(argv[1], "freed") == 0)
        free(ints);
    if (strcmp(argv[1], "send") == 0 && rank == 0)
        MPI_Send(ints, INTS + 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (strcmp(argv[1], "receive") == 0 && rank == 0)
        MPI_Recv(ints, INTS + 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(argv[1], "freed") == 0 && rank == 0)
        MPI_Send(ints, INTS, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (strcmp(argv[1], "type") == 0 && rank == 0)
        MPI_Send(ints, 1, column, 1, 0, MPI_COMM_WORLD);
    if (strcmp(argv[1], "variable") == 0 && rank == 0)
        MPI_Send(&numbers[1], INTS, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (strcmp(argv[1], "sum") == 0)
        MPI_Allreduce(more, ints, INTS + 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp(argv[1], "right") == 0) {
        MPI_Allreduce(ints, more, INTS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Sendrecv(more, 1, column, 1 - rank, 0, ints, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    if (strcmp(argv[1], "right") != 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_free(&column);
    if (strcmp(argv[1], "freed") != 0)
        free(ints);
    free(more);
    MPI_Finalize();
    return 0;
}
