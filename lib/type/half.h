/* SPDX-License-Identifier: MIT */
/* REAL*2, IEEE binary16. Arithmetic is done in float, which is exact enough to round one sum or
 * product correctly (24 bits are more than twice 11). */
#ifndef TYPE_HALF_H
#define TYPE_HALF_H

#include <stdint.h>
#include <string.h>

#include "type/element.h"

static inline float half_to_float(half number)
{
    uint32_t sign = (uint32_t)(number & 0x8000) << 16, exponent = number >> 10 & 31;
    uint32_t fraction = number & 0x3ff, bits;
    float result;

    if (exponent == 0) { /* zero or subnormal */
        result = (float)fraction * 0x1p-24f;
        return sign != 0 ? -result : result;
    }
    bits = exponent == 31 ? UINT32_C(0x7f800000) : (exponent + 112) << 23;
    bits |= sign | fraction << 13;
    memcpy(&result, &bits, sizeof result);
    return result;
}

/* Rounds to nearest, ties to even. */
static inline half half_of_float(float number)
{
    uint32_t bits, sign, magnitude, rest, result, shift;

    memcpy(&bits, &number, sizeof bits);
    sign = bits >> 16 & 0x8000;
    magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) /* a NaN stays a NaN */
        return (half)(sign | 0x7e00 | (magnitude >> 13 & 0x1ff));
    if (magnitude >= 0x47800000) /* 65536 and beyond */
        return (half)(sign | 0x7c00);
    if (magnitude < 0x33000000) /* less than half of the smallest number */
        return (half)sign;
    if (magnitude >= 0x38800000) { /* normal: the exponent is rebased */
        magnitude -= 112 << 23;
        shift = 13;
    } else {
        shift = 126 - (magnitude >> 23);
        magnitude = (magnitude & 0x7fffff) | 0x800000;
    }
    result = magnitude >> shift;
    rest = magnitude & ((UINT32_C(1) << shift) - 1);
    if (rest > UINT32_C(1) << (shift - 1) ||
        (rest == UINT32_C(1) << (shift - 1) && (result & 1) != 0))
        result++;
    return (half)(sign | result);
}

#endif
