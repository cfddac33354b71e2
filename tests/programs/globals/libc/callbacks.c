/* SPDX-License-Identifier: MIT */
/* Functions that timers and asynchronous operations call belong to the rank that has asked for
 * them: they see its variables and call MPI. While one may come, ranks that wait for it are in no
 * deadlock.
 * options: -O0
 * ranks: 1 2 5
 * sanitizer: no */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../globals.h"

static int rank, calls;
static char text[] = "text";

/* main waits for this function's message. */
static void tell_self(union sigval value)
{
    __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    MPI_Send(&value.sival_int, 1, MPI_INT, rank, 5, MPI_COMM_WORLD);
}

static void await_word(int word)
{
    int got = -1;

    MPI_Recv(&got, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect(got == word);
}

static void check_timer(void)
{
    struct itimerspec time = {{0, 20000000}, {0, 200000000}};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD};
    timer_t timer;

    event.sigev_notify_function = tell_self;
    event.sigev_value.sival_int = rank + 10;
    expect(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    expect(timer_settime(timer, 0, &time, NULL) == 0);
    await_word(rank + 10);
    await_word(rank + 10);
    expect(calls >= 2);
    expect(timer_delete(timer) == 0);
}

static void check_operation(int file)
{
    struct aiocb operation = {.aio_fildes = file, .aio_buf = text, .aio_nbytes = 4};
    struct sigevent *event = &operation.aio_sigevent;
    struct aiocb *const list[] = {&operation};

    event->sigev_notify = SIGEV_THREAD;
    event->sigev_notify_function = tell_self;
    event->sigev_value.sival_int = rank + 20;
    expect(aio_write(&operation) == 0);
    await_word(rank + 20);
    expect(aio_error(&operation) == 0 && aio_return(&operation) == 4);
    expect(aio_read(&operation) == 0); /* once more, as it is */
    await_word(rank + 20);
    expect(aio_return(&operation) == 4 && strcmp(text, "text") == 0);
    operation.aio_lio_opcode = LIO_WRITE;
    expect(lio_listio(LIO_NOWAIT, list, 1, NULL) == 0);
    await_word(rank + 20);
}

int main(int argc, char **argv)
{
    char name[30];
    int level, got;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    rank = my_rank();
    snprintf(name, sizeof name, "callbacks.%d", rank);
    check_operation(open(name, O_RDWR | O_CREAT | O_TRUNC, 0666));
    calls = 0;
    check_timer();
    meet();
    /* Messages of a timer that fired once more; the next call is counted when its thread begins. */
    usleep(100000);
    for (MPI_Iprobe(rank, 5, MPI_COMM_WORLD, &got, MPI_STATUS_IGNORE); got;
         MPI_Iprobe(rank, 5, MPI_COMM_WORLD, &got, MPI_STATUS_IGNORE))
        await_word(rank + 10);
    MPI_Finalize();
    return 0;
}
