/* SPDX-License-Identifier: MIT */
/* clock and CLOCK_PROCESS_CPUTIME_ID count the rank's threads, living and ended, and no other
 * rank's: one rank computes while the others wait for it.
 * options: -O0
 * ranks: 2 4
 * flags: -pthread
 * environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0
 * sanitizer: no */
#include <pthread.h>
#include <time.h>

#include "../globals.h"

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

static void *compute_too(void *argument)
{
    compute(0.3);
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
        pthread_create(&thread, NULL, compute_too, NULL);
        compute(0.3);
        pthread_join(thread, NULL);
    }
    meet();
    mine = used(CLOCK_PROCESS_CPUTIME_ID);
    others = (double)clock() / CLOCKS_PER_SEC;
    expect(others >= mine - 0.001);
    expect(rank == 0 ? mine >= 0.6 : mine < 0.5);
    MPI_Finalize();
    return 0;
}
