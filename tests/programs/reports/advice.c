/* SPDX-License-Identifier: MIT */
/* HEDDLE_ADVICE reports calls that are mostly mistakes, once for each place, or makes them
 * errors. */
/* ranks: 2 */
/* options: -O0 */
/* mpich: no */
/* flags: -pthread */
/* environment: HEDDLE_ADVICE=1 */
/* arguments: freed */
/* expect-stderr: ^rank 0: advice: MPI_Request_free: the receive is active, .* in free_early \(ad */
/* variant: form; arguments: form; expect-stderr: ^rank 1: advice: MPI_Gatherv_c: rank 0 calls */
/* variant: same; arguments: same; environment: HEDDLE_ADVICE=2; expect-stderr: ; */
/* variant: thread; arguments: send; expect-stderr: ^rank 1: advice: MPI_Send: .*_FUNNELED, */
/* variant: broadcast; arguments: bcast; expect-stderr: ^rank 1: advice: MPI_Bcast: .*_FUNNELED, */
/* variant: test; arguments: test; expect-stderr: ^rank 1: advice: MPI_Testall: .*_FUNNELED, */
/* variant: start; arguments: start; expect-stderr: ^rank 1: advice: MPI_Start: .*_FUNNELED, */
/* variant: error; environment: HEDDLE_ADVICE=2; expect-status: 16; expect-stderr: active */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int rank, one = 1;

static void free_early(void)
{
    static int got;
    MPI_Request request;

    if (rank == 0) {
        MPI_Irecv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

static void gather_in_two_forms(void)
{
    MPI_Count counts[2] = {1, 1};
    MPI_Aint places[2] = {0, 1};
    int all[2];

    if (rank == 0)
        MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gatherv_c(&one, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
}

/* Its large form is no other. */
static void gather_in_one_form(void)
{
    int all[2];

    if (rank == 0)
        MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gather_c(&one, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void *send(void *argument)
{
    MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    return argument;
}

static void *broadcast(void *argument)
{
    MPI_Bcast(&one, 1, MPI_INT, 1, MPI_COMM_WORLD);
    return argument;
}

static void *test(void *argument)
{
    int flag;

    MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
    return argument;
}

static MPI_Request prepared;

static void *start(void *argument)
{
    MPI_Start(&prepared);
    return argument;
}

static void call_in_a_thread(void *(*call)(void *argument))
{
    pthread_t thread;

    if (rank == 1 && pthread_create(&thread, NULL, call, NULL) == 0)
        pthread_join(thread, NULL);
    else if (call == send)
        MPI_Recv(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        call(NULL);
}

static void start_in_a_thread(void)
{
    MPI_Send_init(&one, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &prepared);
    call_in_a_thread(start);
    MPI_Wait(&prepared, MPI_STATUS_IGNORE);
    MPI_Request_free(&prepared);
}

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "freed") == 0)
        free_early();
    if (strcmp(argv[1], "form") == 0)
        gather_in_two_forms();
    if (strcmp(argv[1], "same") == 0)
        gather_in_one_form();
    if (strcmp(argv[1], "send") == 0)
        call_in_a_thread(send);
    if (strcmp(argv[1], "bcast") == 0)
        call_in_a_thread(broadcast);
    if (strcmp(argv[1], "test") == 0)
        call_in_a_thread(test);
    if (strcmp(argv[1], "start") == 0)
        start_in_a_thread();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        puts("fine");
    MPI_Finalize();
    return 0;
}
