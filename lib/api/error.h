/* SPDX-License-Identifier: MIT */
/* Error codes: their classes, names and texts. A code of this library is its class. Each rank may
 * add classes and codes of its own. */
#ifndef API_ERROR_H
#define API_ERROR_H

/* Returns the name, such as "MPI_ERR_RANK", or NULL if `error` is not an error class of the
 * standard. */
const char *error_name(int error);

/* Returns the text, such as "invalid rank". For a code that the user added it is the user's text or
 * "". Returns NULL if `error` is not a code. */
const char *error_text(int error);

/* Returns 0, or MPI_ERR_ARG if `error` is not a code. */
int error_check(int error);

#endif
