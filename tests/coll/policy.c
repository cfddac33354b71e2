/* SPDX-License-Identifier: MIT */
/* The algorithm of a collective operation, as a table: the facts, and what they lead to. */
#include "coll/policy.h"

#include <heddle/criterion.h>

#include "base/container.h"
#include "base/knob.h"
#include "coll/op.h"
#include "rank/observe/counters.h"
#include "rank/observe/event.h"

enum {
    OVERSUBSCRIBED = 1 << 0,
    INTER = 1 << 1,
    NO_PART = 1 << 2,
    ROOT = 1 << 3,
    NEIGHBORS = 1 << 4,
    NOT_PLAIN = 1 << 5,
    IN_PLACE = 1 << 6,
    BLOCKS = 1 << 7,
    TREE = 1 << 8,
};

static const struct row {
    enum coll_kind kind;
    int members;
    MPI_Count cell_bytes;
    int flags;
    enum way way;
    enum coll_reason reason;
} rows[] = {
    {COLL_BARRIER, 5, 0, 0, WAY_BARRIER, REASON_NO_DATA},
    {COLL_FINALIZE, 5, 0, OVERSUBSCRIBED, WAY_BARRIER, REASON_NO_DATA},
    {COLL_WIN_FENCE, 5, 0, INTER, WAY_BARRIER, REASON_NO_DATA},

    {COLL_BCAST, 5, SLOT_BYTES, 0, WAY_BCAST_SMALL, REASON_FITS},
    {COLL_BCAST, 5, SLOT_BYTES + 1, ROOT, WAY_FROM_ROOT, REASON_TOO_LONG},
    {COLL_BCAST, 5, SLOT_BYTES, OVERSUBSCRIBED | INTER, WAY_BCAST_SMALL, REASON_FITS},
    {COLL_BCAST, 5, 0, INTER | NO_PART, WAY_STAND_BY, REASON_NO_PART},
    {COLL_GATHER, 5, SLOT_BYTES, 0, WAY_GATHER_SMALL, REASON_FITS},
    {COLL_GATHER, 5, SLOT_BYTES + 1, 0, WAY_TO_ROOT, REASON_TOO_LONG},
    {COLL_GATHER, 5, 0, ROOT, WAY_GATHER_SMALL, REASON_GATHERS},
    {COLL_SCATTER, 5, SLOT_BYTES, ROOT, WAY_SCATTER_SMALL, REASON_FITS},
    {COLL_SCATTER, 5, SLOT_BYTES + 1, 0, WAY_FROM_ROOT, REASON_TOO_LONG},
    {COLL_SCATTER, 5, 0, INTER | NO_PART, WAY_STAND_BY, REASON_NO_PART},

    {COLL_ALLGATHER, 5, SLOT_BYTES, OVERSUBSCRIBED, WAY_ALLGATHER_SMALL, REASON_FITS},
    {COLL_ALLGATHER, 5, SLOT_BYTES + 1, 0, WAY_ALLGATHER_EXCHANGE, REASON_TOO_LONG},
    {COLL_ALLGATHER, 5, 0, INTER, WAY_ALLGATHER_EXCHANGE, REASON_BETWEEN_GROUPS},
    {COLL_ALLTOALL, 5, SLOT_BYTES, OVERSUBSCRIBED, WAY_ALLTOALL_SMALL, REASON_FITS},
    {COLL_ALLTOALL, 5, SLOT_BYTES, IN_PLACE, WAY_ALLTOALL_SMALL, REASON_FITS},
    {COLL_ALLTOALL, 5, SLOT_BYTES + 1, 0, WAY_ALLTOALL_EXCHANGE, REASON_TOO_LONG},
    {COLL_ALLTOALL, 5, SLOT_BYTES + 1, IN_PLACE, WAY_ALLTOALL_IN_PLACE, REASON_TOO_LONG},
    {COLL_ALLTOALL, 5, 0, INTER, WAY_ALLTOALL_EXCHANGE, REASON_BETWEEN_GROUPS},
    {COLL_ALLTOALL, 5, SLOT_BYTES, BLOCKS, WAY_ALLTOALLV_SMALL, REASON_FITS},
    {COLL_ALLTOALL, 5, SLOT_BYTES + 1, BLOCKS, WAY_ALLTOALL_EXCHANGE, REASON_TOO_LONG},
    {COLL_ALLTOALL, 5, 8, BLOCKS | OVERSUBSCRIBED, WAY_ALLTOALL_EXCHANGE,
     REASON_OVERSUBSCRIBED},
    {COLL_ALLTOALL, 5, 0, BLOCKS | NOT_PLAIN, WAY_ALLTOALL_EXCHANGE, REASON_NOT_PLAIN},

    {COLL_REDUCE, 5, SLOT_BYTES, OVERSUBSCRIBED, WAY_REDUCE_SMALL, REASON_FITS},
    {COLL_REDUCE, 5, SLOT_BYTES + 1, ROOT, WAY_REDUCE_EXCHANGE, REASON_TOO_LONG},
    {COLL_REDUCE, 5, 0, INTER | NO_PART, WAY_REDUCE_EXCHANGE, REASON_BETWEEN_GROUPS},
    {COLL_ALLREDUCE, 5, SLOT_BYTES, 0, WAY_ALLREDUCE_SMALL, REASON_FITS},
    {COLL_ALLREDUCE, 5, CELL_INLINE_BYTES_MAX, OVERSUBSCRIBED, WAY_ALLREDUCE_SMALL, REASON_FITS},
    {COLL_ALLREDUCE, 5, CELL_INLINE_BYTES_MAX + 1, OVERSUBSCRIBED, WAY_ALLREDUCE_EXCHANGE,
     REASON_OVERSUBSCRIBED},
    {COLL_ALLREDUCE, 2, SLOT_BYTES + 1, 0, WAY_ALLREDUCE_WHOLE, REASON_TOO_LONG},
    {COLL_ALLREDUCE, 3, SLOT_BYTES + 1, 0, WAY_ALLREDUCE_EXCHANGE, REASON_TOO_LONG},
    {COLL_ALLREDUCE, 2, SLOT_BYTES + 1, OVERSUBSCRIBED, WAY_ALLREDUCE_EXCHANGE, REASON_TOO_LONG},
    {COLL_ALLREDUCE, 2, 0, INTER, WAY_ALLREDUCE_EXCHANGE, REASON_BETWEEN_GROUPS},
    {COLL_ALLREDUCE, 5, 8, TREE, WAY_ALLREDUCE_EXCHANGE, REASON_TREE},
    {COLL_REDUCE_SCATTER, 5, SLOT_BYTES, OVERSUBSCRIBED, WAY_REDUCE_SCATTER_SMALL, REASON_FITS},
    {COLL_REDUCE_SCATTER, 5, SLOT_BYTES + 1, 0, WAY_REDUCE_SCATTER_EXCHANGE, REASON_TOO_LONG},
    {COLL_SCAN, 5, SLOT_BYTES, 0, WAY_SCAN_SMALL, REASON_FITS},
    {COLL_EXSCAN, 5, SLOT_BYTES + 1, 0, WAY_SCAN_EXCHANGE, REASON_TOO_LONG},

    {COLL_NEIGHBOR_ALLGATHER, 5, 0, NEIGHBORS, WAY_NEIGHBOR_ALLGATHER_SMALL, REASON_FITS},
    {COLL_NEIGHBOR_ALLGATHER, 5, 0, NEIGHBORS | NOT_PLAIN, WAY_NEIGHBOR_EXCHANGE,
     REASON_NOT_PLAIN},
    {COLL_NEIGHBOR_ALLTOALL, 5, SLOT_BYTES, NEIGHBORS, WAY_NEIGHBOR_ALLTOALL_SMALL, REASON_FITS},
    {COLL_NEIGHBOR_ALLTOALL, 5, SLOT_BYTES + 1, NEIGHBORS, WAY_NEIGHBOR_EXCHANGE,
     REASON_TOO_LONG},
};

