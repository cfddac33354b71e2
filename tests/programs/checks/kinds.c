/* SPDX-License-Identifier: MIT */
/* One program for each kind of finding, and one of calls that look alike and are right. check.py
 * runs them on two ranks with HEDDLE_CHECK. */
#define LEVEL MPI_THREAD_FUNNELED
#include <pthread.h>

#include "case.h"

static int numbers[4], got[4];
static long words[8], from[8] = {1, 2, 3};

static void leak(int rank, int size)
{
    MPI_Datatype column;
    MPI_Comm copy;

    (void)rank, (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int i = 0; i < 3; i++)
        MPI_Type_vector(2, 1, 3, MPI_INT, &column);
}

static void unreceived(int rank, int size)
{
    (void)size;
    if (rank == 0)
        MPI_Send(numbers, 3, MPI_INT, 1, 5, MPI_COMM_WORLD);
}

static void window_open(int rank, int size)
{
    static MPI_Win win;

    (void)size;
    MPI_Win_create(words, sizeof words, sizeof words[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 1)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
}

static void buffer_overlap(int rank, int size)
{
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Irecv(numbers, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Send(&numbers[2], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(numbers, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static void sides_overlap(int rank, int size)
{
    (void)size;
    if (rank == 0)
        MPI_Sendrecv(&numbers[1], 2, MPI_INT, 0, 0, numbers, 2, MPI_INT, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
}

static void buffer_changed(int rank, int size)
{
    MPI_Request request;

    (void)size;
    for (int i = 0; i < 3; i++) {
        if (rank == 1) {
            MPI_Recv(got, 4, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            continue;
        }
        MPI_Isend(numbers, 4, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
        numbers[3]++;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* The report names which of the two buffers it is, and the element. */
static void sendbuf_changed(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Ialltoall(numbers, 2, MPI_INT, got, 2, MPI_INT, MPI_COMM_WORLD, &request);
    if (rank == 1)
        numbers[3] = 7;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void start_in_function(int rank, MPI_Request *request)
{
    int buffer[16] = {0};

    if (rank == 0)
        MPI_Isend(buffer, 16, MPI_INT, 1, 0, MPI_COMM_WORLD, request);
    else
        MPI_Irecv(buffer, 16, MPI_INT, 0, 0, MPI_COMM_WORLD, request);
}

static void buffer_scope(int rank, int size)
{
    MPI_Request request;

    (void)size;
    start_in_function(rank, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

enum { LONG = 400 };

static MPI_Request again;

static __attribute__((noinline)) void start_deep_in_functions(void)
{
    volatile char room[20000];
    int buffer[LONG];

    room[0] = 0;
    MPI_Recv_init(buffer, LONG, MPI_INT, 1, 0, MPI_COMM_WORLD, &again);
    MPI_Start(&again);
}

/* The buffer of before lies in an array of this function. */
static __attribute__((noinline)) void receive_again(void)
{
    int here[100 * LONG], came = 0;

    memset(here, 0, sizeof here);
    MPI_Start(&again);
    MPI_Wait(&again, MPI_STATUS_IGNORE);
    for (int i = 0; i < 100 * LONG; i++)
        came += here[i] == 42;
    if (came != LONG)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Later data goes to the buffer itself. */
static void buffer_scope_of_persistent(int rank, int size)
{
    int data[LONG];

    (void)size;
    for (int i = 0; i < LONG; i++)
        data[i] = 42;
    if (rank == 0) {
        start_deep_in_functions();
        MPI_Wait(&again, MPI_STATUS_IGNORE);
        receive_again();
        MPI_Request_free(&again);
    } else {
        MPI_Send(data, LONG, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(data, LONG, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static void received_early(int rank, int size)
{
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Send(numbers, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(got, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        got[1] = 8;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void type_mismatch(int rank, int size)
{
    float real;

    (void)size;
    for (int i = 0; i < 2; i++)
        if (rank == 0)
            MPI_Send(numbers, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
        else
            MPI_Recv(&real, 1, MPI_FLOAT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void race_window(int rank, int size)
{
    MPI_Win win;

    (void)size;
    MPI_Win_create(words, sizeof words, sizeof words[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(from, 2, MPI_LONG, 1, 3, 2, MPI_LONG, win);
        MPI_Put(from, 1, MPI_LONG, 1, 4, 1, MPI_LONG, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

static void fence_assert(int rank, int size)
{
    MPI_Win win;

    (void)size;
    MPI_Win_create(words, sizeof words, sizeof words[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOSUCCEED : 0, win);
    MPI_Win_free(&win);
}

static void file_overlap(int rank, int size)
{
    MPI_File file;

    (void)rank, (void)size;
    MPI_File_open(MPI_COMM_WORLD, "kinds.data",
                  MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at_all(file, 0, numbers, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

static void *send_in_thread(void *argument)
{
    MPI_Send(numbers, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    return argument;
}

static void thread_level(int rank, int size)
{
    pthread_t thread;

    (void)size;
    if (rank == 0) {
        MPI_Recv(got, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    pthread_create(&thread, NULL, send_in_thread, NULL);
    pthread_join(thread, NULL);
}

static void *finalize_in_thread(void *argument)
{
    MPI_Finalize();
    return argument;
}

static void ended_by_another_thread(int rank, int size)
{
    pthread_t thread;

    (void)size;
    if (rank == 1) {
        pthread_create(&thread, NULL, finalize_in_thread, NULL);
        pthread_join(thread, NULL);
    } else {
        MPI_Finalize();
    }
    exit(EXIT_SUCCESS);
}

static void collective_form(int rank, int size)
{
    const int counts[] = {1, 1}, places[] = {0, 1};

    (void)size;
    if (rank == 0)
        MPI_Gather(numbers, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gatherv(numbers, 1, MPI_INT, got, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
}

static void request_freed(int rank, int size)
{
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Irecv(got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Send(numbers, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

static void unsafe_send(int rank, int size)
{
    (void)size;
    MPI_Send(numbers, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv(got, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void deadlock(int rank, int size)
{
    (void)size;
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
}

static void not_finalized(int rank, int size)
{
    (void)size;
    if (rank == 1)
        exit(0);
}

static void error(int rank, int size)
{
    if (rank == 0)
        send_to(size + 7, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The first leaves something, the other data of another type. */
static void two_kinds(int rank, int size)
{
    unreceived(rank, size);
    type_mismatch(rank, size);
}

static void alike_messages(int rank)
{
    MPI_Request requests[2];
    MPI_Datatype pair;

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Irecv(got, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(numbers, 1, pair, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(numbers, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* two may send a buffer */
    MPI_Type_free(&pair);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void alike_windows(int rank)
{
    MPI_Win win;

    MPI_Win_create(words, sizeof words, sizeof words[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(from, 1, MPI_LONG, 1 - rank, 2 + rank, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    MPI_Put(from, 1, MPI_LONG, 0, 4 + rank, 1, MPI_LONG, win);
    MPI_Accumulate(from, 1, MPI_LONG, 0, 7, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    words[2 + rank] = 0;
    MPI_Win_free(&win);
}

static void right(int rank, int size)
{
    (void)size;
    alike_messages(rank);
    alike_windows(rank);
    numbers[0] = got[0];
}

PROGRAMS(PROGRAM(leak), PROGRAM(unreceived), PROGRAM(window_open), PROGRAM(buffer_overlap),
         PROGRAM(sides_overlap), PROGRAM(buffer_changed), PROGRAM(sendbuf_changed),
         PROGRAM(buffer_scope),
         PROGRAM(buffer_scope_of_persistent), PROGRAM(received_early), PROGRAM(type_mismatch),
         PROGRAM(race_window),
         PROGRAM(fence_assert), PROGRAM(file_overlap), PROGRAM(thread_level),
         PROGRAM(ended_by_another_thread), PROGRAM(collective_form), PROGRAM(request_freed),
         PROGRAM(unsafe_send), PROGRAM(deadlock), PROGRAM(not_finalized),
         PROGRAM(error), PROGRAM(two_kinds), PROGRAM(right))
