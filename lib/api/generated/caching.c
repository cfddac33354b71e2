/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from caching.table. */
#include "api/generated/caching.h"
#include "api/laws.h"
#include "api/quick.h"
#include "api/surface.h"
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

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                            MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
                            void *extra_state)
{
    const struct call call = CALL("MPI_Comm_create_keyval");

    MAKES_OBJECT(call);
    return laws_kept(api_comm_create_keyval(&call, comm_copy_attr_fn, comm_delete_attr_fn,
                                            comm_keyval, extra_state));
}
ALIAS(MPI_Comm_create_keyval);

int PMPI_Comm_free_keyval(int *comm_keyval)
{
    const struct call call = CALL("MPI_Comm_free_keyval");

    MAKES_OBJECT(call);
    return laws_kept(api_comm_free_keyval(&call, comm_keyval));
}
ALIAS(MPI_Comm_free_keyval);

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
    const struct call call = CALL("MPI_Comm_set_attr");

    return laws_kept(api_comm_set_attr(&call, comm, comm_keyval, attribute_val));
}
ALIAS(MPI_Comm_set_attr);

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)
{
    if (likely(quick_comm_get_attr(comm, comm_keyval, attribute_val, flag)))
        return laws_kept(MPI_SUCCESS);
    return laws_kept(api_comm_get_attr(&(struct call)CALL("MPI_Comm_get_attr"), comm, comm_keyval,
                                       attribute_val, flag));
}
ALIAS(MPI_Comm_get_attr);

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
    const struct call call = CALL("MPI_Comm_delete_attr");

    return laws_kept(api_comm_delete_attr(&call, comm, comm_keyval));
}
ALIAS(MPI_Comm_delete_attr);

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
                            MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
                            void *extra_state)
{
    const struct call call = CALL("MPI_Type_create_keyval");

    MAKES_OBJECT(call);
    return laws_kept(api_type_create_keyval(&call, type_copy_attr_fn, type_delete_attr_fn,
                                            type_keyval, extra_state));
}
ALIAS(MPI_Type_create_keyval);

int PMPI_Type_free_keyval(int *type_keyval)
{
    const struct call call = CALL("MPI_Type_free_keyval");

    MAKES_OBJECT(call);
    return laws_kept(api_type_free_keyval(&call, type_keyval));
}
ALIAS(MPI_Type_free_keyval);

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
    const struct call call = CALL("MPI_Type_set_attr");

    return laws_kept(api_type_set_attr(&call, datatype, type_keyval, attribute_val));
}
ALIAS(MPI_Type_set_attr);

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
    const struct call call = CALL("MPI_Type_get_attr");

    return laws_kept(api_type_get_attr(&call, datatype, type_keyval, attribute_val, flag));
}
ALIAS(MPI_Type_get_attr);

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    const struct call call = CALL("MPI_Type_delete_attr");

    return laws_kept(api_type_delete_attr(&call, datatype, type_keyval));
}
ALIAS(MPI_Type_delete_attr);

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
                           MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval,
                           void *extra_state)
{
    const struct call call = CALL("MPI_Win_create_keyval");

    MAKES_OBJECT(call);
    return laws_kept(api_win_create_keyval(&call, win_copy_attr_fn, win_delete_attr_fn, win_keyval,
                                           extra_state));
}
ALIAS(MPI_Win_create_keyval);

int PMPI_Win_free_keyval(int *win_keyval)
{
    const struct call call = CALL("MPI_Win_free_keyval");

    MAKES_OBJECT(call);
    return laws_kept(api_win_free_keyval(&call, win_keyval));
}
ALIAS(MPI_Win_free_keyval);

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
    const struct call call = CALL("MPI_Win_set_attr");

    return laws_kept(api_win_set_attr(&call, win, win_keyval, attribute_val));
}
ALIAS(MPI_Win_set_attr);

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag)
{
    const struct call call = CALL("MPI_Win_get_attr");

    return laws_kept(api_win_get_attr(&call, win, win_keyval, attribute_val, flag));
}
ALIAS(MPI_Win_get_attr);

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
    const struct call call = CALL("MPI_Win_delete_attr");

    return laws_kept(api_win_delete_attr(&call, win, win_keyval));
}
ALIAS(MPI_Win_delete_attr);
