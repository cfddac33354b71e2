/* SPDX-License-Identifier: MIT */
/* Buffers of messages and collective operations beside one-sided operations. */
#include "case.h"


static void wrong_put_into_a_pending_receive(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Irecv(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        send_to(0);
    }
    AT(0) {
        receive_from(TARGET);
        PUT(3);
        FLUSH();
        send_to(1);
    }
    AT(1) {
        receive_from(0);
        MPI_Send(&value, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD);
    }
    AT(TARGET) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_get_from_a_pending_receive(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Irecv(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        send_to(0);
    }
    AT(0) {
        receive_from(TARGET);
        GET(3);
        FLUSH();
        send_to(1);
    }
    AT(1) {
        receive_from(0);
        MPI_Send(&value, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD);
    }
    AT(TARGET) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_put_into_what_is_being_sent(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Issend(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        send_to(0);
    }
    AT(0) {
        receive_from(TARGET);
        PUT(3);
        FLUSH();
        send_to(1);
    }
    AT(1) {
        receive_from(0);
        MPI_Recv(&other, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    AT(TARGET) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_put_then_send(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET) {
        PAUSE();
        MPI_Send(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD);
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_send_then_put(void)
{
    ALL();
    AT(TARGET) {
        MPI_Send(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD);
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    AT(0) {
        PAUSE();
        PUT(3);
        FLUSH();
    }
    NONE();
}

static void right_receive_then_get(void)
{
    ALL();
    AT(1) {
        MPI_Send(&value, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD);
    }
    AT(TARGET) {
        MPI_Recv(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    AT(0) {
        PAUSE();
        GET(3);
        FLUSH();
    }
    NONE();
}

static void wrong_get_into_a_pending_receive(void)
{
    MPI_Request request;

    ALL();
    AT(0) {
        MPI_Irecv(result, 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        GET(3);
        FLUSH();
        send_to(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(1) {
        receive_from(0);
        MPI_Send(&value, 1, MPI_LONG, 0, 5, MPI_COMM_WORLD);
    }
    NONE();
}

static void wrong_send_of_what_is_being_got(void)
{
    ALL();
    AT(0) {
        GET(3);
        MPI_Send(result, 1, MPI_LONG, 1, 5, MPI_COMM_WORLD);
        FLUSH();
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void wrong_receive_into_what_is_being_put(void)
{
    ALL();
    AT(1) {
        MPI_Send(&other, 1, MPI_LONG, 0, 5, MPI_COMM_WORLD);
    }
    AT(0) {
        PUT(3);
        MPI_Recv(&value, 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        FLUSH();
    }
    NONE();
}

static void wrong_bcast_of_what_is_being_got(void)
{
    ALL();
    AT(0)
    GET(3);
    MPI_Bcast(result, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    NONE();
}

static void wrong_reduce_into_what_is_being_put(void)
{
    ALL();
    AT(0)
    PUT(3);
    MPI_Allreduce(&other, &value, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    NONE();
}

static void wrong_bcast_into_memory_beside_a_put(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET)
    PAUSE();
    MPI_Bcast(&memory[3], 1, MPI_LONG, 1, MPI_COMM_WORLD);
    NONE();
}

static void wrong_pending_bcast_beside_a_put(void)
{
    MPI_Request request;

    ALL();
    MPI_Ibcast(&memory[3], 1, MPI_LONG, 1, MPI_COMM_WORLD, &request);
    AT(TARGET) {
        send_to(0);
    }
    AT(0) {
        receive_from(TARGET);
        PUT(3);
        FLUSH();
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    NONE();
}

static void wrong_load_of_a_pending_receive(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Irecv(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        send_to(1);
        sum += memory[3];
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(1) {
        receive_from(TARGET);
        MPI_Send(&value, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD);
    }
    NONE();
}

static void right_receive_complete_then_put(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Irecv(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        send_to(0);
    }
    AT(1) {
        MPI_Send(&value, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD);
    }
    AT(0) {
        receive_from(TARGET);
        PUT(3);
        FLUSH();
    }
    NONE();
}

static void right_send_complete_then_put(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Isend(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        send_to(0);
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    AT(0) {
        receive_from(TARGET);
        PUT(3);
        FLUSH();
    }
    NONE();
}

static void right_get_of_what_is_being_sent(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Isend(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        send_to(0);
    }
    AT(0) {
        receive_from(TARGET);
        GET(3);
        FLUSH();
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    AT(TARGET) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_put_flush_message_send(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        MPI_Send(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD);
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_put_flush_barrier_receive(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    BARRIER();
    AT(1) {
        MPI_Send(&value, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD);
    }
    AT(TARGET) {
        MPI_Recv(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_other_words(void)
{
    MPI_Request request;

    ALL();
    AT(TARGET) {
        MPI_Irecv(&memory[3], 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, &request);
        send_to(0);
    }
    AT(0) {
        receive_from(TARGET);
        PUT(4);
        FLUSH();
    }
    AT(1) {
        MPI_Send(&value, 1, MPI_LONG, TARGET, 5, MPI_COMM_WORLD);
    }
    AT(TARGET) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_send_of_what_was_got(void)
{
    ALL();
    AT(0) {
        GET(3);
        FLUSH();
        MPI_Send(result, 1, MPI_LONG, 1, 5, MPI_COMM_WORLD);
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_send_of_what_is_being_put(void)
{
    ALL();
    AT(0) {
        PUT(3);
        MPI_Send(&value, 1, MPI_LONG, 1, 5, MPI_COMM_WORLD);
    }
    AT(1) {
        MPI_Recv(&other, 1, MPI_LONG, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    NONE();
}

static void right_receive_then_put_of_it(void)
{
    ALL();
    AT(1) {
        MPI_Send(&other, 1, MPI_LONG, 0, 5, MPI_COMM_WORLD);
    }
    AT(0) {
        MPI_Recv(&value, 1, MPI_LONG, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        PUT(3);
        FLUSH();
    }
    NONE();
}

static void right_bcast_of_what_was_got(void)
{
    ALL();
    AT(0) {
        GET(3);
        FLUSH();
    }
    MPI_Bcast(result, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    NONE();
}

static void right_reduce_of_memory(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    BARRIER();
    MPI_Allreduce(&memory[3], &other, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    NONE();
}

static void right_ibcast_complete_then_put(void)
{
    MPI_Request request;

    ALL();
    MPI_Ibcast(&memory[3], 1, MPI_LONG, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    BARRIER();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    NONE();
}

static void right_halo(void)
{
    int i;

    for (i = 0; i < 20; i++) {
        MPI_Sendrecv(&memory[1], 1, MPI_LONG, (rank + 1) % size, 0, &memory[0], 1, MPI_LONG,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        FENCE();
        AT(0)
        PUT(0);
        FENCE();
        memory[1]++;
    }
}

CASES(0,
      CASE(wrong_put_into_a_pending_receive),
      CASE(wrong_get_from_a_pending_receive),
      CASE(wrong_put_into_what_is_being_sent),
      CASE(wrong_put_then_send),
      CASE(wrong_send_then_put),
      CASE(right_receive_then_get),
      CASE(wrong_get_into_a_pending_receive),
      CASE(wrong_send_of_what_is_being_got),
      CASE(wrong_receive_into_what_is_being_put),
      CASE(wrong_bcast_of_what_is_being_got),
      CASE(wrong_reduce_into_what_is_being_put),
      CASE(wrong_bcast_into_memory_beside_a_put),
      CASE(wrong_pending_bcast_beside_a_put),
      CASE(wrong_load_of_a_pending_receive),
      CASE(right_receive_complete_then_put),
      CASE(right_send_complete_then_put),
      CASE(right_get_of_what_is_being_sent),
      CASE(right_put_flush_message_send),
      CASE(right_put_flush_barrier_receive),
      CASE(right_other_words),
      CASE(right_send_of_what_was_got),
      CASE(right_send_of_what_is_being_put),
      CASE(right_receive_then_put_of_it),
      CASE(right_bcast_of_what_was_got),
      CASE(right_reduce_of_memory),
      CASE(right_ibcast_complete_then_put),
      CASE(right_halo))
