/* SPDX-License-Identifier: MIT */
/* Info objects that the library makes. */
#ifndef API_INFO_H
#define API_INFO_H

#include "object/info.h"

/* Returns MPI_INFO_ENV of the calling rank, or NULL if there is no memory. */
struct info *info_env(void);

/* Makes an info object of the calling rank's world from pairs of key and value, which end with
 * NULL. Returns NULL with a note if there is no memory. */
struct info *info_of_pairs(const char *const pairs[]);

#endif
