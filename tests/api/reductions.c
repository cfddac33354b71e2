/* SPDX-License-Identifier: MIT */
/* Reduce and allreduce: every operation with every class of types it takes. */
#include <complex.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

static const int lengths[] = {0, 1, 2, 3, 5, 8, 10, 11, 33, 100, 1000, 4099, 100000};

enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

static long value(int rank, int i)
{
    return (rank * 31L + i * 17L) % 1000 - 300;
}

static long sum_of_all(int i)
{
    long sum = 0;
    int rank;

    for (rank = 0; rank < check_size; rank++)
        sum += value(rank, i);
    return sum;
}

static void sums_of_every_length_are_right_everywhere(void)
{
    int k, i, in_place, wrong;

    for (k = 0; k < LENGTHS; k++) {
        for (in_place = 0; in_place < 2; in_place++) {
            int n = lengths[k];
            long *in = malloc(((size_t)n + 1) * sizeof *in);
            long *out = malloc(((size_t)n + 1) * sizeof *out);

            for (i = 0; i <= n; i++) {
                in[i] = value(check_rank, i);
                out[i] = in_place ? in[i] : -99999;
            }
            out[n] = -99999;
            check_ok(MPI_Allreduce(in_place ? MPI_IN_PLACE : in, out, n, MPI_LONG, MPI_SUM,
                                   MPI_COMM_WORLD));
            for (wrong = 0, i = 0; i < n; i++)
                wrong += out[i] != sum_of_all(i) || in[i] != value(check_rank, i);
            check_equal(wrong, 0);
            check_equal(out[n], -99999);
            free(in);
            free(out);
        }
    }
}

static void sums_of_every_length_are_right_at_every_root(void)
{
    int k, i, root, in_place, wrong;

    for (k = 0; k < LENGTHS; k++) {
        for (root = 0; root < check_size; root++) {
            for (in_place = 0; in_place < 2; in_place++) {
                int n = lengths[k], is_root = check_rank == root;
#ifdef MPICH_VERSION
                if (in_place && root != 0 && n > 100) /* 4.0 crashes */
                    continue;
#endif
                long *in = malloc(((size_t)n + 1) * sizeof *in);
                long *out = is_root ? malloc(((size_t)n + 1) * sizeof *out) : NULL;

                for (i = 0; i <= n; i++)
                    in[i] = value(check_rank, i);
                for (i = 0; is_root && i <= n; i++)
                    out[i] = in_place && i < n ? in[i] : -99999;
                check_ok(MPI_Reduce(in_place && is_root ? MPI_IN_PLACE : in, out, n, MPI_LONG,
                                    MPI_SUM, root, MPI_COMM_WORLD));
                for (wrong = 0, i = 0; is_root && i < n; i++)
                    wrong += out[i] != sum_of_all(i);
                check_equal(wrong, 0);
                if (is_root)
                    check_equal(out[n], -99999);
                free(in);
                free(out);
            }
        }
    }
}

