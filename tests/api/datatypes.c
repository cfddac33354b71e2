/* SPDX-License-Identifier: MIT */
/* Types: the predefined ones' sizes, and what contiguous and vector types send. */
#include <complex.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

#include "check.h"

static void has(MPI_Datatype type, long size, long extent)
{
    MPI_Aint lb = -1, got = -1;
    int bytes = -1;

    check_ok(MPI_Type_size(type, &bytes));
    check_equal(bytes, size);
    check_ok(MPI_Type_get_extent(type, &lb, &got));
    check_equal(lb, 0);
    check_equal(got, extent);
}

#define HAS(type, c_type) has(type, sizeof(c_type), sizeof(c_type))
#define PAIR(type, value, index) \
    has(type, sizeof(value) + sizeof(index), sizeof(struct { value v; index i; }))

static void the_types_of_c_have_its_sizes(void)
{
    HAS(MPI_CHAR, char);
    HAS(MPI_SIGNED_CHAR, signed char);
    HAS(MPI_UNSIGNED_CHAR, unsigned char);
    HAS(MPI_SHORT, short);
    HAS(MPI_UNSIGNED_SHORT, unsigned short);
    HAS(MPI_INT, int);
    HAS(MPI_UNSIGNED, unsigned);
    HAS(MPI_LONG, long);
    HAS(MPI_UNSIGNED_LONG, unsigned long);
    HAS(MPI_LONG_LONG, long long);
    HAS(MPI_LONG_LONG_INT, long long);
    HAS(MPI_UNSIGNED_LONG_LONG, unsigned long long);
    HAS(MPI_FLOAT, float);
    HAS(MPI_DOUBLE, double);
    HAS(MPI_LONG_DOUBLE, long double);
    HAS(MPI_WCHAR, wchar_t);
    HAS(MPI_C_BOOL, _Bool);
    HAS(MPI_INT8_T, int8_t);
    HAS(MPI_UINT8_T, uint8_t);
    HAS(MPI_INT16_T, int16_t);
    HAS(MPI_UINT16_T, uint16_t);
    HAS(MPI_INT32_T, int32_t);
    HAS(MPI_UINT32_T, uint32_t);
    HAS(MPI_INT64_T, int64_t);
    HAS(MPI_UINT64_T, uint64_t);
    HAS(MPI_C_COMPLEX, float _Complex);
    HAS(MPI_C_FLOAT_COMPLEX, float _Complex);
    HAS(MPI_C_DOUBLE_COMPLEX, double _Complex);
    HAS(MPI_C_LONG_DOUBLE_COMPLEX, long double _Complex);
    HAS(MPI_BYTE, char);
    HAS(MPI_PACKED, char);
    HAS(MPI_AINT, MPI_Aint);
    HAS(MPI_COUNT, MPI_Count);
    HAS(MPI_OFFSET, MPI_Offset);
}

static void pairs_have_the_gaps_of_c(void)
{
    PAIR(MPI_FLOAT_INT, float, int);
    PAIR(MPI_DOUBLE_INT, double, int);
    PAIR(MPI_LONG_INT, long, int);
    PAIR(MPI_2INT, int, int);
    PAIR(MPI_SHORT_INT, short, int);
    PAIR(MPI_LONG_DOUBLE_INT, long double, int);
}

static void a_contiguous_type_is_as_long_as_its_elements(void)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Count size = -1, lb = -1, extent = -1;

    check_ok(MPI_Type_contiguous(7, MPI_DOUBLE, &type));
    has(type, 7 * 8, 7 * 8);
    check_ok(MPI_Type_size_c(type, &size));
    check_ok(MPI_Type_get_extent_c(type, &lb, &extent));
    check_equal(size, 7 * 8);
    check_equal(lb, 0);
    check_equal(extent, 7 * 8);
    check_ok(MPI_Type_free(&type));
    check(type == MPI_DATATYPE_NULL);
}

static void a_vector_has_gaps_that_are_not_sent(void)
{
    MPI_Datatype type;

    check_ok(MPI_Type_vector(3, 2, 5, MPI_INT, &type));
    has(type, 3 * 2 * 4, (2 * 5 + 2) * 4); /* no gap after the last block */
    MPI_Type_free(&type);
}

