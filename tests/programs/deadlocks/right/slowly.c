/* SPDX-License-Identifier: MIT */
/* Programs that are slow, not stuck: someone is always about to go on. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SHORT_US = 30000, ROUNDS = 3, TAG = 4 };

static void nap(void)
{
    struct timespec left = {.tv_nsec = SHORT_US * 1000};

    while (nanosleep(&left, &left) != 0)
        continue;
}

static void must_be(int found, int expected)
{
    if (found != expected)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void ring_with_naps(int rank, int size)
{
    int got, i;

    for (i = 0; i < ROUNDS; i++) {
        if (i % size == rank)
            nap();
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, TAG, &got, 1, MPI_INT,
                     (rank + size - 1) % size, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        must_be(got, (rank + size - 1) % size);
    }
}

static void polls_and_naps(int rank, int size)
{
    int flag = 0, i;

    for (i = 1; i < size && rank == 0; i++, flag = 0) {
        while (!flag) {
            MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            nap();
        }
        receive_from(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD);
    }
    if (rank != 0)
        MPI_Ssend(&rank, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
}

static void tests_while_others_sleep(int rank, int size)
{
    MPI_Request request;
    int flag = 0, got;

    if (rank == 0) {
        MPI_Irecv(&got, 1, MPI_INT, size - 1, TAG, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    } else if (rank == size - 1) {
        nap();
        send_to(0, TAG, MPI_COMM_WORLD);
    }
}

static void synchronous_to_a_sleeper(int rank, int size)
{
    int i;

    if (rank == 0)
        for (i = 1; i < size; i++) {
            nap();
            receive_from(i, TAG, MPI_COMM_WORLD);
        }
    else
        MPI_Ssend(&rank, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
}

static void persistent_with_naps(int rank, int size)
{
    MPI_Request requests[2];
    int got, i;

    MPI_Ssend_init(&rank, 1, MPI_INT, (rank + 1) % size, TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[1]);
    for (i = 0; i < ROUNDS; i++) {
        if (rank == i % size)
            nap();
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static MPI_Request partitioned;

static void *mark_slowly(void *argument)
{
    int i;

    for (i = 0; i < 4; i++) {
        nap();
        MPI_Pready(i, partitioned);
    }
    return argument;
}

static void partitions_one_by_one(int rank, int size)
{
    int values[4] = {rank, rank, rank, rank};
    pthread_t thread;

    (void)size;
    if (rank > 1)
        return;
    if (rank == 1)
        MPI_Precv_init(values, 4, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &partitioned);
    else
        MPI_Psend_init(values, 4, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &partitioned);
    MPI_Start(&partitioned);
    if (rank == 0)
        pthread_create(&thread, NULL, mark_slowly, NULL);
    MPI_Wait(&partitioned, MPI_STATUS_IGNORE);
    if (rank == 0)
        pthread_join(thread, NULL);
    must_be(values[3], 0);
    MPI_Request_free(&partitioned);
}

static void members_that_are_late(int rank, int size)
{
    MPI_Comm half, both, merged;

    if (rank == 0)
        nap();
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
    if (rank == size / 2)
        nap();
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < size / 2 ? size / 2 : 0, TAG, &both);
    if (rank == size - 1)
        nap();
    MPI_Intercomm_merge(both, rank < size / 2, &merged);
    MPI_Barrier(merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

static void line_with_ends(int rank, int size)
{
    int periodic = 0, left, right, got = rank, i;
    MPI_Comm line;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
    MPI_Cart_shift(line, 0, 1, &left, &right);
    for (i = 0; i < ROUNDS; i++) {
        if (rank == size - 1)
            nap();
        MPI_Ssend(&rank, 1, MPI_INT, rank == size - 1 ? MPI_PROC_NULL : right, TAG, line);
        MPI_Recv(&got, 1, MPI_INT, left, TAG, line, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&line);
}

static void called_off_after_a_nap(int rank, int size)
{
    MPI_Request request;
    int got, flag;
    MPI_Status status;

    (void)size;
    if (rank == 0) {
        MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &request);
        nap();
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        must_be(flag, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int has_come;

static void *receive_and_tell(void *argument)
{
    receive_from(*(int *)argument, TAG, MPI_COMM_WORLD);
    pthread_mutex_lock(&mutex);
    has_come = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

/* All threads sleep, in MPI or on the condition, but one in its nap. */
static void waits_for_a_condition(int rank, int size)
{
    int left = (rank + size - 1) % size;
    pthread_t thread;

    has_come = 0;
    pthread_create(&thread, NULL, receive_and_tell, &left);
    if (rank != 0)
        receive_from(0, TAG + 1, MPI_COMM_WORLD);
    else
        nap();
    for (int i = 1; i < size && rank == 0; i++)
        send_to(i, TAG + 1, MPI_COMM_WORLD);
    send_to((rank + 1) % size, TAG, MPI_COMM_WORLD);
    pthread_mutex_lock(&mutex);
    while (!has_come)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
}

