/* SPDX-License-Identifier: MIT */
#include "base/note.h"
#include "comm/make.h"

struct merged {
    struct context *context; /* NULL: no memory */
    int first;               /* the side that comes first */
};

static bool is_high(const struct round *round, int seat)
{
    bool high;

    memcpy(&high, round_see(round, seat), sizeof high);
    return high;
}

static struct group *join_groups(const struct group *low, const struct group *high)
{
    struct group *both = group_create(low->size + high->size);

    if (both == NULL)
        return NULL;
    memcpy(both->members, low->members, (size_t)low->size * sizeof low->members[0]);
    memcpy(both->members + low->size, high->members, (size_t)high->size * sizeof high->members[0]);
    return both;
}

static void count_merge(struct vote *vote)
{
    const struct context *old = vote->round.comm->context;
    /* Sides that say the same stand as they are. */
    int first = is_high(&vote->round, 0) && !is_high(&vote->round, context_first_seat(old, 1));
    struct merged merged = {
        .first = first,
        .context =
            context_create(old->world, join_groups(old->groups[first], old->groups[1 - first]),
                           NULL, vote->round.board->seats),
    };

    memcpy(vote->outcome, &merged, sizeof merged);
}

int comm_merge(struct comm *comm, bool high, struct comm **created)
{
    struct vote vote;
    struct merged merged;
    int rank = comm->rank;
    int err = vote_hold(&vote, comm, AGREE_INTERCOMM_MERGE, "MPI_Intercomm_merge", &high,
                        sizeof high, count_merge);

    if (err != MPI_SUCCESS)
        return err;
    memcpy(&merged, vote.outcome, sizeof merged);
    if (comm->side != merged.first)
        rank += comm_peers(comm)->size;
    return comm_create(comm->self, merged.context, 0, rank, comm, created);
}
