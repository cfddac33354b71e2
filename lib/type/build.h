/* SPDX-License-Identifier: MIT */
/* What the constructors are made of; for lib/type only. */
#ifndef TYPE_BUILD_H
#define TYPE_BUILD_H

#include "type/type.h"

/* A type that knows only its contents: room for the arguments, and the children held. The caller
 * fills in the arguments and the shape, and completes it or gives it up. */
int build_begin(struct store *store, const struct contents *counts,
                const struct type *const children[], struct type **type);

/* Bounds, signature and layout, from the shape; the type is given up on error. `child` of the shape
 * is held by it. Markers set the bounds in place of those that follow from the shape. */
int build_end(struct type *type);
int build_end_marked(struct type *type, MPI_Count lb, MPI_Count extent);

#endif
