/* SPDX-License-Identifier: MIT */
/* The thresholds of collective operations, all of them. Sizes that a user may set are knobs
 * (base/knob.def: coll_central_bytes_max, coll_central_allreduce_bytes_max). */
#ifndef COLL_TUNING_H
#define COLL_TUNING_H

#include "board/board.h"

enum {
    /* What fits on a cell behind its head; longer payloads, up to SLOT_BYTES, go to a slot. */
    CELL_INLINE_BYTES_MAX = 32,
    /* The largest block, or block list, of plain arguments. */
    PLAIN_BYTES_MAX = SLOT_BYTES,

    /* Polls of a cell on the fast path, one or two microseconds; with more members than
     * processors the one that is to fill it may have to be let run. */
    FAST_POLLS = 64,
    FAST_POLLS_OVERSUBSCRIBED = 1,
    /* The last member to arrive on its core polls the table's cell so often, a few
     * microseconds, before it lets others run. */
    ARRIVAL_POLLS = 256,
    /* Fruitless rounds before a member does the shares of others, which have had time to begin. */
    ROUNDS_BEFORE_HELPING = 16,
    /* Fruitless rounds before a member looks for a mismatched call, then at every power of two;
     * earlier sequence numbers that it looks at; members that it looks at. */
    ROUNDS_BEFORE_AUDIT = 64,
    AUDITED_SEQNOS = 8,
    AUDITED_MEMBERS = 64,

    /* A reduction combines blocks that stay in the nearest cache; a slice is at least so long. */
    FOLD_BLOCK_BYTES = 8192,
    FOLD_SLICE_BYTES_MIN = 256,
    /* An alltoall in place swaps so much at once. */
    SWAP_BYTES = 4096,
    /* Rows that the last arriver of an exchange goes through together: a line of each fits the
     * nearest cache. */
    CENTRAL_ROWS = 64,
};

#endif
