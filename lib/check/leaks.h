/* SPDX-License-Identifier: MIT */
/* What ranks have not given back when they call MPI_Finalize: objects whose handles were not freed,
 * and messages that nobody has received, with the place of the call that made them. */
#ifndef CHECK_LEAKS_H
#define CHECK_LEAKS_H

#include <stdbool.h>

struct rank;
struct world;

/* In MPI_Finalize, when all ranks have come to it and nothing is taken apart yet; does nothing
 * unless the world's options ask for it. */
void leaks_note(struct rank *self);

/* After the ranks: a line for each kind of thing and place that it comes from (is_full), or for
 * each kind. In memory of the library; NULL: there is nothing to tell. */
char *leaks_describe(const struct world *world, bool is_full);
void leaks_drop(struct world *world);

#endif
