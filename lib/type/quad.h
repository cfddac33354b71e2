/* SPDX-License-Identifier: MIT */
/* The 16-byte IEEE format (Fortran's REAL*16, binary128), under whatever name the compiler has for
 * it: GCC and clang call it __float128 where long double is something else. */
#ifndef TYPE_QUAD_H
#define TYPE_QUAD_H

#include <float.h>

#if LDBL_MANT_DIG == 113
typedef long double quad;
#else
typedef __float128 quad;
#endif

#endif
