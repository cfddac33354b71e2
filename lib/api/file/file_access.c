/* SPDX-License-Identifier: MIT */
/* Files: reading and writing, in all forms. */
#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/file/file.h"
#include "api/generated/files.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/buffers.h"
#include "check/diverted.h"
#include "io/file.h"
#include "request/status.h"

static void fill_status(MPI_Status *status, MPI_Count bytes)
{
    if (status != MPI_STATUS_IGNORE)
        status_fill(status, MPI_UNDEFINED, MPI_UNDEFINED, bytes);
}

static int start_access(struct file *file, const struct file_access *wanted,
                        const struct mode *mode, struct request **request)
{
    return mode->is_collective ? file_start_all(file, wanted, request)
                               : file_start(file, wanted, request);
}

/* While buffers are watched. A member whose arguments are wrong only takes part. */
static int start_watched(struct file *file, const struct file_access *wanted,
                         const struct mode *mode, struct request **request)
{
    struct diverted diverted = {.memory = NULL};
    struct file_access access = *wanted;
    int err;

    if (access.err == MPI_SUCCESS)
        access.err = buffers_compare(&access.call, "buf", &access.data,
                                     access.is_write ? BUFFER_SENT : BUFFER_RECEIVED);
    if (access.err == MPI_SUCCESS && !access.is_write)
        diverted_apply(&diverted, &access.data);
    err = start_access(file, &access, mode, request);
    if (err != MPI_SUCCESS)
        memory_give(diverted.memory);
    else if (access.is_write)
        buffers_note(&access.call, *request, &wanted->data, BUFFER_SENT);
    else
        buffers_note_received(&access.call, *request, &wanted->data, &diverted);
    return err;
}

static int start_with_request(struct file *file, const struct file_access *wanted,
                              const struct mode *mode)
{
    struct request *request = NULL;
    int err = buffers_are_watched() ? start_watched(file, wanted, mode, &request)
                                    : start_access(file, wanted, mode, &request);

    if (err == MPI_SUCCESS)
        *mode->request = handle_of_request(request);
    return err;
}

/* The class of requests for which the user has no handle. */
static const struct request_class split_class;

/* The access is done when it is begun, and its end delivers what it has read. */
static int begin_split_watched(struct file *file, const struct file_access *wanted)
{
    struct request *request = request_create_done(file->self, &split_class);
    struct diverted diverted = {.memory = NULL};
    struct file_access access = *wanted;
    int err;

    if (access.err == MPI_SUCCESS && request != NULL && !access.is_write)
        diverted_apply(&diverted, &access.data);
    err = file_begin_split(file, &access);
    if (err != MPI_SUCCESS || request == NULL) {
        memory_give(diverted.memory);
        if (request != NULL)
            request_free(request);
        return err;
    }
    file->split->access.data.buf = wanted->data.buf;
    file->split->access.request = request;
    if (access.is_write)
        buffers_note(&access.call, request, &wanted->data, BUFFER_SENT);
    else
        buffers_note_received(&access.call, request, &wanted->data, &diverted);
    return MPI_SUCCESS;
}

static int end_split(struct file *file, const struct call *call, const void *buf, MPI_Count *bytes)
{
    struct request *request = file->split != NULL ? file->split->access.request : NULL;
    int err = file_end_split(file, call, buf, bytes);

    if (err != MPI_SUCCESS || request == NULL)
        return err;
    err = buffers_conclude(call, request);
    request_free(request);
    return err;
}

static int finish_access(struct file *file, const struct file_access *wanted,
                         const struct mode *mode)
{
    MPI_Count bytes = 0;
    int err;

    if (mode->form == COLL_NONBLOCKING)
        return start_with_request(file, wanted, mode);
    if (mode->is_split)
        return buffers_are_watched() ? begin_split_watched(file, wanted)
                                     : file_begin_split(file, wanted);
    err = mode->is_collective ? file_access_all(file, wanted, &bytes)
                              : file_access(file, wanted, &bytes);
    if (err == MPI_SUCCESS)
        fill_status(mode->status, bytes);
    return err;
}

/* An access whose file is open; `wanted` lacks the data. */
static int run_access(const struct call *call, struct file *file, struct file_access *wanted,
                      void *buf, MPI_Count count, MPI_Datatype datatype, const struct mode *mode)
{
    wanted->call = *call;
    wanted->pointer = mode->pointer;
    if (wanted->offset < 0)
        wanted->err =
            note(MPI_ERR_ARG, "offset %lld is negative", (long long)wanted->offset);
    if (wanted->err == MPI_SUCCESS)
        wanted->err = check_data(&names_plain, buf, count, datatype, &wanted->data);
    if (wanted->err == MPI_SUCCESS && mode->form == COLL_NONBLOCKING)
        wanted->err = check_pointer(mode->request, "request");
    return end_file_call(call, file, finish_access(file, wanted, mode));
}

int api_file_read_at(const struct call *call, MPI_File fh, MPI_Offset offset, void *buf,
                     MPI_Count count, MPI_Datatype datatype, struct mode mode)
{
    struct file_access wanted = {.offset = offset};
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err != MPI_SUCCESS)
        return end_file_call(call, file, err);
    return run_access(call, file, &wanted, buf, count, datatype, &mode);
}

int api_file_read(const struct call *call, MPI_File fh, void *buf, MPI_Count count,
                  MPI_Datatype datatype, struct mode mode)
{
    return api_file_read_at(call, fh, 0, buf, count, datatype, mode);
}

int api_file_write_at(const struct call *call, MPI_File fh, MPI_Offset offset, const void *buf,
                      MPI_Count count, MPI_Datatype datatype, struct mode mode)
{
    struct file_access wanted = {.offset = offset, .is_write = true};
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err != MPI_SUCCESS)
        return end_file_call(call, file, err);
    return run_access(call, file, &wanted, (void *)(uintptr_t)buf, count, datatype, &mode);
}

int api_file_write(const struct call *call, MPI_File fh, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, struct mode mode)
{
    return api_file_write_at(call, fh, 0, buf, count, datatype, mode);
}

/* ---- the ends of split accesses -------------------------------------------------------------- */

int api_file_write_end(const struct call *call, MPI_File fh, const void *buf, MPI_Status *status)
{
    MPI_Count bytes;
    struct file *file;
    int err = check_open_file(fh, &file);

    if (err == MPI_SUCCESS)
        err = end_split(file, call, buf, &bytes);
    if (err == MPI_SUCCESS)
        fill_status(status, bytes);
    return end_file_call(call, file, err);
}

int api_file_read_end(const struct call *call, MPI_File fh, void *buf, MPI_Status *status)
{
    return api_file_write_end(call, fh, buf, status);
}
