/* SPDX-License-Identifier: MIT */
/* A library with a state, small and large, that is compiled without the wrapper. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count, started, children;
static char large[200000];
static char *const ends[] = {large, large + sizeof large - 1};
int library_shown = 5;

/* The C library calls it in copies that no rank uses any more, too. */
static void before_child(void)
{
    pthread_mutex_lock(&mutex);
    children++;
    pthread_mutex_unlock(&mutex);
}

__attribute__((constructor)) static void begin(void)
{
    started++;
    pthread_atfork(before_child, 0, 0);
}

/* 100 for one run of the constructor, and what this copy has counted. */
int library_next(void);
int library_next(void)
{
    if (*ends[1] != count % 100 || ends[0] != large)
        return -1;
    *ends[1] = (char)(++count % 100);
    return 100 * started + count;
}
