/* SPDX-License-Identifier: MIT */
/* Putting and getting: what is copied where, with every kind of type and target, with and without
 * requests. */
#include <stddef.h>
#include <stdlib.h>

#include "windows.h"

enum { INTS = 64 };

ALIGNED static int memory[INTS];

static MPI_Win window_of_numbers(void)
{
    int i;

    for (i = 0; i < INTS; i++)
        memory[i] = 1000 * check_rank + i;
    return window_over(memory, sizeof memory, sizeof(int));
}

static void a_put_copies_to_the_target(void)
{
    int out[3] = {check_rank, -2, -3}, i;
    MPI_Win win = window_of_numbers();

    MPI_Win_fence(0, win);
    check_ok(MPI_Put(out, 3, MPI_INT, right(), 10, 3, MPI_INT, win));
    MPI_Win_fence(0, win);
    for (i = 0; i < INTS; i++)
        check_equal(memory[i], i == 10   ? left()
                               : i == 11 ? -2
                               : i == 12 ? -3
                                         : 1000 * check_rank + i);
    MPI_Win_free(&win);
}

static void a_get_copies_from_the_target(void)
{
    int in[4] = {0, 0, 0, -1};
    MPI_Win win = window_of_numbers();

    MPI_Win_fence(0, win);
    check_ok(MPI_Get(in, 3, MPI_INT, right(), INTS - 3, 3, MPI_INT, win));
    MPI_Win_fence(0, win);
    check_equal(in[0], 1000 * right() + INTS - 3);
    check_equal(in[2], 1000 * right() + INTS - 1);
    check_equal(in[3], -1);
    check_equal(memory[5], 1000 * check_rank + 5);
    MPI_Win_free(&win);
}

