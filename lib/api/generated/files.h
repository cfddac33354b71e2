/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from files.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_FILES_H
#define API_GENERATED_FILES_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_file_open(const struct call *call, MPI_Comm comm, const char *filename, int amode,
                  MPI_Info info, MPI_File *fh);
int api_file_close(const struct call *call, MPI_File *fh);
int api_file_delete(const struct call *call, const char *filename, MPI_Info info);
int api_file_set_size(const struct call *call, MPI_File fh, MPI_Offset size);
int api_file_preallocate(const struct call *call, MPI_File fh, MPI_Offset size);
int api_file_get_size(const struct call *call, MPI_File fh, MPI_Offset *size);
int api_file_get_group(const struct call *call, MPI_File fh, MPI_Group *group);
int api_file_get_amode(const struct call *call, MPI_File fh, int *amode);
int api_file_set_info(const struct call *call, MPI_File fh, MPI_Info info);
int api_file_get_info(const struct call *call, MPI_File fh, MPI_Info *info_used);
int api_file_set_view(const struct call *call, MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
                      MPI_Datatype filetype, const char *datarep, MPI_Info info);
int api_file_get_view(const struct call *call, MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
                      MPI_Datatype *filetype, char *datarep);
int api_file_get_byte_offset(const struct call *call, MPI_File fh, MPI_Offset offset,
                             MPI_Offset *disp);
int api_file_get_type_extent(const struct call *call, MPI_File fh, MPI_Datatype datatype,
                             struct int_slot extent);
int api_file_set_atomicity(const struct call *call, MPI_File fh, int flag);
int api_file_get_atomicity(const struct call *call, MPI_File fh, int *flag);
int api_file_sync(const struct call *call, MPI_File fh);
int api_file_seek(const struct call *call, MPI_File fh, MPI_Offset offset, int whence);
int api_file_get_position(const struct call *call, MPI_File fh, MPI_Offset *offset);
int api_file_seek_shared(const struct call *call, MPI_File fh, MPI_Offset offset, int whence);
int api_file_get_position_shared(const struct call *call, MPI_File fh, MPI_Offset *offset);
int api_register_datarep(const struct call *call, const char *datarep,
                         MPI_Datarep_conversion_function *read_conversion_fn,
                         MPI_Datarep_conversion_function *write_conversion_fn,
                         MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
int api_register_datarep_c(const struct call *call, const char *datarep,
                           MPI_Datarep_conversion_function_c *read_conversion_fn,
                           MPI_Datarep_conversion_function_c *write_conversion_fn,
                           MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
int api_file_read_at(const struct call *call, MPI_File fh, MPI_Offset offset, void *buf,
                     MPI_Count count, MPI_Datatype datatype, struct mode mode);
int api_file_read_end(const struct call *call, MPI_File fh, void *buf, MPI_Status *status);
int api_file_read(const struct call *call, MPI_File fh, void *buf, MPI_Count count,
                  MPI_Datatype datatype, struct mode mode);
int api_file_write_at(const struct call *call, MPI_File fh, MPI_Offset offset, const void *buf,
                      MPI_Count count, MPI_Datatype datatype, struct mode mode);
int api_file_write_end(const struct call *call, MPI_File fh, const void *buf, MPI_Status *status);
int api_file_write(const struct call *call, MPI_File fh, const void *buf, MPI_Count count,
                   MPI_Datatype datatype, struct mode mode);

#endif
