/* SPDX-License-Identifier: MIT */
/* Buffers of origins that lie in windows. */
#include "case.h"


static void wrong_put_from_what_is_put(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void wrong_get_into_what_is_got(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Get(result, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void wrong_get_into_what_is_put(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void wrong_get_into_what_is_added(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Accumulate(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, MPI_SUM, win);
    }
    NONE();
}

static void wrong_fence_put_from_what_is_put(void)
{
    FENCE();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    FENCE();
}

static void wrong_fence_get_into_what_is_got(void)
{
    FENCE();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Get(result, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    FENCE();
}

static void wrong_flushed_get_into_what_is_put(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        MPI_Win_flush(TARGET, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void wrong_result_where_others_put(void)
{
    ALL();
    AT(0) {
        MPI_Fetch_and_op(&value, &memory[3], MPI_LONG, TARGET, 9, MPI_SUM, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void wrong_own_put_and_store(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        memory[3] = 1;
    }
    NONE();
}

static void wrong_own_get_and_load(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        sum += memory[3];
    }
    NONE();
}

static void wrong_put_to_itself_and_load(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, 0, 4, 1, MPI_LONG, win);
        sum += memory[4];
    }
    NONE();
}

static void wrong_put_to_itself_from_what_is_put(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, 0, 4, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void right_put_from_what_is_got(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Get(result, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void right_other_words(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[5], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    AT(1)
    PAUSE();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void right_local_flush_and_message(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        MPI_Win_flush_local(TARGET, win);
    }
    TOKEN(0, 1);
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void right_get_flush_and_message(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        MPI_Win_flush(TARGET, win);
    }
    TOKEN(0, 1);
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void right_fences(void)
{
    FENCE();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
    }
    FENCE();
    AT(1)
    MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    FENCE();
    AT(0)
    sum += memory[3];
}

static void right_own_put_flush_store(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        MPI_Win_flush_local(TARGET, win);
        memory[3] = 1;
    }
    NONE();
}

static void right_own_get_flush_load(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        MPI_Win_flush(TARGET, win);
        sum += memory[3];
    }
    NONE();
}

static void right_put_to_itself_flush_load(void)
{
    ALL();
    AT(0) {
        MPI_Put(&memory[3], 1, MPI_LONG, 0, 4, 1, MPI_LONG, win);
        MPI_Win_flush(0, win);
        sum += memory[4];
    }
    NONE();
}

static void right_barrier_between(void)
{
    ALL();
    AT(0) {
        MPI_Get(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        MPI_Win_flush(TARGET, win);
    }
    BARRIER();
    AT(1) {
        MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void right_locks(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    AT(0)
    memory[3]++;
    AT(1)
    MPI_Put(&value, 1, MPI_LONG, 0, 3, 1, MPI_LONG, win);
    MPI_Win_unlock(0, win);
}

static void right_post_start(void)
{
    AT(TARGET) {
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(targets, 0, win);
        AT(0)
        MPI_Put(&memory[3], 1, MPI_LONG, TARGET, 9, 1, MPI_LONG, win);
        MPI_Win_complete(win);
        AT(0)
        memory[3] = 1;
    }
}

CASES(0,
      CASE(wrong_put_from_what_is_put),
      CASE(wrong_get_into_what_is_got),
      CASE(wrong_get_into_what_is_put),
      CASE(wrong_get_into_what_is_added),
      CASE(wrong_fence_put_from_what_is_put),
      CASE(wrong_fence_get_into_what_is_got),
      CASE(wrong_flushed_get_into_what_is_put),
      CASE(wrong_result_where_others_put),
      CASE(wrong_own_put_and_store),
      CASE(wrong_own_get_and_load),
      CASE(wrong_put_to_itself_and_load),
      CASE(wrong_put_to_itself_from_what_is_put),
      CASE(right_put_from_what_is_got),
      CASE(right_other_words),
      CASE(right_local_flush_and_message),
      CASE(right_get_flush_and_message),
      CASE(right_fences),
      CASE(right_own_put_flush_store),
      CASE(right_own_get_flush_load),
      CASE(right_put_to_itself_flush_load),
      CASE(right_barrier_between),
      CASE(right_locks),
      CASE(right_post_start))
