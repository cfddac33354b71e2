/* SPDX-License-Identifier: MIT */
/* The attributes of a type, for its duplication and its end. */
#ifndef API_TYPE_ATTRIBUTE_H
#define API_TYPE_ATTRIBUTE_H

#include "mpi_types.h"
#include "object/attribute.h"

/* Copy or delete the attributes of a valid handle as attributes_copy and attributes_delete do.
 * Attributes of a predefined type are the calling rank's own. */
int type_copy_attributes(MPI_Datatype handle, struct attribute **copies);
int type_delete_attributes(MPI_Datatype handle);

#endif