static struct coll_facts facts_of(const struct row *row)
{
    return (struct coll_facts){.kind = row->kind,
                               .members = row->members,
                               .cell_bytes = row->cell_bytes,
                               .is_oversubscribed = (row->flags & OVERSUBSCRIBED) != 0,
                               .is_inter = (row->flags & INTER) != 0,
                               .has_part = (row->flags & NO_PART) == 0,
                               .is_root = (row->flags & ROOT) != 0,
                               .has_neighbors = (row->flags & NEIGHBORS) != 0,
                               .is_plain = (row->flags & NOT_PLAIN) == 0,
                               .is_in_place = (row->flags & IN_PLACE) != 0,
                               .has_blocks = (row->flags & BLOCKS) != 0,
                               .is_tree = (row->flags & TREE) != 0};
}

Test(policy, the_facts_of_a_collective_operation_decide_its_algorithm)
{
    for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
        const struct coll_facts facts = facts_of(&rows[i]);
        struct coll_choice choice = policy_algorithm(&facts);

        cr_assert(choice.way == rows[i].way, "row %zu", i);
        cr_assert(choice.reason == rows[i].reason, "row %zu", i);
    }
}

/* The table above has a row for each of them. */
Test(policy, each_algorithm_has_a_name_and_is_chosen_by_some_facts)
{
    for (int way = 0; way < WAYS; way++) {
        const struct coll_algorithm *algorithm = coll_algorithm_of((enum way)way);
        bool is_chosen = false;

        for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
            is_chosen |= rows[i].way == (enum way)way;
        cr_assert((algorithm != NULL) == is_chosen, "way %d", way);
        cr_assert(algorithm == NULL || algorithm->way == way, "way %d", way);
    }
}