/* Each operation on small values that distinguish it from the others, for an integer type. */
#define INTEGER_CASE(c_type, type)                                                              \
    do {                                                                                        \
        c_type in[3] = {(c_type)(check_rank + 1), (c_type)(check_rank % 2), (c_type)(7)};       \
        c_type out[3], sum = 0, product = 1, most = 0, all = 7, any = 0, odd = 0;               \
        int r;                                                                                  \
                                                                                                \
        for (r = 0; r < check_size; r++) {                                                      \
            sum = (c_type)(sum + r + 1);                                                        \
            product = (c_type)(product * (r + 1));                                              \
            most = (c_type)(r + 1);                                                             \
            all = (c_type)(all & (r + 1));                                                      \
            any = (c_type)(any | (r + 1));                                                      \
            odd = (c_type)(odd ^ (r + 1));                                                      \
        }                                                                                       \
        MPI_Allreduce(in, out, 3, type, MPI_SUM, MPI_COMM_WORLD);                               \
        check_equal(out[0], sum);                                                               \
        check_equal(out[1], check_size / 2);                                                    \
        MPI_Allreduce(in, out, 3, type, MPI_PROD, MPI_COMM_WORLD);                              \
        check_equal(out[0], product);                                                           \
        check_equal(out[1], 0);                                                                 \
        MPI_Allreduce(in, out, 3, type, MPI_MAX, MPI_COMM_WORLD);                               \
        check_equal(out[0], most);                                                              \
        check_equal(out[1], check_size > 1);                                                    \
        MPI_Allreduce(in, out, 3, type, MPI_MIN, MPI_COMM_WORLD);                               \
        check_equal(out[0], 1);                                                                 \
        check_equal(out[2], 7);                                                                 \
        MPI_Allreduce(in, out, 3, type, MPI_BAND, MPI_COMM_WORLD);                              \
        check_equal(out[0], all);                                                               \
        MPI_Allreduce(in, out, 3, type, MPI_BOR, MPI_COMM_WORLD);                               \
        check_equal(out[0], any);                                                               \
        MPI_Allreduce(in, out, 3, type, MPI_BXOR, MPI_COMM_WORLD);                              \
        check_equal(out[0], odd);                                                               \
        MPI_Allreduce(in, out, 3, type, MPI_LAND, MPI_COMM_WORLD);                              \
        check_equal(out[0], 1);                                                                 \
        check_equal(out[1], 0);                                                                 \
        MPI_Allreduce(in, out, 3, type, MPI_LOR, MPI_COMM_WORLD);                               \
        check_equal(out[0], 1);                                                                 \
        check_equal(out[1], check_size > 1);                                                    \
        MPI_Allreduce(in, out, 3, type, MPI_LXOR, MPI_COMM_WORLD);                              \
        check_equal(out[0], check_size % 2);                                                    \
        check_equal(out[1], check_size / 2 % 2);                                                \
    } while (0)

static void every_operation_works_on_the_integers_of_c(void)
{
    INTEGER_CASE(signed char, MPI_SIGNED_CHAR);
    INTEGER_CASE(unsigned char, MPI_UNSIGNED_CHAR);
    INTEGER_CASE(short, MPI_SHORT);
    INTEGER_CASE(unsigned short, MPI_UNSIGNED_SHORT);
    INTEGER_CASE(int, MPI_INT);
    INTEGER_CASE(unsigned, MPI_UNSIGNED);
    INTEGER_CASE(long, MPI_LONG);
    INTEGER_CASE(unsigned long, MPI_UNSIGNED_LONG);
    INTEGER_CASE(long long, MPI_LONG_LONG);
    INTEGER_CASE(unsigned long long, MPI_UNSIGNED_LONG_LONG);
}

static void every_operation_works_on_the_integers_of_fixed_width(void)
{
    INTEGER_CASE(int8_t, MPI_INT8_T);
    INTEGER_CASE(uint8_t, MPI_UINT8_T);
    INTEGER_CASE(int16_t, MPI_INT16_T);
    INTEGER_CASE(uint16_t, MPI_UINT16_T);
    INTEGER_CASE(int32_t, MPI_INT32_T);
    INTEGER_CASE(uint32_t, MPI_UINT32_T);
    INTEGER_CASE(int64_t, MPI_INT64_T);
    INTEGER_CASE(uint64_t, MPI_UINT64_T);
}

#define FLOATING_CASE(c_type, type)                                   \
    do {                                                              \
        c_type in[2] = {(c_type)0.5 * (c_type)(check_rank + 1), 2};   \
        c_type out[2], sum = 0, two = 1;                              \
        int r;                                                        \
                                                                      \
        for (r = 0; r < check_size; r++) {                            \
            sum += (c_type)0.5 * (c_type)(r + 1);                     \
            two *= 2;                                                 \
        }                                                             \
        MPI_Allreduce(in, out, 2, type, MPI_SUM, MPI_COMM_WORLD);     \
        check(out[0] == sum);                                         \
        MPI_Allreduce(in, out, 2, type, MPI_PROD, MPI_COMM_WORLD);    \
        check(out[1] == two);                                         \
        MPI_Allreduce(in, out, 2, type, MPI_MAX, MPI_COMM_WORLD);     \
        check(out[0] == (c_type)0.5 * (c_type)check_size);            \
        MPI_Allreduce(in, out, 2, type, MPI_MIN, MPI_COMM_WORLD);     \
        check(out[0] == (c_type)0.5);                                 \
    } while (0)

static void floating_point_is_added_multiplied_and_compared(void)
{
    FLOATING_CASE(float, MPI_FLOAT);
    FLOATING_CASE(double, MPI_DOUBLE);
    FLOATING_CASE(long double, MPI_LONG_DOUBLE);
}

