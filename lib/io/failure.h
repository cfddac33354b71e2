/* SPDX-License-Identifier: MIT */
/* Turns an errno of the system about a file into the standard's error class and a sentence. */
#ifndef IO_FAILURE_H
#define IO_FAILURE_H

#include "mpi_types.h"

/* Return the error class of an errno, and leave a sentence: "writing 512 bytes at 4096 of \"x\": No
 * space left on device". failure_of_size is for a new size, failure_of_file for what has no place
 * in the file. */
int failure_of_access(int error, const char *doing, const char *path, MPI_Offset offset,
                      MPI_Count bytes) __attribute__((cold));
int failure_of_size(int error, const char *doing, const char *path, MPI_Offset size)
    __attribute__((cold));
int failure_of_file(int error, const char *doing, const char *path) __attribute__((cold));

#endif
