/* SPDX-License-Identifier: MIT */
/* The option explore and time: MPI_Wtime depends on the choices alone. So loops that wait for a
 * time have one outcome, and a limit is met only where nothing else can happen.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include <unistd.h>

#include "explored.h"

enum { A_WHILE = 60 };

/* One outcome: no rank sends anything, and the time runs out. */
static int polls_until_a_time(void *argument)
{
    const double start = MPI_Wtime(), end = start + A_WHILE;
    int flag = 0;

    while (MPI_Wtime() < end) {
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        must(!flag);
    }
    heddle_same(MPI_Wtime() - start);
    return argument != NULL;
}

/* One outcome: time does not run out while the message can come. */
static int polls_with_a_limit(void *argument)
{
    const double end = MPI_Wtime() + A_WHILE;
    MPI_Request request;
    int value = 0, flag = 0;

    if (heddle_rank() == 1)
        send_int(7, 0, TAG);
    if (heddle_rank() != 0)
        return argument != NULL;
    MPI_Irecv(&value, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD, &request);
    while (!flag && MPI_Wtime() < end)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    must(flag && value == 7);
    return argument != NULL;
}

/* One outcome: one rank waits for a time, the other for a message that the first one sends then. */
static int waits_before_it_sends(void *argument)
{
    const double start = MPI_Wtime();
    int value;

    if (heddle_rank() == 1) {
        while (MPI_Wtime() < start + A_WHILE)
            continue;
        send_int(1, 0, TAG);
    } else {
        receive_int(&value, 1, TAG);
        must(MPI_Wtime() >= start + A_WHILE);
    }
    return argument != NULL;
}

/* As many outcomes as orders of the messages. */
static int collects_for_a_while(void *argument)
{
    const double end = MPI_Wtime() + A_WHILE;
    int flag, value, count = 0;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    while (heddle_rank() == 0 && count < size_of() - 1 && MPI_Wtime() < end) {
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        if (flag)
            count += receive_int(&value, MPI_ANY_SOURCE, TAG) > 0;
    }
    must(heddle_rank() != 0 || count == size_of() - 1);
    return argument != NULL;
}

/* One outcome. */
static int sleeps(void *argument)
{
    const double start = MPI_Wtime();

    usleep(1000);
    heddle_same(MPI_Wtime() - start);
    must(MPI_Wtime() - start >= 0.001);
    return argument != NULL;
}

/* Rank 0 waits until a time for a message that no rank sends. */
static int needs_what_does_not_come(void *argument)
{
    const double end = MPI_Wtime() + A_WHILE;
    int flag = 0;

    while (heddle_rank() == 0 && !flag && MPI_Wtime() < end)
        MPI_Iprobe(1, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    if (heddle_rank() == 0 && !flag)
        heddle_fail(NULL, 0, "it is late");
    return argument != NULL;
}

int main(void)
{
    has_outcomes("polls_until_a_time", polls_until_a_time, 3, 1);
    has_outcomes("polls_with_a_limit", polls_with_a_limit, 2, 1);
    has_outcomes("waits_before_it_sends", waits_before_it_sends, 2, 1);
    has_outcomes("collects_for_a_while", collects_for_a_while, 2, 1);
    has_outcomes("sleeps", sleeps, 2, 1);
    finds("all", "needs_what_does_not_come", needs_what_does_not_come, NULL, 2, "it is late");
    return 0;
}
