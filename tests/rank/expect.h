/* SPDX-License-Identifier: MIT */
/* Worlds whose ranks know no MPI: they say `expect`, and whoever joins them asserts that nothing
 * went unexpected. */
#ifndef TESTS_RANK_EXPECT_H
#define TESTS_RANK_EXPECT_H

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/note.h"
#include "rank/world.h"

/* A world that takes so long is stuck. */
#define RANKS_STUCK_NS UINT64_C(900000000000)

static _Atomic(int) ranks_mistakes;

/* Prints the first few that do not hold. */
#define expect(condition, ...)                                                           \
    do {                                                                                 \
        if (!(condition) && fetch_add_relaxed(&ranks_mistakes, 1) < 10) {                \
            fprintf(stderr, "%s:%d: rank %d: this must hold: %s;", __FILE__, __LINE__,  \
                    rank_self() != NULL ? rank_self()->world_rank : -1, #condition);     \
            fprintf(stderr, " " __VA_ARGS__);                                            \
            fputc('\n', stderr);                                                         \
        }                                                                                \
    } while (0)

#endif
