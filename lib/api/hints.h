/* SPDX-License-Identifier: MIT */
/* Info hints of communicators. */
#ifndef API_HINTS_H
#define API_HINTS_H

#include "comm/comm.h"

/* Sets the known hints (info NULL: none). Returns 0 or MPI_ERR_NO_MEM. */
int hints_set(struct comm *comm, struct info *info);

/* Returns all hints of the communicator as a new object, or NULL with a note if there is no
 * memory. */
struct info *hints_get(const struct comm *comm);

#endif
