/* SPDX-License-Identifier: MIT */
/* MPI_ERRORS_ABORT ends the job as MPI_Abort does, whichever communicator has it: what is made of
 * that one has it too. */
/* ranks: 3 */
/* expect-status: 6 */
/* expect-stderr: rank 1: MPI_Send: dest 9 is outside 0\.\.2 on the heir \(MPI_ERR_RANK\) */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm, heir;
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_ABORT);
    MPI_Comm_split(comm, 0, 0, &heir);
    MPI_Comm_set_name(heir, "the heir");
    MPI_Comm_rank(heir, &rank);
    MPI_Send(&value, 1, MPI_INT, 9, 0, MPI_COMM_WORLD); /* returns */
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 9, 0, heir);
    MPI_Barrier(heir); /* the others do not wait for ever */
    MPI_Finalize();
    return 0;
}
