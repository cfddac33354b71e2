/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from abi.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/abi.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Abi_get_version(int *abi_major, int *abi_minor);
int PMPI_Abi_get_info(MPI_Info *info);
int PMPI_Abi_set_fortran_info(MPI_Info info);
int PMPI_Abi_get_fortran_info(MPI_Info *info);
int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false);
int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false,
                                  int *is_set);
int PMPI_Comm_toint(MPI_Comm comm);
MPI_Comm PMPI_Comm_fromint(int comm);
int PMPI_Errhandler_toint(MPI_Errhandler errhandler);
MPI_Errhandler PMPI_Errhandler_fromint(int errhandler);
int PMPI_File_toint(MPI_File file);
MPI_File PMPI_File_fromint(int file);
int PMPI_Group_toint(MPI_Group group);
MPI_Group PMPI_Group_fromint(int group);
int PMPI_Info_toint(MPI_Info info);
MPI_Info PMPI_Info_fromint(int info);
int PMPI_Message_toint(MPI_Message message);
MPI_Message PMPI_Message_fromint(int message);
int PMPI_Op_toint(MPI_Op op);
MPI_Op PMPI_Op_fromint(int op);
int PMPI_Request_toint(MPI_Request request);
MPI_Request PMPI_Request_fromint(int request);
int PMPI_Session_toint(MPI_Session session);
MPI_Session PMPI_Session_fromint(int session);
int PMPI_Type_toint(MPI_Datatype datatype);
MPI_Datatype PMPI_Type_fromint(int datatype);
int PMPI_Win_toint(MPI_Win win);
MPI_Win PMPI_Win_fromint(int win);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_abi_get_version(const struct call *call, int *abi_major, int *abi_minor)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_abi_get_version(call, abi_major, abi_minor);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_abi_get_info(const struct call *call, MPI_Info *info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_abi_get_info(call, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_abi_set_fortran_info(const struct call *call, MPI_Info info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_abi_set_fortran_info(call, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_abi_get_fortran_info(const struct call *call, MPI_Info *info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_abi_get_fortran_info(call, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_abi_set_fortran_booleans(const struct call *call, int logical_size,
                                          void *logical_true, void *logical_false)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_abi_set_fortran_booleans(call, logical_size, logical_true, logical_false);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_abi_get_fortran_booleans(const struct call *call, int logical_size,
                                          void *logical_true, void *logical_false, int *is_set)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_abi_get_fortran_booleans(call, logical_size, logical_true, logical_false, is_set);
    return followed_end(call, err);
}

int PMPI_Abi_get_version(int *abi_major, int *abi_minor)
{
    const struct call call = CALL("MPI_Abi_get_version");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_abi_get_version(&call, abi_major, abi_minor));
    return laws_kept(api_abi_get_version(&call, abi_major, abi_minor));
}
ALIAS(MPI_Abi_get_version);

int PMPI_Abi_get_info(MPI_Info *info)
{
    const struct call call = CALL("MPI_Abi_get_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_abi_get_info(&call, info));
    return laws_kept(api_abi_get_info(&call, info));
}
ALIAS(MPI_Abi_get_info);

int PMPI_Abi_set_fortran_info(MPI_Info info)
{
    const struct call call = CALL("MPI_Abi_set_fortran_info");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_abi_set_fortran_info(&call, info));
    return laws_kept(api_abi_set_fortran_info(&call, info));
}
ALIAS(MPI_Abi_set_fortran_info);

int PMPI_Abi_get_fortran_info(MPI_Info *info)
{
    const struct call call = CALL("MPI_Abi_get_fortran_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_abi_get_fortran_info(&call, info));
    return laws_kept(api_abi_get_fortran_info(&call, info));
}
ALIAS(MPI_Abi_get_fortran_info);

int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false)
{
    const struct call call = CALL("MPI_Abi_set_fortran_booleans");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_abi_set_fortran_booleans(&call, logical_size, logical_true,
                                                               logical_false));
    return laws_kept(api_abi_set_fortran_booleans(&call, logical_size, logical_true,
                                                  logical_false));
}
ALIAS(MPI_Abi_set_fortran_booleans);

int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false,
                                  int *is_set)
{
    const struct call call = CALL("MPI_Abi_get_fortran_booleans");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_abi_get_fortran_booleans(&call, logical_size, logical_true,
                                                               logical_false, is_set));
    return laws_kept(api_abi_get_fortran_booleans(&call, logical_size, logical_true, logical_false,
                                                  is_set));
}
ALIAS(MPI_Abi_get_fortran_booleans);

int PMPI_Comm_toint(MPI_Comm comm)
{
    return api_comm_toint(comm);
}
ALIAS(MPI_Comm_toint);

MPI_Comm PMPI_Comm_fromint(int comm)
{
    return api_comm_fromint(comm);
}
ALIAS(MPI_Comm_fromint);

int PMPI_Errhandler_toint(MPI_Errhandler errhandler)
{
    return api_errhandler_toint(errhandler);
}
ALIAS(MPI_Errhandler_toint);

MPI_Errhandler PMPI_Errhandler_fromint(int errhandler)
{
    return api_errhandler_fromint(errhandler);
}
ALIAS(MPI_Errhandler_fromint);

int PMPI_File_toint(MPI_File file)
{
    return api_file_toint(file);
}
ALIAS(MPI_File_toint);

MPI_File PMPI_File_fromint(int file)
{
    return api_file_fromint(file);
}
ALIAS(MPI_File_fromint);

int PMPI_Group_toint(MPI_Group group)
{
    return api_group_toint(group);
}
ALIAS(MPI_Group_toint);

MPI_Group PMPI_Group_fromint(int group)
{
    return api_group_fromint(group);
}
ALIAS(MPI_Group_fromint);

int PMPI_Info_toint(MPI_Info info)
{
    return api_info_toint(info);
}
ALIAS(MPI_Info_toint);

MPI_Info PMPI_Info_fromint(int info)
{
    return api_info_fromint(info);
}
ALIAS(MPI_Info_fromint);

int PMPI_Message_toint(MPI_Message message)
{
    return api_message_toint(message);
}
ALIAS(MPI_Message_toint);

MPI_Message PMPI_Message_fromint(int message)
{
    return api_message_fromint(message);
}
ALIAS(MPI_Message_fromint);

int PMPI_Op_toint(MPI_Op op)
{
    return api_op_toint(op);
}
ALIAS(MPI_Op_toint);

MPI_Op PMPI_Op_fromint(int op)
{
    return api_op_fromint(op);
}
ALIAS(MPI_Op_fromint);

int PMPI_Request_toint(MPI_Request request)
{
    return api_request_toint(request);
}
ALIAS(MPI_Request_toint);

MPI_Request PMPI_Request_fromint(int request)
{
    return api_request_fromint(request);
}
ALIAS(MPI_Request_fromint);

int PMPI_Session_toint(MPI_Session session)
{
    return api_session_toint(session);
}
ALIAS(MPI_Session_toint);

MPI_Session PMPI_Session_fromint(int session)
{
    return api_session_fromint(session);
}
ALIAS(MPI_Session_fromint);

int PMPI_Type_toint(MPI_Datatype datatype)
{
    return api_type_toint(datatype);
}
ALIAS(MPI_Type_toint);

MPI_Datatype PMPI_Type_fromint(int datatype)
{
    return api_type_fromint(datatype);
}
ALIAS(MPI_Type_fromint);

int PMPI_Win_toint(MPI_Win win)
{
    return api_win_toint(win);
}
ALIAS(MPI_Win_toint);

MPI_Win PMPI_Win_fromint(int win)
{
    return api_win_fromint(win);
}
ALIAS(MPI_Win_fromint);
