/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from external.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/external.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                        MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                        MPI_Request *request);
int PMPI_Grequest_complete(MPI_Request request);
int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count);
int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count);
int PMPI_Status_set_cancelled(MPI_Status *status, int flag);
int PMPI_Status_set_source(MPI_Status *status, int source);
int PMPI_Status_set_tag(MPI_Status *status, int tag);
int PMPI_Status_set_error(MPI_Status *status, int error);
int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_grequest_start(const struct call *call, MPI_Grequest_query_function *query_fn,
                                MPI_Grequest_free_function *free_fn,
                                MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                                MPI_Request *request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_grequest_start(call, query_fn, free_fn, cancel_fn, extra_state, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_grequest_complete(const struct call *call, MPI_Request request)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_grequest_complete(call, request);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_set_elements(const struct call *call, MPI_Status *status,
                                     MPI_Datatype datatype, MPI_Count count)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_status_set_elements(call, status, datatype, count);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_set_cancelled(const struct call *call, MPI_Status *status, int flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_status_set_cancelled(call, status, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_set_source(const struct call *call, MPI_Status *status, int source)
{
    int err = followed_begin(call, &(struct call_facts){.peer = source, .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_status_set_source(call, status, source);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_set_tag(const struct call *call, MPI_Status *status, int tag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = tag});

    if (err == MPI_SUCCESS)
        err = api_status_set_tag(call, status, tag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_status_set_error(const struct call *call, MPI_Status *status, int error)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_status_set_error(call, status, error);
    return followed_end(call, err);
}

int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                        MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                        MPI_Request *request)
{
    const struct call call = CALL("MPI_Grequest_start");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_grequest_start(&call, query_fn, free_fn, cancel_fn,
                                                     extra_state, request));
    return laws_kept(api_grequest_start(&call, query_fn, free_fn, cancel_fn, extra_state, request));
}
ALIAS(MPI_Grequest_start);

int PMPI_Grequest_complete(MPI_Request request)
{
    const struct call call = CALL("MPI_Grequest_complete");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_grequest_complete(&call, request));
    return laws_kept(api_grequest_complete(&call, request));
}
ALIAS(MPI_Grequest_complete);

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)
{
    const struct call call = CALL("MPI_Status_set_elements");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_set_elements(&call, status, datatype, count));
    return laws_kept(api_status_set_elements(&call, status, datatype, count));
}
ALIAS(MPI_Status_set_elements);

int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    const struct call call = CALL_LARGE("MPI_Status_set_elements_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_set_elements(&call, status, datatype, count));
    return laws_kept(api_status_set_elements(&call, status, datatype, count));
}
ALIAS(MPI_Status_set_elements_c);

int PMPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    const struct call call = CALL("MPI_Status_set_cancelled");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_set_cancelled(&call, status, flag));
    return laws_kept(api_status_set_cancelled(&call, status, flag));
}
ALIAS(MPI_Status_set_cancelled);

int PMPI_Status_set_source(MPI_Status *status, int source)
{
    const struct call call = CALL("MPI_Status_set_source");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_set_source(&call, status, source));
    return laws_kept(api_status_set_source(&call, status, source));
}
ALIAS(MPI_Status_set_source);

int PMPI_Status_set_tag(MPI_Status *status, int tag)
{
    const struct call call = CALL("MPI_Status_set_tag");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_set_tag(&call, status, tag));
    return laws_kept(api_status_set_tag(&call, status, tag));
}
ALIAS(MPI_Status_set_tag);

int PMPI_Status_set_error(MPI_Status *status, int error)
{
    const struct call call = CALL("MPI_Status_set_error");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_set_error(&call, status, error));
    return laws_kept(api_status_set_error(&call, status, error));
}
ALIAS(MPI_Status_set_error);

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    const struct call call = CALL("MPI_Status_set_elements_x");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_status_set_elements(&call, status, datatype, count));
    return laws_kept(api_status_set_elements(&call, status, datatype, count));
}
ALIAS(MPI_Status_set_elements_x);
