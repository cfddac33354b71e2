/* SPDX-License-Identifier: MIT */
/* Groups and communicators with members of several connected worlds. */
#include "rank/worlds/connected.h"

#include "../rank/expect.h"
#include "api/argument/handle.h"
#include "api/environment/init.h"
#include "comm/group.h"
#include "comm/intercomm.h"
#include "mpi.h"

enum { FIRST = 2, SECOND = 3, BOTH = FIRST + SECOND };

static void create(struct world *worlds[2], int (*body)(struct rank *, void *))
{
    store_relaxed(&ranks_mistakes, 0);
    for (int i = 0; i < 2; i++) {
        const struct world_options options = {.ranks = i == 0 ? FIRST : SECOND,
                                              .stack_bytes = 1 << 20,
                                              .main = body,
                                              .argument = worlds};

        cr_assert_eq(world_create(&options, &worlds[i]), 0, "%s", note_text());
        cr_assert_eq(init_world(worlds[i]), 0, "%s", note_text());
    }
    for (int i = 0; i < 2; i++)
        store_relaxed(&worlds[i]->deadlock.runnable, worlds[i]->size); /* about to start */
    cr_assert(connected_tie_world(worlds[1], worlds[0]));
}

static void destroy(struct world *worlds[2])
{
    for (int i = 0; i < 2; i++)
        init_fini_world(worlds[i]);
    for (int i = 0; i < 2; i++)
        world_destroy(worlds[i]);
}

/* All ranks of both, the second world's first, if is_reversed. */
static struct group *group_of_both(struct world *const worlds[2], bool is_reversed)
{
    struct group *group = group_create(BOTH);
    int count = 0;

    for (int i = 0; i < 2; i++) {
        struct world *world = worlds[is_reversed ? 1 - i : i];

        for (int rank = 0; rank < world->size; rank++)
            group->members[count++] = &world->ranks[rank];
    }
    return group;
}

static void expect_members(struct group *group, const struct group *expected)
{
    cr_assert(group_is_identical(group, expected));
    group_drop(group);
}

Test(connected_groups, are_translated_compared_and_combined)
{
    const int all[] = {0, 1, 2, 3, 4}, expected[] = {3, 4, 0, 1, 2};
    const int in_first[] = {0, 1, MPI_UNDEFINED, MPI_UNDEFINED, MPI_UNDEFINED};
    struct group *first, *second, *both, *reversed, *made;
    struct world *worlds[2];
    int translated[BOTH];
    bool answer;

    create(worlds, NULL);
    first = group_of_world(worlds[0]);
    second = group_of_world(worlds[1]);
    both = group_of_both(worlds, false);
    reversed = group_of_both(worlds, true);

    cr_assert_eq(group_compare(both, reversed), MPI_SIMILAR);
    cr_assert_eq(group_compare(first, second), MPI_UNEQUAL);
    cr_assert_eq(group_translate(both, BOTH, all, reversed, translated), MPI_SUCCESS);
    cr_assert_arr_eq(translated, expected, sizeof expected);
    cr_assert_eq(group_translate(both, BOTH, all, first, translated), MPI_SUCCESS);
    cr_assert_arr_eq(translated, in_first, sizeof in_first);
    cr_assert_eq(group_is_part(second, both, &answer), MPI_SUCCESS);
    cr_assert(answer);
    cr_assert_eq(group_overlaps(first, second, &answer), MPI_SUCCESS);
    cr_assert_not(answer);
    cr_assert_eq(group_unite(first, second, &made), MPI_SUCCESS);
    expect_members(made, both);
    cr_assert_eq(group_intersect(reversed, first, &made), MPI_SUCCESS);
    expect_members(made, first);
    cr_assert_eq(group_subtract(both, first, &made), MPI_SUCCESS);
    expect_members(made, second);

    group_drop(first);
    group_drop(second);
    group_drop(both);
    group_drop(reversed);
    destroy(worlds);
}

