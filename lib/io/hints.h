/* SPDX-License-Identifier: MIT */
/* Hints of files. What a program sets is kept and told; the permissions of a new file are the only
 * ones that change what is done. */
#ifndef IO_HINTS_H
#define IO_HINTS_H

#include "object/info.h"

/* Makes the hints of a file: what is in use, and what the program has set. NULL, with a note: no
 * memory. */
struct info *hints_of_file(struct store *store, const char *path, struct info *wanted);
/* Takes over what the program sets: 0, MPI_ERR_NO_MEM. */
int hints_change(struct info *hints, struct info *wanted);

/* The permissions of a new file. */
int hints_permissions(struct info *wanted);

/* Returns the first key that all must give the same value but do not, or NULL. Keys that one of
 * the two does not give are passed over. */
const char *hints_differ(struct info *one, struct info *other);

#endif
