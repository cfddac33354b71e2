/* SPDX-License-Identifier: MIT */
/* Buffers of pending operations in jobs of heddle_run: those that overlap and those that change end
 * the job with a sentence that names both calls; those that may do what they do end it well.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -Wno-mpi-scope
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdlib.h>

#include "failing_jobs.h"

enum { N = 64, TAG = 5 };

static int me(void)
{
    return heddle_rank();
}

static void send_all(const double *numbers, int count)
{
    MPI_Send(numbers, count, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD);
}

/* ---- wrong ---------------------------------------------------------------------------------- */

static int two_receives(void *argument)
{
    MPI_Request requests[2];
    double got[N];

    (void)argument;
    if (me() == 0) {
        MPI_Irecv(got, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got + N - 1, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[1]);
    }
    return 0;
}

static int blocking_receive_into_a_pending_one(void *argument)
{
    MPI_Request request;
    double got[N];

    (void)argument;
    if (me() == 0) {
        MPI_Irecv(got, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &request);
        MPI_Recv(got, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return 0;
}

static int send_of_what_is_received(void *argument)
{
    MPI_Request request;
    double got[N] = {0};

    (void)argument;
    if (me() == 0) {
        MPI_Irecv(got, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &request);
        MPI_Send(got + 3, 2, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD);
    }
    return 0;
}

static int receive_into_what_is_sent(void *argument)
{
    MPI_Request requests[2];
    double numbers[N] = {0};

    (void)argument;
    if (me() == 0) {
        MPI_Isend(numbers, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(numbers + 8, 8, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[1]);
    }
    return 0;
}

static int halves_that_meet(void *argument)
{
    MPI_Datatype third;
    MPI_Request requests[2];
    double got[N];

    (void)argument;
    MPI_Type_vector(N / 4, 1, 3, MPI_DOUBLE, &third);
    MPI_Type_commit(&third);
    if (me() == 0) {
        MPI_Irecv(got, 1, third, 1, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got + 3, 1, third, 1, TAG, MPI_COMM_WORLD, &requests[1]);
    }
    return 0;
}

static int exchange_with_itself_in_one_buffer(void *argument)
{
    double numbers[N] = {0};

    (void)argument;
    MPI_Sendrecv(numbers, N, MPI_DOUBLE, me(), TAG, numbers + 1, N - 1, MPI_DOUBLE, me(), TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

static int started_twice_over(void *argument)
{
    MPI_Request requests[2];
    double got[N];

    (void)argument;
    if (me() == 0) {
        MPI_Recv_init(got, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(got, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[1]);
        MPI_Startall(2, requests);
    }
    return 0;
}

static int change_before_wait(void *argument)
{
    double numbers[N] = {0};
    MPI_Request request;

    (void)argument;
    if (me() == 0) {
        MPI_Isend(numbers, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &request);
        numbers[N - 1] = 1;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(numbers, N, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return 0;
}

static int change_of_a_small_one_before_waitall(void *argument)
{
    MPI_Request requests[2];
    double number = 1, other = 2;

    (void)argument;
    if (me() == 0) {
        MPI_Isend(&other, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Issend(&number, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[1]);
        number = 2;
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Recv(&number, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&number, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return 0;
}

static int change_of_a_column(void *argument)
{
    MPI_Datatype column;
    MPI_Request request;
    double matrix[N][N] = {{0}};

    (void)argument;
    MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    if (me() == 0) {
        MPI_Send_init(&matrix[0][2], 1, column, 1, TAG, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        matrix[N - 1][2] = 4;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(matrix, N, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return 0;
}

static int change_in_a_structure(void *argument)
{
    struct particle {
        int number;
        double place[2];
    } particles[2] = {{1, {0, 0}}, {2, {0, 0.5}}};
    const MPI_Aint places[] = {offsetof(struct particle, number), offsetof(struct particle, place)};
    MPI_Datatype particle;
    MPI_Request request;

    (void)argument;
    MPI_Type_create_struct(2, (int[]){1, 2}, places, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE},
                           &particle);
    MPI_Type_commit(&particle);
    if (me() == 0) {
        MPI_Isend(particles, 2, particle, 1, TAG, MPI_COMM_WORLD, &request);
        particles[1].place[1] = -0.5;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(particles, 2, particle, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&particle);
    return 0;
}

/* The others end first, in an order of their own; later ones come in their place. */
static int one_of_many(void *argument)
{
    MPI_Request requests[N];
    double got[N], sent = 0;

    (void)argument;
    if (me() != 0)
        return 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < N; i++)
            MPI_Irecv(&got[i * 7 % N], 1, MPI_DOUBLE, 0, i, MPI_COMM_SELF, &requests[i]);
        for (int i = 0; i < N - 1 + (round == 0); i++) {
            int tag = i * 5 % (N - 1 + (round == 0));

            MPI_Send(&sent, 1, MPI_DOUBLE, 0, tag, MPI_COMM_SELF);
            MPI_Wait(&requests[tag], MPI_STATUS_IGNORE);
        }
    }
    MPI_Send(&got[(N - 1) * 7 % N - 1], 1, MPI_DOUBLE, 0, TAG, MPI_COMM_SELF);
    MPI_Send(&got[(N - 1) * 7 % N], 1, MPI_DOUBLE, 0, TAG, MPI_COMM_SELF);
    return 0;
}

/* ---- right ---------------------------------------------------------------------------------- */

static int what_may_be(void *argument)
{
    MPI_Datatype half;
    MPI_Request requests[4];
    double got[N], numbers[N] = {0};
    int flag = 0;

    (void)argument;
    MPI_Type_vector(N / 2, 1, 2, MPI_DOUBLE, &half);
    MPI_Type_commit(&half);
    if (me() == 0) {
        /* Halves that interleave, a part twice in two sends, and what is not sent or received. */
        MPI_Irecv(got, 1, half, 1, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got + 1, 1, half, 1, TAG, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(numbers, N, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(numbers + 2, N - 2, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[3]);
        MPI_Recv(got, N, MPI_DOUBLE, MPI_PROC_NULL, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(got, 0, MPI_DOUBLE, 1, TAG + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        numbers[0] = 1;
        /* Complete, though not waited for: it is the user's again. */
        MPI_Isend(numbers, N, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv(got, N, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (!flag)
            MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE);
        numbers[0] = 2;
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        /* A receive that is cancelled, and one whose handle is given up. */
        MPI_Irecv(got, N, MPI_DOUBLE, 1, TAG + 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Cancel(&requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Isend(numbers, 1, MPI_DOUBLE, 1, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Request_free(&requests[0]);
        MPI_Sendrecv_replace(got, N, MPI_DOUBLE, 0, TAG, 0, TAG, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    } else {
        send_all(numbers, N / 2);
        send_all(numbers, N / 2);
        MPI_Send(numbers, 0, MPI_DOUBLE, 0, TAG + 1, MPI_COMM_WORLD);
        for (int i = 0; i < 3; i++)
            MPI_Recv(got, N, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&half);
    return 0;
}

static const struct wrong_job wrong[] = {
    {two_receives, "MPI_Irecv: buf in two_receives (pending_buffers.c:37) overlaps the buffer of "
                   "MPI_Irecv in two_receives (pending_buffers.c:36), which is pending and "
                   "has to be completed first on MPI_COMM_WORLD (MPI_ERR_BUFFER)"},
    {blocking_receive_into_a_pending_one, "MPI_Recv: buf in blocking_receive_into_a_pending_one"},
    {send_of_what_is_received, "MPI_Send: buf in send_of_what_is_received"},
    {receive_into_what_is_sent, "overlaps the buffer of MPI_Isend in receive_into_what_is_sent"},
    {halves_that_meet, "MPI_Irecv: buf in halves_that_meet"},
    {exchange_with_itself_in_one_buffer, "MPI_Sendrecv: sendbuf and recvbuf in exchange_with_"},
    {started_twice_over, "MPI_Startall: the buffer in started_twice_over"},
    {change_before_wait, "MPI_Wait: the buffer of MPI_Isend in change_before_wait "
                         "(pending_buffers.c:128) must not change before the operation is "
                         "complete: element [63] of 64 MPI_DOUBLE was 0 and is 1, in "
                         "change_before_wait (pending_buffers.c:130) on MPI_COMM_WORLD"},
    {change_of_a_small_one_before_waitall, "array_of_requests[1]: the buffer of MPI_Issend in "
                                           "change_of_a_small_one_before_waitall "
                                           "(pending_buffers.c:145) must not change before the "
                                           "operation is complete: element [0] of 1 MPI_DOUBLE "
                                           "was 1 and is 2, in "},
    {one_of_many, "MPI_Send: buf in one_of_many (pending_buffers.c:220) overlaps the buffer of "
                  "MPI_Irecv in one_of_many"},
    {change_of_a_column, "element [63] of 64 MPI_DOUBLE, at byte 32256, was 0 and is 4"},
    {change_in_a_structure, "element [5] of 6 MPI_DOUBLE, at byte 40, was 0.5 and is -0.5"},
};

static int overlap(void *argument)
{
    MPI_Request requests[2];
    int value;

    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[1]);
    MPI_Send(&(int){1}, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&(int){2}, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return argument != NULL;
}

static int what_options_make_of_it(int buffers)
{
    const struct heddle_options options = {.buffers = buffers};
    struct heddle_result result;
    int status = heddle_run(&options, 1, overlap, NULL, &result);

    heddle_result_free(&result);
    return status;
}

int main(void)
{
    if (what_options_make_of_it(HEDDLE_BUFFERS_ARE_AN_ERROR) == 0 ||
        what_options_make_of_it(HEDDLE_BUFFERS_ARE_TOLD) != 0 ||
        what_options_make_of_it(HEDDLE_BUFFERS_PASS) != 0 || what_options_make_of_it(3) != -1)
        return 2;
    if (run_wrong_jobs(wrong, sizeof wrong / sizeof *wrong, 2) != 0)
        return 1;
    return heddle_run(NULL, 2, what_may_be, NULL, NULL);
}
