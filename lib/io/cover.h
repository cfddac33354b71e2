/* SPDX-License-Identifier: MIT */
/* Which bytes of a window of a file have been gathered, a bit for each. */
#ifndef IO_COVER_H
#define IO_COVER_H

#include <stdint.h>

#include "io/access.h"
#include "io/staging.h"

struct cover {
    uint64_t *bits;
    MPI_Count bytes; /* of the window */
};

bool cover_open(struct cover *cover, bool is_needed); /* false, with a note: no memory */
void cover_close(struct cover *cover);
void cover_clear(struct cover *cover, MPI_Count bytes);

/* Adds the runs of a view from a position on; the window begins at `low`. Returns the place of a
 * byte that was there before, or -1. */
MPI_Offset cover_add(struct cover *cover, const struct io_view *view, MPI_Offset low,
                     MPI_Count position, MPI_Count bytes);

/* Finds the next run at or behind *from; false: there is none. */
bool cover_next(const struct cover *cover, MPI_Count *from, MPI_Count *bytes);

#endif
