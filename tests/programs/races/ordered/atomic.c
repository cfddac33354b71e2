/* SPDX-License-Identifier: MIT */
/* Accumulates, and what is atomic against what. */
#include "case.h"


static void wrong_add_and_put(void)
{
    ALL();
    AT(0) {
        ADD(3);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_add_and_get(void)
{
    ALL();
    AT(0) {
        ADD(3);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        GET(3);
    }
    NONE();
}

static void wrong_get_and_fetch(void)
{
    ALL();
    AT(0) {
        GET(3);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        FETCH(3);
    }
    NONE();
}

static void wrong_other_type(void)
{
    ALL();
    AT(0) {
        ADD(3);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Accumulate(&value, 2, MPI_INT, TARGET, 3, 2, MPI_INT, MPI_SUM, win);
    }
    NONE();
}

static void wrong_swap_and_put(void)
{
    ALL();
    AT(0) {
        MPI_Compare_and_swap(&value, &other, result, MPI_LONG, TARGET, 3, win);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_swap_and_get(void)
{
    ALL();
    AT(0) {
        MPI_Compare_and_swap(&value, &other, result, MPI_LONG, TARGET, 3, win);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        GET(3);
    }
    NONE();
}

static void wrong_read_and_put(void)
{
    ALL();
    AT(0) {
        MPI_Fetch_and_op(NULL, result, MPI_LONG, TARGET, 3, MPI_NO_OP, win);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_replace_and_get(void)
{
    ALL();
    AT(0) {
        MPI_Accumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_REPLACE, win);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        GET(3);
    }
    NONE();
}

static void wrong_get_accumulate_and_put(void)
{
    ALL();
    AT(0) {
        MPI_Get_accumulate(&value, 1, MPI_LONG, result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG,
                           MPI_SUM, win);
        FLUSH();
    }
    AT(1)
    PAUSE();
    AT(1) {
        PUT(3);
    }
    NONE();
}

static void wrong_put_and_add_in_a_fence(void)
{
    FENCE();
    AT(0) {
        PUT(3);
    }

    AT(1) {
        ADD(3);
    }
    FENCE();
}

static void wrong_add_and_load_at_target(void)
{
    ALL();
    AT(0) {
        ADD(3);
        FLUSH();
    }
    AT(TARGET) {
        PAUSE();
        STORE(3);
    }
    NONE();
}

static void wrong_swap_and_store_at_target(void)
{
    ALL();
    AT(0) {
        MPI_Compare_and_swap(&value, &other, result, MPI_LONG, TARGET, 3, win);
        FLUSH();
    }
    AT(TARGET) {
        PAUSE();
        STORE(3);
    }
    NONE();
}

static void right_adds(void)
{
    ALL();
    AT(0) {
        ADD(3);
    }

    AT(1) {
        ADD(3);
    }
    NONE();
}

static void right_fetches(void)
{
    ALL();
    AT(0) {
        FETCH(3);
    }

    AT(1) {
        FETCH(3);
    }
    NONE();
}

static void right_add_and_fetch(void)
{
    ALL();
    AT(0) {
        ADD(3);
    }

    AT(1) {
        FETCH(3);
    }
    NONE();
}

static void right_swaps(void)
{
    ALL();
    AT(0) {
        MPI_Compare_and_swap(&value, &other, result, MPI_LONG, TARGET, 3, win);
    }

    AT(1) {
        MPI_Compare_and_swap(&value, &other, result, MPI_LONG, TARGET, 3, win);
    }
    NONE();
}

static void right_swap_and_add(void)
{
    ALL();
    AT(0) {
        MPI_Compare_and_swap(&value, &other, result, MPI_LONG, TARGET, 3, win);
    }

    AT(1) {
        ADD(3);
    }
    NONE();
}

static void right_read_and_add(void)
{
    ALL();
    AT(0) {
        MPI_Fetch_and_op(NULL, result, MPI_LONG, TARGET, 3, MPI_NO_OP, win);
    }

    AT(1) {
        ADD(3);
    }
    NONE();
}

static void right_read_and_get(void)
{
    ALL();
    AT(0) {
        MPI_Fetch_and_op(NULL, result, MPI_LONG, TARGET, 3, MPI_NO_OP, win);
    }

    AT(1) {
        GET(3);
    }
    NONE();
}

static void right_replace_and_read(void)
{
    ALL();
    AT(0) {
        MPI_Accumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_REPLACE, win);
    }

    AT(1) {
        MPI_Fetch_and_op(NULL, result, MPI_LONG, TARGET, 3, MPI_NO_OP, win);
    }
    NONE();
}

static void right_max_and_add(void)
{
    ALL();
    AT(0) {
        MPI_Accumulate(&value, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, MPI_MAX, win);
    }

    AT(1) {
        ADD(3);
    }
    NONE();
}

static void right_own_adds(void)
{
    ALL();
    AT(0) {
        ADD(3);
        ADD(3);
        MPI_Get_accumulate(&value, 1, MPI_LONG, result, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG,
                           MPI_SUM, win);
    }
    NONE();
}

static void right_add_flush_message_get(void)
{
    ALL();
    AT(0) {
        ADD(3);
        FLUSH();
    }
    TOKEN(0, 1);
    AT(1) {
        GET(3);
    }
    NONE();
}

static void right_adds_in_a_fence(void)
{
    FENCE();
    AT(0) {
        ADD(3);
    }

    AT(1) {
        ADD(3);
    }
    FENCE();
}

static void right_lock_of_swaps(void)
{
    const long free_mark = 0, taken = rank + 1;
    long found;
    int i;

    ALL();
    for (i = 0; i < 10; i++) {
        do {
            MPI_Compare_and_swap(&taken, &free_mark, &found, MPI_LONG, TARGET, 5, win);
            FLUSH();
        } while (found != free_mark);
        GET(6);
        FLUSH();
        PUT(6);
        FLUSH();
        MPI_Accumulate(&free_mark, 1, MPI_LONG, TARGET, 5, 1, MPI_LONG, MPI_REPLACE, win);
        FLUSH();
    }
    NONE();
}

CASES(0,
      CASE(wrong_add_and_put),
      CASE(wrong_add_and_get),
      CASE(wrong_get_and_fetch),
      CASE(wrong_other_type),
      CASE(wrong_swap_and_put),
      CASE(wrong_swap_and_get),
      CASE(wrong_read_and_put),
      CASE(wrong_replace_and_get),
      CASE(wrong_get_accumulate_and_put),
      CASE(wrong_put_and_add_in_a_fence),
      CASE(wrong_add_and_load_at_target),
      CASE(wrong_swap_and_store_at_target),
      CASE(right_adds),
      CASE(right_fetches),
      CASE(right_add_and_fetch),
      CASE(right_swaps),
      CASE(right_swap_and_add),
      CASE(right_read_and_add),
      CASE(right_read_and_get),
      CASE(right_replace_and_read),
      CASE(right_max_and_add),
      CASE(right_own_adds),
      CASE(right_add_flush_message_get),
      CASE(right_adds_in_a_fence),
      CASE(right_lock_of_swaps))
