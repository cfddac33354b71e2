/* SPDX-License-Identifier: MIT */
/* For the generated entries. Each MPI_ name is a weak alias of its PMPI_ name, so that a tool may
 * intercept it; both are visible outside the library. */
#ifndef API_SURFACE_H
#define API_SURFACE_H

#include "mpi_types.h"
#include "object/object.h"

/* Records the call's place for the object that the call makes. */
#define MAKES_OBJECT(call) (object_site = (uint32_t)(uintptr_t)(call).site)

#define ALIAS(name)                   \
    extern __typeof__(P##name) name   \
        __attribute__((weak, visibility("default"), alias("P" #name)))

#endif
