/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from deprecated.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/caching.h"
#include "api/generated/deprecated.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
                       void *extra_state);
int PMPI_Keyval_free(int *keyval);
int PMPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val);
int PMPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag);
int PMPI_Attr_delete(MPI_Comm comm, int keyval);
int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag);
int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_comm_create_keyval(const struct call *call,
                                    MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                                    MPI_Comm_delete_attr_function *comm_delete_attr_fn,
                                    int *comm_keyval, void *extra_state)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_create_keyval(call, comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval,
                                     extra_state);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_free_keyval(const struct call *call, int *comm_keyval)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_free_keyval(call, comm_keyval);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_set_attr(const struct call *call, MPI_Comm comm, int comm_keyval,
                               void *attribute_val)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_set_attr(call, comm, comm_keyval, attribute_val);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_get_attr(const struct call *call, MPI_Comm comm, int comm_keyval,
                               void *attribute_val, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_get_attr(call, comm, comm_keyval, attribute_val, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_delete_attr(const struct call *call, MPI_Comm comm, int comm_keyval)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_delete_attr(call, comm, comm_keyval);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_get(const struct call *call, MPI_Info info, const char *key, int valuelen,
                          char *value, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_get(call, info, key, valuelen, value, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_info_get_valuelen(const struct call *call, MPI_Info info, const char *key,
                                   int *valuelen, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_info_get_valuelen(call, info, key, valuelen, flag);
    return followed_end(call, err);
}

int PMPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
                       void *extra_state)
{
    const struct call call = CALL("MPI_Keyval_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_create_keyval(&call, copy_fn, delete_fn, keyval,
                                                         extra_state));
    return laws_kept(api_comm_create_keyval(&call, copy_fn, delete_fn, keyval, extra_state));
}
ALIAS(MPI_Keyval_create);

int PMPI_Keyval_free(int *keyval)
{
    const struct call call = CALL("MPI_Keyval_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_free_keyval(&call, keyval));
    return laws_kept(api_comm_free_keyval(&call, keyval));
}
ALIAS(MPI_Keyval_free);

int PMPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)
{
    const struct call call = CALL("MPI_Attr_put");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_set_attr(&call, comm, keyval, attribute_val));
    return laws_kept(api_comm_set_attr(&call, comm, keyval, attribute_val));
}
ALIAS(MPI_Attr_put);

int PMPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)
{
    const struct call call = CALL("MPI_Attr_get");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_get_attr(&call, comm, keyval, attribute_val, flag));
    return laws_kept(api_comm_get_attr(&call, comm, keyval, attribute_val, flag));
}
ALIAS(MPI_Attr_get);

int PMPI_Attr_delete(MPI_Comm comm, int keyval)
{
    const struct call call = CALL("MPI_Attr_delete");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_delete_attr(&call, comm, keyval));
    return laws_kept(api_comm_delete_attr(&call, comm, keyval));
}
ALIAS(MPI_Attr_delete);

int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
    const struct call call = CALL("MPI_Info_get");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_get(&call, info, key, valuelen, value, flag));
    return laws_kept(api_info_get(&call, info, key, valuelen, value, flag));
}
ALIAS(MPI_Info_get);

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
    const struct call call = CALL("MPI_Info_get_valuelen");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_info_get_valuelen(&call, info, key, valuelen, flag));
    return laws_kept(api_info_get_valuelen(&call, info, key, valuelen, flag));
}
ALIAS(MPI_Info_get_valuelen);
