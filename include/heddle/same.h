/* SPDX-License-Identifier: MIT */
/* Values that are the same in all schedules of a job or program that is explored (mpiexec(1),
 * heddle_explore(3)). heddle.h includes this file. A program whose main runs in ranks includes it
 * alone, where there is one:
 *
 *     #if __has_include(<heddle/same.h>)
 *     #include <heddle/same.h>
 *     #endif */
#ifndef HEDDLE_SAME_H
#define HEDDLE_SAME_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value, an integer or a floating-point number, or the bytes, that a rank shows for the n-th
 * time are to be those of its n-th time in every other schedule. The job of a rank that shows
 * others ends with both in its message. In what is not explored these do nothing. */
#define heddle_same(value)                                                            \
    do {                                                                              \
        __typeof__(value) heddle_value_ = (value);                                    \
        heddle_same_(__FILE__, __LINE__, &heddle_value_, sizeof heddle_value_,        \
                     __builtin_classify_type(heddle_value_));                         \
    } while (0)
#define heddle_same_bits(buffer, bytes) heddle_same_(__FILE__, __LINE__, buffer, bytes, 0)
void heddle_same_(const char *file, int line, const void *data, size_t bytes, int class_of_type);

#ifdef __cplusplus
}
#endif

#endif
