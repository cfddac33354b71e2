/* SPDX-License-Identifier: MIT */
/* What a rank has sent to each rank of its world, for the picture that HEDDLE_MATRIX asks for: a
 * message once, with its bytes; of a collective operation what goes from member to member by its
 * meaning, however that is done.
 *
 * Pairs that never talk take no memory.
 *
 * Edges
 *   tally.chunk  who made the counters of some peers publishes them to the rank's other threads. */
#ifndef RANK_TALLY_H
#define RANK_TALLY_H

#include <stdint.h>

#include "base/container.h"
#include "rank/rank.h"

enum tally_kind { TALLY_MESSAGE, TALLY_COLLECTIVE, TALLY_KINDS };

struct tally_sum {
    uint64_t messages;
    uint64_t bytes;
};

struct tally;

struct tally *tally_create(int peers); /* NULL: no memory */
void tally_destroy(struct tally *tally); /* NULL is fine */

/* From here on nothing counts: what MPI_Finalize sends is not the program's. */
void tally_close(struct rank *self);

void tally_add(struct rank *self, enum tally_kind kind, const struct rank *to, int64_t bytes);

/* Nothing is counted unless someone wants to know. */
static inline void tally_count(struct rank *self, enum tally_kind kind, const struct rank *to,
                               int64_t bytes)
{
    if (unlikely(self->tally != NULL))
        tally_add(self, kind, to, bytes);
}

/* Also while the rank runs. */
struct tally_sum tally_read(const struct tally *tally, enum tally_kind kind, int peer);

#endif
