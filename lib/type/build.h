/* SPDX-License-Identifier: MIT */
/* Parts of the type constructors; for lib/type only. */
#ifndef TYPE_BUILD_H
#define TYPE_BUILD_H

#include "type/type.h"

/* Asserts the laws of a type that is complete:
 *   1. Its layout has as many bytes as its size, and obeys the laws of layouts.
 *   2. It has at most as many elements, and bytes in "external32", as bytes.
 *   3. A dense type has a layout of one run at most.
 *   4. It nests at most TYPE_DEPTH_MAX deep, and deeper than the types that it consists of. */
void type_check(const struct type *type);

/* Creates a type that has only contents: room for the arguments, and references to the children.
 * The caller fills in the arguments and the shape, and then completes the type or drops it. */
int build_begin(struct store *store, const struct contents *counts,
                const struct type *const children[], struct type **type);

/* Complete a type: compute bounds, signature and layout from its shape, and take a reference to the
 * shape's child. On error they drop the type. build_end_marked replaces the computed bounds by
 * explicit ones. */
int build_end(struct type *type);
int build_end_marked(struct type *type, MPI_Count lb, MPI_Count extent);

#endif
