/* SPDX-License-Identifier: MIT */
/* Transposes matrices of 4-byte or 8-byte elements, which lie row by row on one side and column by
 * column on the other. Squares are transposed in registers, so that both sides are read and written
 * several elements at a time. */
#ifndef TYPE_TRANSPOSE_H
#define TYPE_TRANSPOSE_H

#include <stdbool.h>

#include "layout/copy.h"

/* Does the work of copy_grid if it is such a transposition; returns false, without copying, if
 * not. */
bool transpose(char *to, const char *from, MPI_Count bytes, const struct steps *outer,
               const struct steps *inner);

#endif
