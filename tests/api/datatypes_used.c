/* SPDX-License-Identifier: MIT */
/* Types at work: blocks that overlap or lie gigabytes apart, counts beyond an int, and types that
 * are freed while something still needs them. */
#include <stdlib.h>
#include <sys/mman.h>

#include "check.h"

static const MPI_Count gib = (MPI_Count)1 << 30;

/* A send may name a byte twice. */
static void overlapping_blocks_are_sent_as_often_as_they_are_named(void)
{
    const int lengths[] = {3, 2, 1, 4}, places[] = {2, 3, 3, 0};
    const int expected[] = {2, 3, 4, 3, 4, 3, 0, 1, 2, 3};
    int numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[12], i;
    MPI_Datatype list, windows, one, same;

    MPI_Type_indexed(4, lengths, places, MPI_INT, &list);
    MPI_Type_commit(&list);
    check_ok(MPI_Sendrecv(numbers, 1, list, 0, 1, got, 10, MPI_INT, 0, 1, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    for (i = 0; i < 10; i++)
        check_equal(got[i], expected[i]);
    MPI_Type_vector(6, 2, 1, MPI_INT, &windows); /* 0 1, 1 2, 2 3, ... */
    MPI_Type_commit(&windows);
    check_ok(MPI_Sendrecv(numbers, 1, windows, 0, 1, got, 12, MPI_INT, 0, 1, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    for (i = 0; i < 12; i++)
        check_equal(got[i], i / 2 + i % 2);
    MPI_Type_create_resized(MPI_INT, 0, 0, &one);
    MPI_Type_contiguous(12, one, &same);
    MPI_Type_commit(&same);
    check_ok(MPI_Sendrecv(numbers + 5, 1, same, 0, 1, got, 12, MPI_INT, 0, 1, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    for (i = 0; i < 12; i++)
        check_equal(got[i], 5);
    MPI_Type_free(&list);
    MPI_Type_free(&windows);
    MPI_Type_free(&one);
    MPI_Type_free(&same);
}

/* The memory between the blocks is not touched, so none is taken for it. */
static void blocks_may_lie_gigabytes_apart(void)
{
    const MPI_Count places[] = {5 * gib + 24, 8, 3 * gib};
    const MPI_Count strides[] = {5 * gib, -5 * gib}, firsts[] = {8, 5 * gib + 8};
    size_t bytes = (size_t)(6 * gib);
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    double out[6] = {1, 2, 3, 4, 5, 6}, in[6] = {0};
    MPI_Datatype type;
    int i;

    check(memory != MAP_FAILED);
    if (memory == MAP_FAILED)
        return;
    check_ok(MPI_Type_create_hindexed_block_c(3, 2, places, MPI_DOUBLE, &type));
    MPI_Type_commit(&type);
    check_ok(MPI_Sendrecv(out, 6, MPI_DOUBLE, 0, 1, memory, 1, type, 0, 1, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    for (i = 0; i < 6; i++)
        check(memcmp(memory + places[i / 2] + i % 2 * 8, &out[i], 8) == 0);
    check_ok(MPI_Sendrecv(memory, 1, type, 0, 1, in, 6, MPI_DOUBLE, 0, 1, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    check(memcmp(in, out, sizeof in) == 0);
    MPI_Type_free(&type);
    for (i = 0; i < 2; i++) {
        check_ok(MPI_Type_create_hvector_c(2, 1, strides[i], MPI_DOUBLE, &type));
        MPI_Type_commit(&type);
        check_ok(MPI_Sendrecv(out, 2, MPI_DOUBLE, 0, 1, memory + firsts[i], 1, type, 0, 1,
                              MPI_COMM_SELF, MPI_STATUS_IGNORE));
        check(memcmp(memory + firsts[i], &out[0], 8) == 0);
        check(memcmp(memory + firsts[i] + strides[i], &out[1], 8) == 0);
        MPI_Type_free(&type);
    }
    munmap(memory, bytes);
}

static void a_count_beyond_an_int_is_room_for_less(void)
{
    size_t bytes = (size_t)(3 * gib) * sizeof(int);
    int *in = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int out[3] = {1, 2, 3}, small = 0;
    MPI_Count count = -1;
    MPI_Datatype empty;
    MPI_Status status;

    check(in != MAP_FAILED);
    if (in == MAP_FAILED)
        return;
    check_ok(MPI_Sendrecv_c(out, 3, MPI_INT, 0, 1, in, 3 * gib, MPI_INT, 0, 1, MPI_COMM_SELF,
                            &status));
    check(memcmp(in, out, sizeof out) == 0);
    check_ok(MPI_Get_count_c(&status, MPI_INT, &count));
    check_equal(count, 3);
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    check_ok(MPI_Sendrecv_c(out, 5 * gib, empty, 0, 1, in, 7 * gib, empty, 0, 1, MPI_COMM_SELF,
                            &status));
    check_ok(MPI_Get_count(&status, MPI_INT, &small));
    check_equal(small, 0);
    MPI_Type_free(&empty);
    check_ok(MPI_Status_set_elements_x(&status, MPI_INT, 3 * gib));
    check_ok(MPI_Get_elements_c(&status, MPI_INT, &count));
    check_equal(count, 3 * gib);
    check_ok(MPI_Get_count(&status, MPI_INT, &small));
    check_equal(small, MPI_UNDEFINED);
    check_ok(MPI_Get_elements(&status, MPI_INT, &small));
    check_equal(small, MPI_UNDEFINED);
    munmap(in, bytes);
}

/* A column and a row of a small matrix; both are freed by who uses them. */
static void make_lines(MPI_Datatype *column, MPI_Datatype *row)
{
    MPI_Datatype scattered;

    MPI_Type_vector(4, 1, 4, MPI_INT, &scattered);
    MPI_Type_create_resized(scattered, 0, sizeof(int), column);
    MPI_Type_contiguous(4, MPI_INT, row);
    MPI_Type_commit(column);
    MPI_Type_commit(row);
    MPI_Type_free(&scattered);
}

static void a_freed_type_serves_the_collective_that_has_it(void)
{
    int matrix[16], *gathered = calloc(16 * (size_t)check_size, sizeof *gathered), i;
    MPI_Datatype column, row;
    MPI_Request request;

    make_lines(&column, &row);
    for (i = 0; i < 16; i++)
        matrix[i] = 100 * check_rank + i;
    check_ok(MPI_Iallgather(matrix, 4, column, gathered, 4, row, MPI_COMM_WORLD, &request));
    MPI_Type_free(&column);
    MPI_Type_free(&row);
    check(column == MPI_DATATYPE_NULL);
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (i = 0; i < 16 * check_size; i++)
        check_equal(gathered[i], 100 * (i / 16) + i % 4 * 4 + i / 4 % 4);
    free(gathered);
}

static void a_freed_type_serves_the_persistent_requests_that_have_it(void)
{
    int matrix[16], got[16], i, round;
    MPI_Datatype column, row;
    MPI_Request requests[2];

    make_lines(&column, &row);
    check_ok(MPI_Recv_init(got, 4, row, 0, 5, MPI_COMM_SELF, &requests[0]));
    check_ok(MPI_Send_init(matrix, 4, column, 0, 5, MPI_COMM_SELF, &requests[1]));
    MPI_Type_free(&column);
    MPI_Type_free(&row);
    for (round = 0; round < 3; round++) {
        for (i = 0; i < 16; i++)
            matrix[i] = 50 * round + i;
        check_ok(MPI_Startall(2, requests));
        check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        for (i = 0; i < 16; i++)
            check_equal(got[i], 50 * round + i % 4 * 4 + i / 4);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

/* Types made of one that is gone, and of one that was never committed. */
static void a_type_outlives_what_it_was_made_of(void)
{
    int matrix[16], got[4], i;
    MPI_Datatype inner, middle, outer;

    MPI_Type_vector(2, 1, 4, MPI_INT, &inner);
    MPI_Type_create_hvector(2, 1, 8 * sizeof(int), inner, &middle);
    MPI_Type_free(&inner);
    MPI_Type_dup(middle, &outer);
    MPI_Type_free(&middle);
    MPI_Type_commit(&outer);
    for (i = 0; i < 16; i++)
        matrix[i] = i;
    check_ok(MPI_Sendrecv(matrix + 1, 1, outer, 0, 1, got, 4, MPI_INT, 0, 1, MPI_COMM_SELF,
                          MPI_STATUS_IGNORE));
    for (i = 0; i < 4; i++)
        check_equal(got[i], 1 + 4 * i);
    MPI_Type_free(&outer);
}

CASES(overlapping_blocks_are_sent_as_often_as_they_are_named, blocks_may_lie_gigabytes_apart,
      a_count_beyond_an_int_is_room_for_less, a_freed_type_serves_the_collective_that_has_it,
      a_freed_type_serves_the_persistent_requests_that_have_it,
      a_type_outlives_what_it_was_made_of)
