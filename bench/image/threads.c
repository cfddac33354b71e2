/* SPDX-License-Identifier: MIT */
/* The limit of bench/image/start: as many threads without variables of their own. The same output:
 * when the last one ran. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = 4096 };

static long long begun[THREADS_MAX];

static void *run(void *argument)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    *(long long *)argument = now.tv_sec * 1000000000ll + now.tv_nsec;
    return NULL;
}

int main(int argc, char **argv)
{
    static pthread_t threads[THREADS_MAX];
    int count = argc > 1 ? atoi(argv[1]) : 1;
    long long last = 0;

    for (int i = 0; i < count && i < THREADS_MAX; i++)
        pthread_create(&threads[i], NULL, run, &begun[i]);
    for (int i = 0; i < count && i < THREADS_MAX; i++) {
        pthread_join(threads[i], NULL);
        last = begun[i] > last ? begun[i] : last;
    }
    printf("%lld 0\n", last);
    return 0;
}
