/* SPDX-License-Identifier: MIT */
/* MPI_Comm_create: all members show their groups; of each group the member at its head stands for
 * it, and the last to come makes its context. */
#include "base/memory.h"
#include "comm/division.h"
#include "comm/make.h"

static struct group *group_shown(const struct turn *turn, int seat)
{
    struct group *group;

    memcpy(&group, turn_see(turn, seat), sizeof group);
    return group;
}

/* The seat of each rank of the world at one side, by its number there; of others whatever. */
static void map_seats(const struct turn *turn, int side, int *seats)
{
    const struct context *context = turn->comm->context;
    const struct group *group = context->groups[side];
    int first = context_first_seat(context, side);
    int i;

    for (i = 0; i < group->size; i++)
        seats[group->members[i]->world_rank] = first + i;
}

static void give_shares(struct division *division, const struct group *group, const int *seats,
                        struct context *context, int side)
{
    int i;

    for (i = 0; i < group->size; i++)
        division->shares[seats[group->members[i]->world_rank]] =
            (struct division_share){.context = context, .rank = i, .side = side};
}

static void divide_intra(const struct turn *turn, struct division *division, int *seats)
{
    int seat;

    map_seats(turn, 0, seats);
    for (seat = 0; seat < turn->board->seats; seat++) {
        struct group *group = group_shown(turn, seat);

        if (group->size > 0 && group->members[0] == turn_member(turn, seat))
            give_shares(division, group, seats,
                        context_create(turn->comm->context->world, group_hold(group), NULL,
                                       group->size),
                        0);
    }
}

static void divide_inter(const struct turn *turn, struct division *division, int *seats)
{
    int first = turn->comm->context->groups[0]->size;
    struct group *left = group_shown(turn, 0);
    struct group *right = group_shown(turn, first);
    struct context *context;

    if (left->size == 0 || right->size == 0)
        return;
    context = context_create(turn->comm->context->world, group_hold(left), group_hold(right),
                             left->size + right->size);
    map_seats(turn, 0, seats);
    give_shares(division, left, seats, context, 0);
    map_seats(turn, 1, seats);
    give_shares(division, right, seats, context, 1);
}

static void count_groups(struct vote *vote)
{
    const struct turn *turn = &vote->turn;
    struct division *division = division_create(turn->board->seats);
    int *seats = memory_take((size_t)turn->comm->context->world->size * sizeof *seats);

    if (division == NULL || seats == NULL) {
        memory_give(division);
        division = NULL;
    } else if (comm_is_inter(turn->comm)) {
        divide_inter(turn, division, seats);
    } else {
        divide_intra(turn, division, seats);
    }
    memory_give(seats);
    division_announce(division, vote);
}

int comm_form(struct comm *comm, struct group *group, struct comm **created)
{
    struct vote vote;
    int err = vote_hold(&vote, comm, "MPI_Comm_create", &group, sizeof group, count_groups);

    return err == MPI_SUCCESS ? division_take(&vote, created) : err;
}
