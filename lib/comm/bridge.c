/* SPDX-License-Identifier: MIT */
#include "comm/bridge.h"

#include "base/note.h"
#include "comm/lobby.h"
#include "comm/vote.h"

int comm_assemble(struct rank *self, struct comm *parent, int tag, const char *text,
                  struct group *group, struct comm **created)
{
    const struct appointment_key key = {
        .kind = APPOINTMENT_GROUP,
        .context = parent != NULL ? parent->context : NULL,
        .tag = tag,
        .text = text,
        .group = group,
    };
    struct appointment_outcome outcome =
        lobby_meet(self, &key, NULL, &(struct appointment_outcome){0});

    if (outcome.err != MPI_SUCCESS)
        return outcome.err;
    return comm_create(self, outcome.context, 0, group_rank_of(group, self), parent, created);
}

/* What the leader of a side tells its members. */
struct tidings {
    struct appointment_outcome outcome;
    int side;
};

/* The leader's part: `key` has all but the leaders. */
static void meet_leader(struct rank *self, struct group *local, const struct bridge *bridge,
                        struct appointment_key *key, struct tidings *tidings)
{
    struct rank *remote = bridge->remote_leader;

    tidings->outcome.err = bridge->err;
    if (bridge->err != MPI_SUCCESS)
        return;
    tidings->side = self->world_rank > remote->world_rank;
    key->kind = APPOINTMENT_LEADERS;
    key->low = tidings->side == 0 ? self : remote;
    key->high = tidings->side == 0 ? remote : self;
    tidings->outcome = lobby_meet(self, key, local, &tidings->outcome);
}

static int open_side(struct rank *self, const struct tidings *tidings, int rank, bool is_leader,
                     const struct comm *parent, struct comm **created)
{
    int err = tidings->outcome.err;

    if (err == MPI_SUCCESS)
        return comm_create(self, tidings->outcome.context, tidings->side, rank, parent, created);
    return is_leader ? err : note(err, "the local leader could not meet the remote one");
}

/* Nobody here is going to see what the leader has made: each member would have had a reference. */
static void give_up(const struct comm *local, struct context *context)
{
    int i;

    for (i = 0; context != NULL && i < comm_size(local); i++)
        context_drop(context);
}

int comm_bridge(struct comm *local, const struct bridge *bridge, const struct context *peer,
                int tag, struct comm **created)
{
    bool is_leader = local->rank == bridge->local_leader;
    struct appointment_key key = {.context = peer, .tag = tag};
    struct tidings tidings = {0};
    int err;

    if (is_leader)
        meet_leader(local->self, comm_group(local), bridge, &key, &tidings);
    err = vote_follow(local, "MPI_Intercomm_create", bridge->local_leader, &tidings,
                      sizeof tidings);
    if (err != MPI_SUCCESS) {
        give_up(local, tidings.outcome.context);
        return err;
    }
    return open_side(local->self, &tidings, local->rank, is_leader, local, created);
}

int comm_bridge_groups(struct rank *self, struct group *local, const struct bridge *bridge,
                       const char *text, struct comm **created)
{
    int rank = group_rank_of(local, self);
    bool is_leader = rank == bridge->local_leader;
    struct appointment_key key = {.text = text};
    struct tidings tidings = {0};
    const struct context *context;

    if (is_leader)
        meet_leader(self, local, bridge, &key, &tidings);
    key = (struct appointment_key){.kind = APPOINTMENT_PARTY, .text = text, .group = local};
    tidings.outcome = lobby_meet(self, &key, NULL, &tidings.outcome);
    context = tidings.outcome.context;
    if (context != NULL)
        tidings.side = group_rank_of(context->groups[0], self) == MPI_UNDEFINED;
    return open_side(self, &tidings, rank, is_leader, NULL, created);
}
