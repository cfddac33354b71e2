/* SPDX-License-Identifier: MIT */
/* Finds the MPI call in a stack: the outermost one, which the program made, if a library in between
 * replaced it by others. */
#ifndef CHECK_CALL_H
#define CHECK_CALL_H

#include <stdio.h>

#include "base/place.h"
#include "base/trace.h"

/* Returns the frame of the MPI function, whose caller is the program, or -1 if there is none. */
int call_find(struct places *places, const struct trace *trace);

/* Returns the address that the call returns to, or NULL if it is unknown. */
const void *call_site(const struct trace *trace, int frame);

/* Writes the call: "MPI_Recv, called in exchange (halo.c:41)". */
void call_describe(struct places *places, const struct trace *trace, int frame, FILE *out);

#endif
