/* SPDX-License-Identifier: MIT */
/* Choice buffers of mpi_f08, which come as descriptors (TS 29113). A contiguous one is its address.
 * One with gaps is described by a derived type, so that nothing is copied; only where C takes
 * predefined types alone, and in the few cases that no type describes, is there a copy
 * (section_copy.h). */
#ifndef FORTRAN_SECTION_H
#define FORTRAN_SECTION_H

#include <ISO_Fortran_binding.h>

#include "fortran/glue.h"
#include "fortran/section_copy.h"

/* How count and type of a call describe the section's elements, taken in order. */
enum section_how {
    SECTION_BLOCK,    /* this many of these */
    SECTION_BLOCKS,   /* this many for each peer, one block after the other */
    SECTION_ELEMENTS, /* counts and displacements in units of the type, for each peer */
    SECTION_REDUCED,  /* this many of these, and the type must remain what it is */
    SECTION_ONE,      /* one of these */
    SECTION_WHOLE,    /* nothing that is known here */
    SECTION_ADDRESS,  /* nothing: the call wants to know where it begins */
};

enum section_use {
    READS = 1,
    WRITES = 2,
    PENDING = 4,  /* the buffer is in use when the call returns */
    REQUESTED = 8 /* and until a request is complete */
};

struct section {
    void *base;
    MPI_Count count;
    MPI_Datatype type;
    int error;
    bool is_made;       /* the type is to be freed */
    enum section_use use;
    struct section_copy *copy; /* NULL, or base is in it */
};

/* A section with gaps. */
struct section section_make(const CFI_cdesc_t *array, enum section_how how, enum section_use use,
                            MPI_Count count, MPI_Datatype type);
void section_finish(struct section *section);

static inline bool is_contiguous(const CFI_cdesc_t *array)
{
    ptrdiff_t expected = (ptrdiff_t)array->elem_len;

    for (int i = 0; i < array->rank; i++) {
        if (array->dim[i].sm != expected && array->dim[i].extent != 1)
            return false;
        expected *= array->dim[i].extent;
    }
    return true;
}

static inline struct section section(const CFI_cdesc_t *array, enum section_how how,
                                     enum section_use use, MPI_Count count, MPI_Datatype type)
{
    if (__builtin_expect(!is_contiguous(array), 0))
        return section_make(array, how, use, count, type);
    return (struct section){.base = buffer_in(array->base_addr), .count = count, .type = type};
}

static inline void section_end(struct section *section)
{
    if (__builtin_expect(section->is_made || section->copy != NULL, 0))
        section_finish(section);
}

/* After a call that has made a request, in place of section_end. The request has the copy from now
 * on; `code` is what the call has returned. */
void section_keep(struct section *section, int code, const int *request, bool is_persistent);

static inline void section_pend(struct section *section, int code, const int *request,
                                bool is_persistent)
{
    if (__builtin_expect(section->is_made || section->copy != NULL, 0))
        section_keep(section, code, request, is_persistent);
}

/* The first error of two sections. */
static inline int sections_error(int first, int second)
{
    return first != MPI_SUCCESS ? first : second;
}

#endif
