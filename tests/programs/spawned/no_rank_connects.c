/* SPDX-License-Identifier: MIT */
/* A rank that accepts at a port to which no rank will ever connect, and one that looks up a name
 * that no rank will publish, are in a deadlock.
 *
 * ranks: 2
 * expect-status: 65
 * expect-stderr: rank 0: MPI_Comm_accept.*waits for a call of MPI_Comm_connect at port "heddle-
 * expect-stderr: rank 1: MPI_Lookup_name.*waits for the name "nobody" to be published */
#include <mpi.h>

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm inter;
    MPI_Info info;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
    } else {
        MPI_Info_create(&info);
        MPI_Info_set(info, "timeout", "-1");
        MPI_Lookup_name("nobody", info, port);
    }
    MPI_Finalize();
    return 0;
}
