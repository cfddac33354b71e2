/* SPDX-License-Identifier: MIT */
/* Operations on windows, by kind and size: one line per point, the time of an operation. Plain MPI.
 * Rank 0 is the origin and rank 1 the target of those that one rank calls, while the others wait in
 * a barrier; "count" is the time of one fetch_and_op when all ranks count at rank 0, by ranks.
 *
 * The limits are what one thread can do without MPI: a store, a locked addition, a copy, a loop
 * that adds up doubles.
 *
 *   onesided [label]     prints: label kind bytes median_us p10_us p90_us */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "points.h"

enum { BYTES_MAX = 1 << 20, COUNTS = 20000 };

static int rank, size;
static char *mine; /* own memory of the window */
static char *buffer, *result;
static MPI_Win win;

static void put_flush(int bytes)
{
    MPI_Put(buffer, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static void get_flush(int bytes)
{
    MPI_Get(buffer, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
    MPI_Win_flush(1, win);
}

static void fetch_and_add(int bytes)
{
    long one = 1, old;

    (void)bytes;
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 1, 0, MPI_SUM, win);
    MPI_Win_flush(1, win);
}

static void compare_and_swap(int bytes)
{
    long value = 1, old;
    const long expected = 2;

    (void)bytes;
    MPI_Compare_and_swap(&value, &expected, &old, MPI_LONG, 1, 0, win);
    MPI_Win_flush(1, win);
}

static void accumulate(int bytes)
{
    int count = bytes / (int)sizeof(double);

    MPI_Accumulate(buffer, count, MPI_DOUBLE, 1, 0, count, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_flush(1, win);
}

static void get_accumulate(int bytes)
{
    int count = bytes / (int)sizeof(double);

    MPI_Get_accumulate(buffer, count, MPI_DOUBLE, result, count, MPI_DOUBLE, 1, 0, count,
                       MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_flush(1, win);
}

static void lock_put_unlock(int bytes)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(buffer, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
    MPI_Win_unlock(1, win);
}

static void store(int bytes)
{
    (void)bytes;
    *(volatile long *)(void *)result = 1;
}

static void locked_add(int bytes)
{
    (void)bytes;
    __atomic_fetch_add((long *)(void *)result, 1, __ATOMIC_SEQ_CST);
}

static void copy(int bytes)
{
    memcpy(result, buffer, (size_t)bytes);
    __asm__ volatile("" ::"r"(result) : "memory");
}

static void add_doubles(int bytes)
{
    const double *from = (const double *)(void *)buffer;
    double *to = (double *)(void *)result;
    int i;

    for (i = 0; i < bytes / (int)sizeof(double); i++)
        to[i] += from[i];
    __asm__ volatile("" ::"r"(result) : "memory");
}

static void fence(int bytes)
{
    (void)bytes;
    MPI_Win_fence(0, win);
}

static void barrier(int bytes)
{
    (void)bytes;
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Each rank is target of the one before it and origin of the one behind. */
static void post_and_start(int bytes)
{
    static MPI_Group before = MPI_GROUP_NULL, behind;
    int to = (rank + 1) % size, from = (rank + size - 1) % size;

    if (before == MPI_GROUP_NULL) {
        MPI_Group all;

        MPI_Win_get_group(win, &all);
        MPI_Group_incl(all, 1, &from, &before);
        MPI_Group_incl(all, 1, &to, &behind);
        MPI_Group_free(&all);
    }
    MPI_Win_post(before, 0, win);
    MPI_Win_start(behind, 0, win);
    MPI_Put(buffer, bytes, MPI_BYTE, to, 0, bytes, MPI_BYTE, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
}

static void create(int bytes)
{
    MPI_Win made;

    MPI_Win_create(mine, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    MPI_Win_free(&made);
}

/* Prints the median of `count` times, an odd number. */
static void tell(const char *label, const char *kind, int bytes, double times[], int count)
{
    if (rank != 0)
        return;
    qsort(times, (size_t)count, sizeof times[0], by_value);
    printf("%s %s %d %.4f %.4f %.4f\n", label, kind, bytes, times[count / 2] * 1e6,
           times[count / 10] * 1e6, times[count * 9 / 10] * 1e6);
    fflush(stdout);
}

/* Rank 0 measures, while the others wait in a barrier. */
static void alone_once(const char *label, const char *kind, operation *run, int bytes)
{
    double times[BATCHES_MAX + 1], start;
    int i, k, repeats;

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        run(bytes);
        start = MPI_Wtime();
        for (i = 0; i < 100; i++)
            run(bytes);
        repeats = (int)(100 * BATCH_SECONDS / (MPI_Wtime() - start + 1e-9)) + 1;
        for (k = 0; k < BATCHES_MAX; k++) {
            start = MPI_Wtime();
            for (i = 0; i < repeats; i++)
                run(bytes);
            times[k] = (MPI_Wtime() - start) / repeats;
        }
        tell(label, kind, bytes, times, BATCHES_MAX);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void alone(const char *label, const char *kind, operation *run, int bytes)
{
    int due;

    for (due = turn_begin(); due; due = turn_again())
        alone_once(label, kind, run, bytes);
}

static void together_once(const char *label, const char *kind, operation *run, int bytes)
{
    const struct plan plan = plan_of(MPI_COMM_WORLD, run, bytes);
    double times[BATCHES_MAX + 1], start;
    int i, k;

    for (k = 0; k < plan.batches; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        for (i = 0; i < plan.repeats; i++)
            run(bytes);
        times[k] = (MPI_Wtime() - start) / plan.repeats;
    }
    tell(label, kind, bytes, times, plan.batches);
}

static void together(const char *label, const char *kind, operation *run, int bytes)
{
    int due;

    for (due = turn_begin(); due; due = turn_again())
        together_once(label, kind, run, bytes);
}

/* All ranks count at rank 0; the time of one count, of all. */
static void count_once(const char *label)
{
    const int counts = COUNTS / size;
    double times[BATCHES_MIN], start;
    long one = 1, old;
    int i, k;

    MPI_Win_lock_all(0, win);
    for (k = 0; k < BATCHES_MIN; k++) {
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        for (i = 0; i < counts; i++) {
            MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
            MPI_Win_flush(0, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        times[k] = (MPI_Wtime() - start) / counts / size;
    }
    tell(label, "count", size, times, BATCHES_MIN);
    MPI_Win_unlock_all(win);
}

static void count(const char *label)
{
    int due;

    for (due = turn_begin(); due; due = turn_again())
        count_once(label);
}

static void passive(const char *label)
{
    MPI_Win_lock_all(0, win);
    alone(label, "put", put_flush, 8);
    alone(label, "get", get_flush, 8);
    alone(label, "put", put_flush, 65536);
    alone(label, "get", get_flush, 65536);
    alone(label, "fetch_and_op", fetch_and_add, 8);
    alone(label, "accumulate", accumulate, 8);
    alone(label, "accumulate", accumulate, 65536);
    alone(label, "get_accumulate", get_accumulate, 65536);
    MPI_Win_unlock_all(win);
    alone(label, "lock.put.unlock", lock_put_unlock, 8);
}

/* Open MPI 4.1.4 crashes there: it comes last. */
static void compare(const char *label)
{
    MPI_Win_lock_all(0, win);
    alone(label, "compare_and_swap", compare_and_swap, 8);
    MPI_Win_unlock_all(win);
}

static void limits(const char *label)
{
    alone(label, "limit.store", store, 8);
    alone(label, "limit.locked", locked_add, 8);
    alone(label, "limit.copy", copy, 65536);
    alone(label, "limit.add", add_doubles, 65536);
}

int main(int argc, char **argv)
{
    const char *label = argc > 1 ? argv[1] : "-";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    buffer = calloc(1, BYTES_MAX);
    result = calloc(1, BYTES_MAX);
    MPI_Win_allocate(BYTES_MAX, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    memset(mine, 0, BYTES_MAX);
    MPI_Barrier(MPI_COMM_WORLD);
    if (size > 1) {
        passive(label);
        limits(label);
    }
    together(label, "fence", fence, 0);
    together(label, "barrier", barrier, 0);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    together(label, "post.start", post_and_start, 8);
    together(label, "create.free", create, 4096);
    count(label);
    if (size > 1)
        compare(label);
    MPI_Win_free(&win);
    free(buffer);
    free(result);
    MPI_Finalize();
    return 0;
}
