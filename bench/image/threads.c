/* SPDX-License-Identifier: MIT */
/* The limit of bench/image/start: as many threads without variables of their own. The same output:
 * when the last one ran.
 *
 *   threads [count] [meetings]   with meetings they all live until they have met so often: the
 *                                limit of bench/scale */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = 65536 };

static long long begun[THREADS_MAX];
static pthread_barrier_t everybody;
static int meetings;

static void *run(void *argument)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    *(long long *)argument = now.tv_sec * 1000000000ll + now.tv_nsec;
    for (int i = 0; i < meetings; i++)
        pthread_barrier_wait(&everybody);
    return NULL;
}

int main(int argc, char **argv)
{
    static pthread_t threads[THREADS_MAX];
    int count = argc > 1 ? atoi(argv[1]) : 1;
    long long last = 0;

    meetings = argc > 2 ? atoi(argv[2]) : 0;
    pthread_barrier_init(&everybody, NULL, (unsigned)count);
    for (int i = 0; i < count && i < THREADS_MAX; i++)
        pthread_create(&threads[i], NULL, run, &begun[i]);
    for (int i = 0; i < count && i < THREADS_MAX; i++) {
        pthread_join(threads[i], NULL);
        last = begun[i] > last ? begun[i] : last;
    }
    printf("%lld 0\n", last);
    return 0;
}
