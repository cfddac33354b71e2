/* SPDX-License-Identifier: MIT */
/* All predefined datatypes, for the tests of operations. */
#include <stdbool.h>
#include <stddef.h>

#include "mpi.h"
#include "type/element.h"

struct type_fact {
    const char *name;
    MPI_Datatype handle;
    size_t size, extent;
    enum type_class class;
};

static const struct type_fact type_facts[] = {
#define FACT(name, number, size, extent, alignment, class) \
    {#name, name, size, extent, CLASS_##class},
#include "../type/datatypes.def"
#undef FACT
};

static inline bool is_quad(const struct type_fact *fact)
{
    return fact->handle == MPI_REAL16 || fact->handle == MPI_COMPLEX32;
}
