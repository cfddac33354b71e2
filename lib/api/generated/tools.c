/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from tools.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/tools.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_T_init_thread(int required, int *provided);
int PMPI_T_finalize(void);
int PMPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len);
int PMPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len);
int PMPI_T_cvar_get_num(int *num_cvar);
int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
                         MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                         int *bind, int *scope);
int PMPI_T_cvar_get_index(const char *name, int *cvar_index);
int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
                             int *count);
int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle);
int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf);
int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf);
int PMPI_T_pvar_get_num(int *num_pvar);
int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                         MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                         int *bind, int *readonly, int *continuous, int *atomic);
int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index);
int PMPI_T_pvar_session_create(MPI_T_pvar_session *session);
int PMPI_T_pvar_session_free(MPI_T_pvar_session *session);
int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
                             MPI_T_pvar_handle *handle, int *count);
int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle);
int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int PMPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);
int PMPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf);
int PMPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle);
int PMPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf);
int PMPI_T_source_get_num(int *num_sources);
int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                           MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
                           MPI_Count *max_ticks, MPI_Info *info);
int PMPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp);
int PMPI_T_event_get_num(int *num_events);
int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
                          MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
                          int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
                          int *desc_len, int *bind);
int PMPI_T_event_get_index(const char *name, int *event_index);
int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
                              MPI_T_event_registration *event_registration);
int PMPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info);
int PMPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used);
int PMPI_T_event_register_callback(MPI_T_event_registration event_registration,
                                   MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
                                   MPI_T_event_cb_function *event_cb_function);
int PMPI_T_event_callback_set_info(MPI_T_event_registration event_registration,
                                   MPI_T_cb_safety cb_safety, MPI_Info info);
int PMPI_T_event_callback_get_info(MPI_T_event_registration event_registration,
                                   MPI_T_cb_safety cb_safety, MPI_Info *info_used);
int PMPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
                             MPI_T_event_free_cb_function *free_cb_function);
int PMPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration,
                                     MPI_T_event_dropped_cb_function *dropped_cb_function);
int PMPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer);
int PMPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer);
int PMPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp);
int PMPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index);
int PMPI_T_category_get_num(int *num_cat);
int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
                             int *num_cvars, int *num_pvars, int *num_categories);
int PMPI_T_category_get_num_events(int cat_index, int *num_events);
int PMPI_T_category_get_index(const char *name, int *cat_index);
int PMPI_T_category_get_cvars(int cat_index, int len, int indices[]);
int PMPI_T_category_get_pvars(int cat_index, int len, int indices[]);
int PMPI_T_category_get_events(int cat_index, int len, int indices[]);
int PMPI_T_category_get_categories(int cat_index, int len, int indices[]);
int PMPI_T_category_changed(int *update_number);
#pragma GCC visibility pop

int PMPI_T_init_thread(int required, int *provided)
{
    return api_t_init_thread(required, provided);
}
ALIAS(MPI_T_init_thread);

int PMPI_T_finalize(void)
{
    return api_t_finalize();
}
ALIAS(MPI_T_finalize);

int PMPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
    return api_t_enum_get_info(enumtype, num, name, name_len);
}
ALIAS(MPI_T_enum_get_info);

int PMPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int *value, char *name, int *name_len)
{
    return api_t_enum_get_item(enumtype, indx, value, name, name_len);
}
ALIAS(MPI_T_enum_get_item);

int PMPI_T_cvar_get_num(int *num_cvar)
{
    return api_t_cvar_get_num(num_cvar);
}
ALIAS(MPI_T_cvar_get_num);

int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity,
                         MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                         int *bind, int *scope)
{
    return api_t_cvar_get_info(cvar_index, name, name_len, verbosity, datatype, enumtype, desc,
                               desc_len, bind, scope);
}
ALIAS(MPI_T_cvar_get_info);

int PMPI_T_cvar_get_index(const char *name, int *cvar_index)
{
    return api_t_cvar_get_index(name, cvar_index);
}
ALIAS(MPI_T_cvar_get_index);

