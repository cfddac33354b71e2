/* SPDX-License-Identifier: MIT */
/* Reductions in every form, against sums computed from the inputs: predefined operations, users'
 * operations that do not commute, on basic and derived types. */
#include <stdint.h>

#include "collective_forms.h"

static const int lengths[] = {0, 1, 2, 5, 40, 700, 9000, 70001};

enum { LENGTHS = sizeof lengths / sizeof lengths[0], MODULUS = 10007 };

/* 2 x 2 matrices modulo a prime: products depend on the order. */
struct matrix {
    int a, b, c, d;
};

static MPI_Comm comm;
static int rank, size, length, form, total;
static struct matrix *out, *in;
static MPI_Datatype matrix_type;
static MPI_Op product;

static struct matrix times(struct matrix x, struct matrix y)
{
    return (struct matrix){(x.a * y.a + x.b * y.c) % MODULUS, (x.a * y.b + x.b * y.d) % MODULUS,
                           (x.c * y.a + x.d * y.c) % MODULUS, (x.c * y.b + x.d * y.d) % MODULUS};
}

static void multiply(void *left, void *right, int *count, MPI_Datatype *type)
{
    struct matrix *x = left, *y = right;
    int i;

    (void)type;
    for (i = 0; i < *count; i++)
        y[i] = times(x[i], y[i]);
}

static struct matrix value(int from, int i)
{
    return (struct matrix){(from + i) % 17 + 1, (3 * from + i) % 13, (from * i) % 11, i % 7 + 1};
}

/* The product of the first `members` values. */
static struct matrix product_of(int members, int i)
{
    struct matrix result = value(0, i);
    int member;

    for (member = 1; member < members; member++)
        result = times(result, value(member, i));
    return result;
}

static int wrong_products(const struct matrix *got, int members, int first, int count)
{
    int i, wrong = 0;

    for (i = 0; i < count; i++) {
        struct matrix expected = product_of(members, first + i);

        wrong += memcmp(&got[i], &expected, sizeof expected) != 0;
    }
    return wrong;
}

static void refill(struct matrix *block)
{
    int i;

    for (i = 0; i < total; i++)
        block[i] = value(rank, i);
}

static void refill_in(void)
{
    refill(in);
}

static void for_all(void (*body)(void))
{
    int number, k;

    MPI_Type_contiguous(4, MPI_INT, &matrix_type);
    MPI_Type_commit(&matrix_type);
    MPI_Op_create(multiply, 0, &product);
    for (number = 0; number < COMMS; number++) {
        comm = comm_number(number);
        rank = comm_rank(comm);
        size = comm_size(comm);
        for (k = 0; k < LENGTHS; k++) {
            for (form = 0; form < FORMS; form++) {
                length = lengths[k];
                if (length * size > 100000)
                    continue;
                total = length;
                out = calloc((size_t)((length + size) * size), sizeof *out);
                in = calloc((size_t)((length + size) * size), sizeof *in);
                refill(out);
                body();
                free(out);
                free(in);
            }
        }
        comm_done(&comm);
    }
    MPI_Op_free(&product);
    MPI_Type_free(&matrix_type);
}

static int root;

static void refill_at_root(void)
{
    if (rank == root)
        refill(in);
}

static void reduce_body(void)
{
    for (root = 0; root < size; root++) {
        IN_FORM(form, NULL, Reduce, reduce, out, in, length, matrix_type, product, root, comm);
        if (rank == root)
            check_equal(wrong_products(in, size, 0, length), 0);
        refill_at_root();
        IN_FORM(form, refill_at_root, Reduce, reduce, rank == root ? MPI_IN_PLACE : out, in,
                length, matrix_type, product, root, comm);
        if (rank == root)
            check_equal(wrong_products(in, size, 0, length), 0);
    }
}

static void reductions_keep_the_order(void)
{
    for_all(reduce_body);
}

static void allreduce_body(void)
{
    IN_FORM(form, NULL, Allreduce, allreduce, out, in, length, matrix_type, product, comm);
    check_equal(wrong_products(in, size, 0, length), 0);
    refill_in();
    IN_FORM(form, refill_in, Allreduce, allreduce, MPI_IN_PLACE, in, length, matrix_type, product,
            comm);
    check_equal(wrong_products(in, size, 0, length), 0);
}

static void allreductions_keep_the_order(void)
{
    for_all(allreduce_body);
}

static void scan_body(void)
{
    IN_FORM(form, NULL, Scan, scan, out, in, length, matrix_type, product, comm);
    check_equal(wrong_products(in, rank + 1, 0, length), 0);
    refill_in();
    IN_FORM(form, refill_in, Scan, scan, MPI_IN_PLACE, in, length, matrix_type, product, comm);
    check_equal(wrong_products(in, rank + 1, 0, length), 0);
}

static void scans_keep_the_order(void)
{
    for_all(scan_body);
}

static void exscan_body(void)
{
    memset(in, 0x55, (size_t)(length + 1) * sizeof *in);
    IN_FORM(form, NULL, Exscan, exscan, out, in, length, matrix_type, product, comm);
    if (rank > 0)
        check_equal(wrong_products(in, rank, 0, length), 0);
    else
        check_equal(in[0].a, 0x55555555);
    refill_in();
    IN_FORM(form, refill_in, Exscan, exscan, MPI_IN_PLACE, in, length, matrix_type, product,
            comm);
    if (rank > 0)
        check_equal(wrong_products(in, rank, 0, length), 0);
}

static void exclusive_scans_keep_the_order(void)
{
    for_all(exscan_body);
}

