/* SPDX-License-Identifier: MIT */
/* Checks and conversions that the functions on files share. */
#ifndef API_FILE_H
#define API_FILE_H

#include "base/call.h"
#include "mpi_types.h"

struct file;

/* Sets *file to NULL if the handle is no open file. */
int check_open_file(MPI_File handle, struct file **file);

/* The end of a call on a file: asserts the file's laws in builds for that, and raises the error, if
 * there is one, by the file's handler; NULL: by that of MPI_FILE_NULL. */
int end_file_call(const struct call *call, struct file *file, int err);

#endif