static void a_target_may_be_the_caller(void)
{
    int in = 0;
    MPI_Win win = window_of_numbers();

    MPI_Win_fence(0, win);
    check_ok(MPI_Put(&(int){77}, 1, MPI_INT, check_rank, 1, 1, MPI_INT, win));
    check_ok(MPI_Get(&in, 1, MPI_INT, check_rank, 2, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    check_equal(memory[1], 77);
    check_equal(in, 1000 * check_rank + 2);
    MPI_Win_free(&win);
}

static void all_members_reach_all(void)
{
    int in[64], rank;
    MPI_Win win = window_of_numbers();

    MPI_Win_fence(0, win);
    for (rank = 0; rank < check_size; rank++) {
        check_ok(MPI_Put(&check_rank, 1, MPI_INT, rank, check_rank, 1, MPI_INT, win));
        check_ok(MPI_Get(&in[rank], 1, MPI_INT, rank, INTS - 1, 1, MPI_INT, win));
    }
    MPI_Win_fence(0, win);
    for (rank = 0; rank < check_size; rank++) {
        check_equal(memory[rank], rank);
        check_equal(in[rank], 1000 * rank + INTS - 1);
    }
    MPI_Win_free(&win);
}

static void nobody_is_a_target(void)
{
    int value = 5;
    MPI_Win win = window_of_numbers();

    MPI_Win_fence(0, win);
    check_ok(MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
    check_ok(MPI_Get(&value, 1, MPI_INT, MPI_PROC_NULL, 1 << 30, 1, MPI_INT, win));
    check_ok(MPI_Accumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 1 << 30, 1, MPI_INT, MPI_SUM, win));
    check_ok(MPI_Get_accumulate(&value, 1, MPI_INT, &value, 1, MPI_INT, MPI_PROC_NULL, 0, 1,
                                MPI_INT, MPI_SUM, win));
    check_ok(MPI_Fetch_and_op(&value, &value, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win));
    check_ok(MPI_Compare_and_swap(&value, &value, &value, MPI_INT, MPI_PROC_NULL, 0, win));
    MPI_Win_fence(0, win);
    check_equal(value, 5);
    check_equal(memory[0], 1000 * check_rank);
    MPI_Win_free(&win);
}

static void nothing_is_copied_to_anywhere(void)
{
    int value = 5;
    MPI_Win win = window_of_numbers();

    MPI_Win_fence(0, win);
    check_ok(MPI_Put(&value, 0, MPI_INT, right(), 0, 0, MPI_INT, win));
    check_ok(MPI_Put(NULL, 0, MPI_INT, right(), INTS, 0, MPI_INT, win));
    check_ok(MPI_Get(NULL, 0, MPI_DOUBLE, right(), INTS, 0, MPI_DOUBLE, win));
    check_ok(MPI_Accumulate(NULL, 0, MPI_INT, right(), INTS, 0, MPI_INT, MPI_SUM, win));
    check_ok(MPI_Get_accumulate(NULL, 0, MPI_INT, NULL, 0, MPI_INT, right(), INTS, 0, MPI_INT,
                                MPI_NO_OP, win));
    MPI_Win_fence(0, win);
    check_equal(value, 5);
    check_equal(memory[0], 1000 * check_rank);
    MPI_Win_free(&win);
}

/* Every third int, which may be forgotten as soon as the call has returned. */
static void types_differ_on_both_sides(void)
{
    int out[12], i;
    MPI_Datatype pairs, thirds;
    MPI_Win win = window_of_numbers();

    for (i = 0; i < 12; i++)
        out[i] = -i;
    MPI_Type_vector(3, 2, 4, MPI_INT, &pairs);
    MPI_Type_create_indexed_block(6, 1, (int[]){15, 12, 9, 6, 3, 0}, MPI_INT, &thirds);
    MPI_Type_commit(&pairs);
    MPI_Type_commit(&thirds);
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(out, 1, pairs, right(), 2, 1, thirds, win));
    MPI_Type_free(&pairs);
    MPI_Type_free(&thirds);
    MPI_Win_fence(0, win);
    for (i = 0; i < 6; i++) {
        check_equal(memory[17 - 3 * i], -(i / 2 * 4 + i % 2));
        check_equal(memory[18 - 3 * i], 1000 * check_rank + 18 - 3 * i);
    }
    MPI_Win_free(&win);
}

static void a_get_scatters_what_it_gathers(void)
{
    int in[20], i;
    MPI_Datatype fifths;
    MPI_Win win = window_of_numbers();

    memset(in, -1, sizeof in);
    MPI_Type_vector(4, 1, 5, MPI_INT, &fifths);
    MPI_Type_commit(&fifths);
    MPI_Win_fence(0, win);
    check_ok(MPI_Get(in, 1, fifths, right(), 7, 1, fifths, win));
    MPI_Win_fence(0, win);
    for (i = 0; i < 20; i++)
        check_equal(in[i], i % 5 == 0 ? 1000 * right() + 7 + i : -1);
    MPI_Type_free(&fifths);
    MPI_Win_free(&win);
}

/* The lower bound is before the address, and the next element before the one at it. */
static void a_target_type_may_lie_before_its_address(void)
{
    MPI_Datatype before, back;
    int out[3] = {-1, -2, -3};
    MPI_Win win = window_of_numbers();

    MPI_Type_create_hindexed_block(1, 1, (MPI_Aint[]){-2 * (MPI_Aint)sizeof(int)}, MPI_INT,
                                   &before);
    MPI_Type_create_resized(before, 0, -(MPI_Aint)sizeof(int), &back);
    MPI_Type_commit(&back);
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(out, 3, MPI_INT, right(), 4, 3, back, win));
    MPI_Win_fence(0, win);
    check_equal(memory[2], -1);
    check_equal(memory[1], -2);
    check_equal(memory[0], -3);
    check_equal(memory[3], 1000 * check_rank + 3);
    MPI_Type_free(&back);
    MPI_Type_free(&before);
    MPI_Win_free(&win);
}

static void an_origin_may_have_absolute_addresses(void)
{
    int out = 4711;
    MPI_Datatype absolute;
    MPI_Aint at;
    MPI_Win win = window_of_numbers();

    MPI_Get_address(&out, &at);
    MPI_Type_create_hindexed_block(1, 1, &at, MPI_INT, &absolute);
    MPI_Type_commit(&absolute);
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(MPI_BOTTOM, 1, absolute, right(), 4, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    check_equal(memory[4], 4711);
    MPI_Type_free(&absolute);
    MPI_Win_free(&win);
}

static void structures_are_copied_whole(void)
{
    struct record {
        char name;
        double value;
        int number;
    };
    struct record out = {'a', check_rank + 0.5, check_rank};
    ALIGNED struct record records[4] = {{0}};
    int lengths[3] = {1, 1, 1};
    MPI_Aint places[3] = {offsetof(struct record, name), offsetof(struct record, value),
                          offsetof(struct record, number)};
    MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, packed, type;
    MPI_Win win = window_over(records, sizeof records, sizeof(struct record));

    MPI_Type_create_struct(3, lengths, places, types, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct record), &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(&out, 1, type, right(), 3, 1, type, win));
    MPI_Win_fence(0, win);
    check(records[3].name == 'a' && records[3].value == left() + 0.5);
    check_equal(records[3].number, left());
    check_equal(records[2].number, 0);
    MPI_Type_free(&type);
    MPI_Type_free(&packed);
    MPI_Win_free(&win);
}

