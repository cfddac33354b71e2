/* SPDX-License-Identifier: MIT */
/* How C stores an element of those predefined types that have no C type of their own. */
#ifndef TYPE_ELEMENT_H
#define TYPE_ELEMENT_H

#include <stdint.h>

#include "type/quad.h"

typedef __int128 int128;
typedef unsigned __int128 uint128;

/* REAL*2. Some supported compilers lack such a type, so half.h computes with its bits. */
typedef uint16_t half;

struct complex_half {
    half re, im;
};

struct complex_float {
    float re, im;
};

struct complex_double {
    double re, im;
};

struct complex_long_double {
    long double re, im;
};

struct complex_quad {
    quad re, im;
};

/* Elements of MPI_MAXLOC and MPI_MINLOC. */
struct float_int {
    float value;
    int index;
};

struct double_int {
    double value;
    int index;
};

struct long_int {
    long value;
    int index;
};

struct int_int {
    int value;
    int index;
};

struct short_int {
    short value;
    int index;
};

struct long_double_int {
    long double value;
    int index;
};

struct float_float {
    float value;
    float index;
};

struct double_double {
    double value;
    double index;
};

#endif
