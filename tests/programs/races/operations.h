/* SPDX-License-Identifier: MIT */
/* Operations of ranks 0 and 1 on the memory of rank 2, one after the other: a barrier between them
 * completes nothing. All are macros, so that reports name the line of the program. */
#ifndef TESTS_PROGRAMS_RACES_OPERATIONS_H
#define TESTS_PROGRAMS_RACES_OPERATIONS_H

#include "case.h"

enum { WORDS = 64, TARGET = 2 };

static MPI_Win win;
static long *memory;
static long from[WORDS], to[WORDS], more[WORDS];
static MPI_Group others, target;

static inline void make(void)
{
    int ranks[] = {0, 1, TARGET};
    MPI_Group all;

    MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 2, ranks, &others);
    MPI_Group_incl(all, 1, ranks + 2, &target);
    MPI_Group_free(&all);
    MPI_Barrier(MPI_COMM_WORLD);
}

static inline void unmake(void)
{
    MPI_Group_free(&others);
    MPI_Group_free(&target);
    MPI_Win_free(&win);
}

/* Epochs: how ranks 0 and 1 begin and end them. */
#define BEGIN_fence(rank) MPI_Win_fence(0, win)
#define END_fence(rank)   MPI_Win_fence(MPI_MODE_NOSUCCEED, win)
#define BEGIN_start(rank)                                 \
    ((rank) == TARGET ? MPI_Win_post(others, 0, win) : MPI_Win_start(target, 0, win))
#define END_start(rank)   ((rank) == TARGET ? MPI_Win_wait(win) : MPI_Win_complete(win))
#define BEGIN_all(rank)   MPI_Win_lock_all(0, win)
#define END_all(rank)     MPI_Win_unlock_all(win)
#define BEGIN_lock(rank)  MPI_Win_lock(MPI_LOCK_SHARED, TARGET, 0, win)
#define END_lock(rank)    MPI_Win_unlock(TARGET, win)

/* Operations on `count` words from `at` on. */
#define PUT(at, count) MPI_Put(from, (count), MPI_LONG, TARGET, (at), (count), MPI_LONG, win)
#define GET(at, count) MPI_Get(to, (count), MPI_LONG, TARGET, (at), (count), MPI_LONG, win)
#define ADD(at, count)                                                                          \
    MPI_Accumulate(from, (count), MPI_LONG, TARGET, (at), (count), MPI_LONG, MPI_SUM, win)
#define ADD_INTS(at, count)                                                                     \
    MPI_Accumulate(from, 2 * (count), MPI_INT, TARGET, (at), 2 * (count), MPI_INT, MPI_SUM, win)
#define FETCH_ADD(at, count)                                                                    \
    MPI_Get_accumulate(from, (count), MPI_LONG, to, (count), MPI_LONG, TARGET, (at), (count),   \
                       MPI_LONG, MPI_SUM, win)
#define READ(at)                                                                                \
    MPI_Fetch_and_op(NULL, to, MPI_LONG, TARGET, (at), MPI_NO_OP, win)
#define MAX(at) MPI_Accumulate(from, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG, MPI_MAX, win)
#define SWAP(at) MPI_Compare_and_swap(from, more, to, MPI_LONG, TARGET, (at), win)
#define COLUMN(at, type) MPI_Put(from, 1, (type), TARGET, (at), 1, (type), win)
#define FLUSH MPI_Win_flush(TARGET, win)

/* With a request, on one word. */
static MPI_Request asked;
static int has_ended;
#define RGET(at) MPI_Rget(to, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG, win, &asked)
#define RPUT(at) MPI_Rput(from, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG, win, &asked)
#define RREAD(at)                                                                               \
    MPI_Rget_accumulate(NULL, 0, MPI_LONG, to, 1, MPI_LONG, TARGET, (at), 1, MPI_LONG,          \
                        MPI_NO_OP, win, &asked)
#define WAIT MPI_Wait(&asked, MPI_STATUS_IGNORE)
#define TEST MPI_Test(&asked, &has_ended, MPI_STATUS_IGNORE)

/* A rank's own accesses to its part of the window. */
static long sum;
#define LOAD(at)  (sum += memory[(at)])
#define STORE(at) (memory[(at)] = 5)

/* `starts` makes the window; rank 0 does the first, `other` the second, when the first has been
 * called. */
#define IN_TURN(name, starts, epoch, first, other, second) \
    static void name(int rank, int size)                \
    {                                                   \
        (void)size;                                     \
        starts;                                         \
        BEGIN_##epoch(rank);                            \
        if (rank == 0)                                  \
            (void)(first);                              \
        MPI_Barrier(MPI_COMM_WORLD);                    \
        if (rank == (other))                            \
            (void)(second);                             \
        MPI_Barrier(MPI_COMM_WORLD);                    \
        END_##epoch(rank);                              \
        unmake();                                       \
    }
#define TWO(name, epoch, first, second)       IN_TURN(name, make(), epoch, first, 1, second)
#define LOCALLY(name, epoch, first, access)   IN_TURN(name, make(), epoch, first, TARGET, access)

/* Makes the window, whose hint accumulate_ops has that value; NULL: it is not given. */
static inline void promise(const char *value)
{
    MPI_Info hints;

    make();
    if (value == NULL)
        return;
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "accumulate_ops", value);
    MPI_Win_set_info(win, hints);
    MPI_Info_free(&hints);
}
#define PROMISED(name, value, epoch, first, second) \
    IN_TURN(name, promise(value), epoch, first, 1, second)

/* Rank 0 does both. */
#define ONE(name, epoch, first, second)                 \
    static void name(int rank, int size)                \
    {                                                   \
        (void)size;                                     \
        make();                                         \
        BEGIN_##epoch(rank);                            \
        if (rank == 0)                                  \
            (void)((first), (second));                  \
        END_##epoch(rank);                              \
        unmake();                                       \
    }

/* Rank 0 does the first in one epoch, rank 1 the second in the next. */
#define NEXT(name, epoch, first, second)                \
    static void name(int rank, int size)                \
    {                                                   \
        (void)size;                                     \
        make();                                         \
        BEGIN_##epoch(rank);                            \
        if (rank == 0)                                  \
            (void)(first);                              \
        END_##epoch(rank);                              \
        MPI_Barrier(MPI_COMM_WORLD);                    \
        BEGIN_##epoch(rank);                            \
        if (rank == 1)                                  \
            (void)(second);                             \
        END_##epoch(rank);                              \
        unmake();                                       \
    }

#endif
