/* SPDX-License-Identifier: MIT */
/* Operations that have requests. */
#include "case.h"


static void wrong_rput_store(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rput(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        value = 9;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_rget_load(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        sum += result[0];
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_rget_store(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        result[0] = 9;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_raccumulate_store(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Raccumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_SUM, win, &request);
        value = 9;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_rget_accumulate_load(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget_accumulate(&value, 1, MPI_LONG, result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG,
                            MPI_SUM, win, &request);
        sum += result[0];
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_rget_accumulate_store(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget_accumulate(&value, 1, MPI_LONG, result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG,
                            MPI_SUM, win, &request);
        value = 9;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_rput_waited_then_put_by_another(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rput(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    TOKEN(0, 1);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_rput_waited_then_load(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rput(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        LOAD(3);
    }
    NONE();
}

static void wrong_raccumulate_waited_then_load(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Raccumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        LOAD(3);
    }
    NONE();
}

static void wrong_rget_not_waited_then_put(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        send_to(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(1) {
        receive_from(0);
        PAUSE();
        PUT(3);
    }
    NONE();
}

static void wrong_rget_into_one_place(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        GET(4);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_rput_and_store_at_target(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rput(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(TARGET) {
        PAUSE();
        STORE(3);
    }
    NONE();
}

static void right_flush_and_synchronous_request(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    AT(1) {
        MPI_Issend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        PUT(3);
    }
    NONE();
}

static void right_rget_and_store_at_target(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(TARGET) {
        PAUSE();
        STORE(3);
    }
    NONE();
}

static void wrong_rget_tested_in_vain(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        sum += result[0];
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    }
    NONE();
}

static void right_rput_wait_store(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rput(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = 9;
    }
    NONE();
}

static void right_rget_wait_load(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += result[0];
    }
    NONE();
}

static void right_rget_wait_put(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        PUT(3);
    }
    NONE();
}

static void right_raccumulate_wait_store(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Raccumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = 9;
    }
    NONE();
}

static void right_rget_accumulate_wait(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget_accumulate(&value, 1, MPI_LONG, result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG,
                            MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += result[0];
        value = 9;
    }
    NONE();
}

static void right_rget_wait_message_put(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    TOKEN(0, 1);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void right_rget_wait_message_store(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        STORE(3);
    }
    NONE();
}

static void right_rput_flush_message_load(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rput(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        FLUSH();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        LOAD(3);
    }
    NONE();
}

static void right_rput_wait_flush_message_put(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rput(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        FLUSH();
    }
    TOKEN(0, 1);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void right_rget_flush_load(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        FLUSH();
        sum += result[0];
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_rounds_of_rgets(void)
{
    MPI_Request request;
    int i;

    ALL();
    AT(0) {
        for (i = 0; i < 50; i++) {
            MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            sum += result[0]++;
        }
    }
    NONE();
}

static void right_raccumulates_of_two(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Raccumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(1) {
        MPI_Raccumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_tested(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        int flag = 0;

        MPI_Rget(result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, win, &request);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        sum += result[0];
    }
    NONE();
}

CASES(0,
      CASE(wrong_rput_store),
      CASE(wrong_rget_load),
      CASE(wrong_rget_store),
      CASE(wrong_raccumulate_store),
      CASE(wrong_rget_accumulate_load),
      CASE(wrong_rget_accumulate_store),
      CASE(wrong_rput_waited_then_put_by_another),
      CASE(wrong_rput_waited_then_load),
      CASE(wrong_raccumulate_waited_then_load),
      CASE(wrong_rget_not_waited_then_put),
      CASE(wrong_rget_into_one_place),
      CASE(wrong_rput_and_store_at_target),
      CASE(right_flush_and_synchronous_request),
      CASE(right_rget_and_store_at_target),
      CASE(wrong_rget_tested_in_vain),
      CASE(right_rput_wait_store),
      CASE(right_rget_wait_load),
      CASE(right_rget_wait_put),
      CASE(right_raccumulate_wait_store),
      CASE(right_rget_accumulate_wait),
      CASE(right_rget_wait_message_put),
      CASE(right_rget_wait_message_store),
      CASE(right_rput_flush_message_load),
      CASE(right_rput_wait_flush_message_put),
      CASE(right_rget_flush_load),
      CASE(right_rounds_of_rgets),
      CASE(right_raccumulates_of_two),
      CASE(right_tested))
