/* SPDX-License-Identifier: MIT */
/* HEDDLE_MISMATCH=2: data of another type than the receive's is an error. */
/* ranks: 2 */
/* environment: HEDDLE_MISMATCH=2 */
/* expect-status: 3 */
/* expect-stderr: rank 1: MPI_Wait: the message from rank 0 with tag 3 was sent as .MPI_DOUBLE, */
/* expect-stderr: as .MPI_DOUBLE, MPI_INT. in main \(type_mismatch_fatal.c:[0-9]+\) and is */
/* expect-stderr: received as mine, .MPI_DOUBLE, MPI_FLOAT. in main .* \(MPI_ERR_TYPE\) */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    struct {
        double value;
        int index;
    } pair = {1, 2};
    int rank;
    MPI_Datatype other;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_DOUBLE, MPI_FLOAT}, &other);
    MPI_Type_set_name(other, "mine");
    MPI_Type_commit(&other);
    if (rank == 0) {
        MPI_Send(&pair, 1, MPI_DOUBLE_INT, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&pair, 1, other, 0, 3, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&other);
    MPI_Finalize();
    return 0;
}
