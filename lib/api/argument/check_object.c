/* SPDX-License-Identifier: MIT */
#include "api/argument/check_object.h"

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/argument/info_env.h"
#include "api/argument/keyval.h"
#include "base/note.h"

int check_group(MPI_Group handle, const char *name, struct group_argument *argument)
{
    const struct group_handle *found;
    int err = check_active();

    *argument = (struct group_argument){0};
    if (err != MPI_SUCCESS)
        return err;
    if (handle == MPI_GROUP_EMPTY) {
        argument->group = group_create(0);
        return MPI_SUCCESS;
    }
    if (handle == MPI_GROUP_NULL)
        return note(MPI_ERR_GROUP, "%s is MPI_GROUP_NULL", name);
    found = handle_group(handle);
    if (found == NULL)
        return refuse_handle(MPI_ERR_GROUP, name, handle, OBJECT_GROUP);
    argument->group = found->group;
    argument->session = found->session;
    return MPI_SUCCESS;
}

int check_info(MPI_Info handle, const char *name, struct info **info)
{
    int err = check_self();

    *info = NULL;
    if (err != MPI_SUCCESS)
        return err;
    *info = handle == MPI_INFO_ENV ? info_env() : handle_info(handle);
    if (likely(*info != NULL))
        return MPI_SUCCESS;
    if (handle == MPI_INFO_NULL)
        return note(MPI_ERR_INFO, "%s is MPI_INFO_NULL", name);
    if (handle == MPI_INFO_ENV && rank_self()->phase != RANK_BEFORE_INIT)
        return note(MPI_ERR_NO_MEM, "no memory for MPI_INFO_ENV");
    return refuse_handle(MPI_ERR_INFO, name, handle, OBJECT_INFO);
}

int check_info_writable(MPI_Info handle, struct info **info)
{
    int err = check_info(handle, "info", info);

    if (err == MPI_SUCCESS && (*info)->is_constant)
        return note(MPI_ERR_INFO, "info is MPI_INFO_ENV, which is constant");
    return err;
}

int check_hints(MPI_Info handle, struct info **info)
{
    *info = NULL;
    return handle == MPI_INFO_NULL ? MPI_SUCCESS : check_info(handle, "info", info);
}

static const char *const kinds_of_objects[] = {
    [ERRHANDLER_COMM] = "communicators",
    [ERRHANDLER_WIN] = "windows",
    [ERRHANDLER_FILE] = "files",
    [ERRHANDLER_SESSION] = "sessions",
};

int check_errhandler(MPI_Errhandler handler, enum errhandler_kind kind)
{
    const struct errhandler *found;

    if (errhandler_is_predefined(handler))
        return MPI_SUCCESS;
    if (handler == MPI_ERRHANDLER_NULL)
        return note(MPI_ERR_ERRHANDLER, "errhandler is MPI_ERRHANDLER_NULL");
    found = rank_self() != NULL ? handle_errhandler(handler) : NULL;
    if (found == NULL)
        return refuse_handle(MPI_ERR_ERRHANDLER, "errhandler", handler, OBJECT_ERRHANDLER);
    if (found->kind == kind)
        return MPI_SUCCESS;
    return note(MPI_ERR_ERRHANDLER, "errhandler is one for %s, not for %s",
                kinds_of_objects[found->kind], kinds_of_objects[kind]);
}

bool is_errhandler(MPI_Errhandler handler, enum errhandler_kind kind)
{
    const struct errhandler *found;

    if (rank_self() == NULL || errhandler_is_predefined(handler))
        return rank_self() != NULL;
    found = handle_errhandler(handler);
    return found != NULL && found->kind == kind;
}

bool keyval_is_predefined(int number, enum holder_kind kind)
{
    if (kind == HOLDER_COMM)
        return number >= MPI_TAG_UB && number <= MPI_UNIVERSE_SIZE;
    return kind == HOLDER_WIN && number >= MPI_WIN_BASE && number <= MPI_WIN_MODEL;
}

static int refuse_keyval(int number, const char *name)
{
    const struct store *store = handle_store();
    int i = number - KEYVAL_FIRST;
    const void *object = NULL;
    uint32_t site;

    if (i >= 0 && i < store_numbers(store, OBJECT_KEYVAL))
        object = object_address(store, OBJECT_KEYVAL, i);
    if (object != NULL && object_was(store, object, OBJECT_KEYVAL, &site))
        return refuse_handle(MPI_ERR_KEYVAL, name, object, OBJECT_KEYVAL);
    return note(MPI_ERR_KEYVAL, "%s %d is no attribute key", name, number);
}

int check_keyval_in_use(int number, enum holder_kind kind, const char *name,
                        struct keyval **keyval)
{
    *keyval = NULL;
    if (number == MPI_KEYVAL_INVALID)
        return note(MPI_ERR_KEYVAL, "%s is MPI_KEYVAL_INVALID", name);
    if (keyval_is_predefined(number, kind))
        return note(MPI_ERR_KEYVAL, "%s %d is predefined", name, number);
    if (number >= KEYVAL_FIRST)
        *keyval = object_in_use(handle_store(), OBJECT_KEYVAL, number - KEYVAL_FIRST);
    if (*keyval == NULL || (*keyval)->owner != rank_self())
        return refuse_keyval(number, name);
    if ((*keyval)->kind != kind)
        return note(MPI_ERR_KEYVAL, "%s %d is a key for another kind of object", name, number);
    return MPI_SUCCESS;
}

int check_keyval(int number, enum holder_kind kind, const char *name, struct keyval **keyval)
{
    int err = check_keyval_in_use(number, kind, name, keyval);

    if (err == MPI_SUCCESS && (*keyval)->object.is_freed)
        return refuse_keyval(number, name);
    return err;
}

int check_session(MPI_Session handle, struct session **session)
{
    int err = check_self();

    *session = NULL;
    if (err != MPI_SUCCESS)
        return err;
    *session = handle_session(handle);
    if (*session != NULL)
        return MPI_SUCCESS;
    if (handle == MPI_SESSION_NULL)
        return note(MPI_ERR_SESSION, "session is MPI_SESSION_NULL");
    return refuse_handle(MPI_ERR_SESSION, "session", handle, OBJECT_SESSION);
}

int check_win(MPI_Win handle, struct window_object **win)
{
    int err = check_active();

    *win = NULL;
    if (err != MPI_SUCCESS)
        return err;
    *win = handle_win(handle);
    if (*win != NULL)
        return MPI_SUCCESS;
    if (handle == MPI_WIN_NULL)
        return note(MPI_ERR_WIN, "win is MPI_WIN_NULL");
    return refuse_handle(MPI_ERR_WIN, "win", handle, OBJECT_WIN);
}

int check_file(MPI_File handle, struct file_object **file)
{
    int err = check_active();

    *file = NULL;
    if (err != MPI_SUCCESS)
        return err;
    *file = handle_file(handle);
    if (*file != NULL)
        return MPI_SUCCESS;
    if (handle == MPI_FILE_NULL)
        return note(MPI_ERR_FILE, "fh is MPI_FILE_NULL");
    return refuse_handle(MPI_ERR_FILE, "fh", handle, OBJECT_FILE);
}

int check_callback(bool is_there, const char *name)
{
    return is_there ? MPI_SUCCESS : refuse_null(name);
}