static void a_megabyte_is_copied_at_once(void)
{
    enum { COUNT = 1 << 18 };
    int *large, *in = malloc(COUNT * sizeof *in), i, wrong = 0;
    MPI_Win win;

    MPI_Win_allocate(COUNT * sizeof *large, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &large, &win);
    for (i = 0; i < COUNT; i++)
        large[i] = i ^ check_rank;
    MPI_Win_fence(0, win);
    check_ok(MPI_Get(in, COUNT, MPI_INT, right(), 0, COUNT, MPI_INT, win));
    MPI_Win_fence(0, win);
    for (i = 0; i < COUNT; i++)
        wrong += in[i] != (i ^ right());
    check_equal(wrong, 0);
    for (i = 0; i < COUNT; i++)
        in[i] = -i;
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(in, COUNT / 2, MPI_INT, right(), COUNT * 2, COUNT / 2, MPI_INT, win));
    MPI_Win_fence(0, win);
    for (i = 0; i < COUNT; i++)
        wrong += large[i] != (i < COUNT / 2 ? i ^ check_rank : -(i - COUNT / 2));
    check_equal(wrong, 0);
    MPI_Win_free(&win);
    free(in);
}

/* ---- with requests --------------------------------------------------------------------------- */

static void requests_complete_operations(void)
{
    int out[2] = {11, 12}, in = -1, old = -1, flag = 0;
    MPI_Request request;
    MPI_Status status;
    MPI_Win win = window_of_numbers();

    check_ok(MPI_Win_lock_all(0, win));
    check_ok(MPI_Rput(out, 1, MPI_INT, right(), 0, 1, MPI_INT, win, &request));
    check(request != MPI_REQUEST_NULL);
    check_ok(MPI_Wait(&request, &status));
    check(request == MPI_REQUEST_NULL);
    out[0] = -1;
    check_ok(MPI_Raccumulate(&out[1], 1, MPI_INT, right(), 1, 1, MPI_INT, MPI_SUM, win, &request));
    while (!flag)
        check_ok(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    check(request == MPI_REQUEST_NULL);
    check_ok(MPI_Rget(&in, 1, MPI_INT, right(), 2, 1, MPI_INT, win, &request));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_equal(in, 1000 * right() + 2);
    check_ok(MPI_Rget_accumulate(&out[1], 1, MPI_INT, &old, 1, MPI_INT, right(), 3, 1, MPI_INT,
                                 MPI_REPLACE, win, &request));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_equal(old, 1000 * right() + 3);
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], 11);
    check_equal(memory[1], 1000 * check_rank + 13);
    check_equal(memory[3], 12);
    MPI_Win_free(&win);
}

static void requests_of_messages_and_operations_mix(void)
{
    int out[4] = {1, 2, 3, 4}, in[3] = {-1, -1, -1}, i;
    MPI_Request requests[6];
    MPI_Status statuses[6];
    MPI_Win win = window_of_numbers();

    check_ok(MPI_Win_lock_all(0, win));
    MPI_Irecv(&in[0], 1, MPI_INT, left(), 9, MPI_COMM_WORLD, &requests[0]);
    check_ok(MPI_Rput(out, 1, MPI_INT, right(), 0, 1, MPI_INT, win, &requests[1]));
    MPI_Isend(&out[3], 1, MPI_INT, right(), 9, MPI_COMM_WORLD, &requests[2]);
    check_ok(MPI_Rget(&in[1], 1, MPI_INT, right(), 7, 1, MPI_INT, win, &requests[3]));
    check_ok(MPI_Raccumulate(&out[2], 1, MPI_INT, right(), 5, 1, MPI_INT, MPI_MAX, win,
                             &requests[4]));
    check_ok(MPI_Rget_accumulate(NULL, 0, MPI_INT, &in[2], 1, MPI_INT, right(), 6, 1, MPI_INT,
                                 MPI_NO_OP, win, &requests[5]));
    check_ok(MPI_Waitall(6, requests, statuses));
    for (i = 0; i < 6; i++)
        check(requests[i] == MPI_REQUEST_NULL);
    check_equal(in[0], 4);
    check_equal(in[1], 1000 * right() + 7);
    check_equal(in[2], 1000 * right() + 6);
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], 1);
    check_equal(memory[5], 1000 * check_rank + 5 < 3 ? 3 : 1000 * check_rank + 5);
    MPI_Win_free(&win);
}

