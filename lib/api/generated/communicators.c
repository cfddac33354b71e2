/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from communicators.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/quick.h"
#include "api/entry/surface.h"
#include "api/generated/communicators.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Comm_size(MPI_Comm comm, int *size);
int PMPI_Comm_rank(MPI_Comm comm, int *rank);
int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result);
int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm);
int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm);
int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request);
int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm);
int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                                MPI_Errhandler errhandler, MPI_Comm *newcomm);
int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm);
int PMPI_Comm_free(MPI_Comm *comm);
int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int PMPI_Comm_test_inter(MPI_Comm comm, int *flag);
int PMPI_Comm_remote_size(MPI_Comm comm, int *size);
int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group);
int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                          int remote_leader, int tag, MPI_Comm *newintercomm);
int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                      MPI_Group remote_group, int remote_leader,
                                      const char *stringtag, MPI_Info info,
                                      MPI_Errhandler errhandler, MPI_Comm *newintercomm);
int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm);
int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info);
int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used);
#pragma GCC visibility pop

int api_comm_size(const struct call *call, MPI_Comm comm, int *size)
{
    return checked_comm_size(false, call, comm, size);
}

int api_comm_rank(const struct call *call, MPI_Comm comm, int *rank)
{
    return checked_comm_rank(false, call, comm, rank);
}

