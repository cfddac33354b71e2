/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from groups.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/groups.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Group_size(MPI_Group group, int *size);
int PMPI_Group_rank(MPI_Group group, int *rank);
int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                               int ranks2[]);
int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result);
int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup);
int PMPI_Group_free(MPI_Group *group);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_group_size(const struct call *call, MPI_Group group, int *size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_size(call, group, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_rank(const struct call *call, MPI_Group group, int *rank)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_rank(call, group, rank);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_translate_ranks(const struct call *call, MPI_Group group1, int n,
                                       const int ranks1[], MPI_Group group2, int ranks2[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_translate_ranks(call, group1, n, ranks1, group2, ranks2);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_compare(const struct call *call, MPI_Group group1, MPI_Group group2,
                               int *result)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_compare(call, group1, group2, result);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_union(const struct call *call, MPI_Group group1, MPI_Group group2,
                             MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_union(call, group1, group2, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_intersection(const struct call *call, MPI_Group group1, MPI_Group group2,
                                    MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_intersection(call, group1, group2, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_difference(const struct call *call, MPI_Group group1, MPI_Group group2,
                                  MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_difference(call, group1, group2, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_incl(const struct call *call, MPI_Group group, int n, const int ranks[],
                            MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_incl(call, group, n, ranks, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_excl(const struct call *call, MPI_Group group, int n, const int ranks[],
                            MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_excl(call, group, n, ranks, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_range_incl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                                  MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_range_incl(call, group, n, ranges, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_range_excl(const struct call *call, MPI_Group group, int n, int ranges[][3],
                                  MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_range_excl(call, group, n, ranges, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_from_session_pset(const struct call *call, MPI_Session session,
                                         const char *pset_name, MPI_Group *newgroup)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_from_session_pset(call, session, pset_name, newgroup);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_group_free(const struct call *call, MPI_Group *group)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_group_free(call, group);
    return followed_end(call, err);
}

int PMPI_Group_size(MPI_Group group, int *size)
{
    const struct call call = CALL("MPI_Group_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_size(&call, group, size));
    return laws_kept(api_group_size(&call, group, size));
}
ALIAS(MPI_Group_size);

int PMPI_Group_rank(MPI_Group group, int *rank)
{
    const struct call call = CALL("MPI_Group_rank");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_rank(&call, group, rank));
    return laws_kept(api_group_rank(&call, group, rank));
}
ALIAS(MPI_Group_rank);

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                               int ranks2[])
{
    const struct call call = CALL("MPI_Group_translate_ranks");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_translate_ranks(&call, group1, n, ranks1, group2,
                                                            ranks2));
    return laws_kept(api_group_translate_ranks(&call, group1, n, ranks1, group2, ranks2));
}
ALIAS(MPI_Group_translate_ranks);

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    const struct call call = CALL("MPI_Group_compare");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_compare(&call, group1, group2, result));
    return laws_kept(api_group_compare(&call, group1, group2, result));
}
ALIAS(MPI_Group_compare);

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_union");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_union(&call, group1, group2, newgroup));
    return laws_kept(api_group_union(&call, group1, group2, newgroup));
}
ALIAS(MPI_Group_union);

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_intersection");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_intersection(&call, group1, group2, newgroup));
    return laws_kept(api_group_intersection(&call, group1, group2, newgroup));
}
ALIAS(MPI_Group_intersection);

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_difference");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_difference(&call, group1, group2, newgroup));
    return laws_kept(api_group_difference(&call, group1, group2, newgroup));
}
ALIAS(MPI_Group_difference);

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_incl");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_incl(&call, group, n, ranks, newgroup));
    return laws_kept(api_group_incl(&call, group, n, ranks, newgroup));
}
ALIAS(MPI_Group_incl);

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_excl");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_excl(&call, group, n, ranks, newgroup));
    return laws_kept(api_group_excl(&call, group, n, ranks, newgroup));
}
ALIAS(MPI_Group_excl);

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_range_incl");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_range_incl(&call, group, n, ranges, newgroup));
    return laws_kept(api_group_range_incl(&call, group, n, ranges, newgroup));
}
ALIAS(MPI_Group_range_incl);

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_range_excl");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_range_excl(&call, group, n, ranges, newgroup));
    return laws_kept(api_group_range_excl(&call, group, n, ranges, newgroup));
}
ALIAS(MPI_Group_range_excl);

int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)
{
    const struct call call = CALL("MPI_Group_from_session_pset");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_from_session_pset(&call, session, pset_name, newgroup));
    return laws_kept(api_group_from_session_pset(&call, session, pset_name, newgroup));
}
ALIAS(MPI_Group_from_session_pset);

int PMPI_Group_free(MPI_Group *group)
{
    const struct call call = CALL("MPI_Group_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_group_free(&call, group));
    return laws_kept(api_group_free(&call, group));
}
ALIAS(MPI_Group_free);