int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
                             int *count)
{
    return api_t_cvar_handle_alloc(cvar_index, obj_handle, handle, count);
}
ALIAS(MPI_T_cvar_handle_alloc);

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    return api_t_cvar_handle_free(handle);
}
ALIAS(MPI_T_cvar_handle_free);

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
    return api_t_cvar_read(handle, buf);
}
ALIAS(MPI_T_cvar_read);

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
    return api_t_cvar_write(handle, buf);
}
ALIAS(MPI_T_cvar_write);

int PMPI_T_pvar_get_num(int *num_pvar)
{
    return api_t_pvar_get_num(num_pvar);
}
ALIAS(MPI_T_pvar_get_num);

int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class,
                         MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len,
                         int *bind, int *readonly, int *continuous, int *atomic)
{
    return api_t_pvar_get_info(pvar_index, name, name_len, verbosity, var_class, datatype, enumtype,
                               desc, desc_len, bind, readonly, continuous, atomic);
}
ALIAS(MPI_T_pvar_get_info);

int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    return api_t_pvar_get_index(name, var_class, pvar_index);
}
ALIAS(MPI_T_pvar_get_index);

int PMPI_T_pvar_session_create(MPI_T_pvar_session *session)
{
    return api_t_pvar_session_create(session);
}
ALIAS(MPI_T_pvar_session_create);

int PMPI_T_pvar_session_free(MPI_T_pvar_session *session)
{
    return api_t_pvar_session_free(session);
}
ALIAS(MPI_T_pvar_session_free);

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void *obj_handle,
                             MPI_T_pvar_handle *handle, int *count)
{
    return api_t_pvar_handle_alloc(session, pvar_index, obj_handle, handle, count);
}
ALIAS(MPI_T_pvar_handle_alloc);

int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
    return api_t_pvar_handle_free(session, handle);
}
ALIAS(MPI_T_pvar_handle_free);

int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return api_t_pvar_start(session, handle);
}
ALIAS(MPI_T_pvar_start);

int PMPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return api_t_pvar_stop(session, handle);
}
ALIAS(MPI_T_pvar_stop);

int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    return api_t_pvar_read(session, handle, buf);
}
ALIAS(MPI_T_pvar_read);

int PMPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *buf)
{
    return api_t_pvar_write(session, handle, buf);
}
ALIAS(MPI_T_pvar_write);

int PMPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    return api_t_pvar_reset(session, handle);
}
ALIAS(MPI_T_pvar_reset);

int PMPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    return api_t_pvar_readreset(session, handle, buf);
}
ALIAS(MPI_T_pvar_readreset);

int PMPI_T_source_get_num(int *num_sources)
{
    return api_t_source_get_num(num_sources);
}
ALIAS(MPI_T_source_get_num);

int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                           MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
                           MPI_Count *max_ticks, MPI_Info *info)
{
    return api_t_source_get_info(source_index, name, name_len, desc, desc_len, ordering,
                                 ticks_per_second, max_ticks, info);
}
ALIAS(MPI_T_source_get_info);

int PMPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp)
{
    return api_t_source_get_timestamp(source_index, timestamp);
}
ALIAS(MPI_T_source_get_timestamp);

int PMPI_T_event_get_num(int *num_events)
{
    return api_t_event_get_num(num_events);
}
ALIAS(MPI_T_event_get_num);

int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
                          MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
                          int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
                          int *desc_len, int *bind)
{
    return api_t_event_get_info(event_index, name, name_len, verbosity, array_of_datatypes,
                                array_of_displacements, num_elements, enumtype, info, desc,
                                desc_len, bind);
}
ALIAS(MPI_T_event_get_info);

int PMPI_T_event_get_index(const char *name, int *event_index)
{
    return api_t_event_get_index(name, event_index);
}
ALIAS(MPI_T_event_get_index);

