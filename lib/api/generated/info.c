/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from info.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/info.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Info_create(MPI_Info *info);
int PMPI_Info_create_env(int argc, char **argv, MPI_Info *info);
int PMPI_Info_set(MPI_Info info, const char *key, const char *value);
int PMPI_Info_delete(MPI_Info info, const char *key);
int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag);
int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys);
int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key);
int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo);
int PMPI_Info_free(MPI_Info *info);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_info_create(const struct call *call, MPI_Info *info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_create(call, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_create_env(const struct call *call, int argc, char **argv, MPI_Info *info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_create_env(call, argc, argv, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_set(const struct call *call, MPI_Info info, const char *key,
                          const char *value)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_set(call, info, key, value);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_delete(const struct call *call, MPI_Info info, const char *key)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_delete(call, info, key);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_get_string(const struct call *call, MPI_Info info, const char *key,
                                 int *buflen, char *value, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_get_string(call, info, key, buflen, value, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_get_nkeys(const struct call *call, MPI_Info info, int *nkeys)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_get_nkeys(call, info, nkeys);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_get_nthkey(const struct call *call, MPI_Info info, int n, char *key)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_get_nthkey(call, info, n, key);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_dup(const struct call *call, MPI_Info info, MPI_Info *newinfo)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_dup(call, info, newinfo);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_free(const struct call *call, MPI_Info *info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_free(call, info);
    return followed_end(call, err);
}

int PMPI_Info_create(MPI_Info *info)
{
    const struct call call = CALL("MPI_Info_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_create(&call, info));
    return laws_kept(api_info_create(&call, info));
}
ALIAS(MPI_Info_create);

int PMPI_Info_create_env(int argc, char **argv, MPI_Info *info)
{
    const struct call call = CALL("MPI_Info_create_env");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_create_env(&call, argc, argv, info));
    return laws_kept(api_info_create_env(&call, argc, argv, info));
}
ALIAS(MPI_Info_create_env);

int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    const struct call call = CALL("MPI_Info_set");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_set(&call, info, key, value));
    return laws_kept(api_info_set(&call, info, key, value));
}
ALIAS(MPI_Info_set);

int PMPI_Info_delete(MPI_Info info, const char *key)
{
    const struct call call = CALL("MPI_Info_delete");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_delete(&call, info, key));
    return laws_kept(api_info_delete(&call, info, key));
}
ALIAS(MPI_Info_delete);

int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag)
{
    const struct call call = CALL("MPI_Info_get_string");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_get_string(&call, info, key, buflen, value, flag));
    return laws_kept(api_info_get_string(&call, info, key, buflen, value, flag));
}
ALIAS(MPI_Info_get_string);

int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    const struct call call = CALL("MPI_Info_get_nkeys");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_get_nkeys(&call, info, nkeys));
    return laws_kept(api_info_get_nkeys(&call, info, nkeys));
}
ALIAS(MPI_Info_get_nkeys);

int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    const struct call call = CALL("MPI_Info_get_nthkey");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_get_nthkey(&call, info, n, key));
    return laws_kept(api_info_get_nthkey(&call, info, n, key));
}
ALIAS(MPI_Info_get_nthkey);

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    const struct call call = CALL("MPI_Info_dup");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_dup(&call, info, newinfo));
    return laws_kept(api_info_dup(&call, info, newinfo));
}
ALIAS(MPI_Info_dup);

int PMPI_Info_free(MPI_Info *info)
{
    const struct call call = CALL("MPI_Info_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_free(&call, info));
    return laws_kept(api_info_free(&call, info));
}
ALIAS(MPI_Info_free);
