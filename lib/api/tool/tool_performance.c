/* SPDX-License-Identifier: MIT */
/* MPI_T: performance variables. */
#include <string.h>

#include "api/argument/handle.h"
#include "api/generated/tools.h"
#include "api/tool/tool.h"
#include "io/file.h"
#include "rma/window.h"
#include "tool/enumeration.h"
#include "tool/performance.h"
#include "tool/tool.h"

int api_t_pvar_get_num(int *num_pvar)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (num_pvar == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    *num_pvar = performance_count();
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                        int *bind, int *readonly, int *continuous, int *atomic)
{
    struct tool *tool = tool_enter();
    struct performance performance;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (!performance_look(pvar_index, &performance))
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    tool_give_text(performance.name, name, name_len);
    tool_give(performance.verbosity, verbosity);
    tool_give(performance.class, var_class);
    if (datatype != NULL)
        *datatype = performance.datatype;
    if (enumtype != NULL)
        *enumtype = enumeration_handle(performance.enumeration);
    tool_give_text(performance.description, desc, desc_len);
    tool_give(performance.bind, bind);
    tool_give(performance.is_standing, readonly);
    tool_give(performance.is_standing, continuous);
    tool_give(!performance.is_standing, atomic);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    struct tool *tool = tool_enter();
    int found;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (name == NULL || pvar_index == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    found = performance_find(name, var_class);
    if (found < 0)
        return tool_leave(tool, MPI_T_ERR_INVALID_NAME);
    *pvar_index = found;
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_pvar_session_create(MPI_T_pvar_session *session)
{
    struct tool *tool = tool_enter();
    MPI_T_pvar_session made;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (session == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    made = performance_open(tool);
    if (made == NULL)
        return tool_leave(tool, MPI_T_ERR_MEMORY);
    *session = made;
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_pvar_session_free(MPI_T_pvar_session *session)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (session == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    if (!performance_close(tool, *session))
        return tool_leave(tool, MPI_T_ERR_INVALID_SESSION);
    *session = MPI_T_PVAR_SESSION_NULL;
    return tool_leave(tool, MPI_SUCCESS);
}

static bool look_at_comm(MPI_Comm handle, struct performance_object *object)
{
    const struct comm *comm = handle_comm(handle);

    if (comm == NULL)
        return false;
    object->number = comm->context->id;
    object->size = (uint64_t)comm_size(comm);
    return true;
}

/* A rank that may not use MPI has neither windows nor files. */
static bool is_active(void)
{
    const struct rank *self = rank_self();

    return self != NULL && self->p2p != NULL;
}

static bool look_at_win(MPI_Win handle, struct performance_object *object)
{
    const struct window *window =
        is_active() && handle != MPI_WIN_NULL ? (struct window *)(void *)handle_win(handle) : NULL;

    if (window == NULL)
        return false;
    object->number = window_number(window);
    object->size = (uint64_t)window_own_part(window)->size;
    return true;
}

static bool look_at_file(MPI_File handle, struct performance_object *object)
{
    const struct file *file =
        is_active() && handle != MPI_FILE_NULL ? (struct file *)(void *)handle_file(handle) : NULL;

    if (file == NULL || file->description == NULL)
        return false;
    object->number = file->description->number;
    return true;
}

/* Looks at the object of that handle. False: the handle is not valid. */
static bool look_at_object(int bind, struct performance_object *object)
{
    switch (bind) {
    case MPI_T_BIND_MPI_COMM:
        return look_at_comm((MPI_Comm)object->handle, object);
    case MPI_T_BIND_MPI_WIN:
        return look_at_win((MPI_Win)object->handle, object);
    case MPI_T_BIND_MPI_FILE:
        return look_at_file((MPI_File)object->handle, object);
    default:
        return true;
    }
}

static int find_object(const struct performance *performance, const void *obj_handle,
                       struct performance_object *object)
{
    *object = (struct performance_object){0};
    if (performance->bind == MPI_T_BIND_NO_OBJECT)
        return MPI_SUCCESS;
    if (obj_handle == NULL)
        return MPI_T_ERR_INVALID;
    memcpy(&object->handle, obj_handle, sizeof object->handle);
    return look_at_object(performance->bind, object) ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

int api_t_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
                            MPI_T_pvar_handle *handle, int *count)
{
    struct tool *tool = tool_enter();
    struct performance performance;
    struct performance_handle *made;
    struct performance_object object;
    int err;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (!performance_is_session(tool, session))
        return tool_leave(tool, MPI_T_ERR_INVALID_SESSION);
    if (!performance_look(pvar_index, &performance))
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    if (handle == NULL || count == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    err = find_object(&performance, obj_handle, &object);
    if (err != MPI_SUCCESS)
        return tool_leave(tool, err);
    made = performance_bind(tool, session, &performance, &object);
    if (made == NULL)
        return tool_leave(tool, MPI_T_ERR_MEMORY);
    *handle = made->handle;
    *count = 1;
    return tool_leave(tool, MPI_SUCCESS);
}

/* The handle of a call, under the lock that it has then taken. */
static int find_handle(MPI_T_pvar_session session, MPI_T_pvar_handle handle, struct tool **tool,
                       struct performance_handle **found)
{
    *tool = tool_enter();
    *found = NULL;
    if (*tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (!performance_is_session(*tool, session))
        return tool_leave(*tool, MPI_T_ERR_INVALID_SESSION);
    *found = performance_handle_find(*tool, session, handle);
    return *found != NULL ? MPI_SUCCESS : tool_leave(*tool, MPI_T_ERR_INVALID_HANDLE);
}

int api_t_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
    struct tool *tool;
    struct performance_handle *found;
    MPI_T_pvar_handle freed = handle != NULL ? *handle : MPI_T_PVAR_HANDLE_NULL;
    int err = find_handle(session, freed, &tool, &found);

    if (err != MPI_SUCCESS)
        return handle == NULL && err == MPI_T_ERR_INVALID_HANDLE ? MPI_T_ERR_INVALID : err;
    performance_unbind(tool, found);
    *handle = MPI_T_PVAR_HANDLE_NULL;
    return tool_leave(tool, MPI_SUCCESS);
}

typedef void variable_change(struct tool *tool, struct performance_handle *handle);

/* Starts, stops or resets a variable, or all of a session that can be. */
static int change_one(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                      variable_change *change, int err_of_standing)
{
    struct tool *tool;
    struct performance_handle *found;
    int err = find_handle(session, handle, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    if (found->of.is_standing)
        return tool_leave(tool, err_of_standing);
    change(tool, found);
    return tool_leave(tool, MPI_SUCCESS);
}

static int change_all(MPI_T_pvar_session session, variable_change *change)
{
    struct tool *tool = tool_enter();
    struct performance_handle *each;
    int at = 0;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (!performance_is_session(tool, session))
        return tool_leave(tool, MPI_T_ERR_INVALID_SESSION);
    while ((each = performance_handle_next(tool, session, &at)) != NULL)
        if (!each->of.is_standing)
            change(tool, each);
    return tool_leave(tool, MPI_SUCCESS);
}

static int change_some(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                       variable_change *change, int err_of_standing)
{
    return handle == MPI_T_PVAR_ALL_HANDLES
               ? change_all(session, change)
               : change_one(session, handle, change, err_of_standing);
}

int api_t_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return change_some(session, handle, performance_start, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int api_t_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return change_some(session, handle, performance_stop, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int api_t_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return change_some(session, handle, performance_reset, MPI_T_ERR_PVAR_NO_WRITE);
}

/* Reads the value, if the object that it is bound to is still there. */
static int read_value(struct tool *tool, struct performance_handle *found, void *buf)
{
    struct performance_object now = {.handle = found->object.handle};

    if (buf == NULL)
        return MPI_T_ERR_INVALID;
    if (!look_at_object(found->of.bind, &now) || now.number != found->object.number)
        return MPI_T_ERR_INVALID_HANDLE;
    performance_read(tool, found, buf);
    return MPI_SUCCESS;
}

int api_t_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    struct tool *tool;
    struct performance_handle *found;
    int err = find_handle(session, handle, &tool, &found);

    return err == MPI_SUCCESS ? tool_leave(tool, read_value(tool, found, buf)) : err;
}

int api_t_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    struct tool *tool;
    struct performance_handle *found;
    int err = find_handle(session, handle, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    if (found->of.is_standing)
        return tool_leave(tool, MPI_T_ERR_PVAR_NO_ATOMIC);
    err = read_value(tool, found, buf);
    if (err == MPI_SUCCESS)
        performance_reset(tool, found);
    return tool_leave(tool, err);
}

int api_t_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
{
    struct tool *tool;
    struct performance_handle *found;
    int err = find_handle(session, handle, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    if (found->of.is_standing)
        return tool_leave(tool, MPI_T_ERR_PVAR_NO_WRITE);
    if (buf == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    performance_write(tool, found, buf);
    return tool_leave(tool, MPI_SUCCESS);
}