static void reduce_scatter_block_body(void)
{
    total = length * size;
    refill(out);
    IN_FORM(form, NULL, Reduce_scatter_block, reduce_scatter_block, out, in, length, matrix_type,
            product, comm);
    check_equal(wrong_products(in, size, rank * length, length), 0);
    refill_in();
    IN_FORM(form, refill_in, Reduce_scatter_block, reduce_scatter_block, MPI_IN_PLACE, in, length,
            matrix_type, product, comm);
    check_equal(wrong_products(in, size, rank * length, length), 0);
}

static void scattered_reductions_of_equal_blocks_keep_the_order(void)
{
    for_all(reduce_scatter_block_body);
}

static void reduce_scatter_body(void)
{
    int *counts = malloc((size_t)size * sizeof *counts), member, first = 0;

    for (total = 0, member = 0; member < size; member++) {
        counts[member] = member % 3 == 1 ? 0 : length + member % 2;
        first += member < rank ? counts[member] : 0;
        total += counts[member];
    }
    refill(out);
    IN_FORM(form, NULL, Reduce_scatter, reduce_scatter, out, in, counts, matrix_type, product,
            comm);
    check_equal(wrong_products(in, size, first, counts[rank]), 0);
    refill_in();
    IN_FORM(form, refill_in, Reduce_scatter, reduce_scatter, MPI_IN_PLACE, in, counts, matrix_type,
            product, comm);
    check_equal(wrong_products(in, size, first, counts[rank]), 0);
    free(counts);
}

static void scattered_reductions_keep_the_order(void)
{
    for_all(reduce_scatter_body);
}

static void sums_of_longs_are_right(void)
{
    int k, i, wrong;

    for (k = 0; k < LENGTHS; k++) {
        int n = lengths[k];
        int64_t *mine = malloc(((size_t)n + 1) * sizeof *mine);
        int64_t *got = malloc(((size_t)n + 1) * sizeof *got);

        for (i = 0; i < n; i++)
            mine[i] = (int64_t)check_rank * 1000000007 + i;
        for (form = 0; form < FORMS; form++) {
            IN_FORM(form, NULL, Scan, scan, mine, got, n, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
            for (wrong = 0, i = 0; i < n; i++)
                wrong += got[i] != (int64_t)check_rank * (check_rank + 1) / 2 * 1000000007 +
                                       (int64_t)i * (check_rank + 1);
            check_equal(wrong, 0);
            IN_FORM(form, NULL, Allreduce, allreduce, mine, got, n, MPI_INT64_T, MPI_SUM,
                    MPI_COMM_WORLD);
            for (wrong = 0, i = 0; i < n; i++)
                wrong += got[i] != (int64_t)check_size * (check_size - 1) / 2 * 1000000007 +
                                       (int64_t)i * check_size;
            check_equal(wrong, 0);
        }
        free(mine);
        free(got);
    }
}

/* The 30 maxima with the ranks that have them. */
static void maxloc_finds_value_and_rank(void)
{
    struct {
        double value;
        int rank;
    } mine[30], got[30];
    int i, best;

    for (i = 0; i < 30; i++) {
        mine[i].value = (check_rank * 7 + i * 5) % 31;
        mine[i].rank = check_rank;
    }
    check_ok(MPI_Reduce(mine, got, 30, MPI_DOUBLE_INT, MPI_MAXLOC, 0, MPI_COMM_WORLD));
    for (i = 0; i < 30 && check_rank == 0; i++) {
        int other;

        for (best = 0, other = 1; other < check_size; other++)
            if ((other * 7 + i * 5) % 31 > (best * 7 + i * 5) % 31)
                best = other;
        check(got[i].value == (best * 7 + i * 5) % 31);
        check_equal(got[i].rank, best);
    }
}

struct complex {
    double real, imaginary;
};

static void multiply_complex(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    const struct complex *left = in;
    struct complex *right = inout;

    (void)datatype;
    for (int i = 0; i < *len; i++)
        right[i] = (struct complex){
            left[i].real * right[i].real - left[i].imaginary * right[i].imaginary,
            left[i].real * right[i].imaginary + left[i].imaginary * right[i].real};
}

/* A user's operation on a derived type: a hundred products of a number of each rank. The numbers
 * are whole, so that nothing is rounded. */
static void a_hundred_complex_numbers_are_multiplied(void)
{
    struct complex mine[100], all[100], expected[100];
    MPI_Datatype type;
    int one = 1, wrong = 0;
    MPI_Op op;

    MPI_Type_contiguous(2, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    check_ok(MPI_Op_create(multiply_complex, 1, &op));
    for (int i = 0; i < 100; i++) {
        mine[i] = (struct complex){1 + (check_rank + i) % 3, i % 5 - 2};
        expected[i] = (struct complex){1, 0};
        for (int r = 0; r < check_size; r++)
            multiply_complex(&(struct complex){1 + (r + i) % 3, i % 5 - 2}, &expected[i], &one,
                             &type);
    }
    check_ok(MPI_Reduce(mine, all, 100, type, op, check_size - 1, MPI_COMM_WORLD));
    for (int i = 0; i < 100 && check_rank == check_size - 1; i++)
        wrong += all[i].real != expected[i].real || all[i].imaginary != expected[i].imaginary;
    check_equal(wrong, 0);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

CASES(reductions_keep_the_order, allreductions_keep_the_order, scans_keep_the_order,
      exclusive_scans_keep_the_order, scattered_reductions_of_equal_blocks_keep_the_order,
      scattered_reductions_keep_the_order, sums_of_longs_are_right, maxloc_finds_value_and_rank,
      a_hundred_complex_numbers_are_multiplied)
