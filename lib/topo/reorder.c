/* SPDX-License-Identifier: MIT */
#include "topo/reorder.h"

#include <string.h>

#include "base/memory.h"
#include "comm/vote.h"
#include "rank/world.h"

/* The order that the last member to arrive finds for all; the last member to read it frees it. */
struct order {
    _Atomic(int) readers;
    void **shapes; /* stored behind the numbers */
    int numbers[]; /* of each member that takes part */
};

/* True if all members are bound to cores of one machine. */
static bool is_bound(const struct comm *comm)
{
    const struct group *group = comm_group(comm);

    for (int i = 0; i < group->size; i++)
        if (group->members[i]->world != comm->self->world)
            return false;
    return comm->self->world->machine != NULL;
}

static void find_numbers(const struct comm *comm, const struct reorder *reorder,
                         void *const shapes[], int numbers[])
{
    const struct group *group = comm_group(comm);
    int cores[PLACEMENT_NODES_MAX];
    struct edges edges = {0};

    for (int i = 0; i < reorder->nodes; i++)
        cores[i] = group->members[i]->core;
    reorder->list(shapes, reorder->nodes, &edges);
    placement_find(comm->self->world->machine, reorder->nodes, cores, &edges, numbers);
    edges_drop(&edges);
}

static const struct reorder *shown(const struct round *round, int seat)
{
    const struct reorder *reorder;

    memcpy(&reorder, round_see(round, seat), sizeof reorder);
    return reorder;
}

static struct order *take_order(const struct round *round)
{
    int nodes = shown(round, 0)->nodes, seats = round->board->seats;
    size_t numbers_bytes = ((size_t)nodes * sizeof(int) + 7) / 8 * 8;
    struct order *order =
        memory_take(sizeof *order + numbers_bytes + (size_t)seats * sizeof(void *));

    if (order == NULL)
        return NULL;
    store_relaxed(&order->readers, seats);
    order->shapes = (void **)((char *)order->numbers + numbers_bytes);
    for (int seat = 0; seat < seats; seat++)
        order->shapes[seat] = shown(round, seat)->shape;
    return order;
}

static void find_order(struct vote *vote)
{
    const struct round *round = &vote->round;
    struct order *order = NULL;
    bool is_wanted = true;

    for (int seat = 0; seat < round->board->seats; seat++)
        is_wanted = is_wanted && shown(round, seat)->is_wanted;
    if (is_wanted)
        order = take_order(round);
    if (order != NULL)
        find_numbers(round->comm, shown(round, 0), order->shapes, order->numbers);
    memcpy(vote->outcome, &order, sizeof order);
}

int reorder_agree(struct comm *comm, struct reorder *reorder, int *number)
{
    const struct reorder *contribution = reorder;
    struct order *order;
    struct vote vote;
    int err;

    *number = comm->rank;
    if (!is_bound(comm) || reorder->nodes > PLACEMENT_NODES_MAX)
        return MPI_SUCCESS;
    err = vote_hold(&vote, comm, AGREE_TOPOLOGY_ORDER, "what makes a topology", &contribution,
                    sizeof contribution, find_order);
    if (err != MPI_SUCCESS)
        return err;
    memcpy(&order, vote.outcome, sizeof order);
    if (order == NULL)
        return MPI_SUCCESS;
    if (comm->rank < reorder->nodes)
        *number = order->numbers[comm->rank];
    if (reorder->is_own)
        reorder->shape = order->shapes[*number];
    if (fetch_sub_acq_rel(&order->readers, 1) == 1) /* edge order.readers */
        memory_give(order);
    return MPI_SUCCESS;
}

int reorder_foresee(const struct comm *comm, const struct reorder *reorder)
{
    int numbers[PLACEMENT_NODES_MAX];

    if (comm->rank >= reorder->nodes || reorder->nodes > PLACEMENT_NODES_MAX || !is_bound(comm))
        return comm->rank;
    find_numbers(comm, reorder, &reorder->shape, numbers);
    return numbers[comm->rank];
}
