/* SPDX-License-Identifier: MIT */
/* The order of measurements, for qsort. */
#ifndef BENCH_BY_VALUE_H
#define BENCH_BY_VALUE_H

static inline int by_value(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;

    return (one > other) - (one < other);
}

#endif
