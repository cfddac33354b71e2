/* SPDX-License-Identifier: MIT */
/* Communicators of all kinds, made from each other while operations are under way on them. mpi.h
 * only. */
#ifndef COLLECTIVE_TEAMS_H
#define COLLECTIVE_TEAMS_H

#include "edges.h"

enum { DEGREE_MAX = 3, TEAMS_MADE_MAX = 400 };
enum making {
    MAKE_DUP, MAKE_IDUP, MAKE_SPLIT, MAKE_GROUP, MAKE_PART, MAKE_BETWEEN, MAKE_MERGED, MAKE_GRID,
    MAKE_GRAPH, MAKE_DIST_GRAPH, MAKINGS
};

/* All that were made: operations refer to them longer than their communicators last. */
static struct team *teams_made[TEAMS_MADE_MAX];
static int teams_count;

static void list_members(MPI_Group group, int count, int *members)
{
    MPI_Group world;
    int i, places[RANKS_MAX];

    for (i = 0; i < count; i++)
        places[i] = i;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, count, places, world, members);
    MPI_Group_free(&world);
    MPI_Group_free(&group);
}

static void open_team(struct team *team, MPI_Comm comm)
{
    MPI_Group group;

    team->comm = comm;
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &team->rank);
    MPI_Comm_size(comm, &team->size);
    MPI_Comm_test_inter(comm, &team->is_inter);
    MPI_Comm_group(comm, &group);
    list_members(group, team->size, team->members);
    team->peers = team->size;
    memcpy(team->others, team->members, sizeof team->others);
    if (team->is_inter) {
        MPI_Comm_remote_size(comm, &team->peers);
        MPI_Comm_remote_group(comm, &group);
        list_members(group, team->peers, team->others);
    } else {
        find_edges(team);
    }
}

/* ---- one from another -------------------------------------------------------------------- */

/* Makes a group of some members, at least one; is_in says which. */
static MPI_Group some_of(const struct team *from, int number, int *is_in)
{
    MPI_Group whole, group;
    int ranks[RANKS_MAX], count = 0, i;

    for (i = 0, *is_in = 0; i < from->size; i++)
        if (hash((uint64_t)number, (uint64_t)i, 3) % 3 > 0 || (i == from->size - 1 && count == 0)) {
            *is_in |= i == from->rank;
            ranks[count++] = i;
        }
    MPI_Comm_group(from->comm, &whole);
    MPI_Group_incl(whole, count, ranks, &group);
    MPI_Group_free(&whole);
    return group;
}

static MPI_Comm part_of(const struct team *from, int number, int is_by_all)
{
    MPI_Comm comm = MPI_COMM_NULL;
    int is_in;
    MPI_Group group = some_of(from, number, &is_in);

    if (is_by_all)
        MPI_Comm_create(from->comm, group, &comm);
    else if (is_in)
        MPI_Comm_create_group(from->comm, group, number, &comm);
    MPI_Group_free(&group);
    return comm;
}

static MPI_Comm split_of(const struct team *from, int number)
{
    MPI_Comm comm;
    int color = (int)(hash((uint64_t)number, (uint64_t)from->rank, 4) % 4);

    MPI_Comm_split(from->comm, color == 3 ? MPI_UNDEFINED : color,
                   (int)(hash((uint64_t)number, (uint64_t)from->rank, 5) % 8), &comm);
    return comm;
}

