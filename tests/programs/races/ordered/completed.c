/* SPDX-License-Identifier: MIT */
/* Orders that hold from the completion of a request on. */
#include "case.h"

/* The rank moves its messages along, and completes none of them. */
static void progress(void)
{
    int flag, i;

    PAUSE();
    for (i = 0; i < 20; i++)
        MPI_Iprobe(0, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void expect_from(int from, MPI_Request *request)
{
    MPI_Irecv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, request);
}

static void wait_for(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* ---- between delivery and completion --------------------------------------------------------- */

static void wrong_put_before_the_wait(void)
{
    MPI_Request request;

    ALL();
    AT(1) {
        expect_from(0, &request);
        progress();
        put_complete();
        wait_for(&request);
    }
    AT(0)
    put_and_send(1);
    NONE();
}

static void right_put_behind_the_wait(void)
{
    MPI_Request request;

    ALL();
    AT(1) {
        expect_from(0, &request);
        progress();
        wait_for(&request);
        put_complete();
    }
    AT(0)
    put_and_send(1);
    NONE();
}

static void wrong_store_before_the_wait(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        expect_from(0, &request);
        progress();
        STORE(3);
        wait_for(&request);
    }
    AT(0)
    put_and_send(TARGET);
    NONE();
}

static void right_store_behind_the_wait(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        expect_from(0, &request);
        progress();
        wait_for(&request);
        STORE(3);
    }
    AT(0)
    put_and_send(TARGET);
    NONE();
}

static void wrong_put_behind_the_wait_for_another(void)
{
    MPI_Request requests[2];
    int index;

    ALL();
    AT(1) {
        expect_from(0, &requests[0]);
        expect_from(TARGET, &requests[1]);
        progress();
        wait_for(&requests[1]);
        put_complete();
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    }
    AT(0)
    put_and_send(1);
    AT(TARGET)
    send_to(1);
    NONE();
}

static void right_put_behind_waitall(void)
{
    MPI_Request requests[2];

    ALL();
    AT(1) {
        expect_from(0, &requests[0]);
        expect_from(TARGET, &requests[1]);
        progress();
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        put_complete();
    }
    AT(0)
    put_and_send(1);
    AT(TARGET)
    send_to(1);
    NONE();
}

static void right_put_behind_waitsome(void)
{
    MPI_Request requests[2];
    int indices[2], found = 0, more = 0;

    ALL();
    AT(1) {
        expect_from(0, &requests[0]);
        expect_from(TARGET, &requests[1]);
        progress();
        for (; more != MPI_UNDEFINED; found += more)
            MPI_Waitsome(2, requests, &more, indices, MPI_STATUSES_IGNORE);
        put_complete();
    }
    AT(0)
    put_and_send(1);
    AT(TARGET)
    send_to(1);
    NONE();
}

static void right_put_behind_a_test(void)
{
    MPI_Request request;
    int flag = 0;

    ALL();
    AT(1) {
        expect_from(0, &request);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        put_complete();
    }
    AT(0)
    put_and_send(1);
    NONE();
}

static void right_put_behind_a_status(void)
{
    MPI_Request request;
    int flag = 0;

    ALL();
    AT(1) {
        expect_from(0, &request);
        while (!flag)
            MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        put_complete();
        wait_for(&request);
    }
    AT(0)
    put_and_send(1);
    NONE();
}

