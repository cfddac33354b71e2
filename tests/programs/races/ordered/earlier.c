/* SPDX-License-Identifier: MIT */
/* Messages of which one orders nothing for those before it, and synchronous ones. */
#include "case.h"

static void wrong_put_behind_an_earlier_message(void)
{
    ALL();
    AT(0) {
        send_to(1);
        put_and_send(1);
    }
    AT(1) {
        PAUSE();
        receive_from(0);
        put_complete();
        receive_from(0);
    }
    NONE();
}

static void right_put_behind_both_messages(void)
{
    ALL();
    AT(0) {
        send_to(1);
        put_and_send(1);
    }
    AT(1) {
        PAUSE();
        receive_from(0);
        receive_from(0);
        put_complete();
    }
    NONE();
}

static void wrong_store_behind_the_message_before(void)
{
    int i;

    ALL();
    for (i = 0; i < 5; i++) {
        AT(0) {
            put_complete();
            send_to(TARGET);
        }
        AT(TARGET) {
            PAUSE();
            receive_from(0);
            STORE(3);
        }
    }
    NONE();
}

static void right_store_between_two_messages(void)
{
    int i;

    ALL();
    for (i = 0; i < 5; i++) {
        AT(0)
        put_complete();
        TOKEN(0, TARGET);
        AT(TARGET)
        STORE(3);
        TOKEN(TARGET, 0);
    }
    NONE();
}

/* The receives ask for tags, so the second message is received first. */
static void wrong_put_behind_the_first_of_two_tags(void)
{
    ALL();
    AT(0) {
        MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
        put_complete();
        MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }
    AT(1) {
        PAUSE();
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        put_complete();
        MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_put_behind_the_second_of_two_tags(void)
{
    ALL();
    AT(0) {
        MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
        put_complete();
        MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }
    AT(1) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        put_complete();
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

/* ---- synchronous messages -------------------------------------------------------------------- */

static void right_put_before_the_receive_of_a_synchronous_message(void)
{
    ALL();
    AT(1) {
        put_complete();
        receive_from(0);
    }
    AT(0) {
        MPI_Ssend(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        put_complete();
    }
    NONE();
}

static void right_put_before_the_start_of_a_synchronous_receive(void)
{
    MPI_Request request;

    ALL();
    AT(1) {
        put_complete();
        MPI_Irecv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(0) {
        MPI_Ssend(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        put_complete();
    }
    NONE();
}

CASES(0,
      CASE(wrong_put_behind_an_earlier_message),
      CASE(right_put_behind_both_messages),
      CASE(wrong_store_behind_the_message_before),
      CASE(right_store_between_two_messages),
      CASE(wrong_put_behind_the_first_of_two_tags),
      CASE(right_put_behind_the_second_of_two_tags),
      CASE(right_put_before_the_receive_of_a_synchronous_message),
      CASE(right_put_before_the_start_of_a_synchronous_receive))
