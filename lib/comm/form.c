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

static bool refuse(const struct vote *vote, int one, int other)
{
    vote_refuse(vote, one, other, " with another group");
    return false;
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

static bool begins_with(const struct group *group, const struct rank *head)
{
    return group->size > 0 && group->members[0] == head;
}

/* Who names a group must have all its members name the same one: each has what its head has, and a
 * head's members have that head. */
static bool groups_agree(const struct vote *vote, const int *seats)
{
    const struct turn *turn = &vote->turn;
    int seat, i, other;

    for (seat = 0; seat < turn->board->seats; seat++) {
        const struct group *group = group_shown(turn, seat);

        other = group->size > 0 ? seats[group->members[0]->world_rank] : seat;
        if (!group_is_identical(group, group_shown(turn, other)))
            return refuse(vote, other, seat);
        for (i = 1; i < group->size && other == seat; i++) {
            int member = seats[group->members[i]->world_rank];

            if (!begins_with(group_shown(turn, member), group->members[0]))
                return refuse(vote, seat, member);
        }
    }
    return true;
}

static bool divide_intra(const struct vote *vote, struct division *division, int *seats)
{
    const struct turn *turn = &vote->turn;
    int seat;

    map_seats(turn, 0, seats);
    if (!groups_agree(vote, seats))
        return false;
    for (seat = 0; seat < turn->board->seats; seat++) {
        struct group *group = group_shown(turn, seat);

        if (begins_with(group, turn_member(turn, seat)))
            give_shares(division, group, seats,
                        context_create(turn->comm->context->world, group_hold(group), NULL,
                                       group->size),
                        0);
    }
    return true;
}

/* Have the members of a side, from one seat on, before another, all named the same group? */
static bool side_agrees(const struct vote *vote, int first, int end)
{
    int seat;

    for (seat = first + 1; seat < end; seat++)
        if (!group_is_identical(group_shown(&vote->turn, first), group_shown(&vote->turn, seat)))
            return refuse(vote, first, seat);
    return true;
}

static bool divide_inter(const struct vote *vote, struct division *division, int *seats)
{
    const struct turn *turn = &vote->turn;
    int first = context_first_seat(turn->comm->context, 1);
    struct group *left = group_shown(turn, 0);
    struct group *right = group_shown(turn, first);
    struct context *context;

    if (!side_agrees(vote, 0, first) || !side_agrees(vote, first, turn->board->seats))
        return false;
    if (left->size == 0 || right->size == 0)
        return true;
    context = context_create(turn->comm->context->world, group_hold(left), group_hold(right),
                             left->size + right->size);
    map_seats(turn, 0, seats);
    give_shares(division, left, seats, context, 0);
    map_seats(turn, 1, seats);
    give_shares(division, right, seats, context, 1);
    return true;
}

/* False: the members do not agree. */
static bool divide(const struct vote *vote, struct division *division, int *seats)
{
    return comm_is_inter(vote->turn.comm) ? divide_inter(vote, division, seats)
                                          : divide_intra(vote, division, seats);
}

static void count_groups(struct vote *vote)
{
    const struct turn *turn = &vote->turn;
    struct division *division = division_create(turn->board->seats);
    int *seats = memory_take((size_t)turn->comm->context->world->size * sizeof *seats);

    if (division == NULL || seats == NULL || !divide(vote, division, seats)) {
        memory_give(division);
        division = NULL;
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
