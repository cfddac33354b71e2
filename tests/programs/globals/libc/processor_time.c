/* SPDX-License-Identifier: MIT */
/* clock, CLOCK_PROCESS_CPUTIME_ID, times and getrusage count the rank's threads, living and ended,
 * and no other rank's: one rank computes and sleeps while the others wait for it.
 * options: -O0
 * ranks: 2 4
 * flags: -pthread
 * environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0
 * sanitizer: no */
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "../globals.h"

enum { SLEEPS = 500 };

static double used(clockid_t clock)
{
    struct timespec time;

    expect(clock_gettime(clock, &time) == 0);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Until the calling thread has used so much. */
static void compute(double seconds)
{
    double start = used(CLOCK_THREAD_CPUTIME_ID);

    while (used(CLOCK_THREAD_CPUTIME_ID) - start < seconds)
        continue;
}

static void sleep_often(void)
{
    int i;

    for (i = 0; i < SLEEPS; i++)
        usleep(100);
}

static void compute_too(void)
{
    compute(0.3);
    sleep_often();
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec * 1e-6;
}

/* While a thread of the rank still lives, and when it has ended. */
static void check_usage(int rank, double least)
{
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    struct rusage usage, again;
    struct tms ticks;
    double all;

    expect(getrusage(RUSAGE_SELF, &usage) == 0);
    expect(times(&ticks) != (clock_t)-1);
    all = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
    expect(rank == 0 ? all >= least : all < 0.5);
    expect((double)(ticks.tms_utime + ticks.tms_stime) * tick >= all - 3 * tick);
    expect((double)(ticks.tms_utime + ticks.tms_stime) * tick <= all + 0.2);
    /* A sleep whose time is over before the thread has given up its processor is no switch. */
    expect(rank == 0 ? usage.ru_nvcsw >= SLEEPS / 2 : usage.ru_nvcsw < SLEEPS / 2);
    expect(usage.ru_maxrss > 0);
    expect(getrusage(RUSAGE_SELF, &again) == 0);
    expect(seconds_of(&again.ru_utime) >= seconds_of(&usage.ru_utime));
    expect(seconds_of(&again.ru_stime) >= seconds_of(&usage.ru_stime));
}

/* The thread ends when the main thread has looked. */
static pthread_barrier_t looked;

static void *compute_and_wait(void *argument)
{
    compute_too();
    pthread_barrier_wait(&looked);
    pthread_barrier_wait(&looked);
    return argument;
}

int main(int argc, char **argv)
{
    int rank;
    pthread_t thread;
    double mine, others;

    MPI_Init(&argc, &argv);
    rank = my_rank();
    if (rank == 0) {
        pthread_barrier_init(&looked, NULL, 2);
        pthread_create(&thread, NULL, compute_and_wait, NULL);
        compute(0.3);
        pthread_barrier_wait(&looked);
        check_usage(rank, 0.59);
        pthread_barrier_wait(&looked);
        pthread_join(thread, NULL);
    }
    meet();
    check_usage(rank, 0.59);
    mine = used(CLOCK_PROCESS_CPUTIME_ID);
    others = (double)clock() / CLOCKS_PER_SEC;
    expect(others >= mine - 0.001);
    expect(rank == 0 ? mine >= 0.6 : mine < 0.5);
    MPI_Finalize();
    return 0;
}
