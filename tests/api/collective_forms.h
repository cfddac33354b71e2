/* SPDX-License-Identifier: MIT */
/* Every collective function in every form: blocking, started and waited for, prepared and started
 * twice. And communicators of several kinds to call them on. */
#ifndef COLLECTIVE_FORMS_H
#define COLLECTIVE_FORMS_H

#include <stdlib.h>

#include "check.h"

enum { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

static inline void started(int code, MPI_Request *request)
{
    check_ok(code);
    check_ok(MPI_Wait(request, MPI_STATUS_IGNORE));
    check(*request == MPI_REQUEST_NULL);
}

/* `again` puts the buffers into their first state before the second round. */
static inline void prepared(int code, MPI_Request *request, void (*again)(void))
{
    int round;

    check_ok(code);
    for (round = 0; round < 2; round++) {
        if (round > 0 && again != NULL)
            again();
        check_ok(MPI_Start(request));
        check_ok(MPI_Wait(request, MPI_STATUS_IGNORE));
    }
    check_ok(MPI_Request_free(request));
}

/* MPI_Bcast, MPI_Ibcast, MPI_Bcast_init with the same arguments. */
#define IN_FORM(form, again, name, iname, ...)                                               \
    do {                                                                                     \
        MPI_Request request_ = MPI_REQUEST_NULL;                                             \
                                                                                             \
        if ((form) == BLOCKING)                                                              \
            check_ok(MPI_##name(__VA_ARGS__));                                               \
        else if ((form) == NONBLOCKING)                                                      \
            started(MPI_I##iname(__VA_ARGS__, &request_), &request_);                        \
        else                                                                                 \
            prepared(MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &request_), &request_,   \
                     again);                                                                 \
    } while (0)

/* When this rank has come to a barrier. One of them comes late, each time another. */
static double came_at;

static inline void come_to_barrier(void)
{
    static int turn;
    double until = MPI_Wtime() + (turn++ % check_size == check_rank ? 1e-4 : 0);

    while (MPI_Wtime() < until)
        continue;
    came_at = MPI_Wtime();
}

/* A barrier lets no member go before all others have come; in an intercommunicator those of the
 * other group. The ranks are on one machine and read one clock. */
static inline void check_barrier(int form, MPI_Comm comm)
{
    double left_at, last_came_at;

    come_to_barrier();
    IN_FORM(form, come_to_barrier, Barrier, barrier, comm);
    left_at = MPI_Wtime();
    MPI_Allreduce(&came_at, &last_came_at, 1, MPI_DOUBLE, MPI_MAX, comm);
    check(last_came_at <= left_at);
}

/* The communicators: the world, a duplicate, the world backwards, and its odd or even ranks. */
enum { COMMS = 4 };

static inline MPI_Comm comm_number(int number)
{
    MPI_Comm comm = MPI_COMM_WORLD;

    if (number == 1)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    else if (number == 2)
        MPI_Comm_split(MPI_COMM_WORLD, 0, check_size - check_rank, &comm);
    else if (number == 3)
        MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &comm);
    return comm;
}

static inline void comm_done(MPI_Comm *comm)
{
    if (*comm != MPI_COMM_WORLD)
        MPI_Comm_free(comm);
}

static inline int comm_rank(MPI_Comm comm)
{
    int rank;

    MPI_Comm_rank(comm, &rank);
    return rank;
}

static inline int comm_size(MPI_Comm comm)
{
    int size;

    MPI_Comm_size(comm, &size);
    return size;
}

/* The i-th element that one rank has for another (or for all). */
static inline int element(int from, int to, int i)
{
    return from * 1000003 + to * 10007 + i * 13 + 5;
}

static inline int *take(int count)
{
    int *block = malloc(((size_t)count + 1) * sizeof *block), i;

    for (i = 0; i <= count; i++)
        block[i] = -1;
    return block;
}

static inline void fill(int *block, int from, int to, int count)
{
    int i;

    for (i = 0; i < count; i++)
        block[i] = element(from, to, i);
}

static inline int wrong(const int *block, int from, int to, int count)
{
    int i, wrong = 0;

    for (i = 0; i < count; i++)
        wrong += block[i] != element(from, to, i);
    return wrong;
}

#endif
