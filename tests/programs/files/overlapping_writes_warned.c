/* SPDX-License-Identifier: MIT */
/* With HEDDLE_IO=1, writes of two members to the same byte in one collective call are carried out,
 * and a warning names both calls, once. */
/* ranks: 2 */
/* options: -O0 */
/* environment: HEDDLE_IO=1 */
/* mpich: no */
/* expect-stderr: ^rank 0: warning: byte 399996 of .* is written by rank 0, with .*and by rank 1 */
/* expect-stderr: MPI_File_write_at_all in main .overlapping_writes_warned.c:[0-9]+., and by rank */
#include <mpi.h>
#include <unistd.h>

#include "scratch.h"

enum { INTS = 100000 };

int main(int argc, char **argv)
{
    static int data[INTS];
    char name[SCRATCH_NAME_BYTES];
    int rank, turn;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    file = open_scratch(name, scratch_folder(), "warned");
    for (turn = 0; turn < 3; turn++)
        must(MPI_File_write_at_all(file, rank * (MPI_Offset)(sizeof data - 4), data, INTS, MPI_INT,
                                   MPI_STATUS_IGNORE) == MPI_SUCCESS);
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
