/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from caching.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/quick.h"
#include "api/entry/surface.h"
#include "api/generated/caching.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                            MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
                            void *extra_state);
int PMPI_Comm_free_keyval(int *comm_keyval);
int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val);
int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag);
int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval);
int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
                            MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
                            void *extra_state);
int PMPI_Type_free_keyval(int *type_keyval);
int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val);
int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag);
int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval);
int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
                           MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval,
                           void *extra_state);
int PMPI_Win_free_keyval(int *win_keyval);
int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val);
int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag);
int PMPI_Win_delete_attr(MPI_Win win, int win_keyval);
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
int followed_api_type_create_keyval(const struct call *call,
                                    MPI_Type_copy_attr_function *type_copy_attr_fn,
                                    MPI_Type_delete_attr_function *type_delete_attr_fn,
                                    int *type_keyval, void *extra_state)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_create_keyval(call, type_copy_attr_fn, type_delete_attr_fn, type_keyval,
                                     extra_state);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_free_keyval(const struct call *call, int *type_keyval)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_type_free_keyval(call, type_keyval);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_set_attr(const struct call *call, MPI_Datatype datatype, int type_keyval,
                               void *attribute_val)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_set_attr(call, datatype, type_keyval, attribute_val);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_get_attr(const struct call *call, MPI_Datatype datatype, int type_keyval,
                               void *attribute_val, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_get_attr(call, datatype, type_keyval, attribute_val, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_type_delete_attr(const struct call *call, MPI_Datatype datatype, int type_keyval)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype});

    if (err == MPI_SUCCESS)
        err = api_type_delete_attr(call, datatype, type_keyval);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_create_keyval(const struct call *call,
                                   MPI_Win_copy_attr_function *win_copy_attr_fn,
                                   MPI_Win_delete_attr_function *win_delete_attr_fn,
                                   int *win_keyval, void *extra_state)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_win_create_keyval(call, win_copy_attr_fn, win_delete_attr_fn, win_keyval,
                                    extra_state);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_free_keyval(const struct call *call, int *win_keyval)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_win_free_keyval(call, win_keyval);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_set_attr(const struct call *call, MPI_Win win, int win_keyval,
                              void *attribute_val)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_set_attr(call, win, win_keyval, attribute_val);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_get_attr(const struct call *call, MPI_Win win, int win_keyval,
                              void *attribute_val, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_get_attr(call, win, win_keyval, attribute_val, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_delete_attr(const struct call *call, MPI_Win win, int win_keyval)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_delete_attr(call, win, win_keyval);
    return followed_end(call, err);
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                            MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
                            void *extra_state)
{
    const struct call call = CALL("MPI_Comm_create_keyval");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_create_keyval(&call, comm_copy_attr_fn,
                                                         comm_delete_attr_fn, comm_keyval,
                                                         extra_state));
    return laws_kept(api_comm_create_keyval(&call, comm_copy_attr_fn, comm_delete_attr_fn,
                                            comm_keyval, extra_state));
}
ALIAS(MPI_Comm_create_keyval);

int PMPI_Comm_free_keyval(int *comm_keyval)
{
    const struct call call = CALL("MPI_Comm_free_keyval");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_free_keyval(&call, comm_keyval));
    return laws_kept(api_comm_free_keyval(&call, comm_keyval));
}
ALIAS(MPI_Comm_free_keyval);

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
    const struct call call = CALL("MPI_Comm_set_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_set_attr(&call, comm, comm_keyval, attribute_val));
    return laws_kept(api_comm_set_attr(&call, comm, comm_keyval, attribute_val));
}
ALIAS(MPI_Comm_set_attr);

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)
{
    if (likely(quick_comm_get_attr(comm, comm_keyval, attribute_val, flag)))
        return laws_kept(MPI_SUCCESS);
    const struct call call = CALL("MPI_Comm_get_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_get_attr(&call, comm, comm_keyval, attribute_val, flag));
    return laws_kept(api_comm_get_attr(&call, comm, comm_keyval, attribute_val, flag));
}
ALIAS(MPI_Comm_get_attr);

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
    const struct call call = CALL("MPI_Comm_delete_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_delete_attr(&call, comm, comm_keyval));
    return laws_kept(api_comm_delete_attr(&call, comm, comm_keyval));
}
ALIAS(MPI_Comm_delete_attr);

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
                            MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
                            void *extra_state)
{
    const struct call call = CALL("MPI_Type_create_keyval");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_create_keyval(&call, type_copy_attr_fn,
                                                         type_delete_attr_fn, type_keyval,
                                                         extra_state));
    return laws_kept(api_type_create_keyval(&call, type_copy_attr_fn, type_delete_attr_fn,
                                            type_keyval, extra_state));
}
ALIAS(MPI_Type_create_keyval);

int PMPI_Type_free_keyval(int *type_keyval)
{
    const struct call call = CALL("MPI_Type_free_keyval");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_free_keyval(&call, type_keyval));
    return laws_kept(api_type_free_keyval(&call, type_keyval));
}
ALIAS(MPI_Type_free_keyval);

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
    const struct call call = CALL("MPI_Type_set_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_set_attr(&call, datatype, type_keyval, attribute_val));
    return laws_kept(api_type_set_attr(&call, datatype, type_keyval, attribute_val));
}
ALIAS(MPI_Type_set_attr);

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
    const struct call call = CALL("MPI_Type_get_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_get_attr(&call, datatype, type_keyval, attribute_val,
                                                    flag));
    return laws_kept(api_type_get_attr(&call, datatype, type_keyval, attribute_val, flag));
}
ALIAS(MPI_Type_get_attr);

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    const struct call call = CALL("MPI_Type_delete_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_type_delete_attr(&call, datatype, type_keyval));
    return laws_kept(api_type_delete_attr(&call, datatype, type_keyval));
}
ALIAS(MPI_Type_delete_attr);

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
                           MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval,
                           void *extra_state)
{
    const struct call call = CALL("MPI_Win_create_keyval");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_create_keyval(&call, win_copy_attr_fn, win_delete_attr_fn,
                                                        win_keyval, extra_state));
    return laws_kept(api_win_create_keyval(&call, win_copy_attr_fn, win_delete_attr_fn, win_keyval,
                                           extra_state));
}
ALIAS(MPI_Win_create_keyval);

int PMPI_Win_free_keyval(int *win_keyval)
{
    const struct call call = CALL("MPI_Win_free_keyval");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_free_keyval(&call, win_keyval));
    return laws_kept(api_win_free_keyval(&call, win_keyval));
}
ALIAS(MPI_Win_free_keyval);

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
    const struct call call = CALL("MPI_Win_set_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_set_attr(&call, win, win_keyval, attribute_val));
    return laws_kept(api_win_set_attr(&call, win, win_keyval, attribute_val));
}
ALIAS(MPI_Win_set_attr);

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag)
{
    const struct call call = CALL("MPI_Win_get_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_get_attr(&call, win, win_keyval, attribute_val, flag));
    return laws_kept(api_win_get_attr(&call, win, win_keyval, attribute_val, flag));
}
ALIAS(MPI_Win_get_attr);

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
    const struct call call = CALL("MPI_Win_delete_attr");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_delete_attr(&call, win, win_keyval));
    return laws_kept(api_win_delete_attr(&call, win, win_keyval));
}
ALIAS(MPI_Win_delete_attr);
