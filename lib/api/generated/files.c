/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from files.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/files.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh);
int PMPI_File_close(MPI_File *fh);
int PMPI_File_delete(const char *filename, MPI_Info info);
int PMPI_File_set_size(MPI_File fh, MPI_Offset size);
int PMPI_File_preallocate(MPI_File fh, MPI_Offset size);
int PMPI_File_get_size(MPI_File fh, MPI_Offset *size);
int PMPI_File_get_group(MPI_File fh, MPI_Group *group);
int PMPI_File_get_amode(MPI_File fh, int *amode);
int PMPI_File_set_info(MPI_File fh, MPI_Info info);
int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used);
int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                       const char *datarep, MPI_Info info);
int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
                       char *datarep);
int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp);
int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent);
int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent);
int PMPI_File_set_atomicity(MPI_File fh, int flag);
int PMPI_File_get_atomicity(MPI_File fh, int *flag);
int PMPI_File_sync(MPI_File fh);
int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence);
int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset);
int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence);
int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset);
int PMPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
                          MPI_Datarep_conversion_function *write_conversion_fn,
                          MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
int PMPI_Register_datarep_c(const char *datarep,
                            MPI_Datarep_conversion_function_c *read_conversion_fn,
                            MPI_Datarep_conversion_function_c *write_conversion_fn,
                            MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
                                MPI_Datatype datatype);
