/* SPDX-License-Identifier: MIT */
/* A file that is open at MPI_Finalize is reported with the call that opened it. */
/* ranks: 3 */
/* options: -O0 */
/* environment: HEDDLE_LEAKS=2 ASAN_OPTIONS=detect_leaks=0 */
/* mpich: no */
/* expect-stderr: 3 files, made in main \(left_open.c:18\), by all 3 ranks */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);

    /* The file is this program, which is there. */
    MPI_File_open(MPI_COMM_WORLD, argv[0], MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Finalize();
    return 0;
}
