/* SPDX-License-Identifier: MIT */
/* MPI_T: its beginning and end, enumerations, control variables, categories. */
#include "api/tool/tool.h"

#include <string.h>

#include "api/argument/handle.h"
#include "api/argument/info_env.h"
#include "api/environment/init.h"
#include "api/generated/tools.h"
#include "api/observe/explain.h"
#include "object/info.h"
#include "tool/category.h"
#include "tool/control.h"
#include "tool/enumeration.h"
#include "tool/tool.h"

/* ---- arguments ------------------------------------------------------------------------------- */

void tool_give_text(const char *text, char *buf, int *length)
{
    const int needed = (int)strlen(text) + 1;

    if (length == NULL)
        return;
    if (buf != NULL && *length > 0) {
        const int copied = needed <= *length ? needed - 1 : *length - 1;

        memcpy(buf, text, (size_t)copied);
        buf[copied] = '\0';
    }
    *length = needed;
}

int tool_give_info(MPI_Info *where)
{
    struct info *info;

    if (where == NULL)
        return MPI_SUCCESS;
    if (rank_self() == NULL)
        return MPI_T_ERR_NOT_ACCESSIBLE;
    info = info_create(handle_store());
    if (info == NULL)
        return MPI_T_ERR_MEMORY;
    *where = handle_of_info(info);
    return MPI_SUCCESS;
}

int tool_check_info(MPI_Info info)
{
    if (info == MPI_INFO_NULL || info == MPI_INFO_ENV)
        return MPI_SUCCESS;
    return rank_self() != NULL && handle_info(info) != NULL ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

int api_t_init_thread(int required, int *provided)
{
    int err;

    if (provided == NULL || !init_is_thread_level(required))
        return MPI_T_ERR_INVALID;
    err = tool_begin();
    if (err == MPI_SUCCESS)
        *provided = required;
    return err;
}

int api_t_finalize(void)
{
    return tool_end();
}

/* A function that gives one number. */
static int give_number(int *where, int (*number)(void))
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (where == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    *where = number();
    return tool_leave(tool, MPI_SUCCESS);
}

/* ---- enumerations ---------------------------------------------------------------------------- */

int api_t_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
    struct tool *tool = tool_enter();
    struct enumeration enumeration;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (!enumeration_look(enumtype, &enumeration))
        return tool_leave(tool, MPI_T_ERR_INVALID_HANDLE);
    tool_give(enumeration_count(&enumeration), num);
    tool_give_text(enumeration.name, name, name_len);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len)
{
    struct tool *tool = tool_enter();
    struct enumeration enumeration;
    char item[ENUMERATION_ITEM_BYTES];

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (!enumeration_look(enumtype, &enumeration))
        return tool_leave(tool, MPI_T_ERR_INVALID_HANDLE);
    if (indx < 0 || indx >= enumeration_count(&enumeration))
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    enumeration_item(&enumeration, indx, item);
    tool_give(enumeration.first + indx, value);
    tool_give_text(item, name, name_len);
    return tool_leave(tool, MPI_SUCCESS);
}

/* ---- control variables ----------------------------------------------------------------------- */

int api_t_cvar_get_num(int *num_cvar)
{
    return give_number(num_cvar, control_count);
}