int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                                  MPI_Datatype datatype);
int PMPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status);
int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                          MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status);
int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request);
int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                           MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
int PMPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype);
int PMPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status);
int PMPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Status *status);
int PMPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Status *status);
int PMPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Request *request);
int PMPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                        MPI_Request *request);
int PMPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Request *request);
int PMPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status);
int PMPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status);
int PMPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request);
int PMPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request *request);
int PMPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
int PMPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype);
int PMPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status);
int PMPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status);
int PMPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status);
int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                 MPI_Datatype datatype);
int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                                   MPI_Datatype datatype);
int PMPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status);
int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                           MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Status *status);
int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                        MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                          MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                            MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                              MPI_Datatype datatype, MPI_Request *request);
int PMPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
int PMPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                                MPI_Datatype datatype);
int PMPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status);
int PMPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                        MPI_Status *status);
int PMPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Status *status);
int PMPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                    MPI_Status *status);
int PMPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Status *status);
int PMPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                     MPI_Request *request);
int PMPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Request *request);
int PMPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                         MPI_Request *request);
int PMPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                           MPI_Request *request);
int PMPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status);
int PMPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status);
int PMPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                            MPI_Request *request);
int PMPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Request *request);
int PMPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
int PMPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                                    MPI_Datatype datatype);
int PMPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status);
int PMPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                            MPI_Status *status);
int PMPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Status *status);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_file_open(const struct call *call, MPI_Comm comm, const char *filename, int amode,
                           MPI_Info info, MPI_File *fh)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm, .path = filename});

    if (err == MPI_SUCCESS)
        err = api_file_open(call, comm, filename, amode, info, fh);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_close(const struct call *call, MPI_File *fh)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_close(call, fh);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_delete(const struct call *call, const char *filename, MPI_Info info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .path = filename});

    if (err == MPI_SUCCESS)
        err = api_file_delete(call, filename, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_set_size(const struct call *call, MPI_File fh, MPI_Offset size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_set_size(call, fh, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_preallocate(const struct call *call, MPI_File fh, MPI_Offset size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_preallocate(call, fh, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_size(const struct call *call, MPI_File fh, MPI_Offset *size)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_size(call, fh, size);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_group(const struct call *call, MPI_File fh, MPI_Group *group)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_group(call, fh, group);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_amode(const struct call *call, MPI_File fh, int *amode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_amode(call, fh, amode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_set_info(const struct call *call, MPI_File fh, MPI_Info info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_set_info(call, fh, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_info(const struct call *call, MPI_File fh, MPI_Info *info_used)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_info(call, fh, info_used);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_set_view(const struct call *call, MPI_File fh, MPI_Offset disp,
                               MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
                               MPI_Info info)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_set_view(call, fh, disp, etype, filetype, datarep, info);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_view(const struct call *call, MPI_File fh, MPI_Offset *disp,
                               MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_view(call, fh, disp, etype, filetype, datarep);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_byte_offset(const struct call *call, MPI_File fh, MPI_Offset offset,
                                      MPI_Offset *disp)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = offset});

    if (err == MPI_SUCCESS)
        err = api_file_get_byte_offset(call, fh, offset, disp);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_type_extent(const struct call *call, MPI_File fh, MPI_Datatype datatype,
                                      struct int_slot extent)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .type = datatype, .file = fh,
                                                        .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_type_extent(call, fh, datatype, extent);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_set_atomicity(const struct call *call, MPI_File fh, int flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_set_atomicity(call, fh, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_atomicity(const struct call *call, MPI_File fh, int *flag)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_atomicity(call, fh, flag);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_sync(const struct call *call, MPI_File fh)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_sync(call, fh);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_seek(const struct call *call, MPI_File fh, MPI_Offset offset, int whence)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = offset});

    if (err == MPI_SUCCESS)
        err = api_file_seek(call, fh, offset, whence);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_position(const struct call *call, MPI_File fh, MPI_Offset *offset)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_position(call, fh, offset);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_seek_shared(const struct call *call, MPI_File fh, MPI_Offset offset,
                                  int whence)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = offset});

    if (err == MPI_SUCCESS)
        err = api_file_seek_shared(call, fh, offset, whence);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_get_position_shared(const struct call *call, MPI_File fh, MPI_Offset *offset)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_get_position_shared(call, fh, offset);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_register_datarep(const struct call *call, const char *datarep,
                                  MPI_Datarep_conversion_function *read_conversion_fn,
                                  MPI_Datarep_conversion_function *write_conversion_fn,
                                  MPI_Datarep_extent_function *dtype_file_extent_fn,
                                  void *extra_state)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_register_datarep(call, datarep, read_conversion_fn, write_conversion_fn,
                                   dtype_file_extent_fn, extra_state);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_register_datarep_c(const struct call *call, const char *datarep,
                                    MPI_Datarep_conversion_function_c *read_conversion_fn,
                                    MPI_Datarep_conversion_function_c *write_conversion_fn,
                                    MPI_Datarep_extent_function *dtype_file_extent_fn,
                                    void *extra_state)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_register_datarep_c(call, datarep, read_conversion_fn, write_conversion_fn,
                                     dtype_file_extent_fn, extra_state);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_read_at(const struct call *call, MPI_File fh, MPI_Offset offset, void *buf,
                              MPI_Count count, MPI_Datatype datatype, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .file = fh, .offset = offset});

    if (err == MPI_SUCCESS)
        err = api_file_read_at(call, fh, offset, buf, count, datatype, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_read_end(const struct call *call, MPI_File fh, void *buf, MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_read_end(call, fh, buf, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_read(const struct call *call, MPI_File fh, void *buf, MPI_Count count,
                           MPI_Datatype datatype, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_read(call, fh, buf, count, datatype, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_write_at(const struct call *call, MPI_File fh, MPI_Offset offset,
                               const void *buf, MPI_Count count, MPI_Datatype datatype,
                               struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .file = fh, .offset = offset});

    if (err == MPI_SUCCESS)
        err = api_file_write_at(call, fh, offset, buf, count, datatype, mode);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_write_end(const struct call *call, MPI_File fh, const void *buf,
                                MPI_Status *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_write_end(call, fh, buf, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_file_write(const struct call *call, MPI_File fh, const void *buf, MPI_Count count,
                            MPI_Datatype datatype, struct mode mode)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .count = count, .type = datatype,
                                                        .file = fh, .offset = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_file_write(call, fh, buf, count, datatype, mode);
    return followed_end(call, err);
}

int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
    const struct call call = CALL("MPI_File_open");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_open(&call, comm, filename, amode, info, fh));
    return laws_kept(api_file_open(&call, comm, filename, amode, info, fh));
}
ALIAS(MPI_File_open);

int PMPI_File_close(MPI_File *fh)
{
    const struct call call = CALL("MPI_File_close");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_close(&call, fh));
    return laws_kept(api_file_close(&call, fh));
}
ALIAS(MPI_File_close);

int PMPI_File_delete(const char *filename, MPI_Info info)
{
    const struct call call = CALL("MPI_File_delete");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_delete(&call, filename, info));
    return laws_kept(api_file_delete(&call, filename, info));
}
ALIAS(MPI_File_delete);

int PMPI_File_set_size(MPI_File fh, MPI_Offset size)
{
    const struct call call = CALL("MPI_File_set_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_set_size(&call, fh, size));
    return laws_kept(api_file_set_size(&call, fh, size));
}
ALIAS(MPI_File_set_size);

int PMPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
    const struct call call = CALL("MPI_File_preallocate");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_preallocate(&call, fh, size));
    return laws_kept(api_file_preallocate(&call, fh, size));
}
ALIAS(MPI_File_preallocate);

int PMPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
    const struct call call = CALL("MPI_File_get_size");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_size(&call, fh, size));
    return laws_kept(api_file_get_size(&call, fh, size));
}
ALIAS(MPI_File_get_size);

int PMPI_File_get_group(MPI_File fh, MPI_Group *group)
{
    const struct call call = CALL("MPI_File_get_group");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_group(&call, fh, group));
    return laws_kept(api_file_get_group(&call, fh, group));
}
ALIAS(MPI_File_get_group);

int PMPI_File_get_amode(MPI_File fh, int *amode)
{
    const struct call call = CALL("MPI_File_get_amode");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_amode(&call, fh, amode));
    return laws_kept(api_file_get_amode(&call, fh, amode));
}
ALIAS(MPI_File_get_amode);

int PMPI_File_set_info(MPI_File fh, MPI_Info info)
{
    const struct call call = CALL("MPI_File_set_info");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_set_info(&call, fh, info));
    return laws_kept(api_file_set_info(&call, fh, info));
}
ALIAS(MPI_File_set_info);

