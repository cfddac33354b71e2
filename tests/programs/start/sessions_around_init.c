/* SPDX-License-Identifier: MIT */
/* MPI before MPI_Init: a session, one after it, MPI_Init beside, and a session after
 * MPI_Finalize. What may be called at any time is. */
/* expect-stdout: all is well */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void must(int condition, int line)
{
    if (!condition) {
        fprintf(stderr, "sessions_around_init.c:%d: does not hold\n", line);
        exit(1);
    }
}

#define MUST(condition) must(condition, __LINE__)

static int sum_over_world(const char *tag)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int sum = 0;

    MUST(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session) == MPI_SUCCESS);
    MUST(MPI_Group_from_session_pset(session, "mpi://WORLD", &group) == MPI_SUCCESS);
    MUST(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm) ==
         MPI_SUCCESS);
    MPI_Group_free(&group);
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    MUST(MPI_Session_finalize(&session) == MPI_SUCCESS);
    MUST(session == MPI_SESSION_NULL);
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Session outer;
    MPI_Info info;
    int flag = 1, size, rank, class, before;

    MPI_Initialized(&flag);
    MUST(!flag);
    MUST(MPI_Info_create(&info) == MPI_SUCCESS);
    MUST(MPI_Info_set(info, "key", "value") == MPI_SUCCESS);
    MUST(MPI_Add_error_class(&class) == MPI_SUCCESS);
    before = sum_over_world("first");
    MUST(sum_over_world("second") == before);
    MPI_Initialized(&flag);
    MUST(!flag);
    MUST(MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &outer) == MPI_SUCCESS);
    MPI_Info_free(&info);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MUST(size == before);
    MUST(sum_over_world("third") == size);
    MPI_Finalize();
    MPI_Finalized(&flag);
    MUST(flag);
    MUST(sum_over_world("fourth") == size); /* the outer session is open */
    MUST(MPI_Session_finalize(&outer) == MPI_SUCCESS);
    MUST(sum_over_world("fifth") == size);
    MUST(MPI_Remove_error_class(class) == MPI_SUCCESS);
    if (rank == 0)
        printf("all is well\n");
    return 0;
}
