/* SPDX-License-Identifier: MIT */
/* The error codes by class, by name and in words. A code of this library is its class; programs may
 * add classes and codes of their own, each rank for itself. */
#ifndef API_ERROR_H
#define API_ERROR_H

/* "MPI_ERR_RANK"; NULL when that is no error class of the standard. */
const char *error_name(int error);

/* "invalid rank"; what the user has said of a code of his, else ""; NULL when that is no code. */
const char *error_text(int error);

/* 0, or MPI_ERR_ARG: no code. */
int error_check(int error);

#endif
