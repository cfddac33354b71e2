/* SPDX-License-Identifier: MIT */
/* What a rank keeps of types beyond its handles: the predefined types without a name that it has
 * asked for, each made once, and the names that it has given to predefined types. */
#ifndef TYPE_RANK_TYPES_H
#define TYPE_RANK_TYPES_H

#include "rank/rank.h"
#include "type/type.h"

/* What MPI_Type_create_f90_real, ..._complex and ..._integer return, by combiner; precision or
 * range may be MPI_UNDEFINED. MPI_ERR_ARG when Fortran has no such kind. */
int rank_types_f90(struct rank *self, int combiner, int precision, int range, struct type **type);

/* The pair type, named or not; NULL when the one cannot be a value or the other an index. */
int rank_types_pair(struct rank *self, const struct type *value, const struct type *index,
               const struct type **pair);

/* The name is cut to what MPI_MAX_OBJECT_NAME lets through. */
int rank_types_name_type(struct rank *self, const struct type *type, const char *name);
const char *rank_types_type_name(struct rank *self,
                                 const struct type *type); /* "" when it has none */

void rank_types_close(struct rank *self); /* at the rank's end; nothing was put there: fine */

#endif
