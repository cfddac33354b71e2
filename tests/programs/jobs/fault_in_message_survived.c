/* SPDX-License-Identifier: MIT */
/* A rank that faults in a buffer in the middle of a message, with survives_faults, holds up no
 * other: its job ends.
 *
 * launch: alone
 * ranks: 1
 * options: -O0
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { RANKS = 3, TAG_FAULT = 1, TAG_OTHER, TAG_NEVER };

static char *volatile nowhere = (char *)8;

/* Until who is to fault has probably done so. */
static void linger(void)
{
    usleep(100000);
}

static void call_off(int dest)
{
    MPI_Request request;

    MPI_Isend("own", 4, MPI_CHAR, dest, TAG_OTHER, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static int receive_nowhere_from_who_calls_off(void *argument)
{
    if (heddle_rank() == 1)
        MPI_Recv(nowhere, 4, MPI_CHAR, 0, TAG_FAULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (heddle_rank() == 0)
        MPI_Send("own", 4, MPI_CHAR, 1, TAG_FAULT, MPI_COMM_WORLD);
    while (heddle_rank() == 0)
        call_off(1);
    return argument != NULL;
}

static int send_nowhere_before_who_calls_off(void *argument)
{
    if (heddle_rank() == 0)
        MPI_Send(nowhere, 4, MPI_CHAR, 1, TAG_FAULT, MPI_COMM_WORLD);
    linger();
    if (heddle_rank() == 2)
        call_off(1);
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

static int send_nowhere_before_a_ready_send(void *argument)
{
    char in[4];

    if (heddle_rank() == 0)
        MPI_Send(nowhere, 4, MPI_CHAR, 1, TAG_FAULT, MPI_COMM_WORLD);
    if (heddle_rank() == 2)
        MPI_Rsend("own", 4, MPI_CHAR, 1, TAG_OTHER, MPI_COMM_WORLD);
    linger();
    if (heddle_rank() == 1)
        MPI_Recv(in, 4, MPI_CHAR, 2, TAG_OTHER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

/* Either of a rank's threads may take the message. */
static void *look(void *argument)
{
    int flag = 0;

    while (!flag)
        MPI_Iprobe(0, TAG_NEVER, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    return argument;
}

static int receive_nowhere_beside_a_thread(void *argument)
{
    MPI_Request request;
    pthread_t thread;

    if (heddle_rank() == 1)
        MPI_Irecv(nowhere, 4, MPI_CHAR, 0, TAG_FAULT, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 1 && pthread_create(&thread, NULL, look, NULL) == 0)
        look(NULL);
    if (heddle_rank() == 0)
        MPI_Send("own", 4, MPI_CHAR, 1, TAG_FAULT, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

static void expect_fault(heddle_function *body)
{
    const struct heddle_options options = {.survives_faults = 1,
                                           .thread_level = MPI_THREAD_MULTIPLE};
    const struct heddle_options alone = {.survives_faults = 1};
    struct heddle_result result;
    int status = heddle_run(body == receive_nowhere_beside_a_thread ? &options : &alone, RANKS,
                            body, NULL, &result);

    if (result.signal != 11) {
        fprintf(stderr, "status %d: %s\n", status, result.text != NULL ? result.text : "no text");
        exit(EXIT_FAILURE);
    }
    heddle_result_free(&result);
}

int main(void)
{
    expect_fault(receive_nowhere_from_who_calls_off);
    expect_fault(send_nowhere_before_who_calls_off);
    expect_fault(send_nowhere_before_a_ready_send);
    for (int i = 0; i < 20; i++)
        expect_fault(receive_nowhere_beside_a_thread);
    return 0;
}
