/* SPDX-License-Identifier: MIT */
/* The example of docs/OBSERVING.md: how many messages come before their receive, and which.
 *
 * ranks: 2
 * expect-stdout: rank 1: 2 of 3 messages came early
 * expect-stdout: rank 1: too early: 4 bytes from rank 0 with tag 1 */
#include <mpi.h>
#include <stdio.h>

static int rank;

struct arrival { /* as MPI_T_event_get_info describes it */
    int source, tag;
    unsigned communicator;
    MPI_Count bytes;
};

static void tell(MPI_T_event_instance event, MPI_T_event_registration registration,
                 MPI_T_cb_safety safety, void *user_data)
{
    struct arrival arrival;

    MPI_T_event_copy(event, &arrival);
    printf("rank %d: too early: %lld bytes from rank %d with tag %d\n", rank,
           (long long)arrival.bytes, arrival.source, arrival.tag);
}

static unsigned long long read_counter(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    unsigned long long value;

    MPI_T_pvar_read(session, handle, &value);
    return value;
}

int main(int argc, char **argv)
{
    int provided, type, received, unexpected, count, value = 0;
    MPI_T_event_registration registration;
    MPI_T_pvar_handle all, early;
    MPI_T_pvar_session session;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_event_get_index("message_unexpected", &type);
    MPI_T_event_handle_alloc(type, NULL, MPI_INFO_NULL, &registration);
    MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL,
                                  tell);
    MPI_T_pvar_session_create(&session);
    MPI_T_pvar_get_index("received", MPI_T_PVAR_CLASS_COUNTER, &received);
    MPI_T_pvar_handle_alloc(session, received, NULL, &all, &count);
    MPI_T_pvar_get_index("unexpected", MPI_T_PVAR_CLASS_COUNTER, &unexpected);
    MPI_T_pvar_handle_alloc(session, unexpected, NULL, &early, &count);
    MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int tag = 1; tag <= 3 && rank == 0; tag++)
        MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
    for (int tag = 3; tag >= 1 && rank == 1; tag--) /* in the wrong order */
        MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    printf("rank %d: %llu of %llu messages came early\n", rank, read_counter(session, early),
           read_counter(session, all));
    MPI_T_finalize();
    return 0;
}
