/* SPDX-License-Identifier: MIT */
/* The runs of a view, one after the other, as places in the file. */
#ifndef IO_RUNS_H
#define IO_RUNS_H

#include "io/view.h"
#include "layout/cursor.h"

struct view_runs {
    struct piece made;
    struct data data;
    struct cursor cursor;
    MPI_Count left; /* bytes of all runs */
};

/* Opens the runs that hold `bytes` bytes, at least one, from a position on. The view must outlive
 * them. */
void runs_open(struct view_runs *runs, const struct io_view *view, MPI_Count position,
               MPI_Count bytes);
void runs_close(struct view_runs *runs);

/* The next run; false: there is none. */
bool runs_next(struct view_runs *runs, MPI_Offset *place, MPI_Count *bytes);

#endif
