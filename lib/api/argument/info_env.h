/* SPDX-License-Identifier: MIT */
/* Info objects that the library makes. */
#ifndef API_INFO_ENV_H
#define API_INFO_ENV_H

#include "object/info.h"
#include "rank/rank.h"

/* Returns MPI_INFO_ENV of the calling rank, or NULL if there is no memory. */
struct info *info_env(void);

/* Makes an info object of the calling rank's world from pairs of key and value, which end with
 * NULL. Returns NULL with a note if there is no memory. */
struct info *info_of_pairs(const char *const pairs[]);

/* Describes the rank's start, with these arguments, as MPI_INFO_ENV does. NULL: no memory. */
struct info *info_of_start(const struct rank *self, int argc, char **argv);

#endif
