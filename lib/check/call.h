/* SPDX-License-Identifier: MIT */
/* The call of MPI in a stack: the program's, not one that a library between puts in its place. */
#ifndef CHECK_CALL_H
#define CHECK_CALL_H

#include <stdio.h>

#include "base/place.h"
#include "base/trace.h"

/* The frame of MPI's function, so that the next one is the program's; -1: there is none. */
int call_find(struct places *places, const struct trace *trace);

/* Where that call returns to; NULL: not known. */
const void *call_site(const struct trace *trace, int frame);

/* "MPI_Recv, called in exchange (halo.c:41)" */
void call_describe(struct places *places, const struct trace *trace, int frame, FILE *out);

#endif
