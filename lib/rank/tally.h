/* SPDX-License-Identifier: MIT */
/* What a rank has sent. In all: messages, their bytes, collective operations. To each rank of its
 * world, for the picture that HEDDLE_MATRIX asks for: a message once, with its bytes; of a
 * collective operation what goes from member to member by its meaning, however that is done.
 *
 * Pairs that never talk take no memory.
 *
 * Edges
 *   tally.chunk  who made the counters of some peers publishes them to the rank's other threads. */
#ifndef RANK_TALLY_H
#define RANK_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/container.h"
#include "rank/rank.h"

enum tally_kind { TALLY_MESSAGE, TALLY_COLLECTIVE, TALLY_KINDS };

struct tally_sum {
    uint64_t messages;
    uint64_t bytes;
};

struct tally;

/* For so many peers; 0: what is sent in all is enough. NULL: no memory. */
struct tally *tally_create(int peers);
void tally_destroy(struct tally *tally); /* NULL is fine */

/* From here on nothing counts: what MPI_Finalize sends is not the program's. */
void tally_close(struct rank *self);

void tally_add(struct rank *self, enum tally_kind kind, const struct rank *to, int64_t bytes);

/* The rank begins a collective operation. True: what it sends to each peer should be added. */
bool tally_operation(struct rank *self);

/* Nothing is counted unless someone wants to know. */
static inline void tally_count(struct rank *self, enum tally_kind kind, const struct rank *to,
                               int64_t bytes)
{
    if (unlikely(self->tally != NULL))
        tally_add(self, kind, to, bytes);
}

/* Also while the rank runs. */
struct tally_sum tally_messages(const struct tally *tally);
uint64_t tally_operations(const struct tally *tally);
struct tally_sum tally_read(const struct tally *tally, enum tally_kind kind, int peer);

#endif
