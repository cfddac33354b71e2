/* SPDX-License-Identifier: MIT */
/* Sequences of basic types, by hash: those of whole types and of their prefixes. */
#ifndef TYPE_SEQUENCE_H
#define TYPE_SEQUENCE_H

#include <stdint.h>

#include "mpi_types.h"

struct type;

/* The hash is a number to the base SEQUENCE_RADIX whose digits are the basic types, modulo a prime.
 * The hash of a sequence therefore follows from the hashes of its parts. Modulo 2^64, sequences
 * that differ as Thue-Morse sequences do would collide for every base. */
#define SEQUENCE_MODULUS ((UINT64_C(1) << 61) - 1)
#define SEQUENCE_RADIX   UINT64_C(0x1342543de82ef95)

struct sequence {
    uint64_t hash;
    MPI_Count length;
};

/* Skip pointers find the hash of a prefix of a type's sequence without visiting all its blocks or
 * all nested types. If one copy of a child is more than half of the type, `next` points to that
 * child. `jump` points further down this chain, so that its end is a few jumps away. */
struct skips {
    const struct type *next; /* NULL: the chain ends here */
    const struct type *jump;
    struct sequence before_next; /* the sequence before the child's part */
    struct sequence before_jump;
    struct sequence *begun; /* sequences before every so-many blocks; NULL if there are few */
    uint16_t length;
};

struct sequence sequence_join(struct sequence left, struct sequence right);

/* Returns the sequence of all elements of a type whose signature hash is known. */
struct sequence sequence_of(const struct type *type);

/* Returns the first `length` elements of a type. The type's signature hash is known or has length
 * 0. */
struct sequence sequence_begin(const struct type *type, MPI_Count length);

/* Finds the skip pointers of a type whose shape and elements are set. If all its blocks have one
 * signature hash, that must be set, too. */
void skips_find(struct type *type);

#endif
