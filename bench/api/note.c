/* SPDX-License-Identifier: MIT */
/* What it costs that a call knows where it was called from: machine instructions, counted one by
 * one, and nanoseconds. Each call beside the same without a note of its place; a call that stays in
 * its rank has none to make (api/entry/quick.h), and others make it in a few instructions
 * (base/call.h). One rank measures. A line per call:
 *
 *   note.NAME   instructions, without a note, ns, without a note
 *
 * The nanoseconds are medians of batches that take turns. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86gprintrin.h>

#include "../by_value.h"
#include "api/entry/quick.h"
#include "api/generated/collectives.h"
#include "api/generated/communicators.h"
#include "api/generated/datatypes.h"
#include "api/generated/point-to-point.h"
#include "base/clock.h"
#include "job/start.h"
#include "mpi_functions.h"

enum { BATCHES = 301, CALLS = 5000, TRAP_FLAG = 0x100 };

#define ENTRY static __attribute__((noipa)) int

static const struct call elsewhere = {.name = "a call"};
static volatile long steps;

/* ---- entries that note nothing --------------------------------------------------------------- */

ENTRY plain_comm_rank(MPI_Comm comm, int *rank)
{
    int err = checked_comm_rank(true, NULL, comm, rank);

    return err != UNUSUAL ? err : api_comm_rank(&elsewhere, comm, rank);
}

ENTRY plain_type_size(MPI_Datatype type, int *size)
{
    int err = checked_type_size(true, NULL, type, slot_narrow(size));

    return err != UNUSUAL ? err : api_type_size(&elsewhere, type, slot_narrow(size));
}

ENTRY plain_barrier(MPI_Comm comm)
{
    return quick_barrier(comm, mode_blocking()) ? MPI_SUCCESS
                                                : api_barrier(&elsewhere, comm, mode_blocking());
}

ENTRY plain_iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    int err = checked_iprobe(true, NULL, source, tag, comm, flag, status);

    return err != UNUSUAL ? err : api_iprobe(&elsewhere, source, tag, comm, flag, status);
}

/* As quick_send, but without the place of the call. */
ENTRY plain_send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    struct send send = {.dest = dest, .tag = tag};

    if (dest == MPI_PROC_NULL && quick_nobody(buf, count, type, tag, comm))
        return MPI_SUCCESS;
    if (quick_is_send(&send, buf, count, type, comm) && quick_watch(send.data, BUFFER_SENT) &&
        send_now(rank_self(), &send))
        return MPI_SUCCESS;
    return api_send(&elsewhere, buf, count, type, dest, tag, comm);
}

ENTRY plain_sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                     int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
                     int recvtag, MPI_Comm comm, MPI_Status *gotten)
{
    return quick_sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                          source, recvtag, comm, gotten)
               ? MPI_SUCCESS
               : api_sendrecv(&elsewhere, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf,
                              recvcount, recvtype, source, recvtag, comm, gotten);
}

ENTRY plain_test_cancelled(const MPI_Status *status, int *flag)
{
    int err = api_test_cancelled(&elsewhere, status, flag);

    __asm__ volatile(""); /* no tail call */
    return err;
}

/* ---- the calls, in pairs --------------------------------------------------------------------- */

static int answer, received;
static MPI_Status status;

#define PAIR(name, noting, plain) \
    ENTRY name(void) { return noting; } \
    ENTRY name##_plain(void) { return plain; }

PAIR(barrier_self, MPI_Barrier(MPI_COMM_SELF), plain_barrier(MPI_COMM_SELF))
PAIR(comm_rank, MPI_Comm_rank(MPI_COMM_WORLD, &answer), plain_comm_rank(MPI_COMM_WORLD, &answer))
PAIR(type_size, MPI_Type_size(MPI_INT, &answer), plain_type_size(MPI_INT, &answer))
PAIR(iprobe, MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &answer, MPI_STATUS_IGNORE),
     plain_iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &answer, MPI_STATUS_IGNORE))
PAIR(send_nobody, MPI_Send(&answer, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD),
     plain_send(&answer, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD))
PAIR(sendrecv_self,
     MPI_Sendrecv(&answer, 1, MPI_INT, 0, 0, &received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                  &status),
     plain_sendrecv(&answer, 1, MPI_INT, 0, 0, &received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                    &status))
PAIR(test_cancelled, MPI_Test_cancelled(&status, &answer),
     plain_test_cancelled(&status, &answer))

static const struct pair {
    const char *name;
    int (*noting)(void);
    int (*plain)(void);
} pairs[] = {
    {"barrier_self", barrier_self, barrier_self_plain},
    {"comm_rank", comm_rank, comm_rank_plain},
    {"type_size", type_size, type_size_plain},
    {"iprobe", iprobe, iprobe_plain},
    {"send_nobody", send_nobody, send_nobody_plain},
    {"sendrecv_self", sendrecv_self, sendrecv_self_plain},
    {"test_cancelled", test_cancelled, test_cancelled_plain},
};

/* ---- counting -------------------------------------------------------------------------------- */

static void count_step(int number)
{
    (void)number;
    steps++;
}

ENTRY do_nothing(void)
{
    return MPI_SUCCESS;
}

/* The processor stops after each instruction. */
static long count(int (*run)(void))
{
    long before;

    run();
    before = steps;
    __writeeflags(__readeflags() | TRAP_FLAG);
    run();
    __writeeflags(__readeflags() & ~(unsigned long long)TRAP_FLAG);
    return steps - before;
}

static double measure(int (*run)(void))
{
    uint64_t start_ns = clock_ns();
    int i;

    for (i = 0; i < CALLS; i++)
        run();
    return (double)(clock_ns() - start_ns) / CALLS;
}

static double median(double times[])
{
    qsort(times, BATCHES, sizeof *times, by_value);
    return times[BATCHES / 2];
}

static void compare(const struct pair *pair, long nothing)
{
    static double noted[BATCHES], plain[BATCHES];
    int batch;

    for (batch = 0; batch < BATCHES; batch++) {
        noted[batch] = measure(pair->noting);
        plain[batch] = measure(pair->plain);
    }
    printf("note.%s %ld %ld %.2f %.2f\n", pair->name, count(pair->noting) - nothing,
           count(pair->plain) - nothing, median(noted), median(plain));
}

static int run(int argc, char **argv, char **envp)
{
    int rank;
    size_t i;

    (void)envp;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    signal(SIGTRAP, count_step);
    for (i = 0; rank == 0 && i < ARRAY_LENGTH(pairs); i++)
        compare(&pairs[i], count(do_nothing));
    MPI_Finalize();
    return EXIT_SUCCESS;
}

int main(int argc, char **argv, char **envp)
{
    return heddle_main(run, argc, argv, envp);
}
