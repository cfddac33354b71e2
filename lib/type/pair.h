/* SPDX-License-Identifier: MIT */
/* MAXLOC and MINLOC on the pair types that have no name, by the types of value and index. */
#ifndef TYPE_PAIR_H
#define TYPE_PAIR_H

#include <stdbool.h>

#include "type/type.h"

/* By the rules of op.def; the greater value stays, or the less. */
void pair_combine(bool keeps_greater, const void *left, const void *right, void *out,
                  MPI_Count count, const struct type *type);

#endif
