/* SPDX-License-Identifier: MIT */
/* The sentence names the one of several values that is wrong. */
/* ranks: 2 5 */
/* options: -O0 */
/* expect-stdout: ^part: .*: MPI_Comm_create: rank 1 of group is not in comm on MPI_COMM_SELF$ */
/* expect-stdout: ^leader: .*: MPI_Intercomm_create: remote_leader 0 is the local leader itself */
/* expect-stdout: adjacent: destweights is MPI_UNWEIGHTED, and sourceweights is not on */
/* expect-stdout: ^one-sided: .*adjacent: sourceweights is MPI_UNWEIGHTED, */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>

static void tell(const char *what, int error)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    MPI_Error_string(error, text, &length);
    printf("%s: %s\n", what, text);
}

int main(int argc, char **argv)
{
    const int rank_0 = 0, weight = 1;
    MPI_Comm made;
    MPI_Group all;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        tell("part", MPI_Comm_create(MPI_COMM_SELF, all, &made));
        MPI_Group_free(&all);
        tell("leader", MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, 0, &made));
        tell("one-sided", MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, &rank_0, &weight, 1,
                                                         &rank_0, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                                         0, &made));
        tell("one-sided", MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, &rank_0,
                                                         MPI_UNWEIGHTED, 1, &rank_0, &weight,
                                                         MPI_INFO_NULL, 0, &made));
    }
    MPI_Finalize();
    return 0;
}
