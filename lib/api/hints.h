/* SPDX-License-Identifier: MIT */
/* Hints of communicators. */
#ifndef API_HINTS_H
#define API_HINTS_H

#include "comm/comm.h"

/* Takes over those that are known (info NULL: none): 0, MPI_ERR_NO_MEM. */
int hints_set(struct comm *comm, struct info *info);

/* All that the communicator has, as a new object; NULL: no memory, with a note. */
struct info *hints_get(const struct comm *comm);

#endif
