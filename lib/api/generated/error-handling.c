/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from error-handling.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/error-handling.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn,
                                MPI_Errhandler *errhandler);
int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler);
int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler);
int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode);
int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn,
                               MPI_Errhandler *errhandler);
int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler);
int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler);
int PMPI_Win_call_errhandler(MPI_Win win, int errorcode);
int PMPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
                                MPI_Errhandler *errhandler);
int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler);
int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler);
int PMPI_File_call_errhandler(MPI_File fh, int errorcode);
int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
                                   MPI_Errhandler *errhandler);
int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler);
int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler);
int PMPI_Session_call_errhandler(MPI_Session session, int errorcode);
int PMPI_Errhandler_free(MPI_Errhandler *errhandler);
int PMPI_Error_class(int errorcode, int *errorclass);
int PMPI_Error_string(int errorcode, char *string, int *resultlen);
int PMPI_Add_error_class(int *errorclass);
int PMPI_Remove_error_class(int errorclass);
int PMPI_Add_error_code(int errorclass, int *errorcode);
int PMPI_Remove_error_code(int errorcode);
int PMPI_Add_error_string(int errorcode, const char *string);
int PMPI_Remove_error_string(int errorcode);
int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr);
int PMPI_Free_mem(void *base);
int PMPI_Get_hw_resource_info(MPI_Info *hw_info);
int PMPI_Errhandler_create(MPI_Comm_errhandler_function *handler_fn, MPI_Errhandler *errhandler);
int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler);
int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_comm_create_errhandler(const struct call *call,
                                        MPI_Comm_errhandler_function *comm_errhandler_fn,
                                        MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_comm_create_errhandler(call, comm_errhandler_fn, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_set_errhandler(const struct call *call, MPI_Comm comm,
                                     MPI_Errhandler errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_set_errhandler(call, comm, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_get_errhandler(const struct call *call, MPI_Comm comm,
                                     MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_get_errhandler(call, comm, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_comm_call_errhandler(const struct call *call, MPI_Comm comm, int errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_comm_call_errhandler(call, comm, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_create_errhandler(const struct call *call,
                                       MPI_Win_errhandler_function *win_errhandler_fn,
                                       MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_win_create_errhandler(call, win_errhandler_fn, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_set_errhandler(const struct call *call, MPI_Win win, MPI_Errhandler errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_set_errhandler(call, win, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_get_errhandler(const struct call *call, MPI_Win win,
                                    MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_get_errhandler(call, win, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_win_call_errhandler(const struct call *call, MPI_Win win, int errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .win = win});

    if (err == MPI_SUCCESS)
        err = api_win_call_errhandler(call, win, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_create_errhandler(const struct call *call,
                                        MPI_File_errhandler_function *file_errhandler_fn,
                                        MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_create_errhandler(call, file_errhandler_fn, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_set_errhandler(const struct call *call, MPI_File file,
                                     MPI_Errhandler errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_set_errhandler(call, file, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_errhandler(const struct call *call, MPI_File file,
                                     MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_errhandler(call, file, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_call_errhandler(const struct call *call, MPI_File fh, int errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_call_errhandler(call, fh, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_create_errhandler(const struct call *call,
                                           MPI_Session_errhandler_function *session_errhandler_fn,
                                           MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_create_errhandler(call, session_errhandler_fn, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_set_errhandler(const struct call *call, MPI_Session session,
                                        MPI_Errhandler errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_set_errhandler(call, session, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_get_errhandler(const struct call *call, MPI_Session session,
                                        MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_get_errhandler(call, session, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_session_call_errhandler(const struct call *call, MPI_Session session,
                                         int errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_session_call_errhandler(call, session, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_errhandler_free(const struct call *call, MPI_Errhandler *errhandler)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_errhandler_free(call, errhandler);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_error_class(const struct call *call, int errorcode, int *errorclass)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_error_class(call, errorcode, errorclass);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_error_string(const struct call *call, int errorcode, char *string, int *resultlen)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_error_string(call, errorcode, string, resultlen);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_add_error_class(const struct call *call, int *errorclass)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_add_error_class(call, errorclass);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_remove_error_class(const struct call *call, int errorclass)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_remove_error_class(call, errorclass);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_add_error_code(const struct call *call, int errorclass, int *errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_add_error_code(call, errorclass, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_remove_error_code(const struct call *call, int errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_remove_error_code(call, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_add_error_string(const struct call *call, int errorcode, const char *string)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_add_error_string(call, errorcode, string);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_remove_error_string(const struct call *call, int errorcode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_remove_error_string(call, errorcode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_alloc_mem(const struct call *call, MPI_Aint size, MPI_Info info, void *baseptr)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_alloc_mem(call, size, info, baseptr);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_free_mem(const struct call *call, void *base)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_free_mem(call, base);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_get_hw_resource_info(const struct call *call, MPI_Info *hw_info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_get_hw_resource_info(call, hw_info);
    return followed_end(call, err);
}

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn,
                                MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Comm_create_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_create_errhandler(&call, comm_errhandler_fn,
                                                             errhandler));
    return laws_kept(api_comm_create_errhandler(&call, comm_errhandler_fn, errhandler));
}
ALIAS(MPI_Comm_create_errhandler);

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    const struct call call = CALL("MPI_Comm_set_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_set_errhandler(&call, comm, errhandler));
    return laws_kept(api_comm_set_errhandler(&call, comm, errhandler));
}
ALIAS(MPI_Comm_set_errhandler);

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Comm_get_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_get_errhandler(&call, comm, errhandler));
    return laws_kept(api_comm_get_errhandler(&call, comm, errhandler));
}
ALIAS(MPI_Comm_get_errhandler);

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    const struct call call = CALL("MPI_Comm_call_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_call_errhandler(&call, comm, errorcode));
    return laws_kept(api_comm_call_errhandler(&call, comm, errorcode));
}
ALIAS(MPI_Comm_call_errhandler);

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn,
                               MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Win_create_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_create_errhandler(&call, win_errhandler_fn, errhandler));
    return laws_kept(api_win_create_errhandler(&call, win_errhandler_fn, errhandler));
}
ALIAS(MPI_Win_create_errhandler);

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    const struct call call = CALL("MPI_Win_set_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_set_errhandler(&call, win, errhandler));
    return laws_kept(api_win_set_errhandler(&call, win, errhandler));
}
ALIAS(MPI_Win_set_errhandler);

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Win_get_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_get_errhandler(&call, win, errhandler));
    return laws_kept(api_win_get_errhandler(&call, win, errhandler));
}
ALIAS(MPI_Win_get_errhandler);

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    const struct call call = CALL("MPI_Win_call_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_win_call_errhandler(&call, win, errorcode));
    return laws_kept(api_win_call_errhandler(&call, win, errorcode));
}
ALIAS(MPI_Win_call_errhandler);

int PMPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn,
                                MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_File_create_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_create_errhandler(&call, file_errhandler_fn,
                                                             errhandler));
    return laws_kept(api_file_create_errhandler(&call, file_errhandler_fn, errhandler));
}
ALIAS(MPI_File_create_errhandler);

int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
    const struct call call = CALL("MPI_File_set_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_set_errhandler(&call, file, errhandler));
    return laws_kept(api_file_set_errhandler(&call, file, errhandler));
}
ALIAS(MPI_File_set_errhandler);

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_File_get_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_errhandler(&call, file, errhandler));
    return laws_kept(api_file_get_errhandler(&call, file, errhandler));
}
ALIAS(MPI_File_get_errhandler);

int PMPI_File_call_errhandler(MPI_File fh, int errorcode)
{
    const struct call call = CALL("MPI_File_call_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_call_errhandler(&call, fh, errorcode));
    return laws_kept(api_file_call_errhandler(&call, fh, errorcode));
}
ALIAS(MPI_File_call_errhandler);

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
                                   MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Session_create_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_create_errhandler(&call, session_errhandler_fn,
                                                                errhandler));
    return laws_kept(api_session_create_errhandler(&call, session_errhandler_fn, errhandler));
}
ALIAS(MPI_Session_create_errhandler);

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
    const struct call call = CALL("MPI_Session_set_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_set_errhandler(&call, session, errhandler));
    return laws_kept(api_session_set_errhandler(&call, session, errhandler));
}
ALIAS(MPI_Session_set_errhandler);

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Session_get_errhandler");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_get_errhandler(&call, session, errhandler));
    return laws_kept(api_session_get_errhandler(&call, session, errhandler));
}
ALIAS(MPI_Session_get_errhandler);

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
    const struct call call = CALL("MPI_Session_call_errhandler");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_session_call_errhandler(&call, session, errorcode));
    return laws_kept(api_session_call_errhandler(&call, session, errorcode));
}
ALIAS(MPI_Session_call_errhandler);

int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Errhandler_free");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_errhandler_free(&call, errhandler));
    return laws_kept(api_errhandler_free(&call, errhandler));
}
ALIAS(MPI_Errhandler_free);

int PMPI_Error_class(int errorcode, int *errorclass)
{
    const struct call call = CALL("MPI_Error_class");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_error_class(&call, errorcode, errorclass));
    return laws_kept(api_error_class(&call, errorcode, errorclass));
}
ALIAS(MPI_Error_class);

int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    const struct call call = CALL("MPI_Error_string");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_error_string(&call, errorcode, string, resultlen));
    return laws_kept(api_error_string(&call, errorcode, string, resultlen));
}
ALIAS(MPI_Error_string);

int PMPI_Add_error_class(int *errorclass)
{
    const struct call call = CALL("MPI_Add_error_class");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_add_error_class(&call, errorclass));
    return laws_kept(api_add_error_class(&call, errorclass));
}
ALIAS(MPI_Add_error_class);

int PMPI_Remove_error_class(int errorclass)
{
    const struct call call = CALL("MPI_Remove_error_class");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_remove_error_class(&call, errorclass));
    return laws_kept(api_remove_error_class(&call, errorclass));
}
ALIAS(MPI_Remove_error_class);

int PMPI_Add_error_code(int errorclass, int *errorcode)
{
    const struct call call = CALL("MPI_Add_error_code");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_add_error_code(&call, errorclass, errorcode));
    return laws_kept(api_add_error_code(&call, errorclass, errorcode));
}
ALIAS(MPI_Add_error_code);

int PMPI_Remove_error_code(int errorcode)
{
    const struct call call = CALL("MPI_Remove_error_code");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_remove_error_code(&call, errorcode));
    return laws_kept(api_remove_error_code(&call, errorcode));
}
ALIAS(MPI_Remove_error_code);

int PMPI_Add_error_string(int errorcode, const char *string)
{
    const struct call call = CALL("MPI_Add_error_string");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_add_error_string(&call, errorcode, string));
    return laws_kept(api_add_error_string(&call, errorcode, string));
}
ALIAS(MPI_Add_error_string);

int PMPI_Remove_error_string(int errorcode)
{
    const struct call call = CALL("MPI_Remove_error_string");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_remove_error_string(&call, errorcode));
    return laws_kept(api_remove_error_string(&call, errorcode));
}
ALIAS(MPI_Remove_error_string);

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    const struct call call = CALL("MPI_Alloc_mem");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_alloc_mem(&call, size, info, baseptr));
    return laws_kept(api_alloc_mem(&call, size, info, baseptr));
}
ALIAS(MPI_Alloc_mem);

int PMPI_Free_mem(void *base)
{
    const struct call call = CALL("MPI_Free_mem");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_free_mem(&call, base));
    return laws_kept(api_free_mem(&call, base));
}
ALIAS(MPI_Free_mem);

int PMPI_Get_hw_resource_info(MPI_Info *hw_info)
{
    const struct call call = CALL("MPI_Get_hw_resource_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_get_hw_resource_info(&call, hw_info));
    return laws_kept(api_get_hw_resource_info(&call, hw_info));
}
ALIAS(MPI_Get_hw_resource_info);

int PMPI_Errhandler_create(MPI_Comm_errhandler_function *handler_fn, MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Errhandler_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_create_errhandler(&call, handler_fn, errhandler));
    return laws_kept(api_comm_create_errhandler(&call, handler_fn, errhandler));
}
ALIAS(MPI_Errhandler_create);

int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)
{
    const struct call call = CALL("MPI_Errhandler_set");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_set_errhandler(&call, comm, errhandler));
    return laws_kept(api_comm_set_errhandler(&call, comm, errhandler));
}
ALIAS(MPI_Errhandler_set);

int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    const struct call call = CALL("MPI_Errhandler_get");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_comm_get_errhandler(&call, comm, errhandler));
    return laws_kept(api_comm_get_errhandler(&call, comm, errhandler));
}
ALIAS(MPI_Errhandler_get);