static MPI_Comm dup_with_request(const struct team *from)
{
    MPI_Comm comm;
    MPI_Request requests[2];

    MPI_Comm_idup(from->comm, &comm, &requests[0]);
    MPI_Ibarrier(from->comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return comm;
}

/* Two groups of any sizes, from one and the rest to halves. */
static MPI_Comm between(const struct team *from, int number, int *side)
{
    int first = 1 + (int)(hash((uint64_t)number, 6, 6) % (uint64_t)(from->size - 1));
    MPI_Comm local, comm;

    *side = from->rank >= first;
    MPI_Comm_split(from->comm, *side, 0, &local);
    MPI_Intercomm_create(local, 0, from->comm, *side ? 0 : first, number, &comm);
    MPI_Comm_free(&local);
    return comm;
}

static MPI_Comm grid_of(const struct team *from, int number)
{
    int ndims = 1 + number % 3, dims[3] = {0, 0, 0}, closed[3] = {number & 4, number & 8, 1};
    MPI_Comm comm;

    MPI_Dims_create(from->size, ndims, dims);
    MPI_Cart_create(from->comm, ndims, dims, closed, number % 2, &comm);
    return comm;
}

/* A ring, in which those of one or two are their own neighbours, or each other's twice. */
static MPI_Comm graph_of(const struct team *from)
{
    int index[RANKS_MAX], edges[2 * RANKS_MAX], i, size = from->size;
    MPI_Comm comm;

    for (i = 0; i < size; i++) {
        index[i] = 2 * (i + 1);
        edges[2 * i] = (i + size - 1) % size;
        edges[2 * i + 1] = (i + 1) % size;
    }
    MPI_Graph_create(from->comm, size, index, edges, 0, &comm);
    return comm;
}

static int target_of(const struct team *from, int number, int source, int i)
{
    return (int)(hash((uint64_t)number, (uint64_t)source, (uint64_t)i + 7) % (uint64_t)from->size);
}

static MPI_Comm dist_graph_of(const struct team *from, int number)
{
    int sources[DEGREE_MAX * RANKS_MAX], targets[DEGREE_MAX], in = 0, out = 0, i, source;
    MPI_Comm comm;

    for (source = 0; source < from->size; source++) {
        int degree = (int)(hash((uint64_t)number, (uint64_t)source, 8) % (DEGREE_MAX + 1));

        for (i = 0; i < degree; i++) {
            if (target_of(from, number, source, i) == from->rank && in < EDGES_MAX)
                sources[in++] = source;
            if (source == from->rank)
                targets[out++] = target_of(from, number, source, i);
        }
    }
    MPI_Dist_graph_create_adjacent(from->comm, in, sources, MPI_UNWEIGHTED, out, targets,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    return comm;
}

static MPI_Comm merged(const struct team *from)
{
    MPI_Comm comm;

    MPI_Intercomm_merge(from->comm, from->side, &comm);
    return comm;
}

/* Most need one group; two need one that is large enough, or two. */
static enum making possible(const struct team *from, enum making making)
{
    if (from->is_inter)
        return making == MAKE_MERGED || making == MAKE_DUP ? making : MAKE_IDUP;
    if (making == MAKE_MERGED || (making == MAKE_BETWEEN && from->size == 1))
        return MAKE_DUP;
    return making;
}

/* Called by all members of that one, which may not be this rank's. */
static struct team *make_team(const struct team *from, enum making making, int number)
{
    struct team *team = calloc(1, sizeof *team);
    MPI_Comm comm = MPI_COMM_NULL;

    teams_made[teams_count++] = team;
    if (from->comm == MPI_COMM_NULL) {
        team->comm = comm;
        return team;
    }
    team->side = from->side;
    switch (possible(from, making)) {
    case MAKE_IDUP: comm = dup_with_request(from); break;
    case MAKE_SPLIT: comm = split_of(from, number); break;
    case MAKE_GROUP: comm = part_of(from, number, 0); break;
    case MAKE_PART: comm = part_of(from, number, 1); break;
    case MAKE_BETWEEN: comm = between(from, number, &team->side); break;
    case MAKE_MERGED: comm = merged(from); break;
    case MAKE_GRID: comm = grid_of(from, number); break;
    case MAKE_GRAPH: comm = graph_of(from); break;
    case MAKE_DIST_GRAPH: comm = dist_graph_of(from, number); break;
    default: MPI_Comm_dup(from->comm, &comm);
    }
    open_team(team, comm);
    return team;
}

static void forget_teams(void)
{
    while (teams_count > 0) {
        free(teams_made[--teams_count]->edges);
        free(teams_made[teams_count]);
    }
}

#endif