static void a_request_may_be_waited_for_after_the_epoch(void)
{
    int out = 5;
    MPI_Request requests[2];
    MPI_Win win = window_of_numbers();

    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    check_ok(MPI_Rput(&out, 1, MPI_INT, right(), 0, 1, MPI_INT, win, &requests[0]));
    check_ok(MPI_Win_flush(right(), win));
    check_ok(MPI_Rput(&out, 1, MPI_INT, right(), 1, 1, MPI_INT, win, &requests[1]));
    check_ok(MPI_Win_unlock(right(), win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], 5);
    check_equal(memory[1], 5);
    MPI_Win_free(&win);
    check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
}

static void requests_to_nobody_complete(void)
{
    int value = 5;
    MPI_Request requests[4];
    MPI_Win win = window_of_numbers();

    check_ok(MPI_Win_lock_all(0, win));
    check_ok(MPI_Rput(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[0]));
    check_ok(MPI_Rget(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[1]));
    check_ok(MPI_Raccumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win,
                             &requests[2]));
    check_ok(MPI_Rget_accumulate(&value, 1, MPI_INT, &value, 1, MPI_INT, MPI_PROC_NULL, 0, 1,
                                 MPI_INT, MPI_SUM, win, &requests[3]));
    check_ok(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    check_ok(MPI_Win_unlock_all(win));
    check_equal(value, 5);
    MPI_Win_free(&win);
}

static void requests_of_nothing_complete(void)
{
    int index, done = 0;
    MPI_Request requests[3];
    MPI_Win win = window_of_numbers();

    check_ok(MPI_Win_lock_all(0, win));
    check_ok(MPI_Rput(NULL, 0, MPI_INT, right(), 0, 0, MPI_INT, win, &requests[0]));
    check_ok(MPI_Rget(NULL, 0, MPI_INT, right(), 0, 0, MPI_INT, win, &requests[1]));
    check_ok(MPI_Raccumulate(NULL, 0, MPI_INT, right(), 0, 0, MPI_INT, MPI_SUM, win,
                             &requests[2]));
    for (index = 0; index != MPI_UNDEFINED; done += index != MPI_UNDEFINED)
        check_ok(MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE));
    check_equal(done, 3);
    check_ok(MPI_Win_unlock_all(win));
    MPI_Win_free(&win);
}

static void thousands_of_requests_are_outstanding(void)
{
    enum { COUNT = 3000 };
    int *in = malloc(COUNT * sizeof *in), i, wrong = 0;
    MPI_Request *requests = malloc(COUNT * sizeof(MPI_Request));
    MPI_Win win = window_of_numbers();

    check_ok(MPI_Win_lock_all(0, win));
    for (i = 0; i < COUNT; i++)
        MPI_Rget(&in[i], 1, MPI_INT, i % check_size, i % INTS, 1, MPI_INT, win, &requests[i]);
    check_ok(MPI_Waitall(COUNT, requests, MPI_STATUSES_IGNORE));
    check_ok(MPI_Win_unlock_all(win));
    for (i = 0; i < COUNT; i++)
        wrong += in[i] != 1000 * (i % check_size) + i % INTS;
    check_equal(wrong, 0);
    MPI_Win_free(&win);
    free(requests);
    free(in);
}

CASES(a_put_copies_to_the_target, a_get_copies_from_the_target, a_target_may_be_the_caller,
      all_members_reach_all, nobody_is_a_target, nothing_is_copied_to_anywhere,
      types_differ_on_both_sides, a_get_scatters_what_it_gathers,
      a_target_type_may_lie_before_its_address, an_origin_may_have_absolute_addresses,
      structures_are_copied_whole, a_megabyte_is_copied_at_once, requests_complete_operations,
      requests_of_messages_and_operations_mix, a_request_may_be_waited_for_after_the_epoch,
      requests_to_nobody_complete, requests_of_nothing_complete,
      thousands_of_requests_are_outstanding)
