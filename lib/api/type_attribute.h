/* SPDX-License-Identifier: MIT */
/* The attributes of a type, for its duplicates and its end. */
#ifndef API_TYPE_ATTRIBUTE_H
#define API_TYPE_ATTRIBUTE_H

#include "mpi.h"
#include "object/attribute.h"

/* Of a valid handle; a predefined type's attributes are the calling rank's own. As attributes_copy
 * and attributes_delete. */
int type_copy_attributes(MPI_Datatype handle, struct attribute **copies);
int type_delete_attributes(MPI_Datatype handle);

#endif
