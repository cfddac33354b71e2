/* SPDX-License-Identifier: MIT */
/* Error codes: their classes, names and texts. A code of this library is its class. Each rank may
 * add classes and codes of its own. */
#ifndef API_ERROR_TABLE_H
#define API_ERROR_TABLE_H

#include "mpi_types.h"

struct user_error;

enum { ERROR_FIRST_OF_USER = MPI_ERR_LASTCODE + 1 };

/* Returns the name, such as "MPI_ERR_RANK", or NULL if `error` is not an error class of the
 * standard. */
const char *error_name(int error);

/* Returns the text, such as "invalid rank". For a code that the user added it is the user's text or
 * "". Returns NULL if `error` is not a code. */
const char *error_text(int error);

/* Returns 0, or MPI_ERR_ARG if `error` is not a code. */
int error_check(int error);

/* Returns the class of an error class or code that exists. */
int error_class(int error);

/* Finds an error class or code that the calling rank has added, or returns NULL. The caller holds
 * the rank's lock, except in queries; the user must not remove a code while querying it. */
struct user_error *error_find_user(int error);

#endif
