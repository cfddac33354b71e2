/* SPDX-License-Identifier: MIT */
/* MPI_T where several jobs live in one process: each rank has a state of its own, and so have the
 * threads that belong to no rank. Each counts only what its own job does.
 *
 * launch: alone
 * ranks: 1
 * flags: -pthread
 * sanitizer: yes */
#include <heddle.h>
#include <pthread.h>

#include "tool.h"

enum { RANKS = 3 };

static int pass_round(int times)
{
    int rank = heddle_rank(), size, in = -1;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < times; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &in, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return in == (rank + size - 1) % size;
}

/* Writes the control variable, which has that outcome, and returns its value then. */
static int control(int value, int written)
{
    MPI_T_cvar_handle handle;
    int index, count;

    must(MPI_T_cvar_get_index("HEDDLE_WAIT_SPIN_US", &index) == MPI_SUCCESS);
    must(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS);
    must(MPI_T_cvar_write(handle, &value) == written);
    must(MPI_T_cvar_read(handle, &value) == MPI_SUCCESS);
    must(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS);
    return value;
}

/* Rank r of the job sends that many messages, and its variable says so. */
static int count_own(void *argument)
{
    const int times = *(const int *)argument;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle messages, bytes;
    int provided, count;

    must(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED); /* whatever main has done */
    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    must(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    must(control(1000 * times + heddle_rank(), MPI_SUCCESS) == 1000 * times + heddle_rank());
    pass_round(2);
    messages = start_variable(session, "messages", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_NULL);
    bytes = start_variable(session, "messages", MPI_T_PVAR_CLASS_AGGREGATE, MPI_COMM_NULL);
    must(pass_round(times));
    must(read_variable(session, messages) == (unsigned long long)times);
    must(read_variable(session, bytes) == (unsigned long long)times * sizeof(int));
    if (heddle_rank() == 0) /* the others leave all to the end of the job */
        must(MPI_T_finalize() == MPI_SUCCESS);
    return 0;
}

static int abort_with_handles(void *argument)
{
    struct watch watch;
    int provided;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    watch_type(&watch, type_of("message_posted"));
    pass_round(1);
    if (heddle_rank() == 1)
        MPI_Abort(MPI_COMM_WORLD, 5);
    pass_round(1000000);
    return argument != NULL;
}

static void check_outside(void)
{
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    MPI_T_event_registration registration;
    MPI_Info info;
    MPI_Comm comm = MPI_COMM_WORLD;
    int provided, index, count;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
    must(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
    must(control(1, MPI_T_ERR_CVAR_SET_NOT_NOW) < 1000); /* whatever ranks have written */
    handle = start_variable(session, "messages", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_NULL);
    must(read_variable(session, handle) == 0);
    start_variable(session, "unexpected_messages", MPI_T_PVAR_CLASS_LEVEL, MPI_COMM_NULL);
    start_variable(session, "unexpected_messages", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_COMM_NULL);
    must(MPI_T_pvar_get_index("members", MPI_T_PVAR_CLASS_SIZE, &index) == MPI_SUCCESS);
    must(MPI_T_pvar_handle_alloc(session, index, &comm, &handle, &count) == MPI_T_ERR_INVALID);
    must(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &info) ==
         MPI_T_ERR_NOT_ACCESSIBLE);
    must(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration) == MPI_SUCCESS);
}

static void *run_few(void *few)
{
    must(heddle_run(NULL, RANKS, count_own, few, NULL) == 0);
    return NULL;
}

int main(void)
{
    static int few = 3, many = 11;
    pthread_t other;
    int count;

    check_outside();
    must(heddle_run(NULL, RANKS, count_own, &few, NULL) == 0);
    must(pthread_create(&other, NULL, run_few, &few) == 0);
    must(heddle_run(NULL, RANKS + 1, count_own, &many, NULL) == 0);
    must(pthread_join(other, NULL) == 0);
    must(heddle_run(NULL, RANKS, abort_with_handles, NULL, NULL) != 0);
    must(heddle_run(NULL, RANKS, count_own, &many, NULL) == 0);
    must(MPI_T_cvar_get_num(&count) == MPI_SUCCESS);
    must(MPI_T_finalize() == MPI_SUCCESS);
    must(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
    return 0;
}
