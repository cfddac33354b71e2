/* SPDX-License-Identifier: MIT */
/* What MPI_MAX, MPI_MIN, MPI_MAXLOC and MPI_MINLOC make of zeros with a sign and of NaN, as the
 * manual page of MPI_Reduce_local says. The standard leaves it open, and libraries differ. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "op/op.h"

struct located {
    double value;
    int index;
};

static double reduce(MPI_Op op, double left, double right)
{
    op_apply(op_predefined(op), &left, &right, 1, type_predefined(MPI_DOUBLE));
    return right;
}

static struct located reduce_located(MPI_Op op, struct located left, struct located right)
{
    op_apply(op_predefined(op), &left, &right, 1, type_predefined(MPI_DOUBLE_INT));
    return right;
}

static bool are_same(double one, double other)
{
    return memcmp(&one, &other, sizeof one) == 0;
}

Test(extremes, of_two_zeros_the_right_one_stays)
{
    cr_assert(are_same(reduce(MPI_MAX, 0.0, -0.0), -0.0));
    cr_assert(are_same(reduce(MPI_MAX, -0.0, 0.0), 0.0));
    cr_assert(are_same(reduce(MPI_MIN, 0.0, -0.0), -0.0));
    cr_assert(are_same(reduce(MPI_MIN, -0.0, 0.0), 0.0));
}

Test(extremes, a_nan_stays_where_it_is)
{
    const MPI_Op ops[] = {MPI_MAX, MPI_MIN};

    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        cr_assert_eq(reduce(ops[i], NAN, 3), 3);
        cr_assert(isnan(reduce(ops[i], 3, NAN)));
    }
}

Test(extremes, zeros_are_equal_and_the_lower_place_decides)
{
    const MPI_Op ops[] = {MPI_MAXLOC, MPI_MINLOC};

    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        struct located lower = {-0.0, 1}, higher = {0.0, 2}, got;

        got = reduce_located(ops[i], lower, higher);
        cr_assert(are_same(got.value, -0.0) && got.index == 1);
        got = reduce_located(ops[i], higher, lower);
        cr_assert(are_same(got.value, -0.0) && got.index == 1);
    }
}

Test(extremes, the_place_of_a_nan_stays_with_it)
{
    const MPI_Op ops[] = {MPI_MAXLOC, MPI_MINLOC};

    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        struct located nan = {NAN, 1}, three = {3, 2}, got;

        got = reduce_located(ops[i], nan, three);
        cr_assert(got.value == 3 && got.index == 2);
        got = reduce_located(ops[i], three, nan);
        cr_assert(isnan(got.value) && got.index == 1);
    }
}

/* The kernels that take several elements at a time agree with those that take the rest. */
Test(extremes, many_are_as_one_by_one)
{
    enum { COUNT = 67 };
    const double some[] = {0.0, -0.0, NAN, 3, -INFINITY};
    const MPI_Op ops[] = {MPI_MAX, MPI_MIN};
    double left[COUNT], right[COUNT], got[COUNT];

    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        for (int j = 0; j < COUNT; j++) {
            left[j] = some[j % 5];
            right[j] = got[j] = some[j / 5 % 5];
        }
        op_apply(op_predefined(ops[i]), left, got, COUNT, type_predefined(MPI_DOUBLE));
        for (int j = 0; j < COUNT; j++)
            cr_assert(are_same(got[j], reduce(ops[i], left[j], right[j])), "element %d", j);
    }
}
