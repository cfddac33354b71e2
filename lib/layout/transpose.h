/* SPDX-License-Identifier: MIT */
/* Matrices of elements of a usual size, row by row here and column by column there: squares of them
 * are turned round in registers, so that both sides are read and written several at a time. */
#ifndef TYPE_TRANSPOSE_H
#define TYPE_TRANSPOSE_H

#include <stdbool.h>

#include "layout/copy.h"

/* What copy_grid is asked for, where it is such a matrix; false: nothing has been done. */
bool transpose(char *to, const char *from, MPI_Count bytes, const struct steps *outer,
               const struct steps *inner);

#endif