static void complex_numbers_are_added_and_multiplied(void)
{
    float _Complex in = 1.0f + 2.0f * I, out, sum = 0;
    double _Complex wide_in = check_rank == 0 ? 3.0 : I, wide_out, product = 3.0;
    int r;

    for (r = 0; r < check_size; r++)
        sum += in;
    for (r = 1; r < check_size; r++)
        product *= I;
    MPI_Allreduce(&in, &out, 1, MPI_C_FLOAT_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    check(out == sum);
    MPI_Allreduce(&wide_in, &wide_out, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    check(wide_out == product);
}

static void bytes_and_truth_values_have_their_operations(void)
{
    unsigned char byte = (unsigned char)(1 << check_rank % 8), out = 0, any = 0;
    _Bool truth = check_rank == 0, all = 1, some = 0;
    int r;

    for (r = 0; r < check_size; r++)
        any = (unsigned char)(any | 1 << r % 8);
    MPI_Allreduce(&byte, &out, 1, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    check_equal(out, any);
    MPI_Allreduce(&truth, &all, 1, MPI_C_BOOL, MPI_LAND, MPI_COMM_WORLD);
    MPI_Allreduce(&truth, &some, 1, MPI_C_BOOL, MPI_LOR, MPI_COMM_WORLD);
    check_equal(all, check_size == 1);
    check_equal(some, 1);
}

static void addresses_and_counts_are_integers(void)
{
    MPI_Aint address = check_rank, sum = -1;
    MPI_Count count = check_rank, most = -1;
    MPI_Offset offset = check_rank + 1, least = -1;

    MPI_Allreduce(&address, &sum, 1, MPI_AINT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&count, &most, 1, MPI_COUNT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&offset, &least, 1, MPI_OFFSET, MPI_MIN, MPI_COMM_WORLD);
    check_equal(sum, check_size * (check_size - 1) / 2);
    check_equal(most, check_size - 1);
    check_equal(least, 1);
}

/* The 30 elements of the standard's example: who has the largest, and the lowest rank of equals. */
static void maxloc_and_minloc_find_the_place(void)
{
    struct {
        double value;
        int index;
    } in[30], most[30], least[30];
    int i, r;

    for (i = 0; i < 30; i++) {
        in[i].value = (check_rank * 7 + i * 3) % 5;
        in[i].index = check_rank;
    }
    check_ok(MPI_Allreduce(in, most, 30, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    check_ok(MPI_Allreduce(in, least, 30, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD));
    for (i = 0; i < 30; i++) {
        int best = 0, worst = 0;

        for (r = 1; r < check_size; r++) {
            if ((r * 7 + i * 3) % 5 > (best * 7 + i * 3) % 5)
                best = r;
            if ((r * 7 + i * 3) % 5 < (worst * 7 + i * 3) % 5)
                worst = r;
        }
        check(most[i].value == (best * 7 + i * 3) % 5);
        check_equal(most[i].index, best);
        check(least[i].value == (worst * 7 + i * 3) % 5);
        check_equal(least[i].index, worst);
    }
}

#define PAIR_CASE(c_type, type)                                               \
    do {                                                                      \
        struct {                                                              \
            c_type value;                                                     \
            int index;                                                        \
        } in = {(c_type)(check_rank % 3), 10 * check_rank}, out;              \
                                                                              \
        MPI_Allreduce(&in, &out, 1, type, MPI_MAXLOC, MPI_COMM_WORLD);        \
        check(out.value == (c_type)(check_size < 3 ? check_size - 1 : 2));    \
        check_equal(out.index, 10 * (check_size < 3 ? check_size - 1 : 2));   \
        MPI_Allreduce(&in, &out, 1, type, MPI_MINLOC, MPI_COMM_WORLD);        \
        check(out.value == 0);                                                \
        check_equal(out.index, 0);                                            \
    } while (0)

static void every_pair_type_has_a_place(void)
{
    PAIR_CASE(float, MPI_FLOAT_INT);
    PAIR_CASE(double, MPI_DOUBLE_INT);
    PAIR_CASE(long, MPI_LONG_INT);
    PAIR_CASE(int, MPI_2INT);
    PAIR_CASE(short, MPI_SHORT_INT);
    PAIR_CASE(long double, MPI_LONG_DOUBLE_INT);
}

static void a_sum_of_doubles_is_the_same_bits_every_time_and_everywhere(void)
{
    enum { LENGTH = 3000 };
    static double in[LENGTH], first[LENGTH], again[LENGTH], low[LENGTH];
    int i, round;

    for (i = 0; i < LENGTH; i++)
        in[i] = 1.0 / (check_rank * 17 + i + 1);
    MPI_Allreduce(in, first, LENGTH, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (round = 0; round < 20; round++) {
        MPI_Allreduce(in, again, LENGTH, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        check(memcmp(first, again, sizeof first) == 0);
    }
    memcpy(low, first, sizeof low);
    MPI_Bcast(low, LENGTH, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    check(memcmp(first, low, sizeof first) == 0);
}

static void reductions_in_a_row_do_not_mix(void)
{
    int i, sum, got;

    for (i = 0; i < 1000; i++) {
        sum = -1;
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        check_equal(sum, i * check_size);
        got = -1;
        MPI_Reduce(&i, &got, 1, MPI_INT, MPI_MAX, i % check_size, MPI_COMM_WORLD);
        check_equal(got, check_rank == i % check_size ? i : -1);
    }
}

static void the_large_forms_do_the_same(void)
{
    int in = check_rank + 1, out = -1;

    check_ok(MPI_Allreduce_c(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    check_equal(out, check_size * (check_size + 1) / 2);
    out = -1;
    check_ok(MPI_Reduce_c(&in, &out, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD));
    check_equal(out, check_rank == 0 ? check_size : -1);
}

/* Bytes between the ten of one long double and the next are no part of a result. */
static int are_alike(const char *one, const char *other, size_t bytes, MPI_Datatype type)
{
    const size_t step = type == MPI_LONG_DOUBLE ? sizeof(long double) : bytes;
    const size_t used = type == MPI_LONG_DOUBLE ? 10 : bytes;
    size_t at;

    for (at = 0; at < bytes; at += step)
        if (memcmp(one + at, other + at, used) != 0)
            return 0;
    return 1;
}

/* As in packed structs: the result is that at even addresses. */
static void values_at_odd_addresses_are_combined(void)
{
    const MPI_Datatype types[] = {MPI_SHORT, MPI_LONG, MPI_FLOAT, MPI_LONG_DOUBLE, MPI_DOUBLE_INT,
                                  MPI_C_DOUBLE_COMPLEX, MPI_INTEGER16, MPI_REAL16};
    long double even[3][64], block[3][65];
    size_t i, j;

    for (i = 0; i < sizeof types / sizeof types[0]; i++) {
        MPI_Op op = types[i] == MPI_DOUBLE_INT ? MPI_MAXLOC : MPI_SUM;
        char *odd[3];

        if (types[i] == MPI_DATATYPE_NULL)
            continue;
        for (j = 0; j < sizeof even; j++)
            ((char *)even)[j] = (char)(j % 61);
        for (j = 0; j < 3; j++) {
            odd[j] = (char *)block[j] + 1;
            memcpy(odd[j], even[j], sizeof even[j]);
        }
        check_ok(MPI_Reduce_local(even[0], even[1], 31, types[i], op));
        check_ok(MPI_Reduce_local(odd[0], odd[1], 31, types[i], op));
        check(are_alike(odd[1], (char *)even[1], sizeof even[1], types[i]));
        check_ok(MPI_Scan(even[1], even[2], 31, types[i], op, MPI_COMM_WORLD));
        check_ok(MPI_Scan(odd[1], odd[2], 31, types[i], op, MPI_COMM_WORLD));
        check(are_alike(odd[2], (char *)even[2], sizeof even[2], types[i]));
    }
}

CASES(sums_of_every_length_are_right_everywhere, sums_of_every_length_are_right_at_every_root,
      every_operation_works_on_the_integers_of_c,
      every_operation_works_on_the_integers_of_fixed_width,
      floating_point_is_added_multiplied_and_compared, complex_numbers_are_added_and_multiplied,
      bytes_and_truth_values_have_their_operations, addresses_and_counts_are_integers,
      maxloc_and_minloc_find_the_place, every_pair_type_has_a_place,
      a_sum_of_doubles_is_the_same_bits_every_time_and_everywhere, reductions_in_a_row_do_not_mix,
      the_large_forms_do_the_same,
      values_at_odd_addresses_are_combined)
