/* SPDX-License-Identifier: MIT */
/* Leftovers of ranks that call MPI_Finalize: objects whose handles were not freed, and messages
 * that were not received, with the places of the calls that made them. */
#ifndef CHECK_LEAKS_H
#define CHECK_LEAKS_H

#include <stdbool.h>

#include "rank/floor.h"

/* Keeps the leaks of a world, and what the ranks owe of them. */
extern const struct floor leaks_floor;

/* Records the rank's leaks, if the world's options ask for it. MPI_Finalize calls it when all ranks
 * are inside and nothing has been destroyed yet. Sessions may outlive MPI_Finalize, and so may what
 * is made from them: the objects of a rank with an open session are recorded when the rank ends. */
void leaks_note(struct rank *self, bool has_sessions);

/* Describes the leaks after the ranks have ended: a line for each kind and place (is_full), or a
 * summary by kind. Returns library memory, or NULL if there are no leaks. */
char *leaks_describe(const struct world *world, bool is_full);

/* Adds them to the findings of a job with HEDDLE_CHECK, a finding for each kind and place. */
void leaks_keep(const struct world *world);
void leaks_close(struct world *world);

#endif
