/* SPDX-License-Identifier: MIT */
/* What the small algorithms have in common, and their list.
 *
 * Each is a file with three functions that take `fast` (op.h) and end in COLL_SMALL, which makes
 * the driver's copy of them, and in the operation's entry, which contains the fast copy. */
#ifndef COLL_SMALL_SMALL_H
#define COLL_SMALL_SMALL_H

#include "coll/driver.h"
#include "coll/entries.h"
#include "coll/meeting.h"
#include "coll/policy.h"
#include "coll/request.h"

/* The driver's copy of an algorithm, `name`, with `hears`, the number of its sequence numbers and
 * post_late (op.h). */
#define COLL_SMALL(name, hears, seqnos_taken, late)                                                \
    static MPI_Count name##_general_cell_bytes(const struct coll_op *op)                           \
    {                                                                                              \
        return name##_cell_bytes(op, false);                                                       \
    }                                                                                              \
    static void name##_general_post(struct coll_op *op)                                            \
    {                                                                                              \
        name##_post(op, false);                                                                    \
    }                                                                                              \
    static bool name##_general_complete(struct coll_op *op)                                        \
    {                                                                                              \
        return name##_complete(op, false);                                                         \
    }                                                                                              \
    const struct coll_algorithm name##_small = {.cell_bytes = name##_general_cell_bytes,           \
                                                .post = name##_general_post,                       \
                                                .complete = name##_general_complete,               \
                                                .post_late = (late),                               \
                                                .seqnos = (seqnos_taken),                          \
                                                .depends_on_all = (hears),                         \
                                                .is_small = true}

/* An operation's entry: a call with plain and few data is served here, the driver serves others. */
ALWAYS_INLINE int coll_enter(const struct coll_args *args, struct request **request,
                             enum coll_kind kind, const struct coll_algorithm *algorithm,
                             const struct coll_fast functions)
{
    struct board *board = policy_fast_board(args, kind);

    if (unlikely(board == NULL))
        return coll_run(args, request);
    if (likely(args->form == COLL_BLOCKING))
        return coll_run_fast(args, board, kind, algorithm, functions);
    return coll_start(args, algorithm, request);
}

#endif
