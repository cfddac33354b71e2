/* SPDX-License-Identifier: MIT */
/* Files: opening and closing, size, hints. */
#include "api/file/file.h"

#include <limits.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/local.h"
#include "api/communicator/group.h"
#include "api/error/raise.h"
#include "api/generated/files.h"
#include "base/must.h"
#include "base/note.h"
#include "io/file.h"

int check_open_file(MPI_File handle, struct file **file)
{
    struct file_object *found;
    int err = check_file(handle, &found);

    *file = (struct file *)found;
    return err;
}

int end_file_call(const struct call *call, struct file *file, int err)
{
    if (LAWS_ARE_CHECKED && file != NULL)
        file_check(file);
    if (likely(err == MPI_SUCCESS))
        return MPI_SUCCESS;
    return raise_file(call, file != NULL ? &file->head : NULL, err);
}

/* ---- open, close, delete --------------------------------------------------------------------- */

static int check_path(const char *path)
{
    int err = check_pointer(path, "filename");

    if (err == MPI_SUCCESS && *path == '\0')
        err = note(MPI_ERR_BAD_FILE, "filename is empty");
    if (err == MPI_SUCCESS && strlen(path) >= PATH_MAX)
        err = note(MPI_ERR_BAD_FILE, "filename has %zu characters, and the system takes %d",
                   strlen(path), PATH_MAX - 1);
    return err;
}

static int check_mode(int mode)
{
    const int all = MPI_MODE_APPEND | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_EXCL |
                    MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL | MPI_MODE_UNIQUE_OPEN |
                    MPI_MODE_WRONLY;
    int ways = !!(mode & MPI_MODE_RDONLY) + !!(mode & MPI_MODE_RDWR) + !!(mode & MPI_MODE_WRONLY);

    if ((mode & ~all) != 0)
        return note(MPI_ERR_AMODE, "amode %d holds something that is no MPI_MODE constant of "
                                   "files", mode);
    if (ways != 1)
        return note(MPI_ERR_AMODE, "amode %d holds %s of MPI_MODE_RDONLY, MPI_MODE_RDWR and "
                                   "MPI_MODE_WRONLY", mode, ways == 0 ? "none" : "more than one");
    if ((mode & MPI_MODE_RDONLY) && (mode & (MPI_MODE_CREATE | MPI_MODE_EXCL)))
        return note(MPI_ERR_AMODE, "amode %d holds MPI_MODE_RDONLY and MPI_MODE_%s", mode,
                    mode & MPI_MODE_CREATE ? "CREATE" : "EXCL");
    if ((mode & MPI_MODE_RDWR) && (mode & MPI_MODE_SEQUENTIAL))
        return note(MPI_ERR_AMODE, "amode %d holds MPI_MODE_RDWR and MPI_MODE_SEQUENTIAL", mode);
    return MPI_SUCCESS;
}

/* Each member may get these arguments wrong alone, so all members have to learn of an error. */
static int check_opening(const struct file_opening *opening, MPI_Info info, struct info **hints,
                         const MPI_File *fh)
{
    int err = check_path(opening->path);

    if (err == MPI_SUCCESS)
        err = check_mode(opening->mode);
    if (err == MPI_SUCCESS)
        err = check_hints(info, hints);
    return err == MPI_SUCCESS ? check_pointer(fh, "fh") : err;
}

int api_file_open(const struct call *call, MPI_Comm handle, const char *filename, int amode,
                  MPI_Info info, MPI_File *fh)
{
    struct file_opening opening = {.call = *call, .path = filename, .mode = amode};
    struct local *local;
    struct file *opened;
    int err = check_comm(handle, "comm", &opening.comm);

    if (err == MPI_SUCCESS)
        err = check_intra(opening.comm, "comm");
    if (err == MPI_SUCCESS)
        err = local_find(&local);
    if (err != MPI_SUCCESS)
        return raise_file(call, NULL, err);
    opening.errhandler = local->file_errhandler;
    opening.err = check_opening(&opening, info, &opening.hints, fh);
    err = file_open(&opening, &opened);
    if (err != MPI_SUCCESS)
        return raise_file(call, NULL, err);
    *fh = (MPI_File)(void *)opened;
    return end_file_call(call, opened, MPI_SUCCESS);
}

