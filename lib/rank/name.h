/* SPDX-License-Identifier: MIT */
/* Names of ranks and worlds in reports.
 *
 * A rank is "rank 3". If the process runs several programs, the name has the rank's: "rank 3
 * (ocean)". If the rank's world is or was connected with another one, the name has the number of
 * the world, which users know as a job: "rank 3 of job 1", or "rank 3 of job 1 (ocean)". The jobs
 * of a process are numbered from 0 on, in the order of their start; mpiexec starts job 0. Of a lone
 * world with one program, the name is the number alone. */
#ifndef RANK_NAME_H
#define RANK_NAME_H

#include <stdio.h>

#include "rank/rank.h"

enum { NAME_BYTES = 64 };

/* Is returned, so that a call of printf can have the text: rank_name(self).text. */
struct name {
    char text[NAME_BYTES];
};

struct name rank_name(const struct rank *rank);

/* " of job 1", or " of job 1 (ocean)" if all of its ranks run that program; "": the world is
 * alone. */
struct name world_suffix(const struct world *world);

/* A list of ranks of a world, those whose mark is true: "rank 1", "ranks 0, 3..7 and 9"; of several
 * programs "ranks 0 and 1 (ocean) and rank 3 (air)". One of them is marked at least. `are_several`:
 * other worlds are in the list, too. */
void name_ranks(FILE *out, const struct world *world, const bool *marked, bool are_several);
#endif
