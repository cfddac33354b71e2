/* SPDX-License-Identifier: MIT */
/* The types of sections that a thread has used lately. Those that are made of predefined types are
 * freed when the thread's rank finalizes MPI, by an attribute of MPI_COMM_SELF. A type of the
 * program may be freed, and its handle means another type then: the last section that has been made
 * of it is an attribute of it. */
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

/* False if it is not kept: the type belongs to the caller. */
bool section_cache_keep(const struct section_key *key, const struct section *section);

#endif
