/* SPDX-License-Identifier: MIT */
/* Gathers pieces of four bytes that lie close together in table order: one instruction picks eight
 * of them out of two vectors that hold them all. */
#ifndef TYPE_GATHER_H
#define TYPE_GATHER_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi_types.h"

/* Gathers the pieces into contiguous bytes. It reads no byte before the first or beyond the last of
 * a group of eight, but may read bytes between them. Returns false, without copying, if this
 * processor lacks the instruction. */
bool gather_ints(char *to, const char *from, const int32_t *offsets, MPI_Count count);

#endif
