/* SPDX-License-Identifier: MIT */
/* Operations of the user's, over any types, in the order of the ranks; reducing locally. */
#include <stddef.h>
#include <stdlib.h>

#include "check.h"

/* 2 x 2 matrices: their product does not commute. */
struct matrix {
    char name; /* not part of the type */
    double m[4];
};

static MPI_Datatype matrices, told;
static int calls, longest;

static void multiply(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    struct matrix *left = in, *right = inout;
    int i;

    calls++;
    told = *datatype;
    longest = *len > longest ? *len : longest;
    for (i = 0; i < *len; i++) {
        const double *l = left[i].m, *r = right[i].m;
        double made[4] = {l[0] * r[0] + l[1] * r[2], l[0] * r[1] + l[1] * r[3],
                          l[2] * r[0] + l[3] * r[2], l[2] * r[1] + l[3] * r[3]};

        memcpy(right[i].m, made, sizeof made);
    }
}

static void multiply_large(void *in, void *inout, MPI_Count *len, MPI_Datatype *datatype)
{
    int count = (int)*len;

    multiply(in, inout, &count, datatype);
}

static void make_matrices(void)
{
    MPI_Aint place = offsetof(struct matrix, m);
    MPI_Datatype packed;

    MPI_Type_create_hindexed_block(1, 4, &place, MPI_DOUBLE, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct matrix), &matrices);
    MPI_Type_commit(&matrices);
    MPI_Type_free(&packed);
}

static struct matrix matrix_of(int rank, int i)
{
    struct matrix made = {'r', {1, rank + i % 3, 0, 1}};

    if (rank % 2 == 1) {
        made.m[1] = 0;
        made.m[2] = 1 + i % 2;
    }
    return made;
}

static struct matrix product(int i)
{
    struct matrix all = matrix_of(0, i);
    int rank;

    for (rank = 1; rank < check_size; rank++) {
        struct matrix right = matrix_of(rank, i);
        int one = 1;

        multiply(&all, &right, &one, &matrices);
        all = right;
    }
    return all;
}

static void check_reductions(MPI_Op op, int count)
{
    struct matrix *mine = malloc((size_t)count * sizeof *mine);
    struct matrix *all = malloc((size_t)count * sizeof *all);
    int i, wrong = 0, root = check_size - 1;

    for (i = 0; i < count; i++) {
        mine[i] = matrix_of(check_rank, i);
        all[i].name = 'a';
    }
    told = MPI_DATATYPE_NULL;
    check_ok(MPI_Allreduce(mine, all, count, matrices, op, MPI_COMM_WORLD));
    for (i = 0; i < count; i++) {
        struct matrix expected = product(i);

        wrong += memcmp(all[i].m, expected.m, sizeof expected.m) != 0 || all[i].name != 'a';
    }
    check_equal(wrong, 0);
    check_ok(MPI_Reduce(check_rank == root ? MPI_IN_PLACE : mine, check_rank == root ? mine : NULL,
                        count, matrices, op, root, MPI_COMM_WORLD));
    for (i = 0; check_rank == root && i < count; i++) {
        struct matrix expected = product(i);

        wrong += memcmp(mine[i].m, expected.m, sizeof expected.m) != 0 || mine[i].name != 'r';
    }
    check_equal(wrong, 0);
    free(mine);
    free(all);
}

static void operands_are_combined_in_the_order_of_the_ranks(void)
{
    MPI_Op op;

    make_matrices();
    check_ok(MPI_Op_create(multiply, 0, &op));
    check_reductions(op, 1);
    check_reductions(op, 1000);
    check_ok(MPI_Op_free(&op));
    check(op == MPI_OP_NULL);
    MPI_Type_free(&matrices);
}

static void the_large_form_takes_a_large_function(void)
{
    MPI_Op op;

    make_matrices();
    check_ok(MPI_Op_create_c(multiply_large, 0, &op));
    check_reductions(op, 1);
    check_reductions(op, 300);
    MPI_Op_free(&op);
    MPI_Type_free(&matrices);
}