int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used)
{
    const struct call call = CALL("MPI_File_get_info");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_info(&call, fh, info_used));
    return laws_kept(api_file_get_info(&call, fh, info_used));
}
ALIAS(MPI_File_get_info);

int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                       const char *datarep, MPI_Info info)
{
    const struct call call = CALL("MPI_File_set_view");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_set_view(&call, fh, disp, etype, filetype, datarep,
                                                    info));
    return laws_kept(api_file_set_view(&call, fh, disp, etype, filetype, datarep, info));
}
ALIAS(MPI_File_set_view);

int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
                       char *datarep)
{
    const struct call call = CALL("MPI_File_get_view");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_view(&call, fh, disp, etype, filetype, datarep));
    return laws_kept(api_file_get_view(&call, fh, disp, etype, filetype, datarep));
}
ALIAS(MPI_File_get_view);

int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
    const struct call call = CALL("MPI_File_get_byte_offset");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_byte_offset(&call, fh, offset, disp));
    return laws_kept(api_file_get_byte_offset(&call, fh, offset, disp));
}
ALIAS(MPI_File_get_byte_offset);

int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent)
{
    const struct call call = CALL("MPI_File_get_type_extent");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_type_extent(&call, fh, datatype, slot_wide(extent)));
    return laws_kept(api_file_get_type_extent(&call, fh, datatype, slot_wide(extent)));
}
ALIAS(MPI_File_get_type_extent);

int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
    const struct call call = CALL_LARGE("MPI_File_get_type_extent_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_type_extent(&call, fh, datatype, slot_wide(extent)));
    return laws_kept(api_file_get_type_extent(&call, fh, datatype, slot_wide(extent)));
}
ALIAS(MPI_File_get_type_extent_c);

int PMPI_File_set_atomicity(MPI_File fh, int flag)
{
    const struct call call = CALL("MPI_File_set_atomicity");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_set_atomicity(&call, fh, flag));
    return laws_kept(api_file_set_atomicity(&call, fh, flag));
}
ALIAS(MPI_File_set_atomicity);

int PMPI_File_get_atomicity(MPI_File fh, int *flag)
{
    const struct call call = CALL("MPI_File_get_atomicity");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_atomicity(&call, fh, flag));
    return laws_kept(api_file_get_atomicity(&call, fh, flag));
}
ALIAS(MPI_File_get_atomicity);

