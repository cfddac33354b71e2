/* SPDX-License-Identifier: MIT */
/* Ranks for unit tests of floors 3 to 6: a world of its own in the test's process, each of its
 * ranks with its communicators and its messaging, as MPI_Init makes them.
 *
 * Assertions of the test's framework belong to its thread: ranks say `expect`, and whoever runs
 * them asserts that nothing went unexpected. */
#ifndef TESTS_HARNESS_RANKS_H
#define TESTS_HARNESS_RANKS_H

#include <criterion/criterion.h>
#include <stdio.h>

#include "api/generated/api.h"
#include "api/init.h"
#include "base/call.h"
#include "base/note.h"
#include "coll/coll.h"
#include "comm/comm.h"
#include "object/object.h"
#include "p2p/request.h"
#include "rank/world.h"

/* A world that takes so long is stuck. */
#define RANKS_STUCK_NS UINT64_C(100000000000)

typedef void rank_body(struct rank *self, void *argument);

struct ranks_job {
    rank_body *body;
    void *argument;
};

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

static inline void ranks_barrier(struct comm *comm)
{
    const struct coll_call barrier = {.kind = COLL_BARRIER, .comm = comm};

    expect(coll_run(comm->self, &barrier) == MPI_SUCCESS);
}

static inline int ranks_main(struct rank *self, void *argument)
{
    const struct ranks_job *job = argument;
    const struct call call = CALL("a test");

    expect(api_init(&call, NULL, NULL) == MPI_SUCCESS);
    job->body(self, job->argument);
    expect(api_finalize(&call) == MPI_SUCCESS);
    return 0;
}

static inline struct world *ranks_create(int ranks, int (*rank_main)(struct rank *, void *),
                                         void *argument)
{
    const struct world_options options = {
        .ranks = ranks, .stack_bytes = 1 << 20, .main = rank_main, .argument = argument};
    struct world *world = NULL;

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    cr_assert_eq(init_world(world), 0, "%s", note_text());
    return world;
}

static inline void ranks_destroy(struct world *world)
{
    init_fini_world(world);
    world_destroy(world);
}

/* Runs the body in so many ranks, which believe that there are so many processors (0: those there
 * are), and asserts that all went well and that nothing was left. */
static inline void ranks_run(int ranks, int cpus, rank_body *body, void *argument)
{
    struct ranks_job job = {body, argument};
    struct world *world = ranks_create(ranks, ranks_main, &job);

    if (cpus > 0)
        world->cpus = cpus;
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    cr_assert(world_join(world, RANKS_STUCK_NS), "%d ranks are stuck", ranks);
    cr_assert_eq(world_status(world), 0, "%s", world->abort_text);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    for (int kind = OBJECT_NONE + 1; kind < OBJECT_KINDS; kind++)
        cr_assert_eq(store_count(world->store, (enum object_kind)kind), kind == OBJECT_CONTEXT,
                     "objects of kind %d are left", kind); /* the context of all stays */
    ranks_destroy(world);
}

#endif
