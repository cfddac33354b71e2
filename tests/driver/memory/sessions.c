/* SPDX-License-Identifier: MIT */
/* MPI without MPI_Init: sessions alone, one after the other. */
#include "memory.h"

static void run(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int sum = 0, one = 1;

    again(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    again(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    again(MPI_Group_rank(group, &rank));
    again(MPI_Group_size(group, &size));
    again(MPI_Comm_create_from_group(group, "here", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    again(MPI_Group_free(&group));
    again(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    must_be(sum == size);
    again(MPI_Comm_free(&comm));
    again(MPI_Session_finalize(&session));
}

int main(void)
{
    run();
    run();
    return 0;
}