int api_file_close(const struct call *call, MPI_File *fh)
{
    struct file *file = NULL;
    bool is_closed = false;
    int err = check_pointer(fh, "fh");

    if (err == MPI_SUCCESS)
        err = check_open_file(*fh, &file);
    if (err == MPI_SUCCESS)
        err = file_close(file, call, &is_closed);
    err = end_file_call(call, file, err);
    if (is_closed) {
        *fh = MPI_FILE_NULL;
        file_destroy(file);
    }
    return err;
}

int api_file_delete(const struct call *call, const char *filename, MPI_Info info)
{
    struct info *hints;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_path(filename);
    if (err == MPI_SUCCESS)
        err = check_hints(info, &hints);
    if (err == MPI_SUCCESS)
        err = file_delete(filename);
    return end_file_call(call, NULL, err);
}

/* ---- size, group, mode ----------------------------------------------------------------------- */

static int check_size(MPI_Offset size)
{
    return size >= 0 ? MPI_SUCCESS : note(MPI_ERR_ARG, "size %lld is negative", (long long)size);
}

int api_file_set_size(const struct call *call, MPI_File fh, MPI_Offset size)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = file_set_size(file, call, size, check_size(size));
    return end_file_call(call, file, err);
}

int api_file_preallocate(const struct call *call, MPI_File fh, MPI_Offset size)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = file_preallocate(file, call, size, check_size(size));
    return end_file_call(call, file, err);
}

int api_file_get_size(const struct call *call, MPI_File fh, MPI_Offset *size)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_pointer(size, "size");
    if (err == MPI_SUCCESS)
        err = description_size(file->description, size);
    return end_file_call(call, file, err);
}

int api_file_get_group(const struct call *call, MPI_File fh, MPI_Group *group)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_pointer(group, "group");
    if (err == MPI_SUCCESS)
        err = group_give(group_hold(file->description->group), NULL, group);
    return end_file_call(call, file, err);
}

int api_file_get_amode(const struct call *call, MPI_File fh, int *amode)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_pointer(amode, "amode");
    if (err == MPI_SUCCESS)
        *amode = file->description->mode;
    return end_file_call(call, file, err);
}

/* ---- hints ----------------------------------------------------------------------------------- */

int api_file_set_info(const struct call *call, MPI_File fh, MPI_Info info)
{
    struct info *hints = NULL;
    struct file *file;
    int err = check_open_file(fh, &file), own;

    if (err == MPI_SUCCESS) {
        own = check_hints(info, &hints);
        err = file_set_hints(file, call, hints, own);
    }
    return end_file_call(call, file, err);
}

int api_file_get_info(const struct call *call, MPI_File fh, MPI_Info *info_used)
{
    struct info *copy = NULL;
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_pointer(info_used, "info_used");
    if (err == MPI_SUCCESS && (copy = info_copy(handle_store(), file->hints)) == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for the hints of a file");
    if (err != MPI_SUCCESS)
        return end_file_call(call, file, err);
    *info_used = handle_of_info(copy);
    return end_file_call(call, file, MPI_SUCCESS);
}

/* ---- consistency ----------------------------------------------------------------------------- */

int api_file_sync(const struct call *call, MPI_File fh)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = file_sync(file, call);
    return end_file_call(call, file, err);
}

int api_file_set_atomicity(const struct call *call, MPI_File fh, int flag)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = file_set_atomicity(file, call, flag != 0);
    return end_file_call(call, file, err);
}

int api_file_get_atomicity(const struct call *call, MPI_File fh, int *flag)
{
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err == MPI_SUCCESS)
        *flag = load_relaxed(&file->description->is_atomic);
    return end_file_call(call, file, err);
}
