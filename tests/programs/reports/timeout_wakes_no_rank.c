/* SPDX-License-Identifier: MIT */
/* A timeout does not wake ranks that sleep or wait for a descriptor, in whichever way: none of them
 * goes on, and the report has their stacks.
 * ranks: 6
 * options: -O0
 * environment: HEDDLE_TIMEOUT=10
 * expect-status: 124
 * expect-stderr: ^    at call_sleep \(
 * expect-stderr: ^    at call_nanosleep \(
 * expect-stderr: ^    at call_poll \(
 * expect-stderr: ^    at call_select \(
 * expect-stderr: ^    at call_read \(
 * expect-stderr: ^    at call_pause \(
 * expect-stderr: ^heddle: the job has not ended within its 10 seconds: 6 of 6 ranks still run$
 * sanitizer: no */
#include <mpi.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 300 };

static int ends[2];

static void call_sleep(void)
{
    sleep(SECONDS);
}

static void call_nanosleep(void)
{
    nanosleep(&(struct timespec){.tv_sec = SECONDS}, NULL);
}

static void call_poll(void)
{
    poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, SECONDS * 1000);
}

static void call_select(void)
{
    select(0, NULL, NULL, NULL, &(struct timeval){.tv_sec = SECONDS});
}

static void call_read(void)
{
    char byte;

    if (read(ends[0], &byte, 1) != 0)
        puts("read");
}

static void call_pause(void)
{
    pause();
}

int main(int argc, char **argv)
{
    static void (*const calls[])(void) = {call_sleep,  call_nanosleep, call_poll,
                                          call_select, call_read,      call_pause};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (pipe(ends) != 0)
        return 1;
    calls[rank]();
    MPI_Abort(MPI_COMM_WORLD, 9); /* a rank that is woken does not reach this */
    return 0;
}
