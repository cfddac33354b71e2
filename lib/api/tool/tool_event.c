/* SPDX-License-Identifier: MIT */
/* MPI_T: sources of events, event types, registrations, callbacks. */
#include <string.h>

#include "api/generated/tools.h"
#include "api/tool/tool.h"
#include "base/clock.h"
#include "tool/enumeration.h"
#include "tool/registration.h"
#include "tool/tool.h"

enum { TICKS_PER_SECOND = 1000000000 };

/* A function that gives one number. */
static int give_number(int *where, int number)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (where == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    *where = number;
    return tool_leave(tool, MPI_SUCCESS);
}

/* ---- sources --------------------------------------------------------------------------------- */

int api_t_source_get_num(int *num_sources)
{
    return give_number(num_sources, SOURCES);
}

int api_t_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                          MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
                          MPI_Count *max_ticks, MPI_Info *info)
{
    struct tool *tool = tool_enter();
    int err;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (source_index < 0 || source_index >= SOURCES)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    err = tool_give_info(info);
    if (err != MPI_SUCCESS)
        return tool_leave(tool, err);
    tool_give_text("rank", name, name_len);
    tool_give_text("the calls of the rank's threads", desc, desc_len);
    if (ordering != NULL)
        *ordering = MPI_T_SOURCE_UNORDERED;
    if (ticks_per_second != NULL)
        *ticks_per_second = TICKS_PER_SECOND;
    if (max_ticks != NULL)
        *max_ticks = INT64_MAX;
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_source_get_timestamp(int source_index, MPI_Count *timestamp)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (source_index < 0 || source_index >= SOURCES)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    if (timestamp == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    *timestamp = (MPI_Count)clock_ns();
    return tool_leave(tool, MPI_SUCCESS);
}

/* ---- types ----------------------------------------------------------------------------------- */

int api_t_event_get_num(int *num_events)
{
    return give_number(num_events, event_type_count());
}

static void give_elements(const struct event_type *type, MPI_Datatype datatypes[],
                          MPI_Aint displacements[], int *count)
{
    if (count == NULL)
        return;
    for (int i = 0; i < type->count && i < *count; i++) {
        if (datatypes != NULL)
            datatypes[i] = type->elements[i].datatype;
        if (displacements != NULL)
            displacements[i] = type->elements[i].displacement;
    }
    *count = type->count;
}

int api_t_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
                         MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
                         int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
                         int *desc_len, int *bind)
{
    struct tool *tool = tool_enter();
    const struct event_type *type = event_type_at(event_index);
    char description[EVENT_TEXT_BYTES];
    int err;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (type == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    err = tool_give_info(info);
    if (err != MPI_SUCCESS)
        return tool_leave(tool, err);
    tool_give_text(type->name, name, name_len);
    tool_give(type->verbosity, verbosity);
    give_elements(type, array_of_datatypes, array_of_displacements, num_elements);
    if (enumtype != NULL)
        *enumtype = enumeration_handle(type->enumeration);
    event_type_describe(type, description);
    tool_give_text(description, desc, desc_len);
    tool_give(MPI_T_BIND_NO_OBJECT, bind);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_event_get_index(const char *name, int *event_index)
{
    struct tool *tool = tool_enter();
    int found;

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (name == NULL || event_index == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    found = event_type_find(name);
    if (found < 0)
        return tool_leave(tool, MPI_T_ERR_INVALID_NAME);
    *event_index = found;
    return tool_leave(tool, MPI_SUCCESS);
}

/* ---- registrations --------------------------------------------------------------------------- */

int api_t_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
                             MPI_T_event_registration *event_registration)
{
    struct tool *tool = tool_enter();
    const struct event_type *type = event_type_at(event_index);
    const struct registration *made;

    (void)obj_handle;
    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (type == NULL)
        return tool_leave(tool, MPI_T_ERR_INVALID_INDEX);
    if (event_registration == NULL || tool_check_info(info) != MPI_SUCCESS)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    made = registration_create(tool, type);
    if (made == NULL)
        return tool_leave(tool, MPI_T_ERR_MEMORY);
    *event_registration = made->handle;
    return tool_leave(tool, MPI_SUCCESS);
}

/* The registration of a call, under the lock that it has then taken. */
static int find_registration(MPI_T_event_registration handle, struct tool **tool,
                             struct registration **found)
{
    *tool = tool_enter();
    if (*tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    *found = registration_find(*tool, handle);
    return *found != NULL ? MPI_SUCCESS : tool_leave(*tool, MPI_T_ERR_INVALID_HANDLE);
}

/* Finds the registration, if it has a callback of that level. */
static int find_callback(MPI_T_event_registration handle, MPI_T_cb_safety safety,
                         struct tool **tool, struct registration **found)
{
    const int level = registration_level(safety);
    int err = find_registration(handle, tool, found);

    if (err != MPI_SUCCESS)
        return err;
    return level >= 0 && (*found)->callbacks[level].function != NULL
               ? MPI_SUCCESS
               : tool_leave(*tool, MPI_T_ERR_INVALID);
}

int api_t_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
{
    struct tool *tool;
    struct registration *found;
    int err = find_registration(event_registration, &tool, &found);

    return err == MPI_SUCCESS ? tool_leave(tool, tool_check_info(info)) : err;
}

int api_t_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
{
    struct tool *tool;
    struct registration *found;
    int err = find_registration(event_registration, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    return tool_leave(tool, info_used == NULL ? MPI_T_ERR_INVALID : tool_give_info(info_used));
}

int api_t_event_register_callback(MPI_T_event_registration event_registration,
                                  MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
                                  MPI_T_event_cb_function *event_cb_function)
{
    const int level = registration_level(cb_safety);
    struct tool *tool;
    struct registration *found;
    int err = find_registration(event_registration, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    if (level < 0 || tool_check_info(info) != MPI_SUCCESS)
        return tool_leave(tool, MPI_T_ERR_INVALID);
    found->callbacks[level] =
        (struct tool_callback){.function = event_cb_function, .user_data = user_data};
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_event_callback_set_info(MPI_T_event_registration event_registration,
                                  MPI_T_cb_safety cb_safety, MPI_Info info)
{
    struct tool *tool;
    struct registration *found;
    int err = find_callback(event_registration, cb_safety, &tool, &found);

    return err == MPI_SUCCESS ? tool_leave(tool, tool_check_info(info)) : err;
}

int api_t_event_callback_get_info(MPI_T_event_registration event_registration,
                                  MPI_T_cb_safety cb_safety, MPI_Info *info_used)
{
    struct tool *tool;
    struct registration *found;
    int err = find_callback(event_registration, cb_safety, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    return tool_leave(tool, info_used == NULL ? MPI_T_ERR_INVALID : tool_give_info(info_used));
}

int api_t_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
                            MPI_T_event_free_cb_function *free_cb_function)
{
    struct tool *tool;
    struct registration *found;
    int err = find_registration(event_registration, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    registration_free(found, free_cb_function, user_data);
    return tool_leave(tool, MPI_SUCCESS);
}

int api_t_event_set_dropped_handler(MPI_T_event_registration event_registration,
                                    MPI_T_event_dropped_cb_function *dropped_cb_function)
{
    struct tool *tool;
    struct registration *found;
    int err = find_registration(event_registration, &tool, &found);

    if (err != MPI_SUCCESS)
        return err;
    found->dropped = dropped_cb_function;
    if (dropped_cb_function == NULL)
        found->dropped_count = 0;
    return tool_leave(tool, MPI_SUCCESS);
}

/* ---- events ---------------------------------------------------------------------------------- */

/* The event of a callback. */
static int find_instance(MPI_T_event_instance handle, const struct instance **instance)
{
    struct tool *tool = tool_enter();

    if (tool == NULL)
        return MPI_T_ERR_NOT_INITIALIZED;
    *instance = instance_find(handle);
    return tool_leave(tool, *instance != NULL ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE);
}

static void copy_element(const struct instance *instance, int index, unsigned char *to)
{
    const struct event_element *element = &instance->type->elements[index];

    memcpy(to, instance->data + element->displacement, (size_t)element->bytes);
}

int api_t_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
{
    const struct instance *instance;
    int err = find_instance(event_instance, &instance);

    if (err != MPI_SUCCESS)
        return err;
    if (element_index < 0 || element_index >= instance->type->count)
        return MPI_T_ERR_INVALID_INDEX;
    if (buffer == NULL)
        return MPI_T_ERR_INVALID;
    copy_element(instance, element_index, buffer);
    return MPI_SUCCESS;
}

int api_t_event_copy(MPI_T_event_instance event_instance, void *buffer)
{
    const struct instance *instance;
    int err = find_instance(event_instance, &instance);

    if (err != MPI_SUCCESS)
        return err;
    if (buffer == NULL)
        return MPI_T_ERR_INVALID;
    for (int i = 0; i < instance->type->count; i++)
        copy_element(instance, i,
                     (unsigned char *)buffer + instance->type->elements[i].displacement);
    return MPI_SUCCESS;
}

int api_t_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
{
    const struct instance *instance;
    int err = find_instance(event_instance, &instance);

    if (err != MPI_SUCCESS)
        return err;
    if (event_timestamp == NULL)
        return MPI_T_ERR_INVALID;
    *event_timestamp = (MPI_Count)instance->time_ns;
    return MPI_SUCCESS;
}

int api_t_event_get_source(MPI_T_event_instance event_instance, int *source_index)
{
    const struct instance *instance;
    int err = find_instance(event_instance, &instance);

    if (err != MPI_SUCCESS)
        return err;
    if (source_index == NULL)
        return MPI_T_ERR_INVALID;
    *source_index = 0;
    return MPI_SUCCESS;
}
