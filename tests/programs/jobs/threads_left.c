/* SPDX-License-Identifier: MIT */
/* A thread that outlives its rank makes the job fail, which says who created it and where. It keeps
 * the variables of its rank, so later jobs find theirs unchanged. A thread that ends a little later
 * than its rank is waited for.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * environment: HEDDLE_THREAD_WAIT_MS=300
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "../must.h"

enum { RANKS = 3, JOBS = 5 };

static volatile long global = 7;

/* The process's, not a rank's. */
struct shared {
    atomic_bool stop;
    atomic_int ended;
    int is_thrd;
};

static void *write_until_told(void *argument)
{
    struct shared *shared = argument;

    while (!shared->stop)
        global++;
    shared->ended++;
    return NULL;
}

static int write_until_told_thrd(void *argument)
{
    write_until_told(argument);
    return 0;
}

static __attribute__((noinline)) void leave_thread(struct shared *shared)
{
    pthread_t thread;
    thrd_t thrd;

    if (shared->is_thrd)
        must(thrd_create(&thrd, write_until_told_thrd, shared) == thrd_success);
    else
        must(pthread_create(&thread, NULL, write_until_told, shared) == 0);
}

static int leave(void *argument)
{
    if (heddle_rank() == 1)
        leave_thread(argument);
    return 0;
}

static int find_its_own(void *argument)
{
    must(global == 7);
    usleep(2000);
    must(global == 7);
    return argument != NULL;
}

static void it_is_named_and_keeps_its_variables(int is_thrd)
{
    static struct shared shared; /* the process's in main */
    struct heddle_result result;

    shared.stop = 0;
    shared.ended = 0;
    shared.is_thrd = is_thrd;
    must(heddle_run(NULL, RANKS, leave, &shared, &result) == 1);
    fprintf(stderr, "%s\n", result.text);
    must(strstr(result.text, "rank 1 has ended, but a thread that it created in leave_thread "
                             "(threads_left.c:") != NULL);
    must(strstr(result.text, "still runs") != NULL);
    must(result.rank[1].end == HEDDLE_RETURNED);
    heddle_result_free(&result);
    for (int i = 0; i < JOBS; i++)
        must(heddle_run(NULL, RANKS, find_its_own, NULL, NULL) == 0);
    shared.stop = 1;
    while (shared.ended == 0)
        usleep(1000);
}

static void *end_later(void *argument)
{
    usleep(20000);
    ((struct shared *)argument)->ended++;
    return NULL;
}

static int leave_one_that_ends(void *argument)
{
    pthread_t thread;

    must(pthread_create(&thread, NULL, end_later, argument) == 0);
    return pthread_detach(thread);
}

static void one_that_ends_is_waited_for(void)
{
    struct shared shared = {0};

    must(heddle_run(NULL, RANKS, leave_one_that_ends, &shared, NULL) == 0);
    must(shared.ended == RANKS);
}

int main(void)
{
    it_is_named_and_keeps_its_variables(0);
    it_is_named_and_keeps_its_variables(1);
    one_that_ends_is_waited_for();
    return 0;
}
