/* SPDX-License-Identifier: MIT */
/* MPI_Comm_split: all members show color and key; of each color the lowest rank makes the context
 * and shows it to the others. Two exchanges, whatever the number of colors. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/note.h"
#include "comm/comm.h"
#include "comm/turn.h"

struct choice {
    int color;
    int key;
    int rank;
};

static int by_key_then_rank(const void *left, const void *right)
{
    const struct choice *one = left, *other = right;

    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->rank - other->rank;
}

static int lowest_of_color(const struct choice *choices, int color)
{
    int rank = 0;

    while (choices[rank].color != color)
        rank++;
    return rank;
}

/* The members of a color in the order of the new communicator; sorts `choices` on the way. */
static struct group *group_of_color(const struct comm *comm, struct choice *choices, int color)
{
    struct group *group;
    int i, count = 0;

    for (i = 0; i < comm_size(comm); i++)
        if (choices[i].color == color)
            choices[count++] = choices[i];
    qsort(choices, (size_t)count, sizeof *choices, by_key_then_rank);
    group = group_create(count);
    for (i = 0; group != NULL && i < count; i++)
        group->members[i] = comm_group(comm)->members[choices[i].rank];
    return group;
}

/* What the member of its color that makes the context has for this one. */
static int meet(struct comm *comm, int leader, struct context *made, struct context **context)
{
    struct context **all = memory_take((size_t)comm_size(comm) * sizeof *all);
    int err;

    if (all == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to split a communicator of %d", comm_size(comm));
    err = turn_gather_all(comm, &made, sizeof made, all);
    if (err == MPI_SUCCESS && leader >= 0)
        *context = all[leader];
    memory_give(all);
    return err;
}

int comm_split(struct comm *comm, int color, int key, struct comm **created)
{
    struct choice mine = {.color = color, .key = key, .rank = comm->rank};
    struct choice *choices = memory_take((size_t)comm_size(comm) * sizeof *choices);
    struct context *context = NULL;
    int leader = -1, err;

    if (choices == NULL)
        return note(MPI_ERR_NO_MEM, "no memory to split a communicator of %d", comm_size(comm));
    err = turn_gather_all(comm, &mine, sizeof mine, choices);
    if (err == MPI_SUCCESS && color != MPI_UNDEFINED)
        leader = lowest_of_color(choices, color);
    if (err == MPI_SUCCESS && leader == comm->rank) {
        context = context_create(comm->self->world, group_of_color(comm, choices, color), NULL);
        /* One reference for each member: they may be free of it before others have seen it. */
        if (context != NULL)
            store_relaxed(&context->references, context_seats(context));
    }
    if (err == MPI_SUCCESS)
        err = meet(comm, leader, context, &context);
    memory_give(choices);
    if (err != MPI_SUCCESS)
        return err;
    if (leader < 0) {
        *created = NULL;
        return MPI_SUCCESS;
    }
    return comm_create(comm->self, context, 0, comm, created);
}
