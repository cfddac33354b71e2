/* SPDX-License-Identifier: MIT */
/* Type signatures, by hash.
 *
 * The signature of a type is its sequence of basic types. Two types have the same signature hash if
 * their signatures repeat one shortest sequence, however the types were built and however often it
 * repeats. Data of equal bytes therefore have equal signatures exactly if their hashes match
 * (except for a collision of the 61-bit hash), and a comparison costs the same for every count. */
#ifndef TYPE_SIGNATURE_H
#define TYPE_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/container.h"
#include "mpi_types.h"
#include "type/sequence.h"

struct type;

/* Values of HEDDLE_MISMATCH (knobs.mismatch): what becomes of data whose signature does not match
 * the one that they are received with. Messages are compared in p2p/mismatch.c, blocks of
 * collective operations in coll/cell.c, data in windows in rma/access.c. */
enum { MISMATCH_PASSES, MISMATCH_IS_REPORTED, MISMATCH_IS_AN_ERROR };

#define SIG_HASH_EMPTY UINT64_C(0) /* no basic type at all */
#define SIG_HASH_ANY   UINT64_MAX  /* MPI_PACKED */

static inline bool sig_hash_matches(uint64_t sent, uint64_t received)
{
    return sent == received || sent == SIG_HASH_ANY || received == SIG_HASH_ANY ||
           sent == SIG_HASH_EMPTY || received == SIG_HASH_EMPTY;
}

/* Folds the hash to 32 bits, which suffice to find mistakes. A hash that matches everything keeps
 * doing so. */
static inline uint32_t sig_hash_fold(uint64_t sig_hash)
{
    uint32_t fold = (uint32_t)(sig_hash ^ sig_hash >> 32);

    if (likely(fold != (uint32_t)SIG_HASH_EMPTY && fold != (uint32_t)SIG_HASH_ANY))
        return fold;
    return sig_hash == SIG_HASH_EMPTY || sig_hash == SIG_HASH_ANY ? (uint32_t)sig_hash : 1;
}

/* Maps a small number to 64 well-mixed bits, as a constant expression. The odd multipliers and the
 * shift between them keep handles, and sums of products of them, from colliding by accident. */
#define SIG_HASH_SPREAD(number) ((number) * UINT64_C(0x9e3779b97f4a7c15))
#define SIG_HASH_MIX(number)                              \
    ((SIG_HASH_SPREAD(number) ^ SIG_HASH_SPREAD(number) >> 29) * UINT64_C(0xbf58476d1ce4e5b9))
#define SIG_HASH_DIGIT(number) (SIG_HASH_MIX(number) % SEQUENCE_MODULUS)

/* Computes the signature hash of the first bytes of data of the type. Returns false if they end
 * inside a basic type. */
bool signature_of_part(const struct type *type, MPI_Count bytes, uint64_t *sig_hash);

/* Finds the signature hash of a type whose shape and elements are set. */
void signature_find(struct type *type);

#endif
