/* SPDX-License-Identifier: MIT */
/* A rank's own load or store beside an operation that is under way; built with -fheddle-races. */
#include "../operations.h"

LOCALLY(fence_put_load, fence, PUT(3, 1), LOAD(3))
LOCALLY(fence_put_store, fence, PUT(3, 1), STORE(3))
LOCALLY(fence_get_store, fence, GET(3, 1), STORE(3))
LOCALLY(fence_add_load, fence, ADD(3, 1), LOAD(3))
LOCALLY(fence_read_store, fence, READ(3), STORE(3))
LOCALLY(fence_swap_load, fence, SWAP(3), LOAD(3))
LOCALLY(fence_long_put_set, fence, PUT(0, 40), memset(memory + 39, 0, sizeof *memory))
LOCALLY(fence_long_put_copy, fence, PUT(8, 8), memcpy(&sum, memory + 15, sizeof sum))
LOCALLY(start_put_load, start, PUT(3, 1), LOAD(3))
LOCALLY(start_put_store, start, PUT(3, 1), STORE(3))
LOCALLY(start_get_store, start, GET(3, 1), STORE(3))
LOCALLY(all_put_load, all, PUT(3, 1), LOAD(3))
LOCALLY(lock_add_load, lock, ADD(3, 1), LOAD(3))
LOCALLY(all_put_store, all, PUT(3, 1), STORE(3))
LOCALLY(all_add_store, all, ADD(3, 1), STORE(3))
LOCALLY(lock_put_store, lock, PUT(3, 1), STORE(3))
ONE(fence_put_from, fence, PUT(3, 4), from[3] = 1)
ONE(fence_get_to, fence, GET(3, 1), sum += to[0])
ONE(start_get_to, start, GET(3, 1), to[0]++)
ONE(all_add_from, all, ADD(3, 1), from[0] = 1)
ONE(all_fetch_to, all, FETCH_ADD(3, 1), sum += to[0])
ONE(lock_get_to, lock, GET(3, 1), to[0] = 1)

/* The window has a name; the store is in another function than the window's calls. */
static void named(int rank, int size)
{
    (void)size;
    make();
    MPI_Win_set_name(win, "the halo");
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(3, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == TARGET)
        LOAD(3);
    MPI_Win_fence(0, win);
    unmake();
}

/* Rank 1 stores into the part of rank 2, which rank 0 puts into. */
static void shared_part(int rank, int size)
{
    MPI_Aint bytes;
    long *theirs;
    int unit;

    (void)size;
    MPI_Win_allocate_shared(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                            &memory, &win);
    MPI_Win_shared_query(win, TARGET, &bytes, &unit, &theirs);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        PUT(3, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        theirs[3] = 7;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* Attached memory of a dynamic window. */
static void dynamic(int rank, int size)
{
    static long attached[WORDS];
    MPI_Aint at;

    (void)size;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, attached, sizeof attached);
    MPI_Get_address(attached, &at);
    MPI_Bcast(&at, 1, MPI_AINT, TARGET, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(from, 1, MPI_LONG, TARGET, at, 1, MPI_LONG, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == TARGET)
        attached[0]++;
    MPI_Win_fence(0, win);
    MPI_Win_detach(win, attached);
    MPI_Win_free(&win);
}

PROGRAMS(PROGRAM(fence_put_load),
         PROGRAM(fence_put_store),
         PROGRAM(fence_get_store),
         PROGRAM(fence_add_load),
         PROGRAM(fence_read_store),
         PROGRAM(fence_swap_load),
         PROGRAM(fence_long_put_set),
         PROGRAM(fence_long_put_copy),
         PROGRAM(start_put_load),
         PROGRAM(start_put_store),
         PROGRAM(start_get_store),
         PROGRAM(all_put_load),
         PROGRAM(lock_add_load),
         PROGRAM(all_put_store),
         PROGRAM(all_add_store),
         PROGRAM(lock_put_store),
         PROGRAM(fence_put_from),
         PROGRAM(fence_get_to),
         PROGRAM(start_get_to),
         PROGRAM(all_add_from),
         PROGRAM(all_fetch_to),
         PROGRAM(lock_get_to),
         PROGRAM(named),
         PROGRAM(shared_part),
         PROGRAM(dynamic))
