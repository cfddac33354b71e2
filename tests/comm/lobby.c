/* SPDX-License-Identifier: MIT */
/* The lobby, and what is made there: groups and pairs of groups that meet by what they say. */
#include "comm/lobby.h"

#include <heddle/criterion.h>

#include "barrier.h"
#include "base/knob.h"
#include "comm/intercomm.h"
#include "comm/make.h"

enum { ROUNDS = 300 };

/* Neighbours that meet again and again with the same key. */
static int assemble_pairs(void *argument)
{
    struct rank *self = rank_self();
    int first = self->world_rank & ~1;
    struct group *pair = group_create(2);

    (void)argument;
    pair->members[0] = &self->world->ranks[first + 1];
    pair->members[1] = &self->world->ranks[first];
    for (int i = 0; i < ROUNDS; i++) {
        struct comm *comm;

        cr_assert(comm_assemble(self, NULL, 0, "the same", pair, &comm) == MPI_SUCCESS);
        cr_assert(comm_size(comm) == 2);
        cr_assert(comm->rank == 1 - self->world_rank % 2);
        barrier(comm);
        comm_free(comm);
    }
    group_drop(pair);
    return 0;
}

Test(lobby, equal_keys_meet_in_the_order_of_their_coming)
{
    MPI_Run(2, assemble_pairs, NULL, .forbids_leaks = 1);
    knobs.processors = 2;
    MPI_Run(8, assemble_pairs, NULL, .forbids_leaks = 1);
}

MPI_ParameterizedTestCase(lobby, leaders_meet_for_their_groups, .counts = "2 5", .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    int side = self->world_rank % 2, remote = 1 - side;
    struct comm *half, *inter, *whole;

    cr_assert(comm_split(self->comm_world, side, 0, &half) == MPI_SUCCESS);
    for (int i = 0; i < ROUNDS; i++) {
        const struct leaders leaders = {.remote_leader = &self->world->ranks[remote]};

        cr_assert(comm_create_intercomm(half, &leaders, self->comm_world->context, i, &inter) ==
                  MPI_SUCCESS);
        cr_assert(comm_is_inter(inter));
        cr_assert(comm_group(inter)->members[inter->rank] == self);
        cr_assert(comm_peers(inter)->members[0] == &self->world->ranks[remote]);
        cr_assert(comm_merge(inter, side == i % 2, &whole) == MPI_SUCCESS);
        cr_assert(comm_group(whole)->members[whole->rank] == self);
        comm_free(inter);
        comm_free(whole);
    }
    comm_free(half);
}

MPI_TestCase(lobby, groups_that_overlap_are_refused, .ranks = 2, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    const struct appointment_key key = {.kind = APPOINTMENT_LEADERS,
                                    .low = &self->world->ranks[0],
                                    .high = &self->world->ranks[1],
                                    .own = self->world_rank};
    struct group *group = comm_group(self->world_rank == 0 ? self->comm_world : self->comm_self);
    struct appointment_outcome outcome =
        lobby_meet(self, &key, group, &(struct appointment_outcome){0});

    cr_assert(outcome.err == MPI_ERR_COMM);
    cr_assert(outcome.context == NULL);
}

MPI_ParameterizedTestCase(lobby, duplicates_are_ready_when_all_have_come,
                      .counts = "1 6", .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    struct dup dups[3];

    for (int i = 0; i < 3; i++)
        cr_assert(dup_start(&dups[i], self->comm_world, NULL) == MPI_SUCCESS);
    barrier(self->comm_world);
    for (int i = 2; i >= 0; i--) {
        cr_assert(dup_is_ready(&dups[i]));
        cr_assert(dup_finish(&dups[i]) == MPI_SUCCESS);
    }
    cr_assert(dups[0].created->context != dups[1].created->context);
    for (int i = 0; i < 3; i++) {
        barrier(dups[i].created);
        comm_free(dups[i].created);
    }
}
