/* SPDX-License-Identifier: MIT */
/* Communicators: what they are, duplicates, names, hints. */
#include <stdio.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/communicator/group.h"
#include "api/communicator/hints.h"
#include "api/error/raise.h"
#include "api/generated/communicators.h"
#include "api/generated/naming.h"
#include "api/generated/process.h"
#include "base/note.h"
#include "coll/args.h"
#include "coll/verify/unmatched.h"
#include "comm/make.h"
#include "p2p/flush.h"
#include "rank/observe/tape.h"
#include "timeline/timeline.h"

int api_comm_compare(const struct call *call, MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    struct comm *one, *other;
    int err = check_comm(comm1, "comm1", &one);

    if (err == MPI_SUCCESS)
        err = check_comm(comm2, "comm2", &other);
    if (err == MPI_SUCCESS)
        err = check_pointer(result, "result");
    if (err != MPI_SUCCESS)
        return raise_comm(call, one, err);
    *result = comm_compare(one, other);
    return MPI_SUCCESS;
}

/* The part of a duplication that each member does alone, before the members meet: copies of
 * attributes. A member whose copy function fails takes part without, and gives its copy up. */
static int duplicate_comm(struct comm *comm, MPI_Comm handle, struct info *info, MPI_Comm *newcomm)
{
    const struct holder holder = comm_holder(comm, handle);
    struct attribute *copies;
    struct comm *created;
    int err = attributes_copy(&holder, &copies);
    int made = comm_dup(comm, copies, &created);

    if (made == MPI_SUCCESS && err == MPI_SUCCESS)
        err = hints_set(created, info);
    if (made == MPI_SUCCESS && err != MPI_SUCCESS)
        comm_free(created);
    if (made == MPI_SUCCESS && err == MPI_SUCCESS)
        *newcomm = handle_of_comm(created);
    return err != MPI_SUCCESS ? err : made;
}

int api_comm_dup(const struct call *call, MPI_Comm handle, MPI_Comm *newcomm)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = duplicate_comm(comm, handle, NULL, newcomm);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_dup_with_info(const struct call *call, MPI_Comm handle, MPI_Info hints,
                           MPI_Comm *newcomm)
{
    struct comm *comm;
    struct info *info;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = duplicate_comm(comm, handle, info, newcomm);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

static int check_not_predefined(const struct comm *comm)
{
    if (comm != comm->self->comm_world && comm != comm->self->comm_self)
        return MPI_SUCCESS;
    return note(MPI_ERR_COMM, "comm is predefined and cannot be freed");
}

static int delete_attributes(struct comm *comm, MPI_Comm handle)
{
    const struct holder holder = comm_holder(comm, handle);

    return attributes_delete(&holder);
}

/* Deletes the attributes first, because their functions may still use the communicator. */
static int begin_end(MPI_Comm *handle, struct comm **comm)
{
    int err = check_pointer(handle, "comm");

    *comm = NULL;
    if (err == MPI_SUCCESS)
        err = check_comm(*handle, "comm", comm);
    if (err == MPI_SUCCESS)
        err = check_not_predefined(*comm);
    return err == MPI_SUCCESS ? delete_attributes(*comm, *handle) : err;
}

static int end_comm(const struct call *call, struct comm *comm, MPI_Comm *handle)
{
    int err = unmatched_by_free(comm, call);

    if (unlikely(err != MPI_SUCCESS))
        err = raise_comm(call, comm, err);
    buffer_drop(comm_take_buffer(comm)); /* what is in it will be received nevertheless */
    if (comm == comm->self->comm_parent)
        comm->self->comm_parent = NULL;
    comm_free(comm);
    *handle = MPI_COMM_NULL;
    return err;
}

int api_comm_free(const struct call *call, MPI_Comm *handle)
{
    struct comm *comm;
    int err = begin_end(handle, &comm);

    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    context_stay(comm->context);
    return end_comm(call, comm, handle);
}

/* Waits for operations whose requests are gone, then for the other members, which do so too. */
static int complete_all(const struct call *call, struct comm *comm)
{
    const struct coll_args meeting = {.kind = COLL_COMM_DISCONNECT, .call = call, .comm = comm};
    struct buffer *buffer = comm_take_buffer(comm);

    request_wait_orphans(comm->self, comm);
    if (buffer != NULL)
        flush_wait(comm->self, buffer);
    buffer_drop(buffer);
    return coll_barrier(&meeting, NULL);
}

int api_comm_disconnect(const struct call *call, MPI_Comm *handle)
{
    struct comm *comm;
    int err = begin_end(handle, &comm);

    if (err == MPI_SUCCESS)
        err = complete_all(call, comm);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    context_part(comm->context);
    return end_comm(call, comm, handle);
}

int api_comm_set_name(const struct call *call, MPI_Comm handle, const char *name)
{
    char kept[MPI_MAX_OBJECT_NAME];
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(name, "comm_name");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    snprintf(kept, sizeof kept, "%s", name);
    err = comm_set_name(comm, kept);
    if (err == MPI_SUCCESS && comm->self->tapes != NULL && comm->self->tapes->records > 0)
        timeline_see_comm(comm);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_get_name(const struct call *call, MPI_Comm handle, char *name, int *resultlen)
{
    struct comm *comm = NULL;
    int err = handle == MPI_COMM_NULL ? check_active() : check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(name, "comm_name");
    if (err == MPI_SUCCESS)
        err = check_pointer(resultlen, "resultlen");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    if (comm != NULL)
        comm_copy_name(comm, name);
    else
        snprintf(name, MPI_MAX_OBJECT_NAME, "MPI_COMM_NULL"); /* a name, but no communicator */
    *resultlen = (int)strlen(name);
    return MPI_SUCCESS;
}

int api_comm_test_inter(const struct call *call, MPI_Comm handle, int *flag)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *flag = comm_is_inter(comm);
    return MPI_SUCCESS;
}

int api_comm_remote_size(const struct call *call, MPI_Comm handle, int *size)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_inter(comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_pointer(size, "size");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *size = comm_peers(comm)->size;
    return MPI_SUCCESS;
}

int api_comm_group(const struct call *call, MPI_Comm handle, MPI_Group *group)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(group, "group");
    if (err == MPI_SUCCESS)
        err = group_give(group_hold(comm_group(comm)), NULL, group);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_remote_group(const struct call *call, MPI_Comm handle, MPI_Group *group)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_inter(comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_pointer(group, "group");
    if (err == MPI_SUCCESS)
        err = group_give(group_hold(comm_peers(comm)), NULL, group);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_set_info(const struct call *call, MPI_Comm handle, MPI_Info hints)
{
    struct comm *comm;
    struct info *info;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info);
    if (err == MPI_SUCCESS)
        err = hints_set(comm, info);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_get_info(const struct call *call, MPI_Comm handle, MPI_Info *info_used)
{
    struct comm *comm;
    struct info *info;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(info_used, "info_used");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    info = hints_get(comm);
    if (info == NULL)
        return raise_comm(call, comm, MPI_ERR_NO_MEM);
    *info_used = handle_of_info(info);
    return MPI_SUCCESS;
}
