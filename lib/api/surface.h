/* SPDX-License-Identifier: MIT */
/* For the generated entries. The functions of mpi.h are visible outside the library, and each MPI_
 * name is a weak alias of its PMPI_ name, so that a tool may intercept it. */
#ifndef API_SURFACE_H
#define API_SURFACE_H

#pragma GCC visibility push(default)
#include "mpi.h"
#pragma GCC visibility pop
#include "object/object.h"

/* Records the call's place for the object that the call makes. */
#define MAKES_OBJECT(call) (object_site = (uint32_t)(uintptr_t)(call).site)

#define ALIAS(name) extern __typeof__(P##name) name __attribute__((weak, alias("P" #name)))

#endif
