/* SPDX-License-Identifier: MIT */
/* Files: views, pointers, data representations. */
#include <limits.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/local.h"
#include "api/error/raise.h"
#include "api/file/file.h"
#include "api/generated/files.h"
#include "base/note.h"
#include "io/file.h"

/* ---- views ----------------------------------------------------------------------------------- */

static int check_committed(MPI_Datatype handle, const char *name, const struct type **type)
{
    int err = check_type(handle, name, type);

    if (err == MPI_SUCCESS && !(*type)->is_predefined && !(*type)->is_committed)
        err = note(MPI_ERR_TYPE, "%s is not committed by MPI_Type_commit", name);
    return err;
}

int api_file_set_view(const struct call *call, MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
                      MPI_Datatype filetype, const char *datarep, MPI_Info info)
{
    struct file_view wanted = {.displacement = disp, .datarep = datarep};
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err != MPI_SUCCESS)
        return end_file_call(call, file, err);
    wanted.err = check_committed(etype, "etype", &wanted.etype);
    if (wanted.err == MPI_SUCCESS)
        wanted.err = check_committed(filetype, "filetype", &wanted.filetype);
    if (wanted.err == MPI_SUCCESS)
        wanted.err = check_pointer(datarep, "datarep");
    if (wanted.err == MPI_SUCCESS)
        wanted.err = check_hints(info, &wanted.hints);
    return end_file_call(call, file, file_set_view(file, call, &wanted));
}

/* A type for the user that has the map of this one. */
static int give_copy(const struct type *type, MPI_Datatype *handle)
{
    struct type *copy;
    int err = MPI_SUCCESS;

    if (type->is_named || type->is_predefined) {
        *handle = type_handle(type);
        return MPI_SUCCESS;
    }
    err = type_copy(handle_store(), type, &copy);
    if (err != MPI_SUCCESS)
        return err;
    type_commit(copy);
    *handle = handle_of_type(copy);
    return MPI_SUCCESS;
}

static int get_view(const struct io_view *view, MPI_Offset *disp, MPI_Datatype *etype,
                    MPI_Datatype *filetype, char *datarep)
{
    MPI_Datatype copy;
    int err = give_copy(view->etype, &copy);

    if (err != MPI_SUCCESS)
        return err;
    err = give_copy(view->filetype, filetype);
    if (err != MPI_SUCCESS) {
        if (!view->etype->is_predefined)
            type_drop(handle_type(copy));
        return err;
    }
    *etype = copy;
    *disp = view->displacement;
    memcpy(datarep, view->datarep->name, strlen(view->datarep->name) + 1);
    return MPI_SUCCESS;
}

int api_file_get_view(const struct call *call, MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
                      MPI_Datatype *filetype, char *datarep)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_pointer(disp, "disp");
    if (err == MPI_SUCCESS)
        err = check_pointer(etype, "etype");
    if (err == MPI_SUCCESS)
        err = check_pointer(filetype, "filetype");
    if (err == MPI_SUCCESS)
        err = check_pointer(datarep, "datarep");
    if (err == MPI_SUCCESS)
        err = get_view(file->view, disp, etype, filetype, datarep);
    return end_file_call(call, file, err);
}

static int find_byte(const struct file *file, MPI_Offset offset, MPI_Offset *disp)
{
    const struct io_view *view = file->view;
    MPI_Count position;

    if (offset < 0)
        return note(MPI_ERR_ARG, "offset %lld is negative", (long long)offset);
    if (!view_has_data(view))
        return note(MPI_ERR_ARG, "offset %lld is nowhere: the view has no data",
                    (long long)offset);
    if (__builtin_mul_overflow(offset, view->etype_bytes, &position) ||
        !view_has_room(view, position, 1))
        return note(MPI_ERR_ARG, "offset %lld is beyond what a file can have", (long long)offset);
    *disp = view_place(view, position);
    return MPI_SUCCESS;
}

