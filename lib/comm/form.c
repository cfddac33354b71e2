/* SPDX-License-Identifier: MIT */
/* MPI_Comm_create: all members show their groups; of each group the member at its head stands for
 * it, and the last to come makes its context. */
#include "base/memory.h"
#include "base/must.h"
#include "comm/division.h"
#include "comm/make.h"

static struct group *group_shown(const struct round *round, int seat)
{
    struct group *group;

    memcpy(&group, round_see(round, seat), sizeof group);
    return group;
}

static bool refuse_difference(const struct vote *vote, int one, int other)
{
    vote_refuse(vote, one, other, " with another group");
    return false;
}

/* Finds the seats of the members of one side. */
struct seats {
    struct group_map *map;
    int first; /* seat of the side's first member */
};

static bool seats_open(struct seats *seats, const struct context *context, int side)
{
    seats->map = group_map_create(context->groups[side]);
    seats->first = context_first_seat(context, side);
    return seats->map != NULL;
}

static void seats_close(struct seats *seats)
{
    group_map_destroy(seats->map);
}

/* The groups that members show are parts of their own (MPI_Comm_create checks that). */
static int seat_of(const struct seats *seats, const struct rank *member)
{
    int place = group_map_find(seats->map, member);

    must(place != MPI_UNDEFINED);
    return seats->first + place;
}

static void give_shares(struct division *division, const struct group *group,
                        const struct seats *seats, struct context *context, int side)
{
    int i;

    for (i = 0; i < group->size; i++)
        division->shares[seat_of(seats, group->members[i])] =
            (struct division_share){.context = context, .rank = i, .side = side};
}

static bool begins_with(const struct group *group, const struct rank *head)
{
    return group->size > 0 && group->members[0] == head;
}

/* All members of a group must show that group: each shows the group that its group's head shows,
 * and all members of a head's group have that head. */
static bool groups_agree(const struct vote *vote, const struct seats *seats)
{
    const struct round *round = &vote->round;
    int seat, i, other;

    for (seat = 0; seat < round->board->seats; seat++) {
        const struct group *group = group_shown(round, seat);

        other = group->size > 0 ? seat_of(seats, group->members[0]) : seat;
        if (!group_is_identical(group, group_shown(round, other)))
            return refuse_difference(vote, other, seat);
        for (i = 1; i < group->size && other == seat; i++) {
            int member = seat_of(seats, group->members[i]);

            if (!begins_with(group_shown(round, member), group->members[0]))
                return refuse_difference(vote, seat, member);
        }
    }
    return true;
}

/* False: the members do not agree. */
static bool divide_by_heads(const struct vote *vote, struct division *division,
                            const struct seats *seats)
{
    const struct round *round = &vote->round;
    int seat;

    if (!groups_agree(vote, seats))
        return false;
    for (seat = 0; seat < round->board->seats; seat++) {
        struct group *group = group_shown(round, seat);

        if (begins_with(group, round_member(round, seat)))
            give_shares(division, group, seats,
                        context_create(round->comm->context->world, group_hold(group), NULL,
                                       group->size),
                        0);
    }
    return true;
}

/* False, also below: the members do not agree, or there is no memory. */
static bool divide_intra(const struct vote *vote, struct division *division)
{
    struct seats seats;
    bool is_divided;

    if (!seats_open(&seats, vote->round.comm->context, 0))
        return false;
    is_divided = divide_by_heads(vote, division, &seats);
    seats_close(&seats);
    return is_divided;
}

/* Have the members of a side, from one seat on, before another, all named the same group? */
static bool side_agrees(const struct vote *vote, int first, int end)
{
    int seat;

    for (seat = first + 1; seat < end; seat++)
        if (!group_is_identical(group_shown(&vote->round, first), group_shown(&vote->round, seat)))
            return refuse_difference(vote, first, seat);
    return true;
}

static void share_out(const struct round *round, struct division *division, struct seats seats[2],
                      struct group *left, struct group *right)
{
    struct context *context = context_create(round->comm->context->world, group_hold(left),
                                             group_hold(right), left->size + right->size);

    give_shares(division, left, &seats[0], context, 0);
    give_shares(division, right, &seats[1], context, 1);
}

static bool divide_inter(const struct vote *vote, struct division *division)
{
    const struct round *round = &vote->round;
    int first = context_first_seat(round->comm->context, 1);
    struct group *left = group_shown(round, 0);
    struct group *right = group_shown(round, first);
    struct seats seats[2] = {{0}};
    bool has_seats;

    if (!side_agrees(vote, 0, first) || !side_agrees(vote, first, round->board->seats))
        return false;
    if (left->size == 0 || right->size == 0)
        return true;
    has_seats = seats_open(&seats[0], round->comm->context, 0) &&
                seats_open(&seats[1], round->comm->context, 1);
    if (has_seats)
        share_out(round, division, seats, left, right);
    seats_close(&seats[0]);
    seats_close(&seats[1]);
    return has_seats;
}

static bool divide(const struct vote *vote, struct division *division)
{
    return comm_is_inter(vote->round.comm) ? divide_inter(vote, division)
                                          : divide_intra(vote, division);
}

static void count_groups(struct vote *vote)
{
    struct division *division = division_create(vote->round.board->seats);

    if (division != NULL && !divide(vote, division)) {
        memory_give(division);
        division = NULL;
    }
    division_announce(division, vote);
}

int comm_form(struct comm *comm, struct group *group, struct comm **created)
{
    struct vote vote;
    int err = vote_hold(&vote, comm, AGREE_COMM_CREATE, "MPI_Comm_create", &group, sizeof group,
                        count_groups);

    return err == MPI_SUCCESS ? division_take(&vote, created) : err;
}
