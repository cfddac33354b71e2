/* SPDX-License-Identifier: MIT */
/* MPI_Comm_split: all members show color and key, the last to come sorts them and makes a context
 * for each color. */
#include <stdlib.h>

#include "base/memory.h"
#include "comm/division.h"
#include "comm/make.h"

struct contribution {
    int color;
    int key;
};

struct choice {
    int color;
    int side;
    int key;
    int seat;
};

static int compare_keys(int left, int right)
{
    return (left > right) - (left < right);
}

static int by_color_side_key_seat(const void *left, const void *right)
{
    const struct choice *one = left, *other = right;
    int result = compare_keys(one->color, other->color);

    if (result == 0)
        result = compare_keys(one->side, other->side);
    if (result == 0)
        result = compare_keys(one->key, other->key);
    return result != 0 ? result : compare_keys(one->seat, other->seat);
}

/* The choices of those that want a color, sorted; how many. */
static int collect(const struct vote *vote, struct choice *choices)
{
    const struct round *round = &vote->round;
    int first = context_first_seat(round->comm->context, 1);
    int seat, count = 0;

    for (seat = 0; seat < round->board->seats; seat++) {
        struct contribution contribution;

        memcpy(&contribution, round_see(round, seat), sizeof contribution);
        if (contribution.color != MPI_UNDEFINED)
            choices[count++] = (struct choice){.color = contribution.color,
                                               .side = seat >= first,
                                               .key = contribution.key,
                                               .seat = seat};
    }
    qsort(choices, (size_t)count, sizeof *choices, by_color_side_key_seat);
    return count;
}

static struct group *group_of(const struct round *round, const struct choice *choices, int count)
{
    struct group *group = group_create(count);
    int i;

    for (i = 0; group != NULL && i < count; i++)
        group->members[i] = round_member(round, choices[i].seat);
    return group;
}

/* The choices of one color, those of the second side from `middle` on. */
static void divide(const struct round *round, struct division *division,
                   const struct choice *choices, int middle, int count)
{
    bool is_inter = comm_is_inter(round->comm);
    struct group *second = NULL;
    struct context *context = NULL;
    int i;

    if (is_inter && (middle == 0 || middle == count))
        return;
    if (is_inter)
        second = group_of(round, choices + middle, count - middle);
    if (!is_inter || second != NULL)
        context = context_create(round->comm->context->world, group_of(round, choices, middle),
                                 second, count);
    for (i = 0; i < count; i++)
        division->shares[choices[i].seat] = (struct division_share){
            .context = context, .rank = i < middle ? i : i - middle, .side = choices[i].side};
}

static void count_split(struct vote *vote)
{
    int seats = vote->round.board->seats;
    struct division *division = division_create(seats);
    struct choice *choices = memory_take((size_t)seats * sizeof *choices);
    int count, start, middle, end;

    if (division == NULL || choices == NULL) {
        memory_give(division);
        memory_give(choices);
        division_announce(NULL, vote);
        return;
    }
    count = collect(vote, choices);
    for (start = 0; start < count; start = end) {
        middle = start;
        while (middle < count && choices[middle].color == choices[start].color &&
               choices[middle].side == 0)
            middle++;
        end = middle;
        while (end < count && choices[end].color == choices[start].color)
            end++;
        divide(&vote->round, division, choices + start, middle - start, end - start);
    }
    memory_give(choices);
    division_announce(division, vote);
}

int comm_split(struct comm *comm, int color, int key, struct comm **created)
{
    const struct contribution contribution = {.color = color, .key = key};
    struct vote vote;
    int err = vote_hold(&vote, comm, AGREE_COMM_SPLIT, "MPI_Comm_split", &contribution,
                        sizeof contribution, count_split);

    return err == MPI_SUCCESS ? division_take(&vote, created) : err;
}