int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
                              MPI_T_event_registration *event_registration)
{
    return api_t_event_handle_alloc(event_index, obj_handle, info, event_registration);
}
ALIAS(MPI_T_event_handle_alloc);

int PMPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
{
    return api_t_event_handle_set_info(event_registration, info);
}
ALIAS(MPI_T_event_handle_set_info);

int PMPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
{
    return api_t_event_handle_get_info(event_registration, info_used);
}
ALIAS(MPI_T_event_handle_get_info);

int PMPI_T_event_register_callback(MPI_T_event_registration event_registration,
                                   MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
                                   MPI_T_event_cb_function *event_cb_function)
{
    return api_t_event_register_callback(event_registration, cb_safety, info, user_data,
                                         event_cb_function);
}
ALIAS(MPI_T_event_register_callback);

int PMPI_T_event_callback_set_info(MPI_T_event_registration event_registration,
                                   MPI_T_cb_safety cb_safety, MPI_Info info)
{
    return api_t_event_callback_set_info(event_registration, cb_safety, info);
}
ALIAS(MPI_T_event_callback_set_info);

int PMPI_T_event_callback_get_info(MPI_T_event_registration event_registration,
                                   MPI_T_cb_safety cb_safety, MPI_Info *info_used)
{
    return api_t_event_callback_get_info(event_registration, cb_safety, info_used);
}
ALIAS(MPI_T_event_callback_get_info);

int PMPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
                             MPI_T_event_free_cb_function *free_cb_function)
{
    return api_t_event_handle_free(event_registration, user_data, free_cb_function);
}
ALIAS(MPI_T_event_handle_free);

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration,
                                     MPI_T_event_dropped_cb_function *dropped_cb_function)
{
    return api_t_event_set_dropped_handler(event_registration, dropped_cb_function);
}
ALIAS(MPI_T_event_set_dropped_handler);

int PMPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
{
    return api_t_event_read(event_instance, element_index, buffer);
}
ALIAS(MPI_T_event_read);

int PMPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer)
{
    return api_t_event_copy(event_instance, buffer);
}
ALIAS(MPI_T_event_copy);

int PMPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
{
    return api_t_event_get_timestamp(event_instance, event_timestamp);
}
ALIAS(MPI_T_event_get_timestamp);

int PMPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index)
{
    return api_t_event_get_source(event_instance, source_index);
}
ALIAS(MPI_T_event_get_source);

int PMPI_T_category_get_num(int *num_cat)
{
    return api_t_category_get_num(num_cat);
}
ALIAS(MPI_T_category_get_num);

int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
                             int *num_cvars, int *num_pvars, int *num_categories)
{
    return api_t_category_get_info(cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars,
                                   num_categories);
}
ALIAS(MPI_T_category_get_info);

int PMPI_T_category_get_num_events(int cat_index, int *num_events)
{
    return api_t_category_get_num_events(cat_index, num_events);
}
ALIAS(MPI_T_category_get_num_events);

int PMPI_T_category_get_index(const char *name, int *cat_index)
{
    return api_t_category_get_index(name, cat_index);
}
ALIAS(MPI_T_category_get_index);

int PMPI_T_category_get_cvars(int cat_index, int len, int indices[])
{
    return api_t_category_get_cvars(cat_index, len, indices);
}
ALIAS(MPI_T_category_get_cvars);

int PMPI_T_category_get_pvars(int cat_index, int len, int indices[])
{
    return api_t_category_get_pvars(cat_index, len, indices);
}
ALIAS(MPI_T_category_get_pvars);

int PMPI_T_category_get_events(int cat_index, int len, int indices[])
{
    return api_t_category_get_events(cat_index, len, indices);
}
ALIAS(MPI_T_category_get_events);

int PMPI_T_category_get_categories(int cat_index, int len, int indices[])
{
    return api_t_category_get_categories(cat_index, len, indices);
}
ALIAS(MPI_T_category_get_categories);

int PMPI_T_category_changed(int *update_number)
{
    return api_t_category_changed(update_number);
}
ALIAS(MPI_T_category_changed);
