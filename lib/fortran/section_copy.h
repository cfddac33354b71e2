/* SPDX-License-Identifier: MIT */
/* Copies of sections, for the calls whose datatype cannot describe one: reductions with predefined
 * operations, and a few sections that no type fits. A blocking call gives its copy back at its end.
 * The copy of a nonblocking or persistent call belongs to the request: each procedure that
 * completes requests claims the copies of its requests before it calls C, and settles them after.
 * C itself does not know of them, so such a request must be completed in Fortran. */
#ifndef FORTRAN_SECTION_COPY_H
#define FORTRAN_SECTION_COPY_H

#include <ISO_Fortran_binding.h>
#include <stdbool.h>
#include <stddef.h>

#include "mpi_types.h"

struct section_copy;

size_t section_bytes(const CFI_cdesc_t *array);

/* The copy of a blocking call. Elements that the call does not write keep their values. */
struct section_copy *section_copy_make(const CFI_cdesc_t *array);

/* The copy of a call with a request. Only bytes that the operation has changed are copied back, so
 * that the program may use what the operation leaves alone. */
struct section_copy *section_copy_make_pending(const CFI_cdesc_t *array, bool is_written);

void *section_copy_base(const struct section_copy *copy);

/* Copies back unless the call only reads, and frees. */
void section_copy_end(struct section_copy *copy, bool is_written);

/* Lets a request have a copy, which may be NULL. An inactive one waits for MPI_START. */
void section_copy_keep(struct section_copy *copy, int request, bool is_persistent);

/* How many copies belong to requests: without any, claiming them takes one look. */
extern int section_copies_pending;

struct section_copy *section_copies_find(int count, const int requests[]);

/* Takes the copies of some requests out of the reach of other threads. */
static inline struct section_copy *section_copies_claim(int count, const int requests[])
{
    if (__builtin_expect(__atomic_load_n(&section_copies_pending, __ATOMIC_RELAXED) == 0, 1))
        return NULL;
    return section_copies_find(count, requests);
}

/* Fills the copies of persistent requests that are about to start. */
void section_copies_start(struct section_copy *claimed);

void section_copies_give_back(struct section_copy *claimed, const int requests[]);

/* Copies back what is complete; `requests` is what C has made of the ones that were claimed. */
static inline void section_copies_settle(struct section_copy *claimed, const int requests[])
{
    if (__builtin_expect(claimed != NULL, 0))
        section_copies_give_back(claimed, requests);
}

/* Before MPI_REQUEST_FREE. The copy of an operation that goes on must stay. */
void section_copies_leave(struct section_copy *claimed, const int requests[]);

#endif