static void wrong_put_before_the_wait_for_a_persistent_receive(void)
{
    MPI_Request request;
    int i;

    ALL();
    AT(1) {
        MPI_Recv_init(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        for (i = 0; i < 2; i++) {
            MPI_Start(&request);
            progress();
            if (i == 1)
                put_complete();
            wait_for(&request);
        }
        MPI_Request_free(&request);
    }
    AT(0) {
        send_to(1);
        put_and_send(1);
    }
    NONE();
}

static void right_put_behind_the_wait_for_a_persistent_receive(void)
{
    MPI_Request request;
    int i;

    ALL();
    AT(1) {
        MPI_Recv_init(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        for (i = 0; i < 2; i++) {
            MPI_Start(&request);
            progress();
            wait_for(&request);
        }
        MPI_Request_free(&request);
        put_complete();
    }
    AT(0) {
        send_to(1);
        put_and_send(1);
    }
    NONE();
}

/* A message that is longer than what is sent without its receiver. */
static void wrong_put_before_the_wait_for_a_long_message(void)
{
    static char bytes[1 << 20];
    MPI_Request request;

    ALL();
    AT(1) {
        MPI_Irecv(bytes, sizeof bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
        progress();
        put_complete();
        wait_for(&request);
    }
    AT(0) {
        put_complete();
        MPI_Send(bytes, sizeof bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    }
    NONE();
}

static void right_put_behind_a_long_message(void)
{
    static char bytes[1 << 20];
    MPI_Request request;

    ALL();
    AT(1) {
        MPI_Irecv(bytes, sizeof bytes, MPI_BYTE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
        progress();
        wait_for(&request);
        put_complete();
    }
    AT(0) {
        put_complete();
        MPI_Send(bytes, sizeof bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    }
    NONE();
}

static void wrong_put_before_the_wait_for_an_exchange(void)
{
    MPI_Request request;

    ALL();
    AT(1) {
        MPI_Isendrecv(NULL, 0, MPI_INT, 0, 0, NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        progress();
        put_complete();
        wait_for(&request);
    }
    AT(0) {
        put_and_send(1);
        receive_from(1);
    }
    NONE();
}

static void right_put_behind_the_wait_for_an_exchange(void)
{
    MPI_Request request;

    ALL();
    AT(1) {
        MPI_Isendrecv(NULL, 0, MPI_INT, 0, 0, NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        progress();
        wait_for(&request);
        put_complete();
    }
    AT(0) {
        put_and_send(1);
        receive_from(1);
    }
    NONE();
}

static void right_put_behind_a_matched_message(void)
{
    MPI_Message message;
    MPI_Request request;

    ALL();
    AT(1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(NULL, 0, MPI_INT, &message, &request);
        wait_for(&request);
        put_and_send(0);
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(NULL, 0, MPI_INT, &message, MPI_STATUS_IGNORE);
        put_complete();
    }
    AT(0) {
        put_and_send(1);
        receive_from(1);
        put_and_send(1);
    }
    NONE();
}

/* ---- collective operations ------------------------------------------------------------------- */

static void wrong_put_before_the_wait_for_a_barrier(void)
{
    MPI_Request request;

    ALL();
    AT(0)
    put_complete();
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    AT(1) {
        progress();
        put_complete();
    }
    wait_for(&request);
    NONE();
}

static void right_put_behind_the_wait_for_a_barrier(void)
{
    MPI_Request request;

    ALL();
    AT(0)
    put_complete();
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    progress();
    wait_for(&request);
    AT(1)
    put_complete();
    NONE();
}

static void wrong_store_before_the_wait_for_a_bcast(void)
{
    MPI_Request request;

    ALL();
    AT(0)
    put_complete();
    MPI_Ibcast(&other, 1, MPI_LONG, 0, MPI_COMM_WORLD, &request);
    AT(TARGET) {
        progress();
        STORE(3);
    }
    wait_for(&request);
    NONE();
}

static void right_store_behind_a_persistent_bcast(void)
{
    MPI_Request request;

    ALL();
    MPI_Bcast_init(&other, 1, MPI_LONG, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    AT(0)
    put_complete();
    MPI_Start(&request);
    progress();
    wait_for(&request);
    AT(TARGET)
    STORE(3);
    MPI_Request_free(&request);
    NONE();
}

CASES(0,
      CASE(wrong_put_before_the_wait),
      CASE(right_put_behind_the_wait),
      CASE(wrong_store_before_the_wait),
      CASE(right_store_behind_the_wait),
      CASE(wrong_put_behind_the_wait_for_another),
      CASE(right_put_behind_waitall),
      CASE(right_put_behind_waitsome),
      CASE(right_put_behind_a_test),
      CASE(right_put_behind_a_status),
      CASE(wrong_put_before_the_wait_for_a_persistent_receive),
      CASE(right_put_behind_the_wait_for_a_persistent_receive),
      CASE(wrong_put_before_the_wait_for_a_long_message),
      CASE(right_put_behind_a_long_message),
      CASE(wrong_put_before_the_wait_for_an_exchange),
      CASE(right_put_behind_the_wait_for_an_exchange),
      CASE(right_put_behind_a_matched_message),
      CASE(wrong_put_before_the_wait_for_a_barrier),
      CASE(right_put_behind_the_wait_for_a_barrier),
      CASE(wrong_store_before_the_wait_for_a_bcast),
      CASE(right_store_behind_a_persistent_bcast))