/* A number goes round all members of both worlds. */
static void pass_round(MPI_Comm comm, int rank)
{
    int left = (rank + BOTH - 1) % BOTH, right = (rank + 1) % BOTH, number = 0;

    for (int i = 0; i < 50; i++) {
        int sent = number + rank, sum = -1;

        if (rank % 2 == 0) {
            expect(MPI_Send(&sent, 1, MPI_INT, right, i, comm) == MPI_SUCCESS);
            expect(MPI_Recv(&number, 1, MPI_INT, left, i, comm, MPI_STATUS_IGNORE) ==
                   MPI_SUCCESS);
        } else {
            expect(MPI_Recv(&number, 1, MPI_INT, left, i, comm, MPI_STATUS_IGNORE) ==
                   MPI_SUCCESS);
            expect(MPI_Send(&sent, 1, MPI_INT, right, i, comm) == MPI_SUCCESS);
        }
        expect(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS);
        expect(sum == BOTH * (BOTH - 1) / 2, "the sum is %d", sum);
        number %= 1000;
    }
}

static void expect_own_id(const struct comm *comm)
{
    const struct rank *self = comm->self;

    expect(comm->context->id != self->comm_world->context->id);
    expect(comm->context->id != self->comm_self->context->id);
}

/* The two worlds as the sides of an intercommunicator, which is split and formed again. */
static void talk_between(struct world *const worlds[2])
{
    struct rank *self = rank_self();
    int side = self->world == worlds[1], remote, rank, answer;
    const struct leaders leaders = {.remote_leader = &worlds[1 - side]->ranks[0]};
    struct group *own = group_of_world(self->world);
    struct comm *comm;
    MPI_Comm inter, whole;

    expect(comm_create_intercomm_from_groups(self, own, &leaders, "between", &comm) ==
           MPI_SUCCESS);
    group_drop(own);
    expect_own_id(comm);
    inter = handle_of_comm(comm);
    expect(MPI_Comm_remote_size(inter, &remote) == MPI_SUCCESS);
    expect(remote == (side == 0 ? SECOND : FIRST), "the other side has %d", remote);
    expect(MPI_Intercomm_merge(inter, side, &whole) == MPI_SUCCESS);
    expect(MPI_Comm_rank(whole, &rank) == MPI_SUCCESS);
    expect(rank == side * FIRST + self->world_rank, "rank %d", rank);
    expect(MPI_Comm_compare(inter, whole, &answer) == MPI_SUCCESS && answer == MPI_UNEQUAL);
    pass_round(whole, rank);
    MPI_Comm_free(&whole);
    MPI_Comm_free(&inter);
}

static int talk(struct rank *self, void *argument)
{
    struct world *const *worlds = argument;
    struct group *group = group_of_both(worlds, true);
    MPI_Comm comm, dup, part;
    struct comm *made;
    MPI_Group reduced;

    expect(MPI_Init(NULL, NULL) == MPI_SUCCESS);
    expect(comm_assemble(self, NULL, 0, "both", group, &made) == MPI_SUCCESS);
    expect_own_id(made);
    comm = handle_of_comm(made);
    expect(MPI_Comm_dup(comm, &dup) == MPI_SUCCESS);
    expect(handle_comm(dup)->context->id != made->context->id);
    pass_round(comm, made->rank);
    pass_round(dup, made->rank);
    MPI_Comm_group(comm, &reduced);
    expect(MPI_Comm_create(dup, reduced, &part) == MPI_SUCCESS); /* the whole again */
    pass_round(part, made->rank);
    MPI_Group_free(&reduced);
    MPI_Comm_free(&part);
    MPI_Comm_free(&dup);
    MPI_Comm_free(&comm);
    group_drop(group);
    talk_between(worlds);
    expect(MPI_Finalize() == MPI_SUCCESS);
    return 0;
}

Test(connected_groups, communicate)
{
    struct world *worlds[2];

    create(worlds, talk);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(world_start(worlds[i]), 0, "%s", note_text());
    for (int i = 0; i < 2; i++)
        cr_assert(world_join(worlds[i], RANKS_STUCK_NS), "the ranks are stuck");
    for (int i = 0; i < 2; i++)
        cr_assert_eq(world_status(worlds[i]), 0, "%s%s", worlds[i]->abort.text,
                     worlds[i]->abort.report != NULL ? worlds[i]->abort.report : "");
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    destroy(worlds);
}
