/* SPDX-License-Identifier: MIT */
/* The state that a rank keeps of types beyond its handles: the predefined types without a name
 * that it has asked for, each made once, and the names that it has given to predefined types.
 *
 * Edges
 *   rank_types.made  the thread that made the structure publishes it to the rank's others. */
#ifndef TYPE_RANK_TYPES_H
#define TYPE_RANK_TYPES_H

#include "rank/rank.h"
#include "type/type.h"

/* Returns what MPI_Type_create_f90_real, ..._complex or ..._integer returns, according to the
 * combiner. Precision or range may be MPI_UNDEFINED. Fails with MPI_ERR_ARG if Fortran has no such
 * kind. */
int rank_types_f90(struct rank *self, int combiner, int precision, int range, struct type **type);

/* Returns the pair type, named or not, or NULL if `value` cannot be a value or `index` cannot be an
 * index. */
int rank_types_pair(struct rank *self, const struct type *value, const struct type *index,
               const struct type **pair);

/* Cuts the name to what MPI_MAX_OBJECT_NAME allows. */
int rank_types_name_type(struct rank *self, const struct type *type, const char *name);
const char *rank_types_type_name(struct rank *self,
                                 const struct type *type); /* "" if it has none */

void rank_types_close(struct rank *self); /* at the rank's end; the rank may have no types */

#endif