int api_file_get_byte_offset(const struct call *call, MPI_File fh, MPI_Offset offset,
                             MPI_Offset *disp)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_pointer(disp, "disp");
    if (err == MPI_SUCCESS)
        err = file_check_places(file);
    if (err == MPI_SUCCESS)
        err = find_byte(file, offset, disp);
    return end_file_call(call, file, err);
}

int api_file_get_type_extent(const struct call *call, MPI_File fh, MPI_Datatype datatype,
                             struct int_slot extent)
{
    const struct type *type, *in_file;
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_committed(datatype, "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_slot(extent, "extent");
    if (err == MPI_SUCCESS)
        err = datarep_type(file->view->datarep, type, &in_file);
    if (err != MPI_SUCCESS)
        return end_file_call(call, file, err);
    slot_write(extent, in_file->extent);
    type_drop(in_file);
    return MPI_SUCCESS;
}

/* ---- pointers -------------------------------------------------------------------------------- */

int api_file_seek(const struct call *call, MPI_File fh, MPI_Offset offset, int whence)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = file_seek(file, offset, whence);
    return end_file_call(call, file, err);
}

int api_file_seek_shared(const struct call *call, MPI_File fh, MPI_Offset offset, int whence)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = file_seek_shared(file, call, offset, whence, MPI_SUCCESS);
    return end_file_call(call, file, err);
}

static int check_pointer_call(MPI_File fh, const MPI_Offset *offset, struct file **file)
{
    int err = check_open_file(fh, file);

    if (err == MPI_SUCCESS)
        err = check_pointer(offset, "offset");
    return err == MPI_SUCCESS ? file_check_places(*file) : err;
}

int api_file_get_position(const struct call *call, MPI_File fh, MPI_Offset *offset)
{
    struct file *file;
    int err = check_pointer_call(fh, offset, &file);

    if (err == MPI_SUCCESS)
        *offset = file->pointer;
    return end_file_call(call, file, err);
}

int api_file_get_position_shared(const struct call *call, MPI_File fh, MPI_Offset *offset)
{
    struct file *file;
    int err = check_pointer_call(fh, offset, &file);

    if (err == MPI_SUCCESS)
        *offset = file_position_shared(file);
    return end_file_call(call, file, err);
}

/* ---- data representations -------------------------------------------------------------------- */

static int define(const struct call *call, const char *name, const struct datarep *wanted)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(name, "datarep");
    if (err == MPI_SUCCESS && *name == '\0')
        err = note(MPI_ERR_ARG, "datarep is empty");
    if (err == MPI_SUCCESS && strlen(name) >= MPI_MAX_DATAREP_STRING)
        err = note(MPI_ERR_ARG, "datarep has more than %d characters", MPI_MAX_DATAREP_STRING - 1);
    if (err == MPI_SUCCESS)
        err = check_callback(wanted->extent != NULL, "dtype_file_extent_fn");
    if (err == MPI_SUCCESS)
        err = datarep_register(rank_self(), name, wanted);
    return end_file_call(call, NULL, err);
}

int api_register_datarep(const struct call *call, const char *datarep,
                         MPI_Datarep_conversion_function *read_conversion_fn,
                         MPI_Datarep_conversion_function *write_conversion_fn,
                         MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
    const struct datarep wanted = {
        .read.plain = read_conversion_fn,
        .write.plain = write_conversion_fn,
        .extent = dtype_file_extent_fn,
        .extra_state = extra_state,
    };

    return define(call, datarep, &wanted);
}

int api_register_datarep_c(const struct call *call, const char *datarep,
                           MPI_Datarep_conversion_function_c *read_conversion_fn,
                           MPI_Datarep_conversion_function_c *write_conversion_fn,
                           MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
    const struct datarep wanted = {
        .read.large = read_conversion_fn,
        .write.large = write_conversion_fn,
        .extent = dtype_file_extent_fn,
        .extra_state = extra_state,
    };

    return define(call, datarep, &wanted);
}
