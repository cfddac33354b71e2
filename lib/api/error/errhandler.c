/* SPDX-License-Identifier: MIT */
/* Error handlers of communicators, windows, files and sessions. */
#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/local.h"
#include "api/error/error_table.h"
#include "api/error/raise.h"
#include "api/generated/error-handling.h"
#include "base/note.h"

/* May be called at any time, by threads of a rank. */
static int create_errhandler(const struct call *call, const struct errhandler *wanted,
                             bool is_there, const char *name, MPI_Errhandler *handle)
{
    struct errhandler *made = NULL;
    int err = check_self();

    if (err == MPI_SUCCESS)
        err = check_callback(is_there, name);
    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "errhandler");
    if (err == MPI_SUCCESS)
        made = object_create(handle_store(), OBJECT_ERRHANDLER);
    if (err == MPI_SUCCESS && made == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for an error handler");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    made->kind = wanted->kind;
    made->function = wanted->function;
    *handle = (MPI_Errhandler)(void *)made;
    return MPI_SUCCESS;
}

int api_comm_create_errhandler(const struct call *call, MPI_Comm_errhandler_function *function,
                               MPI_Errhandler *handle)
{
    const struct errhandler wanted = {.kind = ERRHANDLER_COMM, .function.comm = function};

    return create_errhandler(call, &wanted, function != NULL, "comm_errhandler_fn", handle);
}

int api_win_create_errhandler(const struct call *call, MPI_Win_errhandler_function *function,
                              MPI_Errhandler *handle)
{
    const struct errhandler wanted = {.kind = ERRHANDLER_WIN, .function.win = function};

    return create_errhandler(call, &wanted, function != NULL, "win_errhandler_fn", handle);
}

int api_file_create_errhandler(const struct call *call, MPI_File_errhandler_function *function,
                               MPI_Errhandler *handle)
{
    const struct errhandler wanted = {.kind = ERRHANDLER_FILE, .function.file = function};

    return create_errhandler(call, &wanted, function != NULL, "file_errhandler_fn", handle);
}

int api_session_create_errhandler(const struct call *call,
                                  MPI_Session_errhandler_function *function,
                                  MPI_Errhandler *handle)
{
    const struct errhandler wanted = {.kind = ERRHANDLER_SESSION, .function.session = function};

    return create_errhandler(call, &wanted, function != NULL, "session_errhandler_fn", handle);
}

/* A predefined handler cannot be freed, but its variable loses it: that is no error. */
static int check_freeable(MPI_Errhandler handler)
{
    if (handler == MPI_ERRHANDLER_NULL)
        return note(MPI_ERR_ERRHANDLER, "errhandler is MPI_ERRHANDLER_NULL");
    if (errhandler_is_predefined(handler) ||
        (rank_self() != NULL && handle_errhandler(handler) != NULL))
        return MPI_SUCCESS;
    return refuse_handle(MPI_ERR_ERRHANDLER, "errhandler", handler, OBJECT_ERRHANDLER);
}

int api_errhandler_free(const struct call *call, MPI_Errhandler *handle)
{
    int err = check_pointer(handle, "errhandler");

    if (err == MPI_SUCCESS)
        err = check_freeable(*handle);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (!errhandler_is_predefined(*handle)) {
        /* A program that got it from an object has a reference of its own, which it frees here. */
        struct errhandler *handler = errhandler_of(*handle);

        if (load_relaxed(&handler->handles) == 0)
            handler->object.is_freed = true;
        else
            fetch_add_relaxed(&handler->handles, -1);
        errhandler_drop(handle_store(), *handle);
    }
    *handle = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}

/* The handler that a getter returns is held, and the user's to free. */
static MPI_Errhandler lend(MPI_Errhandler handler)
{
    if (!errhandler_is_predefined(handler)) {
        if (errhandler_of(handler)->object.is_freed)
            errhandler_of(handler)->object.is_freed = false;
        else
            fetch_add_relaxed(&errhandler_of(handler)->handles, 1);
    }
    return handler;
}

static MPI_Errhandler lend_from(const MPI_Errhandler *place)
{
    return lend(errhandler_read(&rank_self()->guard, place));
}

static void set_errhandler(MPI_Errhandler *place, MPI_Errhandler handler)
{
    errhandler_write(handle_store(), &rank_self()->guard, place, handler);
}

/* ---- communicators ------------------------------------------------------------------------- */

/* Takes also what MPI_Comm_idup has not finished: bindings set a handler before they give their
 * user the request. */
int api_comm_set_errhandler(const struct call *call, MPI_Comm handle, MPI_Errhandler errhandler)
{
    struct comm *unfinished = check_unfinished(handle), *comm = NULL;
    int err = unfinished == NULL ? check_comm(handle, "comm", &comm) : MPI_SUCCESS;

    if (err == MPI_SUCCESS)
        err = check_errhandler(errhandler, ERRHANDLER_COMM);
    if (err == MPI_SUCCESS)
        err = comm_set_errhandler(comm != NULL ? comm : unfinished, errhandler);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_get_errhandler(const struct call *call, MPI_Comm handle, MPI_Errhandler *errhandler)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(errhandler, "errhandler");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *errhandler = lend(comm_hold_errhandler(comm));
    return MPI_SUCCESS;
}

