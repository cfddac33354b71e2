/* SPDX-License-Identifier: MIT */
/* How long an explored job takes to hand control from one rank to another, beside the limit: two
 * threads on one processor that wake each other by a futex and sleep. The ranks send a message to
 * and fro, so each handover has a message, too, and some of the job's start. Nanoseconds, the least
 * of many batches, which are short so that other programs do not interrupt each of them.
 *
 *   HEDDLE_NP=1 handover    prints lines for the threads, for the ranks of an explored job, and for
 *                           those of any job, on one processor and on all */
#define _GNU_SOURCE
#include <heddle.h>
#include <linux/futex.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 100, ROUNDS = 500 };

static double now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* ---- two threads ----------------------------------------------------------------------------- */

static _Atomic(int) turn;

static void hand_over(int own)
{
    atomic_store(&turn, !own);
    syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    while (atomic_load(&turn) != own)
        syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, !own, NULL, NULL, 0);
}

static void *answer(void *argument)
{
    while (atomic_load(&turn) != 1)
        syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    for (int i = 1; i < ROUNDS; i++)
        hand_over(1);
    atomic_store(&turn, 0);
    syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return argument;
}

static double run_threads(void)
{
    pthread_t thread;
    double start;

    atomic_store(&turn, 0);
    pthread_create(&thread, NULL, answer, NULL);
    start = now_ns();
    for (int i = 0; i < ROUNDS; i++)
        hand_over(0);
    start = now_ns() - start;
    pthread_join(thread, NULL);
    return start / (2 * ROUNDS);
}

/* ---- two ranks ------------------------------------------------------------------------------- */

static int exchange(void *argument)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 0)
            MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_INT, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    return argument != NULL;
}

static double run_ranks(const char *explore)
{
    const struct heddle_options options = {.explore = explore};
    struct heddle_result result;
    double start = now_ns();
    long schedules;

    if (heddle_run(&options, 2, exchange, NULL, &result) != 0)
        exit(EXIT_FAILURE);
    schedules = explore != NULL ? result.schedules : 1;
    heddle_result_free(&result);
    return (now_ns() - start) / (2.0 * ROUNDS * (double)schedules);
}

static double run_explored(void)
{
    return run_ranks("all");
}

static double run_freely(void)
{
    return run_ranks(NULL);
}

/* ---- measuring ------------------------------------------------------------------------------- */

static void measure(const char *name, double (*run)(void), const cpu_set_t *one,
                    const cpu_set_t *all)
{
    printf("%-20s", name);
    for (int is_on_all = 0; is_on_all < 2; is_on_all++) {
        double least = 1e12;

        sched_setaffinity(0, sizeof *one, is_on_all ? all : one);
        for (int batch = 0; batch < BATCHES; batch++) {
            double ns = run();

            least = ns < least ? ns : least;
        }
        printf(" %10.0f", least);
    }
    printf("\n");
}

int main(void)
{
    cpu_set_t all, one;
    int cpu = 0;

    sched_getaffinity(0, sizeof all, &all);
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    printf("%-20s %10s %10s\n", "ns", "one cpu", "all");
    measure("threads, futex", run_threads, &one, &all);
    measure("ranks, explored", run_explored, &one, &all);
    measure("ranks, freely", run_freely, &one, &all);
    return 0;
}
