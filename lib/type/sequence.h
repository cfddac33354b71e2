/* SPDX-License-Identifier: MIT */
/* Sequences of basic types, by hash: those of whole types and of their beginnings. */
#ifndef TYPE_SEQUENCE_H
#define TYPE_SEQUENCE_H

#include <stdint.h>

#include "mpi.h"

struct type;

/* The hash is a number to this base whose digits are the basic types, modulo a prime: so it follows
 * from those of the sequence's parts. Modulo 2^64, sequences that differ as those of Thue and Morse
 * do would be alike to every base. */
#define SEQUENCE_MODULUS ((UINT64_C(1) << 61) - 1)
#define SEQUENCE_RADIX   UINT64_C(0x1342543de82ef95)

struct sequence {
    uint64_t hash;
    MPI_Count length;
};

/* How a beginning of a type's sequence is found without going through all blocks, nor through all
 * types that nest. Where one copy of a child is more than half of the type, the trail leads to it;
 * now and then a jump leads further along the trail, so that its end is some jumps away. */
struct skips {
    const struct type *next; /* NULL: the trail ends here */
    const struct type *jump;
    struct sequence before_next; /* what comes before the child's part */
    struct sequence before_jump;
    struct sequence *begun; /* what comes before some of the blocks; NULL when they are few */
    uint16_t length;
};

struct sequence sequence_join(struct sequence left, struct sequence right);

/* All elements of a type whose motif is known. */
struct sequence sequence_of(const struct type *type);

/* The first `length` elements of a type, whose motif is known or of length 0. */
struct sequence sequence_begin(const struct type *type, MPI_Count length);

/* Finds the trail of a type whose shape and elements are set; of one whose blocks have one motif
 * that is set, too. */
void skips_find(struct type *type);

#endif
