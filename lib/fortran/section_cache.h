/* SPDX-License-Identifier: MIT */
/* The types of sections that a thread has used lately. They are freed when its rank finalizes MPI,
 * by an attribute of MPI_COMM_SELF. */
#ifndef FORTRAN_SECTION_CACHE_H
#define FORTRAN_SECTION_CACHE_H

#include "fortran/section.h"
#include "fortran/loops.h"

struct section_key {
    enum section_how how;
    MPI_Count count;
    MPI_Count bytes; /* of the type */
    MPI_Datatype type;
    struct loops loops;
};

/* Writes count and type. */
bool section_cache_find(const struct section_key *key, struct section *section);

/* False if it is not kept: the type belongs to the caller. Only types that are made of predefined
 * ones are kept, because others may be freed and their handles mean another type then. */
bool section_cache_keep(const struct section_key *key, const struct section *section);

#endif
