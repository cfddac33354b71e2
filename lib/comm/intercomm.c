/* SPDX-License-Identifier: MIT */
#include "comm/intercomm.h"

#include "base/note.h"
#include "comm/lobby.h"
#include "comm/vote.h"
#include "rank/worlds/connected.h"

int comm_assemble(struct rank *self, struct comm *parent, int tag, const char *text,
                  struct group *group, struct comm **created)
{
    const struct appointment_key key = {
        .kind = APPOINTMENT_GROUP,
        .context = parent != NULL ? parent->context : NULL,
        .tag = tag,
        .text = text,
        .group = group,
        .own = group_rank_of(group, self),
    };
    struct appointment_outcome outcome =
        lobby_meet(self, &key, NULL, &(struct appointment_outcome){0});

    if (outcome.err != MPI_SUCCESS)
        return outcome.err;
    return comm_create(self, outcome.context, 0, key.own, parent, created);
}

/* A leader's result, which it passes on to the members of its side. */
struct leader_result {
    struct appointment_outcome outcome;
    int side;
};

/* The leader's part: `key` has all but the leaders. */
static void meet_leader(struct rank *self, struct group *local, const struct leaders *leaders,
                        struct appointment_key *key, struct leader_result *leader_result)
{
    struct rank *remote = leaders->remote_leader;

    leader_result->outcome.err = leaders->err;
    if (leaders->err != MPI_SUCCESS)
        return;
    leader_result->side = rank_precedes(remote, self);
    key->kind = APPOINTMENT_LEADERS;
    key->own = leader_result->side;
    key->low = leader_result->side == 0 ? self : remote;
    key->high = leader_result->side == 0 ? remote : self;
    leader_result->outcome = lobby_meet(self, key, local, &leader_result->outcome);
}

static int open_side(struct rank *self, const struct leader_result *leader_result, int rank,
                     const struct comm *parent, struct comm **created)
{
    if (leader_result->outcome.err != MPI_SUCCESS)
        return leader_result->outcome.err;
    return comm_create(self, leader_result->outcome.context, leader_result->side, rank, parent,
                       created);
}

int comm_create_intercomm(struct comm *local, const struct leaders *leaders,
                          const struct context *peer, int tag, struct comm **created)
{
    bool is_leader = local->rank == leaders->local_leader;
    struct appointment_key key = {.context = peer, .tag = tag};
    struct leader_result leader_result = {0};
    int err;

    if (is_leader)
        meet_leader(local->self, comm_group(local), leaders, &key, &leader_result);
    err = vote_follow(local, AGREE_INTERCOMM_CREATE, "MPI_Intercomm_create",
                      leaders->local_leader, &leader_result.outcome.err, &leader_result,
                      sizeof leader_result);
    if (err != MPI_SUCCESS) {
        context_drop_all(local, leader_result.outcome.context);
        return err;
    }
    return open_side(local->self, &leader_result, local->rank, local, created);
}

int comm_create_intercomm_from_groups(struct rank *self, struct group *local,
                                      const struct leaders *leaders, const char *text,
                                      struct comm **created)
{
    int rank = group_rank_of(local, self);
    bool is_leader = rank == leaders->local_leader;
    struct appointment_key key = {.text = text};
    struct leader_result leader_result = {0};
    const struct context *context;

    if (is_leader)
        meet_leader(self, local, leaders, &key, &leader_result);
    key = (struct appointment_key){.kind = APPOINTMENT_FOLLOWERS,
                                   .text = text,
                                   .group = local,
                                   .own = rank};
    leader_result.outcome = lobby_meet(self, &key, NULL, &leader_result.outcome);
    if (leader_result.outcome.err != MPI_SUCCESS && !is_leader)
        note(leader_result.outcome.err, "the local leader could not meet the remote one");
    context = leader_result.outcome.context;
    if (context != NULL)
        leader_result.side = group_rank_of(context->groups[0], self) == MPI_UNDEFINED;
    return open_side(self, &leader_result, rank, NULL, created);
}