static __attribute__((noinline))
int followed_api_comm_size(const struct call *call, MPI_Comm comm, int *size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_size(call, comm, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_rank(const struct call *call, MPI_Comm comm, int *rank)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_rank(call, comm, rank);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_compare(const struct call *call, MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_compare(call, comm1, comm2, result);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_dup(const struct call *call, MPI_Comm comm, MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_dup(call, comm, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_dup_with_info(const struct call *call, MPI_Comm comm, MPI_Info info,
                                    MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_dup_with_info(call, comm, info, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_idup(const struct call *call, MPI_Comm comm, MPI_Comm *newcomm,
                           MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_idup(call, comm, newcomm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_idup_with_info(const struct call *call, MPI_Comm comm, MPI_Info info,
                                     MPI_Comm *newcomm, MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_idup_with_info(call, comm, info, newcomm, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_create(const struct call *call, MPI_Comm comm, MPI_Group group,
                             MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_create(call, comm, group, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_create_group(const struct call *call, MPI_Comm comm, MPI_Group group, int tag,
                                   MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = tag,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_create_group(call, comm, group, tag, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_create_from_group(const struct call *call, MPI_Group group,
                                        const char *stringtag, MPI_Info info,
                                        MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_create_from_group(call, group, stringtag, info, errhandler, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_split(const struct call *call, MPI_Comm comm, int color, int key,
                            MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_split(call, comm, color, key, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_split_type(const struct call *call, MPI_Comm comm, int split_type, int key,
                                 MPI_Info info, MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_split_type(call, comm, split_type, key, info, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_free(const struct call *call, MPI_Comm *comm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_free(call, comm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_group(const struct call *call, MPI_Comm comm, MPI_Group *group)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_group(call, comm, group);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_test_inter(const struct call *call, MPI_Comm comm, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_test_inter(call, comm, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_remote_size(const struct call *call, MPI_Comm comm, int *size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_remote_size(call, comm, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_remote_group(const struct call *call, MPI_Comm comm, MPI_Group *group)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_remote_group(call, comm, group);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_intercomm_create(const struct call *call, MPI_Comm local_comm, int local_leader,
                                  MPI_Comm peer_comm, int remote_leader, int tag,
                                  MPI_Comm *newintercomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = tag,
                                                        .comm = local_comm});

    if (err == MPI_SUCCESS)
        err = api_intercomm_create(call, local_comm, local_leader, peer_comm, remote_leader, tag,
                                   newintercomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_intercomm_create_from_groups(const struct call *call, MPI_Group local_group,
                                              int local_leader, MPI_Group remote_group,
                                              int remote_leader, const char *stringtag,
                                              MPI_Info info, MPI_Errhandler errhandler,
                                              MPI_Comm *newintercomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_intercomm_create_from_groups(call, local_group, local_leader, remote_group,
                                               remote_leader, stringtag, info, errhandler,
                                               newintercomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_intercomm_merge(const struct call *call, MPI_Comm intercomm, int high,
                                 MPI_Comm *newintracomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_intercomm_merge(call, intercomm, high, newintracomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_set_info(const struct call *call, MPI_Comm comm, MPI_Info info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_set_info(call, comm, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_get_info(const struct call *call, MPI_Comm comm, MPI_Info *info_used)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_get_info(call, comm, info_used);
    return followed_end(call, err);
}

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    if (likely(checked_comm_size(true, NULL, comm, size) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Comm_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_size(&call, comm, size));
    return laws_kept(api_comm_size(&call, comm, size));
}
ALIAS(MPI_Comm_size);

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    if (likely(checked_comm_rank(true, NULL, comm, rank) == MPI_SUCCESS))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Comm_rank");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_rank(&call, comm, rank));
    return laws_kept(api_comm_rank(&call, comm, rank));
}
ALIAS(MPI_Comm_rank);

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    const struct call call = CALL("MPI_Comm_compare");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_compare(&call, comm1, comm2, result));
    return laws_kept(api_comm_compare(&call, comm1, comm2, result));
}
ALIAS(MPI_Comm_compare);

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_dup");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_dup(&call, comm, newcomm));
    return laws_kept(api_comm_dup(&call, comm, newcomm));
}
ALIAS(MPI_Comm_dup);

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_dup_with_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_dup_with_info(&call, comm, info, newcomm));
    return laws_kept(api_comm_dup_with_info(&call, comm, info, newcomm));
}
ALIAS(MPI_Comm_dup_with_info);

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Comm_idup");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_idup(&call, comm, newcomm, request));
    return laws_kept(api_comm_idup(&call, comm, newcomm, request));
}
ALIAS(MPI_Comm_idup);

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    const struct call call = CALL("MPI_Comm_idup_with_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_idup_with_info(&call, comm, info, newcomm, request));
    return laws_kept(api_comm_idup_with_info(&call, comm, info, newcomm, request));
}
ALIAS(MPI_Comm_idup_with_info);

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_create(&call, comm, group, newcomm));
    return laws_kept(api_comm_create(&call, comm, group, newcomm));
}
ALIAS(MPI_Comm_create);

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_create_group");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_create_group(&call, comm, group, tag, newcomm));
    return laws_kept(api_comm_create_group(&call, comm, group, tag, newcomm));
}
ALIAS(MPI_Comm_create_group);

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                                MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_create_from_group");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_create_from_group(&call, group, stringtag, info,
                                                             errhandler, newcomm));
    return laws_kept(api_comm_create_from_group(&call, group, stringtag, info, errhandler,
                                                newcomm));
}
ALIAS(MPI_Comm_create_from_group);

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_split");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_split(&call, comm, color, key, newcomm));
    return laws_kept(api_comm_split(&call, comm, color, key, newcomm));
}
ALIAS(MPI_Comm_split);

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Comm_split_type");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_split_type(&call, comm, split_type, key, info, newcomm));
    return laws_kept(api_comm_split_type(&call, comm, split_type, key, info, newcomm));
}
ALIAS(MPI_Comm_split_type);

int PMPI_Comm_free(MPI_Comm *comm)
{
    const struct call call = CALL("MPI_Comm_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_free(&call, comm));
    return laws_kept(api_comm_free(&call, comm));
}
ALIAS(MPI_Comm_free);

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    const struct call call = CALL("MPI_Comm_group");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_group(&call, comm, group));
    return laws_kept(api_comm_group(&call, comm, group));
}
ALIAS(MPI_Comm_group);

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    const struct call call = CALL("MPI_Comm_test_inter");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_test_inter(&call, comm, flag));
    return laws_kept(api_comm_test_inter(&call, comm, flag));
}
ALIAS(MPI_Comm_test_inter);

int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    const struct call call = CALL("MPI_Comm_remote_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_remote_size(&call, comm, size));
    return laws_kept(api_comm_remote_size(&call, comm, size));
}
ALIAS(MPI_Comm_remote_size);

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    const struct call call = CALL("MPI_Comm_remote_group");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_remote_group(&call, comm, group));
    return laws_kept(api_comm_remote_group(&call, comm, group));
}
ALIAS(MPI_Comm_remote_group);

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                          int remote_leader, int tag, MPI_Comm *newintercomm)
{
    const struct call call = CALL("MPI_Intercomm_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_intercomm_create(&call, local_comm, local_leader, peer_comm,
                                                       remote_leader, tag, newintercomm));
    return laws_kept(api_intercomm_create(&call, local_comm, local_leader, peer_comm, remote_leader,
                                          tag, newintercomm));
}
ALIAS(MPI_Intercomm_create);

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                      MPI_Group remote_group, int remote_leader,
                                      const char *stringtag, MPI_Info info,
                                      MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    const struct call call = CALL("MPI_Intercomm_create_from_groups");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_intercomm_create_from_groups(&call, local_group, local_leader,
                                                                   remote_group, remote_leader,
                                                                   stringtag, info, errhandler,
                                                                   newintercomm));
    return laws_kept(api_intercomm_create_from_groups(&call, local_group, local_leader,
                                                      remote_group, remote_leader, stringtag, info,
                                                      errhandler, newintercomm));
}
ALIAS(MPI_Intercomm_create_from_groups);

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    const struct call call = CALL("MPI_Intercomm_merge");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_intercomm_merge(&call, intercomm, high, newintracomm));
    return laws_kept(api_intercomm_merge(&call, intercomm, high, newintracomm));
}
ALIAS(MPI_Intercomm_merge);

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    const struct call call = CALL("MPI_Comm_set_info");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_set_info(&call, comm, info));
    return laws_kept(api_comm_set_info(&call, comm, info));
}
ALIAS(MPI_Comm_set_info);

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    const struct call call = CALL("MPI_Comm_get_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_get_info(&call, comm, info_used));
    return laws_kept(api_comm_get_info(&call, comm, info_used));
}
ALIAS(MPI_Comm_get_info);
