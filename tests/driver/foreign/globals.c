/* SPDX-License-Identifier: MIT */
/* Variables of all kinds of a program that no wrapper has compiled, and of its library. Each rank
 * adds to its own copies; the line tells what it finds in the end. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern int in_library, *library_points;
int add_in_library(int (*callback)(int), int value);
int started_in_library(void);

static int hidden;
int shown = 5;
int *pointer = &hidden;
static int *const table[] = {&hidden, &shown};
static const char *const names[] = {"even", "odd"};
static _Thread_local int of_thread = 3;
static _Thread_local int *thread_points = &hidden;
static int started;

static __attribute__((constructor)) void start(void)
{
    started++;
}

static __attribute__((destructor)) void end(void)
{
    printf("ends with %d\n", hidden);
}

static void at_exit(void)
{
    hidden += 1000;
}

static int twice(int value)
{
    return hidden * 0 + 2 * value;
}

static int compare(const void *left, const void *right)
{
    shown++;
    return *(const int *)left - *(const int *)right;
}

static void *run(void *argument)
{
    (void)argument;
    of_thread++;
    *thread_points += 100;
    return NULL;
}

int main(void)
{
    int rank, sum, values[] = {2, 1};
    pthread_t thread;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    atexit(at_exit);
    for (int i = 0; i <= rank; i++) {
        ++*pointer;
        ++*table[1];
        of_thread++;
        in_library += add_in_library(twice, 10);
        MPI_Barrier(MPI_COMM_SELF);
    }
    qsort(values, 2, sizeof values[0], compare);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&hidden, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d: hidden %d shown %d thread %d library %d %d started %d %d sum %d %s\n", rank,
           hidden, shown, of_thread, in_library, *library_points, started, started_in_library(),
           sum, names[rank % 2]);
    MPI_Finalize();
    return 0;
}
