/* SPDX-License-Identifier: MIT */
/* Loads and stores of several ranks in shared memory. */
#include "case.h"

static long *part_of(int owner)
{
    MPI_Aint bytes;
    long *base;
    int unit;

    MPI_Win_shared_query(win, owner, &bytes, &unit, &base);
    return base;
}


static void wrong_store_then_load(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        sum += theirs[3];
    }
}

static void wrong_store_then_store(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        theirs[3] = 2;
    }
}

static void wrong_load_then_store(void)
{
    long *theirs = part_of(1);

    AT(0) {
        sum += theirs[3];
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        theirs[3] = 2;
    }
}

static void wrong_message_before_the_store(void)
{
    long *theirs = part_of(1);

    AT(0) {
        send_to(TARGET);
        theirs[3] = 1;
    }

    AT(TARGET) {
        receive_from(0);
        PAUSE();
        sum += theirs[3];
    }
}

static void wrong_message_to_another_rank(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    TOKEN(0, 1);
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        sum += theirs[3];
    }
}

static void wrong_sync_alone(void)
{
    long *theirs = part_of(1);

    ALL();
    AT(0) {
        theirs[3] = 1;
        MPI_Win_sync(win);
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        MPI_Win_sync(win);
        sum += theirs[3];
    }
    NONE();
}

static void wrong_shared_locks(void)
{
    long *theirs = part_of(1);

    AT(0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        theirs[3] = 1;
        MPI_Win_unlock(1, win);
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        sum += theirs[3];
        MPI_Win_unlock(1, win);
    }
}

static void wrong_owner_and_another(void)
{
    long *theirs = part_of(1);

    AT(0)
    theirs[3] = 1;
    AT(1) {
        PAUSE();
        sum += memory[3];
    }
}

static void wrong_put_then_load(void)
{
    long *theirs = part_of(1);

    ALL();
    AT(0) {
        MPI_Put(&value, 1, MPI_LONG, 1, 3, 1, MPI_LONG, win);
        MPI_Win_flush(1, win);
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        theirs[3] = 2;
    }
    NONE();
}

static void right_store_then_get(void)
{
    long *theirs = part_of(1);

    ALL();
    AT(0) {
        theirs[3] = 1;
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        MPI_Get(result, 1, MPI_LONG, 1, 3, 1, MPI_LONG, win);
    }
    NONE();
}

static void wrong_copy_beside_a_store(void)
{
    long *theirs = part_of(1);

    AT(0) {
        memcpy(theirs, memory, 32 * sizeof *theirs);
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        theirs[31] = 2;
    }
}

static void wrong_bytes_of_one_word(void)
{
    long *theirs = part_of(1);

    AT(0) {
        ((char *)theirs)[3] = 1;
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        sum += theirs[0];
    }
}

static void wrong_bcast_of_another_root(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    MPI_Bcast(result, 1, MPI_LONG, 1, MPI_COMM_WORLD);
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        sum += theirs[3];
    }
}

static void right_message(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        sum += theirs[3];
    }
}

static void right_barrier(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    BARRIER();
    AT(TARGET) {
        theirs[3] = 2;
    }
}

static void right_fence(void)
{
    long *theirs = part_of(1);

    FENCE();
    AT(0) {
        theirs[3] = 1;
    }
    FENCE();
    AT(TARGET) {
        theirs[3] = 2;
    }
    FENCE();
}

static void right_sync_and_message(void)
{
    long *theirs = part_of(1);

    ALL();
    AT(0) {
        theirs[3] = 1;
        MPI_Win_sync(win);
    }
    TOKEN(0, TARGET);
    AT(TARGET) {
        MPI_Win_sync(win);
        sum += theirs[3];
    }
    NONE();
}

static void right_exclusive_locks(void)
{
    long *theirs = part_of(1);

    AT(0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        theirs[3]++;
        MPI_Win_unlock(1, win);
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        theirs[3]++;
        MPI_Win_unlock(1, win);
    }
}

static void right_other_words(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        theirs[4] = 2;
    }
}

static void right_other_bytes(void)
{
    long *theirs = part_of(1);

    AT(0) {
        ((char *)theirs)[3] = 1;
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        ((char *)theirs)[4] = 2;
    }
}

static void right_loads(void)
{
    long *theirs = part_of(1);

    AT(0) {
        sum += theirs[3];
    }
    AT(TARGET)
    PAUSE();
    AT(TARGET) {
        sum += theirs[3];
    }
}

static void right_chain(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
    }
    TOKEN(0, 1);
    TOKEN(1, TARGET);
    AT(TARGET) {
        theirs[3] = 2;
    }
}

static void right_atomic_flag(void)
{
    long *theirs = part_of(1);

    AT(0) {
        theirs[3] = 1;
        __atomic_store_n(&theirs[4], 1, __ATOMIC_RELEASE);
    }

    AT(TARGET) {
        while (__atomic_load_n(&theirs[4], __ATOMIC_ACQUIRE) == 0)
            usleep(1000);
        sum += theirs[3];
    }
}

static void right_volatile_flag(void)
{
    long *theirs = part_of(1);

    ALL();
    AT(0) {
        theirs[3] = 1;
        MPI_Win_sync(win);
        *(volatile long *)&theirs[4] = 1;
    }

    AT(TARGET) {
        while (*(volatile long *)&theirs[4] == 0)
            MPI_Win_sync(win);
        sum += theirs[3];
    }
    NONE();
}

static void right_atomic_counter(void)
{
    long *theirs = part_of(1);

    AT(0) {
        __atomic_fetch_add(&theirs[4], 1, __ATOMIC_RELAXED);
    }

    AT(TARGET) {
        __atomic_fetch_add(&theirs[4], 1, __ATOMIC_RELAXED);
    }
}

static void right_turns(void)
{
    long *theirs = part_of(1);
    int turn;

    for (turn = 0; turn < 30; turn++) {
        AT(turn % 3)
        theirs[3]++;
        BARRIER();
    }
}

CASES(1,
      CASE(wrong_store_then_load),
      CASE(wrong_store_then_store),
      CASE(wrong_load_then_store),
      CASE(wrong_message_before_the_store),
      CASE(wrong_message_to_another_rank),
      CASE(wrong_sync_alone),
      CASE(wrong_shared_locks),
      CASE(wrong_owner_and_another),
      CASE(wrong_put_then_load),
      CASE(right_store_then_get),
      CASE(wrong_copy_beside_a_store),
      CASE(wrong_bytes_of_one_word),
      CASE(wrong_bcast_of_another_root),
      CASE(right_message),
      CASE(right_barrier),
      CASE(right_fence),
      CASE(right_sync_and_message),
      CASE(right_exclusive_locks),
      CASE(right_other_words),
      CASE(right_other_bytes),
      CASE(right_loads),
      CASE(right_chain),
      CASE(right_atomic_flag),
      CASE(right_volatile_flag),
      CASE(right_atomic_counter),
      CASE(right_turns))