int PMPI_File_sync(MPI_File fh)
{
    const struct call call = CALL("MPI_File_sync");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_sync(&call, fh));
    return laws_kept(api_file_sync(&call, fh));
}
ALIAS(MPI_File_sync);

int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
    const struct call call = CALL("MPI_File_seek");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_seek(&call, fh, offset, whence));
    return laws_kept(api_file_seek(&call, fh, offset, whence));
}
ALIAS(MPI_File_seek);

int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
    const struct call call = CALL("MPI_File_get_position");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_position(&call, fh, offset));
    return laws_kept(api_file_get_position(&call, fh, offset));
}
ALIAS(MPI_File_get_position);

int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
    const struct call call = CALL("MPI_File_seek_shared");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_seek_shared(&call, fh, offset, whence));
    return laws_kept(api_file_seek_shared(&call, fh, offset, whence));
}
ALIAS(MPI_File_seek_shared);

int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
    const struct call call = CALL("MPI_File_get_position_shared");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_get_position_shared(&call, fh, offset));
    return laws_kept(api_file_get_position_shared(&call, fh, offset));
}
ALIAS(MPI_File_get_position_shared);

int PMPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
                          MPI_Datarep_conversion_function *write_conversion_fn,
                          MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
    const struct call call = CALL("MPI_Register_datarep");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_register_datarep(&call, datarep, read_conversion_fn,
                                                       write_conversion_fn, dtype_file_extent_fn,
                                                       extra_state));
    return laws_kept(api_register_datarep(&call, datarep, read_conversion_fn, write_conversion_fn,
                                          dtype_file_extent_fn, extra_state));
}
ALIAS(MPI_Register_datarep);

int PMPI_Register_datarep_c(const char *datarep,
                            MPI_Datarep_conversion_function_c *read_conversion_fn,
                            MPI_Datarep_conversion_function_c *write_conversion_fn,
                            MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
    const struct call call = CALL_LARGE("MPI_Register_datarep_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_register_datarep_c(&call, datarep, read_conversion_fn,
                                                         write_conversion_fn, dtype_file_extent_fn,
                                                         extra_state));
    return laws_kept(api_register_datarep_c(&call, datarep, read_conversion_fn, write_conversion_fn,
                                            dtype_file_extent_fn, extra_state));
}
ALIAS(MPI_Register_datarep_c);

int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
                                MPI_Datatype datatype)
{
    const struct call call = CALL("MPI_File_read_at_all_begin");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_begin(FILE_EXPLICIT)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_begin(FILE_EXPLICIT)));
}
ALIAS(MPI_File_read_at_all_begin);

int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                                  MPI_Datatype datatype)
{
    const struct call call = CALL_LARGE("MPI_File_read_at_all_begin_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_begin(FILE_EXPLICIT)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_begin(FILE_EXPLICIT)));
}
ALIAS(MPI_File_read_at_all_begin_c);

int PMPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_at_all_end");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_end(&call, fh, buf, status));
    return laws_kept(api_file_read_end(&call, fh, buf, status));
}
ALIAS(MPI_File_read_at_all_end);

int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                          MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_at_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_all(FILE_EXPLICIT, status)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_all(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_read_at_all);

int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_read_at_all_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_all(FILE_EXPLICIT, status)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_all(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_read_at_all_c);

int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_at");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file(FILE_EXPLICIT, status)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_read_at);

int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_read_at_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file(FILE_EXPLICIT, status)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_read_at_c);

int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iread_at");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_start(FILE_EXPLICIT, request)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_start(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iread_at);

int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iread_at_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_start(FILE_EXPLICIT, request)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_start(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iread_at_c);

int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                           MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iread_at_all");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_start_all(FILE_EXPLICIT, request)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_start_all(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iread_at_all);

int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iread_at_all_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_at(&call, fh, offset, buf, count, datatype,
                                                   mode_file_start_all(FILE_EXPLICIT, request)));
    return laws_kept(api_file_read_at(&call, fh, offset, buf, count, datatype,
                                      mode_file_start_all(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iread_at_all_c);

int PMPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
    const struct call call = CALL("MPI_File_read_all_begin");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_begin(FILE_INDIVIDUAL)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_begin(FILE_INDIVIDUAL)));
}
ALIAS(MPI_File_read_all_begin);

int PMPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    const struct call call = CALL_LARGE("MPI_File_read_all_begin_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_begin(FILE_INDIVIDUAL)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_begin(FILE_INDIVIDUAL)));
}
ALIAS(MPI_File_read_all_begin_c);

int PMPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_all_end");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_end(&call, fh, buf, status));
    return laws_kept(api_file_read_end(&call, fh, buf, status));
}
ALIAS(MPI_File_read_all_end);

int PMPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_all(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_all(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_read_all);

int PMPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_read_all_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_all(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_all(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_read_all_c);

int PMPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_read);

int PMPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_read_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_read_c);

int PMPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iread");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_start(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_start(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iread);

int PMPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iread_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_start(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_start(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iread_c);

int PMPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                        MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iread_all");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_start_all(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_start_all(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iread_all);

int PMPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iread_all_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_start_all(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_start_all(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iread_all_c);

int PMPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_shared");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file(FILE_SHARED, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file(FILE_SHARED, status)));
}
ALIAS(MPI_File_read_shared);

int PMPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_read_shared_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file(FILE_SHARED, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file(FILE_SHARED, status)));
}
ALIAS(MPI_File_read_shared_c);

int PMPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iread_shared");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_start(FILE_SHARED, request)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_start(FILE_SHARED, request)));
}
ALIAS(MPI_File_iread_shared);

int PMPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iread_shared_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_start(FILE_SHARED, request)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_start(FILE_SHARED, request)));
}
ALIAS(MPI_File_iread_shared_c);

int PMPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
    const struct call call = CALL("MPI_File_read_ordered_begin");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_begin(FILE_ORDERED)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype, mode_file_begin(FILE_ORDERED)));
}
ALIAS(MPI_File_read_ordered_begin);

int PMPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    const struct call call = CALL_LARGE("MPI_File_read_ordered_begin_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_begin(FILE_ORDERED)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype, mode_file_begin(FILE_ORDERED)));
}
ALIAS(MPI_File_read_ordered_begin_c);

int PMPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_ordered_end");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read_end(&call, fh, buf, status));
    return laws_kept(api_file_read_end(&call, fh, buf, status));
}
ALIAS(MPI_File_read_ordered_end);

int PMPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status)
{
    const struct call call = CALL("MPI_File_read_ordered");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_all(FILE_ORDERED, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_all(FILE_ORDERED, status)));
}
ALIAS(MPI_File_read_ordered);

int PMPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_read_ordered_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_read(&call, fh, buf, count, datatype,
                                                mode_file_all(FILE_ORDERED, status)));
    return laws_kept(api_file_read(&call, fh, buf, count, datatype,
                                   mode_file_all(FILE_ORDERED, status)));
}
ALIAS(MPI_File_read_ordered_c);

int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                 MPI_Datatype datatype)
{
    const struct call call = CALL("MPI_File_write_at_all_begin");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_begin(FILE_EXPLICIT)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_begin(FILE_EXPLICIT)));
}
ALIAS(MPI_File_write_at_all_begin);

int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                                   MPI_Datatype datatype)
{
    const struct call call = CALL_LARGE("MPI_File_write_at_all_begin_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_begin(FILE_EXPLICIT)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_begin(FILE_EXPLICIT)));
}
ALIAS(MPI_File_write_at_all_begin_c);

int PMPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_at_all_end");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_end(&call, fh, buf, status));
    return laws_kept(api_file_write_end(&call, fh, buf, status));
}
ALIAS(MPI_File_write_at_all_end);

int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                           MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_at_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_all(FILE_EXPLICIT, status)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_all(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_write_at_all);

int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_write_at_all_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_all(FILE_EXPLICIT, status)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_all(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_write_at_all_c);

int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_at");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file(FILE_EXPLICIT, status)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_write_at);

int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_write_at_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file(FILE_EXPLICIT, status)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file(FILE_EXPLICIT, status)));
}
ALIAS(MPI_File_write_at_c);

int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                        MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iwrite_at");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_start(FILE_EXPLICIT, request)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_start(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iwrite_at);

int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                          MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iwrite_at_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_start(FILE_EXPLICIT, request)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_start(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iwrite_at_c);