/* Calling a handler that returns is a success, whatever the code. */
int api_comm_call_errhandler(const struct call *call, MPI_Comm handle, int errorcode)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = error_check(errorcode);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    note_clear();
    raise_comm(call, comm, errorcode);
    return MPI_SUCCESS;
}

/* ---- windows ------------------------------------------------------------------------------- */

int api_win_set_errhandler(const struct call *call, MPI_Win handle, MPI_Errhandler errhandler)
{
    struct window_object *win;
    int err = check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = check_errhandler(errhandler, ERRHANDLER_WIN);
    if (err != MPI_SUCCESS)
        return raise_win(call, win, err);
    set_errhandler(&win->errhandler, errhandler);
    return MPI_SUCCESS;
}

int api_win_get_errhandler(const struct call *call, MPI_Win handle, MPI_Errhandler *errhandler)
{
    struct window_object *win;
    int err = check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = check_pointer(errhandler, "errhandler");
    if (err != MPI_SUCCESS)
        return raise_win(call, win, err);
    *errhandler = lend_from(&win->errhandler);
    return MPI_SUCCESS;
}

int api_win_call_errhandler(const struct call *call, MPI_Win handle, int errorcode)
{
    struct window_object *win;
    int err = check_win(handle, &win);

    if (err == MPI_SUCCESS)
        err = error_check(errorcode);
    if (err != MPI_SUCCESS)
        return raise_win(call, win, err);
    note_clear();
    raise_win(call, win, errorcode);
    return MPI_SUCCESS;
}

/* ---- files --------------------------------------------------------------------------------- */

/* Where the handler of a file, or of MPI_FILE_NULL, is kept. */
static int find_file(MPI_File handle, struct file_object **file, MPI_Errhandler **place)
{
    struct local *local;
    int err = check_active();

    *file = NULL;
    if (err != MPI_SUCCESS)
        return err;
    local = local_of(rank_self());
    if (local == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an error handler");
    *place = &local->file_errhandler;
    if (handle == MPI_FILE_NULL)
        return MPI_SUCCESS;
    *file = handle_file(handle);
    if (*file == NULL)
        return refuse_handle(MPI_ERR_FILE, "file", handle, OBJECT_FILE);
    *place = &(*file)->errhandler;
    return MPI_SUCCESS;
}

int api_file_set_errhandler(const struct call *call, MPI_File handle, MPI_Errhandler errhandler)
{
    struct file_object *file;
    MPI_Errhandler *place;
    int err = find_file(handle, &file, &place);

    if (err == MPI_SUCCESS)
        err = check_errhandler(errhandler, ERRHANDLER_FILE);
    if (err != MPI_SUCCESS)
        return raise_file(call, file, err);
    set_errhandler(place, errhandler);
    return MPI_SUCCESS;
}

int api_file_get_errhandler(const struct call *call, MPI_File handle, MPI_Errhandler *errhandler)
{
    struct file_object *file;
    MPI_Errhandler *place;
    int err = find_file(handle, &file, &place);

    if (err == MPI_SUCCESS)
        err = check_pointer(errhandler, "errhandler");
    if (err != MPI_SUCCESS)
        return raise_file(call, file, err);
    *errhandler = lend_from(place);
    return MPI_SUCCESS;
}

int api_file_call_errhandler(const struct call *call, MPI_File handle, int errorcode)
{
    struct file_object *file;
    MPI_Errhandler *place;
    int err = find_file(handle, &file, &place);

    if (err == MPI_SUCCESS)
        err = error_check(errorcode);
    if (err != MPI_SUCCESS)
        return raise_file(call, file, err);
    note_clear();
    raise_file(call, file, errorcode);
    return MPI_SUCCESS;
}

/* ---- sessions ------------------------------------------------------------------------------ */

int api_session_set_errhandler(const struct call *call, MPI_Session handle,
                               MPI_Errhandler errhandler)
{
    struct session *session;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = check_errhandler(errhandler, ERRHANDLER_SESSION);
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    set_errhandler(&session->errhandler, errhandler);
    return MPI_SUCCESS;
}

int api_session_get_errhandler(const struct call *call, MPI_Session handle,
                               MPI_Errhandler *errhandler)
{
    struct session *session;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = check_pointer(errhandler, "errhandler");
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    *errhandler = lend_from(&session->errhandler);
    return MPI_SUCCESS;
}

int api_session_call_errhandler(const struct call *call, MPI_Session handle, int errorcode)
{
    struct session *session;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = error_check(errorcode);
    if (err != MPI_SUCCESS)
        return raise_session(call, session, err);
    note_clear();
    raise_session(call, session, errorcode);
    return MPI_SUCCESS;
}
