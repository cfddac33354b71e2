/* SPDX-License-Identifier: MIT */
/* MAXLOC and MINLOC on the pair types that have no name, according to the types of value and
 * index. */
#ifndef TYPE_PAIR_H
#define TYPE_PAIR_H

#include <stdbool.h>

#include "type/type.h"

/* Combines pairs by the rules of op.def, and keeps the greater or the smaller value. */
void pair_combine(bool keeps_greater, const void *left, const void *right, void *out,
                  MPI_Count count, const struct type *type);

#endif