int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                            MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iwrite_at_all");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_start_all(FILE_EXPLICIT, request)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_start_all(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iwrite_at_all);

int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                              MPI_Datatype datatype, MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iwrite_at_all_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_at(&call, fh, offset, buf, count, datatype,
                                                    mode_file_start_all(FILE_EXPLICIT, request)));
    return laws_kept(api_file_write_at(&call, fh, offset, buf, count, datatype,
                                       mode_file_start_all(FILE_EXPLICIT, request)));
}
ALIAS(MPI_File_iwrite_at_all_c);

int PMPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
    const struct call call = CALL("MPI_File_write_all_begin");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_begin(FILE_INDIVIDUAL)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_begin(FILE_INDIVIDUAL)));
}
ALIAS(MPI_File_write_all_begin);

int PMPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                                MPI_Datatype datatype)
{
    const struct call call = CALL_LARGE("MPI_File_write_all_begin_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_begin(FILE_INDIVIDUAL)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_begin(FILE_INDIVIDUAL)));
}
ALIAS(MPI_File_write_all_begin_c);

int PMPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_all_end");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_end(&call, fh, buf, status));
    return laws_kept(api_file_write_end(&call, fh, buf, status));
}
ALIAS(MPI_File_write_all_end);

int PMPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                        MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_all");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_all(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_all(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_write_all);

int PMPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_write_all_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_all(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_all(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_write_all_c);

int PMPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                    MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_write);

int PMPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_write_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file(FILE_INDIVIDUAL, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file(FILE_INDIVIDUAL, status)));
}
ALIAS(MPI_File_write_c);

int PMPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                     MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iwrite");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_start(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_start(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iwrite);

int PMPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iwrite_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_start(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_start(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iwrite_c);

int PMPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                         MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iwrite_all");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_start_all(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_start_all(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iwrite_all);

int PMPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                           MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iwrite_all_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_start_all(FILE_INDIVIDUAL, request)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_start_all(FILE_INDIVIDUAL, request)));
}
ALIAS(MPI_File_iwrite_all_c);

int PMPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_shared");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file(FILE_SHARED, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file(FILE_SHARED, status)));
}
ALIAS(MPI_File_write_shared);

int PMPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_write_shared_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file(FILE_SHARED, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file(FILE_SHARED, status)));
}
ALIAS(MPI_File_write_shared_c);

int PMPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                            MPI_Request *request)
{
    const struct call call = CALL("MPI_File_iwrite_shared");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_start(FILE_SHARED, request)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_start(FILE_SHARED, request)));
}
ALIAS(MPI_File_iwrite_shared);

int PMPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Request *request)
{
    const struct call call = CALL_LARGE("MPI_File_iwrite_shared_c");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_start(FILE_SHARED, request)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_start(FILE_SHARED, request)));
}
ALIAS(MPI_File_iwrite_shared_c);

int PMPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
    const struct call call = CALL("MPI_File_write_ordered_begin");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_begin(FILE_ORDERED)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_begin(FILE_ORDERED)));
}
ALIAS(MPI_File_write_ordered_begin);

int PMPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                                    MPI_Datatype datatype)
{
    const struct call call = CALL_LARGE("MPI_File_write_ordered_begin_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_begin(FILE_ORDERED)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_begin(FILE_ORDERED)));
}
ALIAS(MPI_File_write_ordered_begin_c);

int PMPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_ordered_end");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write_end(&call, fh, buf, status));
    return laws_kept(api_file_write_end(&call, fh, buf, status));
}
ALIAS(MPI_File_write_ordered_end);

int PMPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                            MPI_Status *status)
{
    const struct call call = CALL("MPI_File_write_ordered");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_all(FILE_ORDERED, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_all(FILE_ORDERED, status)));
}
ALIAS(MPI_File_write_ordered);

int PMPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Status *status)
{
    const struct call call = CALL_LARGE("MPI_File_write_ordered_c");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_file_write(&call, fh, buf, count, datatype,
                                                 mode_file_all(FILE_ORDERED, status)));
    return laws_kept(api_file_write(&call, fh, buf, count, datatype,
                                    mode_file_all(FILE_ORDERED, status)));
}
ALIAS(MPI_File_write_ordered_c);