Test(policy, broadcasts_go_by_relays_if_they_are_long_and_many_receive_them)
{
    cr_assert(policy_has_relays(RELAY_BYTES_MIN, RELAY_MEMBERS_MIN, false));
    cr_assert_not(policy_has_relays(RELAY_BYTES_MIN - 1, RELAY_MEMBERS_MIN, false));
    cr_assert_not(policy_has_relays(RELAY_BYTES_MIN, RELAY_MEMBERS_MIN - 1, false));
    cr_assert_not(policy_has_relays(RELAY_BYTES_MIN, RELAY_MEMBERS_MIN, true));
}

/* ---- the calls of programs ------------------------------------------------------------------ */

enum { RANKS = 3, COUNT_MAX = SLOT_BYTES / 8 + 1 };

static void expect_allreduce(int count, enum way way)
{
    int64_t out[COUNT_MAX], in[COUNT_MAX];
    uint64_t before = counters_of_way(rank_self(), way).count;

    for (int i = 0; i < count; i++)
        out[i] = i;
    MPI_Allreduce(out, in, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    cr_assert_eq(in[count - 1], RANKS * (int64_t)(count - 1));
    cr_assert(counters_of_way(rank_self(), way).count == before + 1, "%d elements", count);
}

static int gather_nothing_from_all(void *argument)
{
    MPI_Datatype empty;
    uint64_t before = counters_of_way(rank_self(), WAY_ALLGATHER_SMALL).count;

    (void)argument;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    MPI_Allgather(NULL, SLOT_BYTES + 1, empty, NULL, SLOT_BYTES + 1, empty, MPI_COMM_WORLD);
    MPI_Type_free(&empty);
    cr_assert(counters_of_way(rank_self(), WAY_ALLGATHER_SMALL).count == before + 1);
    return 0;
}

Test(policy, many_elements_of_no_bytes_are_no_long_block)
{
    cr_assert_eq(heddle_run(NULL, RANKS, gather_nothing_from_all, NULL, NULL), 0);
}

static int reduce_with_processors(void *argument)
{
    (void)argument;
    expect_allreduce(SLOT_BYTES / 8, WAY_ALLREDUCE_SMALL);
    expect_allreduce(SLOT_BYTES / 8 + 1, WAY_ALLREDUCE_EXCHANGE);
    return 0;
}

static int reduce_by_turns(void *argument)
{
    (void)argument;
    expect_allreduce(CELL_INLINE_BYTES_MAX / 8, WAY_ALLREDUCE_SMALL);
    expect_allreduce(CELL_INLINE_BYTES_MAX / 8 + 1, WAY_ALLREDUCE_EXCHANGE);
    expect_allreduce(SLOT_BYTES / 8 + 1, WAY_ALLREDUCE_EXCHANGE);
    return 0;
}

Test(policy, a_call_takes_the_algorithm_that_the_policy_names)
{
    knobs.processors = 1000;
    cr_assert_eq(heddle_run(NULL, RANKS, reduce_with_processors, NULL, NULL), 0);
    knobs.processors = 1;
    cr_assert_eq(heddle_run(NULL, RANKS, reduce_by_turns, NULL, NULL), 0);
    knobs.processors = 0;
}
