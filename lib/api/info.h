/* SPDX-License-Identifier: MIT */
/* Info objects that the library makes. */
#ifndef API_INFO_H
#define API_INFO_H

#include "object/info.h"

/* What MPI_INFO_ENV is for the calling rank; NULL: no memory. */
struct info *info_env(void);

/* An info object of the calling rank's world: pairs of key and value, then NULL. NULL: no memory,
 * with a note. */
struct info *info_of_pairs(const char *const pairs[]);

#endif
