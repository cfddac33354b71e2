/* SPDX-License-Identifier: MIT */
/* Loads and stores beside operations that are complete, or touch other bytes, or may meet; built
 * with -fheddle-races. */
#include "../operations.h"

/* Rank 0 operates on the memory of rank 2 and `completes`, then that rank accesses it. */
#define COMPLETED(name, epoch, operation, completes, access) \
    LOCALLY(name, epoch, ((operation), (completes)), access)

/* Rank 0 operates in the epoch, the others access what they may before and after. */
#define AROUND(name, epoch, operation, access)          \
    static void name(int rank, int size)                \
    {                                                   \
        int i;                                          \
                                                        \
        (void)size;                                     \
        make();                                         \
        for (i = 0; i < 5; i++) {                       \
            (void)(access);                             \
            MPI_Barrier(MPI_COMM_WORLD);                \
            BEGIN_##epoch(rank);                        \
            if (rank == 0)                              \
                (void)(operation);                      \
            END_##epoch(rank);                          \
            MPI_Barrier(MPI_COMM_WORLD);                \
            (void)(access);                             \
        }                                               \
        unmake();                                       \
    }

COMPLETED(fence_get_load, fence, GET(3, 1), 0, LOAD(3))
COMPLETED(fence_neighbour, fence, PUT(3, 1), 0, STORE(4))
COMPLETED(fence_other_rows, fence, PUT(0, 20), 0, (STORE(20), LOAD(63)))
COMPLETED(fence_read_load, fence, READ(3), 0, LOAD(3))
COMPLETED(start_get_load, start, GET(3, 1), 0, LOAD(3))
COMPLETED(start_neighbour, start, PUT(3, 1), 0, (LOAD(2), STORE(4)))
COMPLETED(all_flushed_load, all, PUT(3, 1), FLUSH, LOAD(3))
COMPLETED(all_flushed_store, all, ADD(3, 1), FLUSH, STORE(3))
COMPLETED(all_get_store, all, GET(3, 1), 0, STORE(3))
COMPLETED(all_neighbour, all, PUT(3, 1), 0, STORE(2))
COMPLETED(lock_flushed, lock, PUT(3, 1), MPI_Win_flush_all(win), (LOAD(3), STORE(3)))
AROUND(fence_around_put, fence, PUT(3, 1), (LOAD(3), STORE(3), from[0]++))
AROUND(fence_around_get, fence, GET(3, 1), (STORE(3), to[0]++))
AROUND(start_around_put, start, PUT(3, 1), (LOAD(3), STORE(3), from[0]++))
AROUND(all_around_add, all, ADD(3, 1), (LOAD(3), STORE(3), from[0]++))
AROUND(lock_around_swap, lock, SWAP(3), (LOAD(3), STORE(3), to[0]++))

/* Rank 0 uses its own buffers as it may. */
#define BUFFER(name, epoch, operation, completes, access) \
    ONE(name, epoch, ((operation), (completes)), access)

BUFFER(fence_put_read, fence, PUT(3, 4), 0, sum += from[3])
BUFFER(all_local_flush, all, PUT(3, 4), MPI_Win_flush_local(TARGET, win), from[3] = 1)
BUFFER(all_fetched, all, FETCH_ADD(3, 1), FLUSH, (sum += to[0], from[0] = 1))
BUFFER(lock_other_words, lock, GET(3, 1), 0, (to[1] = 1, from[0] = 1))

/* Rank 1 stores, a message orders rank 0's put behind that, a fence the load. */
static void message_before_put(int rank, int size)
{
    (void)size;
    make();
    MPI_Win_fence(0, win);
    if (rank == TARGET) {
        STORE(3);
        send_to(0, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        receive_from(TARGET, 0, MPI_COMM_WORLD);
        PUT(3, 1);
    }
    MPI_Win_fence(0, win);
    LOAD(3);
    unmake();
}

/* The target polls, and takes the value back when it has come. */
static void polled(int rank, int size)
{
    volatile long *flag;
    int i;

    (void)size;
    make();
    flag = &memory[3];
    from[0] = 1;
    MPI_Win_lock_all(0, win);
    for (i = 0; i < 20; i++) {
        if (rank == 0) {
            PUT(3, 1);
            FLUSH;
            receive_from(TARGET, 0, MPI_COMM_WORLD);
        }
        if (rank == TARGET) {
            while (*flag == 0)
                MPI_Win_sync(win);
            *flag = 0;
            send_to(0, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Win_unlock_all(win);
    unmake();
}

/* As above, by loads that are not volatile: a call of MPI is between them. */
static void polled_plainly(int rank, int size)
{
    (void)size;
    make();
    from[0] = 1;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        PUT(3, 1);
    if (rank == TARGET)
        while (memory[3] == 0)
            MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    unmake();
}

/* Exclusive locks order a rank's own accesses and the others' operations. */
static void exclusive(int rank, int size)
{
    int i;

    (void)size;
    make();
    for (i = 0; i < 20; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
        if (rank == TARGET)
            memory[3]++;
        else
            PUT(3, 1);
        MPI_Win_unlock(TARGET, win);
    }
    unmake();
}

/* Two windows over the same memory, used in turns. */
static void two_windows(int rank, int size)
{
    MPI_Win other;

    (void)size;
    make();
    MPI_Win_create(memory, WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &other);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(3, 1);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    LOAD(3);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, other);
    if (rank == 1)
        MPI_Get(to, 1, MPI_LONG, TARGET, 3, 1, MPI_LONG, other);
    LOAD(3);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, other);
    STORE(3);
    MPI_Win_free(&other);
    unmake();
}

PROGRAMS(PROGRAM(fence_get_load),
         PROGRAM(fence_neighbour),
         PROGRAM(fence_other_rows),
         PROGRAM(fence_read_load),
         PROGRAM(start_get_load),
         PROGRAM(start_neighbour),
         PROGRAM(all_flushed_load),
         PROGRAM(all_flushed_store),
         PROGRAM(all_get_store),
         PROGRAM(all_neighbour),
         PROGRAM(lock_flushed),
         PROGRAM(fence_around_put),
         PROGRAM(fence_around_get),
         PROGRAM(start_around_put),
         PROGRAM(all_around_add),
         PROGRAM(lock_around_swap),
         PROGRAM(fence_put_read),
         PROGRAM(all_local_flush),
         PROGRAM(all_fetched),
         PROGRAM(lock_other_words),
         PROGRAM(message_before_put),
         PROGRAM(polled),
         PROGRAM(polled_plainly),
         PROGRAM(exclusive),
         PROGRAM(two_windows))
