/* SPDX-License-Identifier: MIT */
/* Four threads of each rank operate on one window at the same time: under a lock of all, behind a
 * fence, each with locks of its own targets, and each on a window of its own. Sums tell whether an
 * operation was lost. */
/* ranks: 4 7 */
/* flags: -pthread */
/* expect-stdout: all sums are right */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, TURNS = 300, COUNT = 600 };

static int rank, size;
static long memory[COUNT], wrong;
static MPI_Win win, wins[THREADS];
static MPI_Comm comms[THREADS];
static long out[COUNT];

static void expect(long got, long expected, const char *what)
{
    if (got == expected)
        return;
    printf("rank %d: %s: %ld, expected %ld\n", rank, what, got, expected);
    __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
}

static void run(void *(*work)(void *))
{
    pthread_t threads[THREADS];
    intptr_t i;

    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* ---- under a lock of all --------------------------------------------------------------------- */

static void swap_until_it_was_ours(int target)
{
    long seen = 0, next, old;

    for (;;) {
        next = seen + 1;
        MPI_Compare_and_swap(&next, &seen, &old, MPI_LONG, target, 1, win);
        MPI_Win_flush(target, win);
        if (old == seen)
            return;
        seen = old;
    }
}

static void *add(void *argument)
{
    const int number = (int)(intptr_t)argument;
    MPI_Request request;
    long one = 1, old;
    int i;

    for (i = 0; i < TURNS; i++) {
        int target = (rank + i) % size;

        MPI_Fetch_and_op(&one, &old, MPI_LONG, target, 0, MPI_SUM, win);
        swap_until_it_was_ours(target);
        MPI_Accumulate(out, 4, MPI_LONG, target, 2, 4, MPI_LONG, MPI_SUM, win);
        MPI_Raccumulate(&one, 1, MPI_LONG, target, 6, 1, MPI_LONG, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (i % 100 == number)
            MPI_Accumulate(out, COUNT - 8, MPI_LONG, target, 8, COUNT - 8, MPI_LONG, MPI_SUM, win);
        MPI_Accumulate(&one, 1, MPI_LONG, target, 9, 1, MPI_LONG, MPI_SUM, win);
        if (i % 50 == 0)
            MPI_Win_flush_all(win);
    }
    return NULL;
}

static void check_adding(void)
{
    long all[COUNT];
    int i;

    MPI_Win_lock_all(0, win);
    run(add);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Reduce(memory, all, COUNT, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    for (i = 0; i < COUNT && rank == 0; i++) {
        long each = i == 7 ? 0 : i < 8 ? TURNS : i == 9 ? TURNS + TURNS / 100 : TURNS / 100;

        expect(all[i], each * THREADS * size, "a sum under a lock of all");
    }
}

/* ---- behind a fence -------------------------------------------------------------------------- */

static void *put(void *argument)
{
    const int number = (int)(intptr_t)argument;
    int i;

    for (i = number; i < COUNT; i += THREADS)
        MPI_Put(&out[i], 1, MPI_LONG, (rank + 1) % size, i, 1, MPI_LONG, win);
    return NULL;
}

static void check_putting(void)
{
    int i;

    for (i = 0; i < COUNT; i++)
        out[i] = 1000000L * rank + i;
    MPI_Win_fence(0, win);
    run(put);
    MPI_Win_fence(0, win);
    for (i = 0; i < COUNT; i++)
        expect(memory[i], 1000000L * ((rank + size - 1) % size) + i, "a put behind a fence");
}

/* ---- with locks of their own targets --------------------------------------------------------- */

static void *count_under_locks(void *argument)
{
    int i, target = (rank + (int)(intptr_t)argument) % size;
    long count;

    for (i = 0; i < TURNS; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Get(&count, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
        MPI_Win_flush(target, win);
        count++;
        MPI_Put(&count, 1, MPI_LONG, target, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(target, win);
    }
    return NULL;
}

static void check_locks(void)
{
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    memory[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    run(count_under_locks);
    MPI_Barrier(MPI_COMM_WORLD);
    expect(memory[0], (long)THREADS * TURNS, "a count under exclusive locks");
}

/* ---- each on a window of its own ------------------------------------------------------------- */

static void *fence(void *argument)
{
    const int number = (int)(intptr_t)argument;
    long *mine, value;
    int i;

    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, comms[number], &mine,
                     &wins[number]);
    for (i = 0; i < TURNS / 3; i++) {
        value = 1000L * i + 10 * rank + number;
        MPI_Win_fence(0, wins[number]);
        MPI_Put(&value, 1, MPI_LONG, (rank + 1) % size, 0, 1, MPI_LONG, wins[number]);
        MPI_Win_fence(0, wins[number]);
        expect(*mine, 1000L * i + 10 * ((rank + size - 1) % size) + number, "a window of its own");
    }
    MPI_Win_free(&wins[number]);
    return NULL;
}

int main(void)
{
    int provided, i;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < COUNT; i++)
        out[i] = 1;
    for (i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_adding();
    check_putting();
    check_locks();
    run(fence);
    MPI_Win_free(&win);
    for (i = 0; i < THREADS; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && wrong == 0)
        printf("all sums are right\n");
    MPI_Finalize();
    return wrong != 0;
}
