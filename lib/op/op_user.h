/* SPDX-License-Identifier: MIT */
/* Operations whose function is the user's. */
#ifndef TYPE_OP_USER_H
#define TYPE_OP_USER_H

#include "op/op.h"

/* Combines by a user's function; op_combine calls it. */
void op_combine_users(const struct op *op, const void *left, const void *right, void *out,
                      MPI_Count count, const struct type *type);

#endif
