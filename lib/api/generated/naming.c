/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from naming.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/naming.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name);
int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen);
int PMPI_Win_set_name(MPI_Win win, const char *win_name);
int PMPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_comm_set_name(const struct call *call, MPI_Comm comm, const char *comm_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_set_name(call, comm, comm_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_get_name(const struct call *call, MPI_Comm comm, char *comm_name,
                               int *resultlen)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_get_name(call, comm, comm_name, resultlen);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_set_name(const struct call *call, MPI_Win win, const char *win_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_set_name(call, win, win_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_get_name(const struct call *call, MPI_Win win, char *win_name, int *resultlen)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_get_name(call, win, win_name, resultlen);
    return followed_end(call, err);
}

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    const struct call call = CALL("MPI_Comm_set_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_set_name(&call, comm, comm_name));
    return laws_kept(api_comm_set_name(&call, comm, comm_name));
}
ALIAS(MPI_Comm_set_name);

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    const struct call call = CALL("MPI_Comm_get_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_get_name(&call, comm, comm_name, resultlen));
    return laws_kept(api_comm_get_name(&call, comm, comm_name, resultlen));
}
ALIAS(MPI_Comm_get_name);

int PMPI_Win_set_name(MPI_Win win, const char *win_name)
{
    const struct call call = CALL("MPI_Win_set_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_set_name(&call, win, win_name));
    return laws_kept(api_win_set_name(&call, win, win_name));
}
ALIAS(MPI_Win_set_name);

int PMPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
    const struct call call = CALL("MPI_Win_get_name");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_get_name(&call, win, win_name, resultlen));
    return laws_kept(api_win_get_name(&call, win, win_name, resultlen));
}
ALIAS(MPI_Win_get_name);
