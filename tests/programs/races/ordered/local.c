/* SPDX-License-Identifier: MIT */
/* A rank's loads and stores and operations of another rank that do not overlap in time. */
#include "case.h"


static void wrong_flushed_put_then_load(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        LOAD(3);
    }
    NONE();
}

static void wrong_flushed_put_then_store(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        STORE(3);
    }
    NONE();
}

static void right_flushed_get_then_store(void)
{
    ALL();
    AT(0) {
        GET(3);
        FLUSH();
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        STORE(3);
    }
    NONE();
}

static void wrong_flushed_add_then_load(void)
{
    ALL();
    AT(0) {
        ADD(3);
        FLUSH();
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        LOAD(3);
    }
    NONE();
}

static void wrong_message_before_flush(void)
{
    ALL();
    AT(0) {
        PUT(3);
        send_to(TARGET);
        FLUSH();
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        receive_from(0);
        LOAD(3);
    }
    NONE();
}

static void wrong_local_flush_and_message(void)
{
    ALL();
    AT(0) {
        PUT(3);
        MPI_Win_flush_local(TARGET, win);
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        LOAD(3);
    }
    NONE();
}

static void wrong_unlock_without_message(void)
{
    AT(0) {
        LOCK(EXCLUSIVE);
        PUT(3);
        UNLOCK();
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        LOAD(3);
    }
}

static void wrong_store_then_put(void)
{
    ALL();
    AT(TARGET) {
        STORE(3);
    }
    AT(0)
    PAUSE();
    AT(0) {
        PUT(3);
    }
    NONE();
}

static void wrong_load_then_put(void)
{
    ALL();
    AT(TARGET) {
        LOAD(3);
    }
    AT(0)
    PAUSE();
    AT(0) {
        PUT(3);
    }
    NONE();
}

static void right_store_then_get(void)
{
    ALL();
    AT(TARGET) {
        STORE(3);
    }
    AT(0)
    PAUSE();
    AT(0) {
        GET(3);
    }
    NONE();
}

static void wrong_load_then_add(void)
{
    ALL();
    AT(TARGET) {
        LOAD(3);
    }
    AT(0)
    PAUSE();
    AT(0) {
        ADD(3);
    }
    NONE();
}

static void right_store_after_message(void)
{
    ALL();
    AT(TARGET) {
        send_to(0);
        STORE(3);
    }
    AT(0) {
        receive_from(TARGET);
        PAUSE();
    }
    AT(0) {
        GET(3);
    }
    NONE();
}

static void wrong_load_while_exposed(void)
{
    AT(TARGET) {
        MPI_Win_post(origins, 0, win);
        LOAD(3);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(targets, 0, win);
        PAUSE();
        AT(0)
        PUT(3);
        MPI_Win_complete(win);
    }
}

static void wrong_store_before_the_fence_ends(void)
{
    FENCE();
    AT(TARGET)
    STORE(3);
    AT(0) {
        PAUSE();
        GET(3);
    }
    FENCE();
}

static void wrong_load_before_put_in_a_fence(void)
{
    FENCE();
    AT(TARGET)
    LOAD(3);
    AT(0) {
        PAUSE();
        PUT(3);
    }
    FENCE();
}

static void right_flush_and_message(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        LOAD(3);
    }
    NONE();
}

static void right_flush_and_chain(void)
{
    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
    }
    TOKEN(0, 1);
    TOKEN(1, TARGET);
    AT(TARGET) {
        STORE(3);
    }
    NONE();
}

static void right_flush_and_barrier(void)
{
    ALL();
    AT(0) {
        GET(3);
        FLUSH();
    }
    BARRIER();
    AT(TARGET) {
        STORE(3);
    }
    NONE();
}

static void right_unlock_and_message(void)
{
    AT(0) {
        LOCK(SHARED);
        PUT(3);
        UNLOCK();
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        LOAD(3);
    }
}

static void right_locks_by_both(void)
{
    AT(0) {
        LOCK(EXCLUSIVE);
        PUT(3);
        UNLOCK();
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        LOCK(EXCLUSIVE);
        LOAD(3);
        STORE(3);
        UNLOCK();
    }
}

static void right_store_and_message(void)
{
    ALL();
    AT(TARGET) {
        STORE(3);
    }
    TOKEN(TARGET, 0);
    AT(0) {
        PUT(3);
    }
    NONE();
}

