/* SPDX-License-Identifier: MIT */
/* Type signatures, by hash.
 *
 * Two types whose signatures (sequences of basic types) are repetitions of one shortest sequence
 * have the same motif, however they were built and however often it repeats. Data of equal bytes
 * have therefore equal signatures exactly if their motifs match (but for a collision of the 61-bit
 * hash), and comparing costs the same for every count. */
#ifndef TYPE_SIGNATURE_H
#define TYPE_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/container.h"
#include "mpi.h"
#include "type/sequence.h"

struct type;

#define SIG_HASH_EMPTY UINT64_C(0) /* no basic type at all */
#define SIG_HASH_ANY   UINT64_MAX  /* MPI_PACKED */

static inline bool sig_hash_matches(uint64_t sent, uint64_t received)
{
    return sent == received || sent == SIG_HASH_ANY || received == SIG_HASH_ANY ||
           sent == SIG_HASH_EMPTY || received == SIG_HASH_EMPTY;
}

/* Half a motif is enough to find mistakes by; what matches everything still does. */
static inline uint32_t sig_hash_fold(uint64_t sig_hash)
{
    uint32_t fold = (uint32_t)(sig_hash ^ sig_hash >> 32);

    if (likely(fold != (uint32_t)SIG_HASH_EMPTY && fold != (uint32_t)SIG_HASH_ANY))
        return fold;
    return sig_hash == SIG_HASH_EMPTY || sig_hash == SIG_HASH_ANY ? (uint32_t)sig_hash : 1;
}

/* 64 well-mixed bits for a small number, as a constant expression: odd multipliers and a shift in
 * between, so that no two handles and no sums of products of them meet by accident. */
#define SIG_HASH_SPREAD(number) ((number) * UINT64_C(0x9e3779b97f4a7c15))
#define SIG_HASH_MIX(number)                              \
    ((SIG_HASH_SPREAD(number) ^ SIG_HASH_SPREAD(number) >> 29) * UINT64_C(0xbf58476d1ce4e5b9))
#define SIG_HASH_DIGIT(number) (SIG_HASH_MIX(number) % SEQUENCE_MODULUS)

/* The motif of the first bytes of data of the type; false: they end inside a basic type. */
bool signature_of_part(const struct type *type, MPI_Count bytes, uint64_t *sig_hash);

/* Finds the motif of a type whose shape and elements are set. */
void signature_find(struct type *type);

#endif
