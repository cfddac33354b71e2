/* SPDX-License-Identifier: MIT */
/* The error classes by name and in words. An error code of this library is its class. */
#ifndef API_ERROR_H
#define API_ERROR_H

/* "MPI_ERR_RANK"; NULL when that is no error code. */
const char *error_name(int error);

/* "invalid rank". */
const char *error_text(int error);

#endif
