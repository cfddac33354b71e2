/* SPDX-License-Identifier: MIT */
/* Cases for ordered.py: rank 2 is the target, 0 and 1 are origins. What is wrong_... must be
 * reported, what is right_... not. A pause puts two things behind one another in time, and
 * orders nothing. */
#ifndef TESTS_PROGRAMS_RACES_ORDERED_CASE_H
#define TESTS_PROGRAMS_RACES_ORDERED_CASE_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 64, TARGET = 2, PAUSE_US = 30000 };

static int rank, size;
static MPI_Win win;
static long *memory; /* own part */
static long value = 7, other = 8, result[WORDS], sum;
static MPI_Group origins, targets;

struct one_case {
    const char *name;
    void (*run)(void);
};

#define AT(number) if (rank == (number))
#define PAUSE() usleep(PAUSE_US)

static inline void send_to(int to)
{
    MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static inline void receive_from(int from)
{
    MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#define TOKEN(from, to)                                                                           \
    do {                                                                                           \
        AT(from)                                                                                   \
        send_to(to);                                                                               \
        AT(to)                                                                                     \
        receive_from(from);                                                                        \
    } while (0)

#define BARRIER() MPI_Barrier(MPI_COMM_WORLD)
#define ALL()     MPI_Win_lock_all(0, win)
#define NONE()    MPI_Win_unlock_all(win)
#define LOCK(how) MPI_Win_lock(MPI_LOCK_##how, TARGET, 0, win)
#define UNLOCK()  MPI_Win_unlock(TARGET, win)
#define FLUSH()   MPI_Win_flush(TARGET, win)
#define FENCE()   MPI_Win_fence(0, win)
#define PUT(at)   MPI_Put(&value, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG, win)
#define GET(at)   MPI_Get(result, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG, win)
#define ADD(at)   MPI_Accumulate(&value, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG, MPI_SUM, win)
#define FETCH(at) MPI_Fetch_and_op(&value, result, MPI_LONG, TARGET, (at), MPI_SUM, win)
#define LOAD(at)  (sum += memory[at])
#define STORE(at) (memory[at] = 5)

static inline void put_complete(void)
{
    PUT(3);
    FLUSH();
}

static inline void put_and_send(int to)
{
    put_complete();
    send_to(to);
}

static int run_cases(int argc, char **argv, const struct one_case cases[], int count, int is_shared)
{
    int ranks[] = {0, 1, TARGET}, provided, i;
    MPI_Group all;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; argc == 1 && rank == 0 && i < count; i++)
        puts(cases[i].name);
    for (i = 0; argc > 1 && i < count; i++) {
        if (strcmp(cases[i].name, argv[1]) != 0)
            continue;
        if (is_shared)
            MPI_Win_allocate_shared(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                                    MPI_COMM_WORLD, &memory, &win);
        else
            MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                             &memory, &win);
        MPI_Win_get_group(win, &all);
        MPI_Group_incl(all, 2, ranks, &origins);
        MPI_Group_incl(all, 1, ranks + 2, &targets);
        BARRIER();
        cases[i].run();
        BARRIER();
        MPI_Group_free(&all);
        MPI_Group_free(&origins);
        MPI_Group_free(&targets);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return sum == 12345;
}

#define CASE(name) {#name, name}
#define CASES(is_shared, ...)                                                                      \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        static const struct one_case cases[] = {__VA_ARGS__};                                      \
                                                                                                   \
        return run_cases(argc, argv, cases, (int)(sizeof cases / sizeof cases[0]), is_shared);     \
    }

#endif