static volatile sig_atomic_t has_rung;

static void ring(int number)
{
    has_rung = number;
}

/* The last one waits for its alarm clock. */
static void sleeps_until_the_alarm(int rank, int size)
{
    struct itimerval timer = {.it_value = {.tv_usec = SHORT_US}};
    sigset_t blocked, before;

    if (rank == size - 1) {
        sigemptyset(&blocked);
        sigaddset(&blocked, SIGALRM);
        pthread_sigmask(SIG_BLOCK, &blocked, &before);
        signal(SIGALRM, ring);
        setitimer(ITIMER_REAL, &timer, NULL);
        while (has_rung == 0)
            sigsuspend(&before);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void barrier_begun_before_a_nap(int rank, int size)
{
    MPI_Request request;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == size / 2)
        nap();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void *answer(void *argument)
{
    int i, got;
    MPI_Status status;

    for (i = 0; i < *(int *)argument; i++) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
        nap();
        MPI_Ssend(&got, 1, MPI_INT, status.MPI_SOURCE, TAG + 1, MPI_COMM_WORLD);
    }
    return NULL;
}

static void slow_server(int rank, int size)
{
    pthread_t server;

    if (rank == 0)
        pthread_create(&server, NULL, answer, &size);
    send_to(0, TAG, MPI_COMM_WORLD);
    receive_from(0, TAG + 1, MPI_COMM_WORLD);
    if (rank == 0)
        pthread_join(server, NULL);
}

static void any_of_many(int rank, int size)
{
    MPI_Request requests[64];
    int got[64], i, index;

    if (rank != 0) {
        if (rank % 3 == 0)
            nap();
        MPI_Ssend(&rank, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
        return;
    }
    for (i = 1; i < size; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, i, i, MPI_COMM_WORLD, &requests[i - 1]);
    for (i = 1; i < size; i++) {
        MPI_Waitany(size - 1, requests, &index, MPI_STATUS_IGNORE);
        must_be(got[index + 1], index + 1);
    }
}

static void takes_turns(int rank, int size)
{
    int turn, value = 0;

    for (turn = 0; turn < size; turn++) {
        if (turn == rank) {
            nap();
            value = turn + 1;
        }
        MPI_Bcast(&value, 1, MPI_INT, turn, MPI_COMM_WORLD);
        must_be(value, turn + 1);
    }
}

PROGRAMS(PROGRAM(ring_with_naps), PROGRAM(polls_and_naps), PROGRAM(tests_while_others_sleep),
         PROGRAM(synchronous_to_a_sleeper), PROGRAM(persistent_with_naps),
         PROGRAM(partitions_one_by_one), PROGRAM(members_that_are_late), PROGRAM(line_with_ends),
         PROGRAM(called_off_after_a_nap), PROGRAM(waits_for_a_condition),
         PROGRAM(sleeps_until_the_alarm), PROGRAM(barrier_begun_before_a_nap),
         PROGRAM(slow_server), PROGRAM(any_of_many), PROGRAM(takes_turns))
