/* SPDX-License-Identifier: MIT */
/* Pieces of four bytes that lie close together in the order of a table: eight of them at a time,
 * taken by one instruction out of two vectors that hold them all. */
#ifndef TYPE_GATHER_H
#define TYPE_GATHER_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"

/* To contiguous bytes. Not a byte beyond the pieces is read, but what lies between those of one
 * eight may be. False: this processor has no such instruction, and nothing is done. */
bool gather_ints(char *to, const char *from, const int32_t *offsets, MPI_Count count);

#endif
