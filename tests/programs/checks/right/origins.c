/* SPDX-License-Identifier: MIT */
/* Buffers of origins that are stored to as soon as the operation on the window is complete. */
#include "case.h"

enum { WORDS = 8 };

static int *memory, origin[WORDS] = {1, 2, 3, 4, 5, 6, 7, 8}, result[WORDS];
static MPI_Win win;

static void open_window(void)
{
    MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
}

static void open_epoch(void)
{
    open_window();
    MPI_Win_lock_all(0, win);
}

static void close_epoch(void)
{
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static void behind_the_wait_for_a_put(int rank, int size)
{
    MPI_Request request;

    open_epoch();
    for (int i = 0; rank == 0 && i < WORDS; i++) {
        MPI_Rput(origin, 1, MPI_INT, size - 1, i, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        origin[0] = i;
    }
    close_epoch();
}

/* The flush completes the operation, too: the request has only to be freed then. */
static void between_flush_and_wait(int rank, int size)
{
    MPI_Request requests[2];

    open_epoch();
    if (rank == 0) {
        MPI_Rput(&origin[1], 7, MPI_INT, size - 1, 1, 7, MPI_INT, win, &requests[0]);
        MPI_Raccumulate(origin, 1, MPI_INT, size - 1, 0, 1, MPI_INT, MPI_SUM, win, &requests[1]);
        MPI_Win_flush_local(size - 1, win);
        origin[0] = 42;
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    close_epoch();
}

static void other_elements(int rank, int size)
{
    MPI_Request request;
    MPI_Datatype odd;

    MPI_Type_vector(WORDS / 2, 1, 2, MPI_INT, &odd);
    MPI_Type_commit(&odd);
    open_epoch();
    if (rank == 0) {
        MPI_Rput(origin, 1, odd, size - 1, 0, WORDS / 2, MPI_INT, win, &request);
        for (int i = 1; i < WORDS; i += 2)
            origin[i] = 42;
        MPI_Type_free(&odd);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Type_free(&odd);
    }
    close_epoch();
}

static void behind_the_flush_of_its_target(int rank, int size)
{
    open_epoch();
    if (rank == 0) {
        MPI_Put(&origin[0], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&origin[1], 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(size - 1, win);
        origin[1] = 42;
        MPI_Win_flush(0, win);
        origin[0] = 42;
    }
    close_epoch();
}

static void behind_the_fence(int rank, int size)
{
    open_window();
    MPI_Win_fence(0, win);
    for (int i = 0; i < 20; i++) {
        MPI_Put(origin, WORDS, MPI_INT, (rank + 1) % size, 0, WORDS, MPI_INT, win);
        MPI_Win_fence(0, win);
        origin[0] += rank;
    }
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_free(&win);
}

/* A rank puts out of memory into which another rank puts in the next epoch. */
static void from_memory_of_windows(int rank, int size)
{
    open_window();
    for (int i = 0; i < WORDS; i++)
        memory[i] = rank;
    MPI_Win_fence(0, win);
    for (int i = 0; i < 50; i++) {
        if (i % size == rank)
            MPI_Put(memory, WORDS, MPI_INT, (rank + 1) % size, 0, WORDS, MPI_INT, win);
        MPI_Win_fence(0, win);
        if ((i + 1) % size == rank)
            memory[0]++;
    }
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_free(&win);
}

/* Locks order what the ranks do with the memory of rank 0. */
static void under_locks(int rank, int size)
{
    const int target = size - 1;

    open_window();
    for (int i = 0; i < 20; i++) {
        origin[0] = rank;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Put(origin, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_unlock(target, win);
    }
    MPI_Win_free(&win);
}

/* MPI_NO_OP uses nothing of the origin. */
static void without_an_operation(int rank, int size)
{
    open_epoch();
    if (rank == 0) {
        MPI_Fetch_and_op(origin, result, MPI_INT, size - 1, 0, MPI_NO_OP, win);
        MPI_Get_accumulate(origin, 1, MPI_INT, &result[1], 1, MPI_INT, size - 1, 0, 1, MPI_INT,
                           MPI_NO_OP, win);
        origin[0] = 42;
    }
    close_epoch();
}

static void of_a_request_that_is_freed(int rank, int size)
{
    MPI_Request request;

    open_epoch();
    if (rank == 0) {
        MPI_Rput(origin, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win, &request);
        MPI_Request_free(&request);
        MPI_Win_flush(size - 1, win);
        origin[0] = 42;
    }
    close_epoch();
}

static void many(int rank, int size)
{
    enum { MANY = 2000 };

    MPI_Win_allocate(MANY * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; rank == 0 && i < MANY; i++)
        MPI_Put(&origin[i % WORDS], 1, MPI_INT, size - 1, i, 1, MPI_INT, win);
    close_epoch();
}

PROGRAMS(PROGRAM(behind_the_wait_for_a_put), PROGRAM(between_flush_and_wait),
         PROGRAM(other_elements), PROGRAM(behind_the_flush_of_its_target),
         PROGRAM(behind_the_fence), PROGRAM(from_memory_of_windows), PROGRAM(under_locks),
         PROGRAM(without_an_operation), PROGRAM(of_a_request_that_is_freed), PROGRAM(many))
