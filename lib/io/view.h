/* SPDX-License-Identifier: MIT */
/* A view says what a rank sees of a file: a displacement, and a filetype that repeats from there
 * on. Its data are numbered without gaps: a position is a number of bytes in the file's
 * representation, and a pointer counts etypes. A view is immutable.
 *
 * Laws, which view_check asserts
 *   1. The filetype consists of whole etypes, which have bytes.
 *   2. A view that counts as contiguous has no gaps. */
#ifndef IO_VIEW_H
#define IO_VIEW_H

#include <stdbool.h>

#include "io/datarep.h"
#include "layout/layout.h"
#include "type/type.h"

struct io_view {
    MPI_Offset displacement;
    const struct type *etype, *filetype; /* the user's, held */
    const struct type *tile;             /* the filetype as it lies in the file, held */
    const struct datarep *datarep;
    MPI_Count etype_bytes; /* in the file */
    MPI_Count etype_extent;
    MPI_Count run_bytes;   /* of a run of the view, on average */
    bool is_contiguous;
    bool is_ascending; /* a byte's position follows from its place */
};

/* The caller has checked that the displacement is not negative. `is_written`: the file may be
 * written, so the filetype must not overlap itself. 0, MPI_ERR_ARG and others. */
int view_create(MPI_Offset displacement, const struct type *etype, const struct type *filetype,
                const struct datarep *datarep, bool is_written, struct io_view **created);
void view_free(struct io_view *view); /* accepts NULL */

/* Asserts the laws, and those of the layout: once, because a layout may be long. */
void view_check(const struct io_view *view);

/* Is there any data to be seen? */
static inline bool view_has_data(const struct io_view *view)
{
    return view->tile->size > 0;
}

/* Returns where in the file a position is; the view has data. */
MPI_Offset view_place(const struct io_view *view, MPI_Count position);

/* Do that many bytes from a position on lie in [0, 2^63) of a file, so far from its end that the
 * place of a window's end can be computed, too? */
bool view_has_room(const struct io_view *view, MPI_Count position, MPI_Count bytes);

/* Returns how many of the view's bytes lie below a place in the file. */
MPI_Count view_bytes_below(const struct io_view *view, MPI_Offset place);

/* Returns a buffer in which the view's data lie as in the file, as data: `start` is the buffer's
 * address for the place `place`. *offset is where `position` is in these data, which go on for
 * `bytes`. */
struct data view_data(const struct io_view *view, char *start, MPI_Offset place, MPI_Count position,
                      MPI_Count bytes, MPI_Count *offset);

#endif