int api_t_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
                        MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                        int *bind, int *scope)
{
    struct tool *tool = tool_enter();
    const struct knob *knob = knob_at(cvar_index);
    char variable[KNOB_NAME_BYTES];

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (knob == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    knob_name_variable(knob, variable);
    tool_give_text(variable, name, name_len);
    tool_give(control_verbosity(knob), verbosity);
    if (datatype != NULL)
        *datatype = control_datatype(knob);
    if (enumtype != NULL)
        *enumtype = enumeration_handle(enumeration_of_knob(cvar_index));
    tool_give_text(knob->meaning, desc, desc_len);
    tool_give(MPI_T_BIND_NO_OBJECT, bind);
    tool_give(control_scope(knob), scope);
    return tool_leave(tool, MPI_SUCCESS);
}

/* A function that gives the number of what has that name. */
static int give_index(const char *name, int *index, int (*look_up)(const char *name))
{
    struct tool *tool = tool_enter();
    int found;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (name == NULL || index == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    found = look_up(name);
    if (found < 0)
        return tool_leave(tool, MPI_T_ERR_INVALID_NAME);
    *index = found;
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_cvar_get_index(const char *name, int *cvar_index)
{
    return give_index(name, cvar_index, control_find);
}

int api_t_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count)
{
    struct tool *tool = tool_enter();
    const struct knob *knob = knob_at(cvar_index);
    MPI_T_cvar_handle made;

    (void)obj_handle;
    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (knob == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    if (handle == NULL || count == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    made = tool_handle_create(&tool->handles, TOOL_CONTROL, (void *)knob);
    if (made == NULL)
        return tool_leave(tool, MPI_T_ERR_MEMORY);
    *handle = made;
    *count = control_length(knob);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (handle == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    if (tool_handle_find(&tool->handles, TOOL_CONTROL, *handle) == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_HANDLE);
    tool_handle_destroy(&tool->handles, *handle);
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
    struct tool *tool = tool_enter();
    const struct knob *knob;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    knob = tool_handle_find(&tool->handles, TOOL_CONTROL, handle);
    if (knob == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_HANDLE);
    if (buf == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    control_read(knob, tool->rank, buf);
    return tool_leave(tool, MPI_SUCCESS);
}

/* The end of a call that has written the variable. */
static int begin_explaining(const struct knob *knob, struct rank *rank)
{
    if (knob->value != &knobs.explain || load_relaxed(&rank->own.explain) == 0)
        return MPI_SUCCESS;
    return explain_begin(rank) ? MPI_SUCCESS : MPI_T_ERR_MEMORY;
}

int api_t_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
    struct tool *tool = tool_enter();
    const struct knob *knob;
    int err;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    knob = tool_handle_find(&tool->handles, TOOL_CONTROL, handle);
    if (knob == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_HANDLE);
    if (buf == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    err = control_write(knob, tool->rank, buf);
    return tool_leave(tool, err == MPI_SUCCESS ? begin_explaining(knob, tool->rank) : err);
}

/* ---- categories ------------------------------------------------------------------------------ */

int api_t_category_get_num(int *num_cat)
{
    return give_number(num_cat, category_count);
}

int api_t_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
                            int *num_cvars, int *num_pvars, int *num_categories)
{
    struct tool *tool = tool_enter();
    const struct category *category = category_at(cat_index);

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (category == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    tool_give_text(category->name, name, name_len);
    tool_give_text(category->description, desc, desc_len);
    tool_give(category_members(cat_index, CATEGORY_CONTROL, 0, NULL), num_cvars);
    tool_give(category_members(cat_index, CATEGORY_PERFORMANCE, 0, NULL), num_pvars);
    tool_give(category_members(cat_index, CATEGORY_CATEGORY, 0, NULL), num_categories);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_category_get_num_events(int cat_index, int *num_events)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (category_at(cat_index) == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    if (num_events == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    *num_events = category_members(cat_index, CATEGORY_TYPE, 0, NULL);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_category_get_index(const char *name, int *cat_index)
{
    return give_index(name, cat_index, category_find);
}

static int give_members(int cat_index, enum category_member kind, int len, int indices[])
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (category_at(cat_index) == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    if (len < 0 || (len > 0 && indices == NULL))
        return tool_leave(tool, MPI_T_ERR_INVALID);
    category_members(cat_index, kind, len, indices);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_category_get_cvars(int cat_index, int len, int indices[])
{
    return give_members(cat_index, CATEGORY_CONTROL, len, indices);
}

int api_t_category_get_pvars(int cat_index, int len, int indices[])
{
    return give_members(cat_index, CATEGORY_PERFORMANCE, len, indices);
}

int api_t_category_get_events(int cat_index, int len, int indices[])
{
    return give_members(cat_index, CATEGORY_TYPE, len, indices);
}

int api_t_category_get_categories(int cat_index, int len, int indices[])
{
    return give_members(cat_index, CATEGORY_CATEGORY, len, indices);
}

static int never(void)
{
    return 0;
}

int api_t_category_changed(int *update_number)
{
    return give_number(update_number, never);
}
