/* SPDX-License-Identifier: MIT */
/* Calls that the standard does not provide for, and that some libraries take: MPI_DATATYPE_NULL
 * where there are no elements, logical operations on addresses, offsets and counts, reductions of
 * characters, and epochs of other kinds between two fences that could be one epoch. */
/* mpich: no    4.0 takes the first from messages and not from collectives */
#include "check.h"

static int rank, size;

static void look_up(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

static void a_message_of_nothing_may_have_no_type(void)
{
    MPI_Request requests[2];
    MPI_Status status;

    look_up();
    MPI_Sendrecv(NULL, 0, MPI_DATATYPE_NULL, (rank + 1) % size, 1, NULL, 0, MPI_DATATYPE_NULL,
                 (rank + size - 1) % size, 1, MPI_COMM_WORLD, &status);
    check_equal(status.MPI_SOURCE, (rank + size - 1) % size);
    MPI_Irecv(NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void a_member_without_elements_may_have_no_type(void)
{
    int all[64] = {0}, counts[64] = {0}, places[64] = {0};

    look_up();
    check(size <= 64);
    counts[0] = 1;
    MPI_Gatherv(rank == 0 ? &size : NULL, rank == 0, rank == 0 ? MPI_INT : MPI_DATATYPE_NULL, all,
                counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        check_equal(all[0], size);
    MPI_Allgatherv(rank == 0 ? &size : NULL, rank == 0, rank == 0 ? MPI_INT : MPI_DATATYPE_NULL,
                   all, counts, places, MPI_INT, MPI_COMM_WORLD);
    check_equal(all[0], size);
    MPI_Scatterv(&size, counts, places, MPI_INT, all, rank == 0,
                 rank == 0 ? MPI_INT : MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Bcast(NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Allgather(NULL, 0, MPI_DATATYPE_NULL, NULL, 0, MPI_DATATYPE_NULL, MPI_COMM_WORLD);
    MPI_Allreduce(NULL, NULL, 0, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD);
}

static void logical_operations_take_addresses(void)
{
    MPI_Aint address, any;
    MPI_Offset offset, each;
    MPI_Count count, one;

    look_up();
    address = rank == 0;
    offset = rank < size;
    count = 1;
    MPI_Allreduce(&address, &any, 1, MPI_AINT, MPI_LOR, MPI_COMM_WORLD);
    check_equal((long long)any, 1);
    MPI_Allreduce(&offset, &each, 1, MPI_OFFSET, MPI_LAND, MPI_COMM_WORLD);
    check_equal((long long)each, 1);
    MPI_Allreduce(&count, &one, 1, MPI_COUNT, MPI_LXOR, MPI_COMM_WORLD);
    check_equal((long long)one, size % 2);
}

static void characters_are_reduced_as_small_numbers(void)
{
    char left[3] = {1, 0, 2}, all[3], own[3] = {'a', 3, 0}, fetched = 'x';
    MPI_Win win;

    look_up();
    left[2] = (char)rank;
    MPI_Allreduce(left, all, 3, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    check(all[0] == 1 && all[1] == 0 && all[2] == size - 1);
    MPI_Allreduce(left, all, 2, MPI_CHAR, MPI_LAND, MPI_COMM_WORLD);
    check(all[0] == 1 && all[1] == 0);
    MPI_Reduce_local(own, left, 2, MPI_CHAR, MPI_SUM);
    check(left[0] == 'b' && left[1] == 3);
    MPI_Win_create(own, 3, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Fetch_and_op(&own[1], &fetched, MPI_CHAR, 0, 0, MPI_BOR, win);
    MPI_Win_unlock(0, win);
    check(fetched == 'a' && own[0] == ('a' | 3));
    MPI_Win_free(&win);
}

static void other_epochs_may_lie_between_fences(void)
{
    int memory[4] = {-1, -1, -1, -1}, right, left;
    MPI_Group world, to, from;
    MPI_Win win;

    look_up();
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Group_incl(world, 1, &left, &from);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    MPI_Win_fence(0, win);
    check_equal(memory[0], left);
    MPI_Put(&rank, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 2, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&rank, 1, MPI_INT, right, 3, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_fence(0, win);
    for (int i = 1; i < 4; i++)
        check_equal(memory[i], left);
    MPI_Win_free(&win);
    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Group_free(&world);
}

CASES(a_message_of_nothing_may_have_no_type, a_member_without_elements_may_have_no_type,
      logical_operations_take_addresses, characters_are_reduced_as_small_numbers,
      other_epochs_may_lie_between_fences)
