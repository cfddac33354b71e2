/* SPDX-License-Identifier: MIT */
/* Members that name their places in a file in two ways write together, as PnetCDF's do; with
 * HEDDLE_MISMATCH=2 that is told. */
/* ranks: 2 4 */
/* variant: strict; environment: HEDDLE_MISMATCH=2; expect-status: 1 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, ranks, value, other = 0, err, worst;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    value = rank + 1;
    MPI_File_open(MPI_COMM_WORLD, "places.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_seek(file, 4 * rank, MPI_SEEK_SET);
    if (rank % 2 == 1)
        err = MPI_File_write_at_all(file, 4 * rank, &value, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    else
        err = MPI_File_write_all(file, &value, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Allreduce(&err, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_File_read_at(file, 4 * ((rank + 1) % ranks), &other, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return worst != MPI_SUCCESS || other != (rank + 1) % ranks + 1;
}
