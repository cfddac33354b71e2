/* SPDX-License-Identifier: MIT */
/* The attributes of a type, for its duplicates and its end. */
#ifndef API_TYPE_ATTRIBUTE_H
#define API_TYPE_ATTRIBUTE_H

#include "mpi.h"
#include "object/attribute.h"

/* Of a valid handle. A predefined type's attributes are the calling rank's own. */
struct bearer type_bearer(MPI_Datatype handle);

#endif