static void the_function_is_told_the_type(void)
{
    struct matrix in = matrix_of(2, 0), inout = matrix_of(1, 0), expected = inout;
    int one = 1, i, numbers[3] = {1, 2, 3}, more[3] = {1, 2, 3};
    MPI_Op op;

    make_matrices();
    multiply(&in, &expected, &one, &matrices);
    MPI_Op_create(multiply, 1, &op);
    calls = 0;
    check_ok(MPI_Reduce_local(&in, &inout, 1, matrices, op));
    check_equal(calls, 1);
    check(told == matrices);
    for (i = 0; i < 4; i++)
        check(inout.m[i] == expected.m[i]);
    MPI_Op_free(&op);
    MPI_Type_free(&matrices);
    check_ok(MPI_Reduce_local(numbers, more, 3, MPI_INT, MPI_SUM));
    check_equal(more[2], 6);
    check_ok(MPI_Reduce_local(numbers, more, 0, MPI_INT, MPI_SUM));
    check_equal(more[2], 6);
    check_ok(MPI_Reduce_local_c(numbers, more, 2, MPI_INT, MPI_PROD));
    check_equal(more[1], 8);
    check_equal(more[2], 6);
}

/* Elements far apart, and one that begins before its address. */
static void add_first(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    MPI_Aint lb, extent;
    int i;

    MPI_Type_get_true_extent(*datatype, &lb, &extent);
    for (i = 0; i < *len; i++) {
        int *left = (int *)((char *)in + lb + i * 40000), *right;

        right = (int *)((char *)inout + lb + i * 40000);
        *right += *left;
    }
}

static void gaps_and_margins_of_any_size_are_kept(void)
{
    enum { STEP = 10000, COUNT = 3 };
    int *mine = calloc(STEP * COUNT, sizeof *mine), *all = calloc(STEP * COUNT, sizeof *all), i;
    MPI_Datatype one, apart;
    MPI_Aint place = -8;
    MPI_Op op;

    MPI_Type_create_hindexed_block(1, 1, &place, MPI_INT, &one);
    MPI_Type_create_resized(one, 0, STEP * sizeof(int), &apart);
    MPI_Type_commit(&apart);
    MPI_Op_create(add_first, 1, &op);
    for (i = 0; i < STEP * COUNT; i++)
        all[i] = -5;
    for (i = 0; i < COUNT; i++)
        mine[i * STEP] = check_rank + i;
    check_ok(MPI_Allreduce(mine + 2, all + 2, COUNT, apart, op, MPI_COMM_WORLD));
    for (i = 0; i < STEP * COUNT; i++)
        if (all[i] != (i % STEP == 0 ? check_size * (check_size - 1) / 2 + check_size * (i / STEP)
                                     : -5))
            break;
    check_equal(i, STEP * COUNT);
    MPI_Op_free(&op);
    MPI_Type_free(&apart);
    MPI_Type_free(&one);
    free(mine);
    free(all);
}

