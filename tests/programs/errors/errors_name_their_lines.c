/* SPDX-License-Identifier: MIT */
/* Every error that ends the job names the place of the call, whatever it is an error of. */
/* ranks: 2 */
/* options: -O0 */
/* mpich: no */
/* arguments: communicator */
/* expect-status: 6 */
/* expect-stderr: ^rank 0: MPI_Send: dest 9 .*\(MPI_ERR_RANK\), called in main \(.*:27\)$ */
/* variant: comm; arguments: handle; expect-status: 5; expect-stderr: called in main \(.*:29\)$ */
/* variant: type; arguments: type; expect-status: 3; expect-stderr: called in main \(.*:31\)$ */
/* variant: key; arguments: key; expect-status: 36; expect-stderr: called in main \(.*:33\)$ */
/* variant: win; arguments: win; expect-status: 56; expect-stderr: called in main \(.*:35\)$ */
/* variant: file; arguments: file; expect-status: 30; expect-stderr: called in main \(.*:38\)$ */
/* variant: abort; arguments: abort; expect-status: 9; expect-stderr: called in main \(.*:41\)$ */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(argv[1], "communicator") == 0)
        MPI_Send(&value, 1, MPI_INT, 9, 0, MPI_COMM_WORLD);
    if (strcmp(argv[1], "handle") == 0)
        MPI_Comm_size(MPI_COMM_NULL, &value);
    if (strcmp(argv[1], "type") == 0)
        MPI_Type_size(MPI_DATATYPE_NULL, &value);
    if (strcmp(argv[1], "key") == 0)
        MPI_Comm_delete_attr(MPI_COMM_WORLD, 77777);
    if (strcmp(argv[1], "win") == 0)
        MPI_Win_set_name(MPI_WIN_NULL, "name");
    if (strcmp(argv[1], "file") == 0) {
        MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
        MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_FILE);
    }
    if (strcmp(argv[1], "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 9);
    return 0;
}
