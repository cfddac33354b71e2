/* SPDX-License-Identifier: MIT */
/* Types as they lie in a file whose data representation is not memory's; for datarep.c. */
#ifndef IO_FILETYPE_H
#define IO_FILETYPE_H

#include "io/datarep.h"

int filetype_size(const struct datarep *datarep, const struct type *type, MPI_Count *bytes);
int filetype_make(const struct datarep *datarep, const struct type *type,
                  const struct type **in_file);

/* Says which bytes in memory the first bytes of an element in the file are. */
struct filetype_prefix {
    const struct datarep *datarep;
    MPI_Count left;  /* bytes in the file */
    MPI_Count here;  /* bytes in memory */
    MPI_Count items; /* basic elements */
};

/* Goes through one element until no bytes are left. */
void filetype_measure(struct filetype_prefix *prefix, const struct type *type);

#endif
