/* SPDX-License-Identifier: MIT */
/* The lobby, and what is made there: groups and pairs of groups that meet by what they say. */
#include "comm/lobby.h"

#include "../harness/ranks.h"
#include "comm/bridge.h"
#include "comm/make.h"

TestSuite(lobby, .timeout = 110);

enum { ROUNDS = 300 };

/* Neighbours that meet again and again with the same key. */
static void assemble_pairs(struct rank *self, void *argument)
{
    int first = self->world_rank & ~1;
    struct group *pair = group_create(2);

    (void)argument;
    pair->members[0] = &self->world->ranks[first + 1];
    pair->members[1] = &self->world->ranks[first];
    for (int i = 0; i < ROUNDS; i++) {
        struct comm *comm;

        expect(comm_assemble(self, NULL, 0, "the same", pair, &comm) == MPI_SUCCESS);
        expect(comm_size(comm) == 2);
        expect(comm->rank == 1 - self->world_rank % 2);
        ranks_barrier(comm);
        comm_free(comm);
    }
    group_drop(pair);
}

Test(lobby, equal_keys_meet_in_the_order_of_their_coming)
{
    ranks_run(2, 0, assemble_pairs, NULL);
    ranks_run(8, 2, assemble_pairs, NULL);
}

static void bridge_halves(struct rank *self, void *argument)
{
    int side = self->world_rank % 2, remote = 1 - side;
    struct comm *half, *inter, *whole;

    (void)argument;
    expect(comm_split(self->comm_world, side, 0, &half) == MPI_SUCCESS);
    for (int i = 0; i < ROUNDS; i++) {
        const struct bridge bridge = {.remote_leader = &self->world->ranks[remote]};

        expect(comm_bridge(half, &bridge, self->comm_world->context, i, &inter) == MPI_SUCCESS);
        expect(comm_is_inter(inter));
        expect(comm_group(inter)->members[inter->rank] == self);
        expect(comm_peers(inter)->members[0] == &self->world->ranks[remote]);
        expect(comm_merge(inter, side == i % 2, &whole) == MPI_SUCCESS);
        expect(comm_group(whole)->members[whole->rank] == self);
        comm_free(inter);
        comm_free(whole);
    }
    comm_free(half);
}

Test(lobby, leaders_meet_for_their_groups)
{
    ranks_run(2, 0, bridge_halves, NULL);
    ranks_run(5, 0, bridge_halves, NULL);
}

static void bring_overlapping_groups(struct rank *self, void *argument)
{
    const struct meeting_key key = {.kind = MEETING_LEADERS,
                                    .low = &self->world->ranks[0],
                                    .high = &self->world->ranks[1]};
    struct group *group = comm_group(self->world_rank == 0 ? self->comm_world : self->comm_self);
    struct meeting_outcome outcome =
        lobby_meet(self, &key, 2, group, self->world_rank, &(struct meeting_outcome){0});

    (void)argument;
    expect(outcome.err == MPI_ERR_COMM);
    expect(outcome.context == NULL);
}

Test(lobby, groups_that_overlap_are_refused)
{
    ranks_run(2, 0, bring_overlapping_groups, NULL);
}

static void start_dups(struct rank *self, void *argument)
{
    struct dup dups[3];

    (void)argument;
    for (int i = 0; i < 3; i++)
        expect(dup_start(&dups[i], self->comm_world, NULL) == MPI_SUCCESS);
    ranks_barrier(self->comm_world);
    for (int i = 2; i >= 0; i--) {
        expect(dup_is_ready(&dups[i]));
        expect(dup_finish(&dups[i]) == MPI_SUCCESS);
    }
    expect(dups[0].created->context != dups[1].created->context);
    for (int i = 0; i < 3; i++) {
        ranks_barrier(dups[i].created);
        comm_free(dups[i].created);
    }
}

Test(lobby, duplicates_are_ready_when_all_have_come)
{
    ranks_run(1, 0, start_dups, NULL);
    ranks_run(6, 0, start_dups, NULL);
}
