/* SPDX-License-Identifier: MIT */
/* Types in words, for reports. */
#ifndef TYPE_WORDING_H
#define TYPE_WORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "type/type.h"

enum { TYPE_TEXT_BYTES = 200 };

/* Writes the types that a type consists of: "MPI_INT", "3 MPI_INT", "{MPI_INT, 3 MPI_DOUBLE}".
 * A name that the user has given comes first: "particle, {MPI_INT, 3 MPI_DOUBLE}". For NULL it
 * writes "a derived type". Returns text. */
const char *type_wording(const struct type *type, char text[]);

/* Writes the types of data with that folded signature hash, once for all repetitions. Returns
 * text. */
const char *type_wording_of_signature(uint32_t folded, char text[]);

/* An element among those that a type consists of. */
struct element_place {
    const struct type *basic;
    const char *name;  /* of the basic type */
    MPI_Count number;  /* of the elements before it */
    MPI_Count offset;  /* of a byte that was asked for, in the element */
};

/* Finds the element that a byte of the type's data belongs to; bytes are counted without gaps.
 * False: the type is too large to look. */
bool type_find_element(const struct type *type, MPI_Count byte, struct element_place *found);

/* A type that is meant. Looks among the predefined types and those of the calling rank: the others'
 * are mostly made alike. NULL: there is none. */
const struct type *type_find(bool (*is_meant)(const struct type *type, const void *argument),
                             const void *argument);

#endif