/* Freed at once: a reduction holds what it works with. */
static void what_was_freed_serves_the_reductions_that_have_it(void)
{
    enum { COUNT = 500 };
    struct matrix *mine = malloc(COUNT * sizeof *mine);
    struct matrix *all[3];
    MPI_Request requests[3];
    int i, which, wrong = 0;
    MPI_Op op;

    make_matrices();
    MPI_Op_create(multiply, 0, &op);
    for (i = 0; i < COUNT; i++)
        mine[i] = matrix_of(check_rank, i);
    for (which = 0; which < 3; which++)
        all[which] = calloc(COUNT, sizeof *all[which]);
    check_ok(MPI_Iallreduce(mine, all[0], COUNT, matrices, op, MPI_COMM_WORLD, &requests[0]));
    check_ok(MPI_Ireduce(mine, all[1], 1, matrices, op, 0, MPI_COMM_WORLD, &requests[1]));
    check_ok(MPI_Allreduce_init(mine, all[2], COUNT, matrices, op, MPI_COMM_WORLD, MPI_INFO_NULL,
                                &requests[2]));
    check_ok(MPI_Op_free(&op));
    check_ok(MPI_Type_free(&matrices));
    check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    for (i = 0; i < 2; i++) {
        check_ok(MPI_Start(&requests[2]));
        check_ok(MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
    }
    check_ok(MPI_Request_free(&requests[2]));
    for (i = 0; i < COUNT; i++) {
        struct matrix expected = product(i);

        wrong += memcmp(all[0][i].m, expected.m, sizeof expected.m) != 0;
        wrong += memcmp(all[2][i].m, expected.m, sizeof expected.m) != 0;
        if (i == 0 && check_rank == 0)
            wrong += memcmp(all[1][i].m, expected.m, sizeof expected.m) != 0;
    }
    check_equal(wrong, 0);
    for (which = 0; which < 3; which++)
        free(all[which]);
    free(mine);
}

static void operations_tell_whether_they_commute(void)
{
    const MPI_Op ops[] = {MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD, MPI_BAND, MPI_BOR, MPI_BXOR,
                          MPI_LAND, MPI_LOR, MPI_LXOR, MPI_MINLOC, MPI_MAXLOC};
    int commute, i;
    MPI_Op op;

    for (i = 0; i < (int)(sizeof ops / sizeof ops[0]); i++) {
        commute = 0;
        check_ok(MPI_Op_commutative(ops[i], &commute));
        check_equal(commute, 1);
    }
    MPI_Op_create(multiply, 0, &op);
    check_ok(MPI_Op_commutative(op, &commute));
    check_equal(commute, 0);
    MPI_Op_free(&op);
    MPI_Op_create(multiply, 7, &op);
    check_ok(MPI_Op_commutative(op, &commute));
    check_equal(commute != 0, 1);
    MPI_Op_free(&op);
}

static void operations_work_on_types_of_fortran(void)
{
    MPI_Datatype real, complex, integer;
    double numbers[2] = {1.5, 2}, more[2] = {2, 0.5};
    float c[2] = {1, 2}, d[2] = {3, 4};
    int i = 5, j = 6;

    MPI_Type_create_f90_real(15, MPI_UNDEFINED, &real);
    MPI_Type_create_f90_complex(MPI_UNDEFINED, 30, &complex);
    MPI_Type_create_f90_integer(9, &integer);
    check_ok(MPI_Reduce_local(numbers, more, 2, real, MPI_SUM));
    check(more[0] == 3.5 && more[1] == 2.5);
    check_ok(MPI_Reduce_local(c, d, 1, complex, MPI_PROD));
    check(d[0] == -5 && d[1] == 10);
    check_ok(MPI_Reduce_local(&i, &j, 1, integer, MPI_BXOR));
    check_equal(j, 5 ^ 6);
}

enum { PAIRS_MAX = 20000 };

static MPI_Datatype asked;
static int others_types, refusals, others_functions;

/* What a function that adds pairs of int is told. */
static void add_and_ask(const int *left, int *right, int count, MPI_Datatype type)
{
    MPI_Aint lb, extent = 0;
    int i;

    others_types += type != asked;
    refusals += MPI_Type_get_extent(type, &lb, &extent) != MPI_SUCCESS || extent != 8;
    for (i = 0; i < 2 * count; i++)
        right[i] += left[i];
}

static void add_on_an_even_rank(void *in, void *inout, int *count, MPI_Datatype *type)
{
    others_functions += check_rank % 2 != 0;
    add_and_ask(in, inout, *count, *type);
}

static void add_on_an_odd_rank(void *in, void *inout, int *count, MPI_Datatype *type)
{
    others_functions += check_rank % 2 != 1;
    add_and_ask(in, inout, *count, *type);
}

/* All that are started and freed at once. */
static void reduce_pairs(int *numbers, int *sums, int count, MPI_Op op)
{
    MPI_Request requests[5];
    MPI_Datatype freed = asked;
    int each = count * check_size, room = 2 * each;

    check_ok(MPI_Reduce(numbers, sums, each, asked, op, 0, MPI_COMM_WORLD));
    check_ok(MPI_Scan(numbers, sums, each, asked, op, MPI_COMM_WORLD));
    check_ok(MPI_Iallreduce(numbers, sums, each, asked, op, MPI_COMM_WORLD, &requests[0]));
    check_ok(MPI_Ireduce(numbers, sums + room, each, asked, op, 0, MPI_COMM_WORLD, &requests[1]));
    check_ok(MPI_Iscan(numbers, sums + 2 * room, each, asked, op, MPI_COMM_WORLD, &requests[2]));
    check_ok(MPI_Iexscan(numbers, sums + 3 * room, each, asked, op, MPI_COMM_WORLD, &requests[3]));
    check_ok(MPI_Ireduce_scatter_block(numbers, sums + 4 * room, count, asked, op, MPI_COMM_WORLD,
                                       &requests[4]));
    check_ok(MPI_Type_free(&freed));
    check_ok(MPI_Op_free(&op));
    check_ok(MPI_Waitall(5, requests, MPI_STATUSES_IGNORE));
    check_equal(sums[room - 1], check_size);
    if (check_rank == 0)
        check_equal(sums[2 * room - 1], check_size);
    check_equal(sums[3 * room - 1], check_rank + 1);
    if (check_rank > 0)
        check_equal(sums[4 * room - 1], check_rank);
    check_equal(sums[4 * room], check_size);
}

/* Between the even ranks and the odd ones. */
static void reduce_pairs_of_others(int *numbers, int *sums, int count, MPI_Op op)
{
    int others = (check_size + check_rank % 2) / 2;
    int here = check_size - others, each = count * here * others;
    MPI_Comm half, both;

    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, check_rank % 2 == 0, 0, &both);
    check_ok(MPI_Allreduce(numbers, sums, each, asked, op, both));
    check_equal(sums[2 * each - 1], others);
    check_ok(MPI_Reduce_scatter_block(numbers, sums, count * others, asked, op, both));
    check_equal(sums[2 * count * others - 1], others);
    sums[0] = 0;
    check_ok(MPI_Reduce(numbers, sums, each, asked, op,
                        check_rank == 0 ? MPI_ROOT : check_rank % 2 == 0 ? MPI_PROC_NULL : 0,
                        both));
    check_equal(sums[0], check_rank == 0 ? others : 0);
    MPI_Comm_free(&half);
    MPI_Comm_free(&both);
}

