/* SPDX-License-Identifier: MIT */
/* Ranks that wait long for others who are alive: at work, asleep, in a file, in a system call. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SHORT_NS = 60000000 };

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = SHORT_NS}, NULL);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void compute(void)
{
    double start = seconds();

    while (seconds() - start < SHORT_NS * 1e-9)
        continue;
}

/* The last rank does it while the others wait for its message, then for one another. */
static void while_one(int rank, int size, void (*acts)(void))
{
    int i;

    if (rank == size - 1) {
        acts();
        for (i = 0; i < size - 1; i++)
            send_to(i, 1, MPI_COMM_WORLD);
    } else {
        receive_from(size - 1, 1, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void sleeps(int rank, int size)
{
    while_one(rank, size, rest);
}

static void computes(int rank, int size)
{
    while_one(rank, size, compute);
}

static void select_a_while(void)
{
    select(0, NULL, NULL, NULL, &(struct timeval){.tv_usec = SHORT_NS / 1000});
}

static void selects(int rank, int size)
{
    while_one(rank, size, select_a_while);
}

static void read_pipe(void)
{
    int ends[2];
    char byte;

    if (pipe(ends) != 0)
        exit(EXIT_FAILURE);
    poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, SHORT_NS / 1000000);
    if (write(ends[1], "x", 1) != 1 || read(ends[0], &byte, 1) != 1)
        exit(EXIT_FAILURE);
    close(ends[0]);
    close(ends[1]);
}

static void reads_a_pipe(int rank, int size)
{
    while_one(rank, size, read_pipe);
}

static void await_child(void)
{
    pid_t child = fork();

    if (child == 0) {
        rest();
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void awaits_a_child(int rank, int size)
{
    while_one(rank, size, await_child);
}

static void await_semaphore(void)
{
    struct timespec until;
    sem_t semaphore;

    sem_init(&semaphore, 0, 0);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += SHORT_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    sem_timedwait(&semaphore, &until);
    sem_destroy(&semaphore);
}

static void awaits_a_semaphore(int rank, int size)
{
    while_one(rank, size, await_semaphore);
}

static void yield(void)
{
    double start = seconds();

    while (seconds() - start < SHORT_NS * 1e-9)
        sched_yield();
}

static void yields(int rank, int size)
{
    while_one(rank, size, yield);
}

static void write_file(void)
{
    FILE *file = tmpfile();
    int i;

    for (i = 0; file != NULL && i < 1000; i++)
        fprintf(file, "%d\n", i);
    rest();
    if (file != NULL)
        fclose(file);
}

static void writes_a_file(int rank, int size)
{
    while_one(rank, size, write_file);
}

static void sleeps_again_and_again(int rank, int size)
{
    int i;

    for (i = 0; i < 20; i++) {
        if (rank == i % size)
            nanosleep(&(struct timespec){.tv_nsec = SHORT_NS / 20}, NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void tests_for_long(int rank, int size)
{
    MPI_Request request;
    int done = 0, got;

    if (rank == size - 1) {
        rest();
        for (got = 0; got < size - 1; got++)
            send_to(got, 1, MPI_COMM_WORLD);
        return;
    }
    MPI_Irecv(&got, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

static void probes_for_long(int rank, int size)
{
    int there = 0;

    if (rank == size - 1) {
        rest();
        for (there = 0; there < size - 1; there++)
            send_to(there, 1, MPI_COMM_WORLD);
        return;
    }
    while (!there)
        MPI_Iprobe(size - 1, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    receive_from(size - 1, 1, MPI_COMM_WORLD);
}

static void sleeps_before_the_end(int rank, int size)
{
    if (rank == size - 1)
        rest();
}

static void rests_in_turns(int rank, int size)
{
    while_one(rank, size, rest);
    while_one(rank, size, compute);
    while_one(rank, size, yield);
}

PROGRAMS(PROGRAM(sleeps), PROGRAM(computes), PROGRAM(selects), PROGRAM(reads_a_pipe),
         PROGRAM(awaits_a_child), PROGRAM(awaits_a_semaphore), PROGRAM(yields),
         PROGRAM(writes_a_file), PROGRAM(sleeps_again_and_again), PROGRAM(tests_for_long),
         PROGRAM(probes_for_long), PROGRAM(sleeps_before_the_end), PROGRAM(rests_in_turns))
