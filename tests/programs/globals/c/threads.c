/* SPDX-License-Identifier: MIT */
/* A rank's threads see and share their rank's variables; thread-local ones stay theirs.
 * options: -O0 -O2
 * flags: -pthread */
#include "../globals.h"

#include <pthread.h>
#include <threads.h>

enum { THREADS = 3, ROUNDS = 1000 };

static int mine;
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int local = 5;
static _Thread_local int *points_at_mine = &mine;
static _Thread_local int **points_at_local;

static void *work(void *argument)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        sum += mine;
        pthread_mutex_unlock(&lock);
        local++;
    }
    expect(local == 5 + ROUNDS);
    expect(points_at_mine == &mine);
    expect(points_at_local == NULL);
    return argument;
}

static void *start_another(void *argument)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, argument);
    pthread_join(thread, NULL);
    return argument;
}

static int work_too(void *argument)
{
    work(argument);
    return 7;
}

static void start_c11_thread(void)
{
    thrd_t thread;
    int result = 0;

    thrd_create(&thread, work_too, NULL);
    thrd_join(thread, &result);
    expect(result == 7);
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int rank, i, provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    rank = my_rank();
    mine = rank + 1;
    points_at_local = &points_at_mine;
    meet();
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, i == 0 ? start_another : work, NULL);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    start_c11_thread();
    meet();
    expect(sum == (THREADS + 1) * ROUNDS * (rank + 1));
    expect(local == 5 && points_at_mine == &mine && *points_at_local == &mine);
    MPI_Finalize();
    return 0;
}
