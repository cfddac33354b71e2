/* SPDX-License-Identifier: MIT */
/* Operations of two ranks on one word that do not overlap in time. */
#include "case.h"


static void wrong_shared_put_put(void)
{
    AT(0) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
}

static void wrong_shared_put_get(void)
{
    AT(0) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        GET(3);
        UNLOCK();
    }
}

static void wrong_shared_get_put(void)
{
    AT(0) {
        LOCK(SHARED);
        GET(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
}

static void wrong_shared_put_add(void)
{
    AT(0) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        ADD(3);
        UNLOCK();
    }
}

static void wrong_shared_add_get(void)
{
    AT(0) {
        LOCK(SHARED);
        ADD(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        GET(3);
        UNLOCK();
    }
}

static void wrong_unchecked_locks(void)
{
    AT(0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, MPI_MODE_NOCHECK, win);
        PUT(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, MPI_MODE_NOCHECK, win);
        PUT(3);
        UNLOCK();
    }
}

static void wrong_flushed_put_put(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        PUT(3);
        FLUSH();
    }
    NONE();
}

static void wrong_message_before_flush(void)
{
    ALL();
    AT(0) {
        PUT(3);
        send_to(1);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        receive_from(0);
        PUT(3);
    }
    NONE();
}

static void wrong_message_back(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
        receive_from(1);
    }
    AT(1)
    PAUSE();
    AT(1) {
        send_to(0);
        PUT(3);
    }
    NONE();
}

static void wrong_local_flush(void)
{
    ALL();
    AT(0) {
        PUT(3);
        MPI_Win_flush_local(TARGET, win);
    }
    TOKEN(0, 1);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_flush_of_another_target(void)
{
    ALL();
    AT(0) {
        PUT(3);
        MPI_Win_flush(1, win);
    }
    TOKEN(0, 1);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_message_to_another_rank(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
        send_to(2);
    }
    AT(2)
    receive_from(0);
    AT(1)
    PAUSE();
    AT(1) {
        GET(3);
        FLUSH();
    }
    NONE();
}

static void wrong_reduce_to_another_root(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    MPI_Reduce(&value, result, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    AT(1)
    PAUSE();
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_bcast_of_another_root(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    MPI_Bcast(result, 1, MPI_LONG, 1, MPI_COMM_WORLD);
    AT(1)
    PAUSE();
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void right_exclusive_put_put(void)
{
    AT(0) {
        LOCK(EXCLUSIVE);
        PUT(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(EXCLUSIVE);
        PUT(3);
        UNLOCK();
    }
}

static void right_shared_then_exclusive(void)
{
    AT(0) {
        LOCK(SHARED);
        GET(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(EXCLUSIVE);
        PUT(3);
        UNLOCK();
    }
}

static void right_exclusive_then_shared(void)
{
    AT(0) {
        LOCK(EXCLUSIVE);
        PUT(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        GET(3);
        UNLOCK();
    }
}

static void right_shared_other_words(void)
{
    AT(0) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        PUT(4);
        UNLOCK();
    }
}

static void right_shared_adds(void)
{
    AT(0) {
        LOCK(SHARED);
        ADD(3);
        UNLOCK();
    }
    AT(1)
    PAUSE();
    AT(1) {
        LOCK(SHARED);
        ADD(3);
        UNLOCK();
    }
}

static void right_unlock_and_message(void)
{
    AT(0) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
    TOKEN(0, 1);
    AT(1) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
}

static void right_flush_and_message(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    TOKEN(0, 1);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void right_flush_all_and_chain(void)
{
    ALL();
    AT(0) {
        PUT(3);
        MPI_Win_flush_all(win);
    }
    TOKEN(0, 2);
    TOKEN(2, 1);
    AT(1) {
        GET(3);
    }
    NONE();
}

static void right_flush_and_barrier(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    BARRIER();
    AT(1) {
        ADD(3);
    }
    NONE();
}

static void right_flush_and_bcast(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    MPI_Bcast(result, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void right_flush_and_reduce(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    MPI_Reduce(&value, result, 1, MPI_LONG, MPI_SUM, 1, MPI_COMM_WORLD);
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void right_flush_and_ibarrier(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    {
        MPI_Request request;

        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void right_flush_and_synchronous_send(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
        receive_from(1);
    }

    AT(1) {
        MPI_Ssend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
        PUT(3);
    }
    NONE();
}

static void right_unlock_all_and_barrier(void)
{
    AT(0) {
        ALL();
        PUT(3);
        NONE();
    }
    BARRIER();
    AT(1) {
        ALL();
        PUT(3);
        NONE();
    }
}

static void right_rounds_of_exclusive_locks(void)
{
    int i;

    for (i = 0; i < 30; i++) {
        LOCK(EXCLUSIVE);
        GET(3);
        FLUSH();
        PUT(3);
        UNLOCK();
    }
}

CASES(0,
      CASE(wrong_shared_put_put),
      CASE(wrong_shared_put_get),
      CASE(wrong_shared_get_put),
      CASE(wrong_shared_put_add),
      CASE(wrong_shared_add_get),
      CASE(wrong_unchecked_locks),
      CASE(wrong_flushed_put_put),
      CASE(wrong_message_before_flush),
      CASE(wrong_message_back),
      CASE(wrong_local_flush),
      CASE(wrong_flush_of_another_target),
      CASE(wrong_message_to_another_rank),
      CASE(wrong_reduce_to_another_root),
      CASE(wrong_bcast_of_another_root),
      CASE(right_exclusive_put_put),
      CASE(right_shared_then_exclusive),
      CASE(right_exclusive_then_shared),
      CASE(right_shared_other_words),
      CASE(right_shared_adds),
      CASE(right_unlock_and_message),
      CASE(right_flush_and_message),
      CASE(right_flush_all_and_chain),
      CASE(right_flush_and_barrier),
      CASE(right_flush_and_bcast),
      CASE(right_flush_and_reduce),
      CASE(right_flush_and_ibarrier),
      CASE(right_flush_and_synchronous_send),
      CASE(right_unlock_all_and_barrier),
      CASE(right_rounds_of_exclusive_locks))