static void a_vector_may_run_backwards(void)
{
    int out[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, in[3] = {0};
    MPI_Aint lb = 1, extent = -1;
    MPI_Datatype type;

    MPI_Type_vector(3, 1, -4, MPI_INT, &type);
    MPI_Type_get_extent(type, &lb, &extent);
    check_equal(lb, -8 * 4);
    check_equal(extent, 9 * 4);
    MPI_Type_commit(&type);
    MPI_Sendrecv(out + 8, 1, type, 0, 0, in, 3, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    check_equal(in[0], 8);
    check_equal(in[1], 4);
    check_equal(in[2], 0);
    MPI_Type_free(&type);
}

static void types_without_elements_are_empty(void)
{
    MPI_Datatype types[3];
    int i, count = -1;
    MPI_Status status;

    MPI_Type_contiguous(0, MPI_INT, &types[0]);
    MPI_Type_vector(0, 3, 7, MPI_INT, &types[1]);
    MPI_Type_vector(4, 0, 7, MPI_INT, &types[2]);
    for (i = 0; i < 3; i++) {
        int size = -1;

        check_ok(MPI_Type_size(types[i], &size));
        check_equal(size, 0);
        MPI_Type_commit(&types[i]);
        check_ok(MPI_Sendrecv(&size, 3, types[i], 0, 0, &size, 3, types[i], 0, 0, MPI_COMM_SELF,
                              &status));
        MPI_Get_count(&status, MPI_INT, &count);
        check_equal(count, 0);
        MPI_Type_free(&types[i]);
    }
}

enum { ROWS = 13, COLUMNS = 17 };

static void a_column_arrives_as_a_row(void)
{
    static double matrix[ROWS][COLUMNS];
    double column[ROWS];
    MPI_Datatype type;
    MPI_Status status;
    int i, j, count;

    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++)
            matrix[i][j] = i * 100 + j;
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(&matrix[0][5], 1, type, 0, 0, column, ROWS, MPI_DOUBLE, 0, 0, MPI_COMM_SELF,
                 &status);
    for (i = 0; i < ROWS; i++)
        check_equal(column[i], i * 100 + 5);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    check_equal(count, ROWS);
    MPI_Get_count(&status, type, &count);
    check_equal(count, 1);
    MPI_Type_free(&type);
}

static void a_row_arrives_as_a_column_and_nothing_else_changes(void)
{
    static int matrix[ROWS][COLUMNS];
    int row[ROWS], i, j, wrong = 0;
    MPI_Datatype type;

    for (i = 0; i < ROWS; i++)
        row[i] = 1000 + i;
    memset(matrix, 0xff, sizeof matrix);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(row, ROWS, MPI_INT, 0, 0, &matrix[0][3], 1, type, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++)
            wrong += matrix[i][j] != (j == 3 ? 1000 + i : -1);
    check_equal(wrong, 0);
    MPI_Type_free(&type);
}

/* Two different layouts, between different ranks, at lengths of every protocol. */
static void vectors_of_different_shapes_meet(void)
{
    static const int lengths[] = {1, 3, 20, 500, 30000};
    int k, i, wrong;

    for (k = 0; k < (int)(sizeof lengths / sizeof lengths[0]); k++) {
        int n = lengths[k]; /* 6n integers: 3n blocks of 2 become 2n blocks of 3 */
        int *out = malloc((size_t)n * 3 * 5 * sizeof *out);
        int *in = malloc((size_t)n * 2 * 4 * sizeof *in);
        MPI_Datatype twos, threes;

        for (i = 0; i < n * 3 * 5; i++)
            out[i] = i % 5 < 2 ? i / 5 * 2 + i % 5 : -7;
        for (i = 0; i < n * 2 * 4; i++)
            in[i] = -1;
        MPI_Type_vector(3 * n, 2, 5, MPI_INT, &twos);
        MPI_Type_vector(2 * n, 3, 4, MPI_INT, &threes);
        MPI_Type_commit(&twos);
        MPI_Type_commit(&threes);
        MPI_Sendrecv(out, 1, twos, (check_rank + 1) % check_size, 0, in, 1, threes,
                     (check_rank + check_size - 1) % check_size, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (wrong = 0, i = 0; i < n * 2 * 4; i++)
            wrong += in[i] != (i % 4 < 3 ? i / 4 * 3 + i % 4 : -1);
        check_equal(wrong, 0);
        MPI_Type_free(&twos);
        MPI_Type_free(&threes);
        free(out);
        free(in);
    }
}

static void types_nest(void)
{
    MPI_Datatype pair, line, plane;
    int out[4 * 30], in[24], i, j, k, n = 0;

    for (i = 0; i < 4 * 30; i++)
        out[i] = i;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_vector(3, 1, 2, pair, &line);     /* ints 0 1, 4 5, 8 9: extent 10 ints */
    MPI_Type_vector(4, 1, 3, line, &plane);    /* lines at ints 0, 30, 60, 90 */
    has(plane, 4 * 3 * 2 * 4, (3 * 3 * 10 + 10) * 4);
    MPI_Type_commit(&plane);
    MPI_Type_free(&pair); /* what is made of them lives on */
    MPI_Type_free(&line);
    MPI_Sendrecv(out, 1, plane, 0, 0, in, 24, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (i = 0; i < 4; i++)
        for (j = 0; j < 3; j++)
            for (k = 0; k < 2; k++)
                check_equal(in[n++], i * 30 + j * 4 + k);
    MPI_Type_free(&plane);
}

static void several_elements_lie_an_extent_apart(void)
{
    int out[8] = {0, 1, 2, 3, 4, 5, 6, 7}, in[4] = {-1, -1, -1, -1};
    MPI_Datatype type;

    MPI_Type_vector(2, 1, 3, MPI_INT, &type); /* ints 0 and 3 of 4 */
    MPI_Type_commit(&type);
    MPI_Sendrecv(out, 2, type, 0, 0, in, 4, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    check_equal(in[0], 0);
    check_equal(in[1], 3);
    check_equal(in[2], 4);
    check_equal(in[3], 7);
    MPI_Type_free(&type);
}

static void a_freed_type_serves_the_receive_that_has_it(void)
{
    int out[3] = {1, 2, 3}, in[5] = {-1, -1, -1, -1, -1};
    MPI_Request request;
    MPI_Datatype type;

    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Irecv(in, 1, type, 0, 0, MPI_COMM_SELF, &request);
    MPI_Type_free(&type);
    MPI_Send(out, 3, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(in[0], 1);
    check_equal(in[1], -1);
    check_equal(in[2], 2);
    check_equal(in[4], 3);
}

static void a_freed_type_serves_the_send_that_has_it(void)
{
    enum { BLOCKS = 60000 };
    int *out = malloc(2 * BLOCKS * sizeof *out), *in = malloc(BLOCKS * sizeof *in), i, wrong = 0;
    MPI_Request request;
    MPI_Datatype type;

    for (i = 0; i < 2 * BLOCKS; i++)
        out[i] = i;
    MPI_Type_vector(BLOCKS, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Isend(out, 1, type, (check_rank + 1) % check_size, 0, MPI_COMM_WORLD, &request);
    MPI_Type_free(&type);
    MPI_Recv(in, BLOCKS, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < BLOCKS; i++)
        wrong += in[i] != 2 * i;
    check_equal(wrong, 0);
    free(out);
    free(in);
}

static void committing_twice_or_a_predefined_type_does_no_harm(void)
{
    MPI_Datatype type = MPI_INT;

    check_ok(MPI_Type_commit(&type));
    check(type == MPI_INT);
    MPI_Type_contiguous(2, MPI_INT, &type);
    check_ok(MPI_Type_commit(&type));
    check_ok(MPI_Type_commit(&type));
    MPI_Type_free(&type);
}

static void the_large_forms_make_large_types(void)
{
    MPI_Count size = -1, lb = -1, extent = -1, million = 1000000;
    MPI_Datatype type, larger;
    int small = -1;

    check_ok(MPI_Type_contiguous_c(million * 1000, MPI_DOUBLE, &type));
    check_ok(MPI_Type_size_c(type, &size));
    check_equal(size, 8 * million * 1000);
    check_ok(MPI_Type_size(type, &small));
    check_equal(small, MPI_UNDEFINED);
    check_ok(MPI_Type_vector_c(3, 1, 2, type, &larger));
    check_ok(MPI_Type_get_extent_c(larger, &lb, &extent));
    check_equal(lb, 0);
    check_equal(extent, 5 * 8 * million * 1000);
    MPI_Type_free(&larger);
    MPI_Type_free(&type);
}

CASES(the_types_of_c_have_its_sizes, pairs_have_the_gaps_of_c,
      a_contiguous_type_is_as_long_as_its_elements, a_vector_has_gaps_that_are_not_sent,
      a_vector_may_run_backwards, types_without_elements_are_empty, a_column_arrives_as_a_row,
      a_row_arrives_as_a_column_and_nothing_else_changes, vectors_of_different_shapes_meet,
      types_nest, several_elements_lie_an_extent_apart,
      a_freed_type_serves_the_receive_that_has_it, a_freed_type_serves_the_send_that_has_it,
      committing_twice_or_a_predefined_type_does_no_harm, the_large_forms_make_large_types)
