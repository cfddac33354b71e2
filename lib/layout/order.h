/* SPDX-License-Identifier: MIT */
/* Layouts in ascending order: each byte lies behind the ones before it, as in a file's view. Then a
 * byte's number follows from its place, too. */
#ifndef LAYOUT_ORDER_H
#define LAYOUT_ORDER_H

#include "layout/layout.h"

/* True if the piece's bytes ascend and no two share a place. With `may_share` several may, as long
 * as the runs begin in ascending order. Takes time in proportion to the description. */
bool piece_ascends(const struct piece *piece, bool may_share);

/* Returns where byte `number` of the piece lies; the piece has more bytes than that. */
MPI_Count piece_place_of(const struct piece *piece, MPI_Count number);

/* Returns how many bytes of an ascending piece lie at places below `place`. */
MPI_Count piece_bytes_below(const struct piece *piece, MPI_Count place);

/* Returns how many runs the piece consists of, at most. */
MPI_Count piece_runs(const struct piece *piece);

#endif