/* The function is one that this rank has given, and gets a handle of this rank's, whichever rank
 * combines. The handle can be asked also when it has been freed meanwhile. */
static void a_function_finds_itself_on_a_rank_that_has_given_it(void)
{
    int *numbers = malloc(2 * PAIRS_MAX * sizeof *numbers);
    int *sums = malloc(10 * PAIRS_MAX * sizeof *sums);
    int count, i;
    MPI_Op op;

    errors_return();
    for (i = 0; i < 2 * PAIRS_MAX; i++)
        numbers[i] = 1;
    for (count = 1; count * check_size <= PAIRS_MAX; count *= 7) {
        MPI_Op_create(check_rank % 2 == 0 ? add_on_an_even_rank : add_on_an_odd_rank, 1, &op);
        MPI_Type_contiguous(2, MPI_INT, &asked);
        MPI_Type_commit(&asked);
        if (check_size > 1 && count == 1)
            reduce_pairs_of_others(numbers, sums, count, op);
        reduce_pairs(numbers, sums, count, op);
    }
    check_equal(others_types, 0);
    check_equal(refusals, 0);
    check_equal(others_functions, 0);
    errors_are_fatal();
    free(numbers);
    free(sums);
}

CASES(operands_are_combined_in_the_order_of_the_ranks, the_large_form_takes_a_large_function,
      the_function_is_told_the_type, gaps_and_margins_of_any_size_are_kept,
      what_was_freed_serves_the_reductions_that_have_it, operations_tell_whether_they_commute,
      operations_work_on_types_of_fortran, a_function_finds_itself_on_a_rank_that_has_given_it)