static void right_load_and_barrier(void)
{
    ALL();
    AT(TARGET) {
        LOAD(3);
    }
    BARRIER();
    AT(0) {
        PUT(3);
    }
    NONE();
}

static void right_load_then_get(void)
{
    ALL();
    AT(TARGET) {
        LOAD(3);
    }
    AT(0)
    PAUSE();
    AT(0) {
        GET(3);
    }
    NONE();
}

static void right_other_word(void)
{
    ALL();
    AT(TARGET) {
        STORE(4);
    }
    AT(0)
    PAUSE();
    AT(0) {
        PUT(3);
    }
    NONE();
}

static void right_store_and_ssend(void)
{
    ALL();
    AT(TARGET) {
        STORE(3);
        receive_from(0);
    }

    AT(0) {
        MPI_Ssend(NULL, 0, MPI_INT, TARGET, 0, MPI_COMM_WORLD);
        PUT(3);
    }
    NONE();
}

static void right_post_start(void)
{
    int i;

    for (i = 0; i < 10; i++) {
        AT(TARGET) {
            STORE(3);
            MPI_Win_post(origins, 0, win);
            MPI_Win_wait(win);
            LOAD(3);
        } else {
            MPI_Win_start(targets, 0, win);
            AT(0)
            PUT(3);
            MPI_Win_complete(win);
        }
    }
}

static void right_fences(void)
{
    int i;

    for (i = 0; i < 10; i++) {
        STORE(3);
        FENCE();
        AT(0)
        PUT(3);
        FENCE();
        LOAD(3);
    }
}

static void right_polled_by_a_volatile_load(void)
{
    volatile long *flag = &memory[4];

    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
        PUT(4);
        FLUSH();
    }
    AT(TARGET) {
        while (*flag == 0)
            MPI_Win_sync(win);
        LOAD(3);
    }
    NONE();
}

static void right_polled_by_loads(void)
{
    ALL();
    AT(0) {
        PAUSE();
        PUT(4);
        FLUSH();
    }
    AT(TARGET)
    while (memory[4] == 0)
        MPI_Win_sync(win);
    NONE();
}

static void right_polled_by_gets(void)
{
    ALL();
    AT(TARGET) {
        PAUSE();
        STORE(4);
        MPI_Win_sync(win);
    }
    AT(0)
    while (result[0] == 0) {
        GET(4);
        FLUSH();
    }
    NONE();
}

static void right_flag_by_accumulates(void)
{
    long flag = 0, one = 1;

    ALL();
    AT(0) {
        PUT(3);
        FLUSH();
        MPI_Accumulate(&one, 1, MPI_LONG, TARGET, 4, 1, MPI_LONG, MPI_REPLACE, win);
        FLUSH();
    }
    AT(TARGET) {
        while (flag == 0) {
            MPI_Fetch_and_op(NULL, &flag, MPI_LONG, TARGET, 4, MPI_NO_OP, win);
            FLUSH();
        }
        LOAD(3);
    }
    NONE();
}

CASES(0,
      CASE(wrong_flushed_put_then_load),
      CASE(wrong_flushed_put_then_store),
      CASE(right_flushed_get_then_store),
      CASE(wrong_flushed_add_then_load),
      CASE(wrong_message_before_flush),
      CASE(wrong_local_flush_and_message),
      CASE(wrong_unlock_without_message),
      CASE(wrong_store_then_put),
      CASE(wrong_load_then_put),
      CASE(right_store_then_get),
      CASE(wrong_load_then_add),
      CASE(right_store_after_message),
      CASE(wrong_load_while_exposed),
      CASE(wrong_store_before_the_fence_ends),
      CASE(wrong_load_before_put_in_a_fence),
      CASE(right_flush_and_message),
      CASE(right_flush_and_chain),
      CASE(right_flush_and_barrier),
      CASE(right_unlock_and_message),
      CASE(right_locks_by_both),
      CASE(right_store_and_message),
      CASE(right_load_and_barrier),
      CASE(right_load_then_get),
      CASE(right_other_word),
      CASE(right_store_and_ssend),
      CASE(right_post_start),
      CASE(right_fences),
      CASE(right_polled_by_a_volatile_load),
      CASE(right_polled_by_loads),
      CASE(right_polled_by_gets),
      CASE(right_flag_by_accumulates))
