/* SPDX-License-Identifier: MIT */
/* Communicators made of parts of others, of groups, and of two groups. */
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/communicator/hints.h"
#include "api/error/raise.h"
#include "api/generated/communicators.h"
#include "base/note.h"
#include "comm/intercomm.h"
#include "comm/make.h"

static int check_color(int color)
{
    if (color >= 0 || color == MPI_UNDEFINED)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "color %d is negative and not MPI_UNDEFINED", color);
}

int api_comm_split(const struct call *call, MPI_Comm handle, int color, int key, MPI_Comm *newcomm)
{
    struct comm *comm, *created;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_color(color);
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = comm_split(comm, color, key, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

/* ---- by kind of resource ------------------------------------------------------------------- */

static int check_split_type(int split_type)
{
    switch (split_type) {
    case MPI_COMM_TYPE_SHARED:
    case MPI_COMM_TYPE_HW_UNGUIDED:
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
    case MPI_UNDEFINED:
        return MPI_SUCCESS;
    }
    return note(MPI_ERR_ARG, "split_type %d is none of the MPI_COMM_TYPE constants", split_type);
}

/* The memory and the machine, which all ranks share. */
static bool is_shared(struct info *info)
{
    return info_says(info, "mpi_hw_resource_type", "mpi_shared_memory") ||
           info_says(info, "mpi_hw_resource_type", "heddle://Machine");
}

/* The color of the part that the caller belongs to. Ranks are threads of one process and may run on
 * all of its processors, so no part of the hardware but the whole is theirs. */
static int color_of(const struct comm *comm, int split_type, struct info *info)
{
    if (split_type == MPI_COMM_TYPE_SHARED)
        return 0;
    if (info == NULL || split_type == MPI_COMM_TYPE_HW_UNGUIDED || split_type == MPI_UNDEFINED)
        return MPI_UNDEFINED;
    if (is_shared(info))
        return 0;
    if (split_type != MPI_COMM_TYPE_RESOURCE_GUIDED || !comm->is_of_session)
        return MPI_UNDEFINED;
    if (info_names(info, "mpi_pset_name", "mpi://WORLD"))
        return 0;
    return info_names(info, "mpi_pset_name", "mpi://SELF") ? 1 + comm->rank : MPI_UNDEFINED;
}

int api_comm_split_type(const struct call *call, MPI_Comm handle, int split_type, int key,
                        MPI_Info hints, MPI_Comm *newcomm)
{
    struct comm *comm, *created;
    struct info *info;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_split_type(split_type);
    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = comm_split(comm, color_of(comm, split_type, info), key, &created);
    if (err == MPI_SUCCESS && created != NULL)
        err = hints_set(created, info);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

/* ---- of groups ----------------------------------------------------------------------------- */

static int check_part(const struct group *group, const struct comm *comm)
{
    bool is_part = true;
    int i = 0, err = MPI_SUCCESS;

    if (group != comm_group(comm))
        err = group_is_part(group, comm_group(comm), &is_part);
    if (err != MPI_SUCCESS || is_part)
        return err;
    while (group_rank_of(comm_group(comm), group->members[i]) != MPI_UNDEFINED)
        i++;
    return note(MPI_ERR_GROUP, "rank %d of group is not in comm", i);
}

int api_comm_create(const struct call *call, MPI_Comm handle, MPI_Group members, MPI_Comm *newcomm)
{
    struct comm *comm, *created;
    struct group_argument group;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_group(members, "group", &group);
    if (err == MPI_SUCCESS)
        err = check_part(group.group, comm);
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = comm_form(comm, group.group, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

static bool is_member(const struct group *group)
{
    return group_rank_of(group, rank_self()) != MPI_UNDEFINED;
}

int api_comm_create_group(const struct call *call, MPI_Comm handle, MPI_Group members, int tag,
                          MPI_Comm *newcomm)
{
    struct comm *comm, *created = NULL;
    struct group_argument group;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_intra(comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_group(members, "group", &group);
    if (err == MPI_SUCCESS)
        err = check_part(group.group, comm);
    if (err == MPI_SUCCESS)
        err = check_tag_sent(tag, "tag");
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS && is_member(group.group))
        err = comm_assemble(comm->self, comm, tag, NULL, group.group, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

static int check_stringtag(const char *stringtag)
{
    int err = check_pointer(stringtag, "stringtag");

    if (err == MPI_SUCCESS && strlen(stringtag) >= MPI_MAX_STRINGTAG_LEN)
        return note(MPI_ERR_ARG, "stringtag has more than %d characters",
                    MPI_MAX_STRINGTAG_LEN - 1);
    return err;
}

/* The caller must be one of those that it calls together. */
static int check_membership(const struct group *group, const char *name)
{
    if (group->size == 0 || is_member(group))
        return MPI_SUCCESS;
    return note(MPI_ERR_GROUP, "the caller is no member of %s", name);
}

static int check_making(const char *stringtag, MPI_Info hints, struct info **info,
                        MPI_Errhandler errhandler, const void *created, const char *created_name)
{
    int err = check_stringtag(stringtag);

    if (err == MPI_SUCCESS)
        err = check_hints(hints, info);
    if (err == MPI_SUCCESS)
        err = check_errhandler(errhandler, ERRHANDLER_COMM);
    return err == MPI_SUCCESS ? check_pointer(created, created_name) : err;
}

/* The properties that a communicator without a parent gets from its maker; *handle is what there is
 * then. */
static int equip(struct comm *comm, struct session *session, struct info *info,
                 MPI_Errhandler errhandler, MPI_Comm *handle)
{
    int err = MPI_SUCCESS;

    if (comm != NULL) {
        comm->is_of_session = true;
        if (session != NULL)
            err = comm_set_session(comm, session);
        if (err == MPI_SUCCESS)
            err = comm_set_errhandler(comm, errhandler);
        if (err == MPI_SUCCESS)
            err = hints_set(comm, info);
        if (err != MPI_SUCCESS) {
            comm_free(comm);
            return err;
        }
    }
    *handle = handle_of_comm(comm);
    return MPI_SUCCESS;
}

/* The handler of the argument, when it is one (7.4.2). */
static int raise_maker(const struct call *call, struct session *session, MPI_Errhandler errhandler,
                       int err)
{
    if (is_errhandler(errhandler, ERRHANDLER_COMM))
        return raise_handler(call, errhandler, err);
    return raise_session(call, session, err);
}

int api_comm_create_from_group(const struct call *call, MPI_Group members, const char *stringtag,
                               MPI_Info hints, MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
    struct group_argument group;
    struct comm *created = NULL;
    struct info *info;
    int err = check_group(members, "group", &group);

    if (err == MPI_SUCCESS)
        err = check_membership(group.group, "group");
    if (err == MPI_SUCCESS)
        err = check_making(stringtag, hints, &info, errhandler, newcomm, "newcomm");
    if (err == MPI_SUCCESS && group.group->size > 0)
        err = comm_assemble(rank_self(), NULL, 0, stringtag, group.group, &created);
    if (err == MPI_SUCCESS)
        err = equip(created, group.session, info, errhandler, newcomm);
    return err == MPI_SUCCESS ? err : raise_maker(call, group.session, errhandler, err);
}

/* ---- of two groups ------------------------------------------------------------------------- */

static int check_leader(const struct group *group, int leader, const char *name)
{
    if (leader >= 0 && leader < group->size)
        return MPI_SUCCESS;
    return note(MPI_ERR_RANK, "%s %d is outside 0..%d", name, leader, group->size - 1);
}

static int check_leaders_differ(const struct rank *remote, int remote_leader)
{
    if (remote != rank_self())
        return MPI_SUCCESS;
    return note(MPI_ERR_RANK, "remote_leader %d is the local leader itself", remote_leader);
}

/* Puts into the bridge the facts that only the leader knows. */
static const struct context *check_peer(MPI_Comm handle, int remote_leader, struct leaders *leaders)
{
    struct comm *peer;

    leaders->err = check_comm(handle, "peer_comm", &peer);
    if (leaders->err == MPI_SUCCESS)
        leaders->err = check_leader(comm_peers(peer), remote_leader, "remote_leader");
    if (leaders->err != MPI_SUCCESS)
        return NULL;
    leaders->remote_leader = comm_peers(peer)->members[remote_leader];
    leaders->err = check_leaders_differ(leaders->remote_leader, remote_leader);
    return peer->context;
}

int api_intercomm_create(const struct call *call, MPI_Comm local_comm, int local_leader,
                         MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm)
{
    struct leaders leaders = {.local_leader = local_leader};
    struct comm *local, *created;
    const struct context *peer = NULL;
    int err = check_comm(local_comm, "local_comm", &local);

    if (err == MPI_SUCCESS)
        err = check_intra(local, "local_comm");
    if (err == MPI_SUCCESS)
        err = check_leader(comm_group(local), local_leader, "local_leader");
    if (err == MPI_SUCCESS)
        err = check_tag_sent(tag, "tag");
    if (err == MPI_SUCCESS)
        err = check_pointer(newintercomm, "newintercomm");
    if (err == MPI_SUCCESS && local->rank == local_leader)
        peer = check_peer(peer_comm, remote_leader, &leaders);
    if (err == MPI_SUCCESS)
        err = comm_create_intercomm(local, &leaders, peer, tag, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, local, err);
    *newintercomm = handle_of_comm(created);
    return MPI_SUCCESS;
}

/* Facts that only the leader knows. True: the remote group is empty, and nothing is to be made. */
static bool check_remote(MPI_Group handle, int remote_leader, struct leaders *leaders)
{
    struct group_argument remote;

    leaders->err = check_group(handle, "remote_group", &remote);
    if (leaders->err == MPI_SUCCESS && remote.group->size == 0)
        return true;
    if (leaders->err == MPI_SUCCESS)
        leaders->err = check_leader(remote.group, remote_leader, "remote_leader");
    if (leaders->err != MPI_SUCCESS)
        return false;
    leaders->remote_leader = remote.group->members[remote_leader];
    leaders->err = check_leaders_differ(leaders->remote_leader, remote_leader);
    return false;
}

static int bridge_groups(const struct group_argument *local, int local_leader,
                         MPI_Group remote_group, int remote_leader, const char *stringtag,
                         struct comm **created)
{
    struct leaders leaders = {.local_leader = local_leader};
    bool is_leader = group_rank_of(local->group, rank_self()) == local_leader;

    /* The call is local where a member can see that a group is empty. */
    if (local->group->size == 0 || remote_group == MPI_GROUP_EMPTY)
        return MPI_SUCCESS;
    if (is_leader && check_remote(remote_group, remote_leader, &leaders))
        return MPI_SUCCESS;
    return comm_create_intercomm_from_groups(rank_self(), local->group, &leaders, stringtag,
                                             created);
}

int api_intercomm_create_from_groups(const struct call *call, MPI_Group local_group,
                                     int local_leader, MPI_Group remote_group, int remote_leader,
                                     const char *stringtag, MPI_Info hints,
                                     MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    struct group_argument local;
    struct comm *created = NULL;
    struct info *info;
    int err = check_group(local_group, "local_group", &local);

    if (err == MPI_SUCCESS)
        err = check_membership(local.group, "local_group");
    if (err == MPI_SUCCESS && local.group->size > 0)
        err = check_leader(local.group, local_leader, "local_leader");
    if (err == MPI_SUCCESS)
        err = check_making(stringtag, hints, &info, errhandler, newintercomm, "newintercomm");
    if (err == MPI_SUCCESS)
        err = bridge_groups(&local, local_leader, remote_group, remote_leader, stringtag,
                            &created);
    if (err == MPI_SUCCESS)
        err = equip(created, local.session, info, errhandler, newintercomm);
    return err == MPI_SUCCESS ? err : raise_maker(call, local.session, errhandler, err);
}

int api_intercomm_merge(const struct call *call, MPI_Comm handle, int high, MPI_Comm *newcomm)
{
    struct comm *comm, *created;
    int err = check_comm(handle, "intercomm", &comm);

    if (err == MPI_SUCCESS)
        err = check_inter(comm, "intercomm");
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newintracomm");
    if (err == MPI_SUCCESS)
        err = comm_merge(comm, high != 0, &created);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newcomm = handle_of_comm(created);
    return MPI_SUCCESS;
}
