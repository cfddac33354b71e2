/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from sessions.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/sessions.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session);
int PMPI_Session_finalize(MPI_Session *session);
int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used);
int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names);
int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len,
                              char *pset_name);
int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_session_init(const struct call *call, MPI_Info info, MPI_Errhandler errhandler,
                              MPI_Session *session)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_init(call, info, errhandler, session);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_finalize(const struct call *call, MPI_Session *session)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_finalize(call, session);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_get_info(const struct call *call, MPI_Session session, MPI_Info *info_used)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_get_info(call, session, info_used);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_get_num_psets(const struct call *call, MPI_Session session, MPI_Info info,
                                       int *npset_names)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_get_num_psets(call, session, info, npset_names);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_get_nth_pset(const struct call *call, MPI_Session session, MPI_Info info,
                                      int n, int *pset_len, char *pset_name)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_get_nth_pset(call, session, info, n, pset_len, pset_name);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_get_pset_info(const struct call *call, MPI_Session session,
                                       const char *pset_name, MPI_Info *info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_get_pset_info(call, session, pset_name, info);
    return followed_end(call, err);
}

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    const struct call call = CALL("MPI_Session_init");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_init(&call, info, errhandler, session));
    return laws_kept(api_session_init(&call, info, errhandler, session));
}
ALIAS(MPI_Session_init);

int PMPI_Session_finalize(MPI_Session *session)
{
    const struct call call = CALL("MPI_Session_finalize");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_finalize(&call, session));
    return laws_kept(api_session_finalize(&call, session));
}
ALIAS(MPI_Session_finalize);

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
    const struct call call = CALL("MPI_Session_get_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_get_info(&call, session, info_used));
    return laws_kept(api_session_get_info(&call, session, info_used));
}
ALIAS(MPI_Session_get_info);

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)
{
    const struct call call = CALL("MPI_Session_get_num_psets");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_get_num_psets(&call, session, info, npset_names));
    return laws_kept(api_session_get_num_psets(&call, session, info, npset_names));
}
ALIAS(MPI_Session_get_num_psets);

int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len,
                              char *pset_name)
{
    const struct call call = CALL("MPI_Session_get_nth_pset");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_get_nth_pset(&call, session, info, n, pset_len,
                                                           pset_name));
    return laws_kept(api_session_get_nth_pset(&call, session, info, n, pset_len, pset_name));
}
ALIAS(MPI_Session_get_nth_pset);

int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)
{
    const struct call call = CALL("MPI_Session_get_pset_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_get_pset_info(&call, session, pset_name, info));
    return laws_kept(api_session_get_pset_info(&call, session, pset_name, info));
}
ALIAS(MPI_Session_get_pset_info);
