/* SPDX-License-Identifier: MIT */
/* Procedures for files whose INTEGERs and LOGICALs have 8 bytes (-fdefault-integer-8). Each is
 * called mpi_..._i8_, makes INTEGERs of 4 bytes of its arguments, calls the procedure mpi_..._ and
 * converts what that returns. The plugin gives calls in such a file these names. */
#ifndef FORTRAN_WIDE_H
#define FORTRAN_WIDE_H

#include <limits.h>

#include "fortran/section.h"

/* ---- the line of a call -----------------------------------------------------------------------
 * The procedure that is called stores its own caller's address, which lies here: it gets a word
 * that are not read. */

struct wide_site {
    const void **word, *outer;
};

extern _Thread_local const void *site_unread __attribute__((visibility("hidden")));

static inline struct wide_site wide_enter(const void *caller)
{
    const void *outer = site_enter(caller);
    struct wide_site site = {site_word, outer};

    site_word = &site_unread;
    return site;
}

/* Ends a call: restores its caller's place, and sets Fortran's error code. */
static inline void wide_leave(const struct wide_site *site, int64_t *ierror, int code)
{
    site_word = site->word;
    site_leave(site->outer);
    if (ierror != NULL)
        *ierror = code;
}

/* ---- one INTEGER ------------------------------------------------------------------------------
 * A number that does not fit becomes the smallest one, which is no rank, tag, handle, number or
 * constant, so that C refuses it where it has a meaning. */

static inline int narrow(int64_t wide)
{
    return wide == (int)wide ? (int)wide : INT_MIN;
}

/* A key keeps its order. */
static inline int narrow_to_nearest(int64_t wide)
{
    return wide < INT_MIN ? INT_MIN : wide > INT_MAX ? INT_MAX : (int)wide;
}

static inline int narrow_logical(int64_t wide)
{
    return wide != 0;
}

/* Refuses MPI_2INTEGER, of whose kind C has no type of 8 bytes. */
int wide_no_pair(void);

static inline int narrow_type(int64_t wide)
{
    return wide == (int64_t)(uintptr_t)MPI_2INTEGER ? wide_no_pair() : narrow(wide);
}

/* ---- arrays -----------------------------------------------------------------------------------
 * They are converted into the caller's room for LIST_MAX, or into memory that wide_give gives back.
 * NULL without memory. Constants are those of 4 bytes. */

int *wide_ints(int own[], MPI_Count count, const int64_t from[]);
/* Refuses what does not fit, with NULL: for numbers of which C refuses none. */
int *wide_exact_ints(int own[], MPI_Count count, const int64_t from[]);
int *wide_types(int own[], MPI_Count count, const int64_t from[]);
int *wide_weights(int own[], MPI_Count count, const int64_t from[]);
int *wide_errcodes(int own[], MPI_Count count, const int64_t from[]);
int *wide_statuses(int own[], MPI_Count count, const int64_t from[]);
int *wide_status(int own[], const int64_t from[]);

/* Converts back what has changed: what C has not written stays. */
void wide_out(int64_t to[], MPI_Count count, const int from[]);
void wide_give(int *list, const int *own);

/* ---- how many elements an array has -------------------------------------------------------- */

MPI_Count wide_peers(const int64_t *comm, void *buffer, int is_send);
MPI_Count wide_neighbors(const int64_t *comm, void *buffer, int is_send);
MPI_Count wide_dimensions(const int64_t *comm);
MPI_Count wide_sum(int64_t count, const int64_t numbers[]);
MPI_Count wide_last(int64_t count, const int64_t numbers[]);
bool wide_is_root(const int64_t *comm, const int64_t *root);

/* The sum of what the root has, where only the root's numbers count: all members call it. */
MPI_Count wide_spawned(const int64_t *comm, const int64_t *root, int64_t count,
                       const int64_t maxprocs[]);

/* ---- constants known by their addresses ---------------------------------------------------- */

void *wide_constant(void *argument);

static inline void *wide_buffer(void *argument)
{
    return __builtin_expect(is_constant(argument), 0) ? wide_constant(argument) : argument;
}

static inline CFI_cdesc_t *wide_section(CFI_cdesc_t *array, CFI_cdesc_t *own)
{
    if (__builtin_expect(!is_constant(array->base_addr), 1))
        return array;
    *own = *array;
    own->rank = 0;
    own->base_addr = wide_constant(array->base_addr);
    return own;
}

/* The address of a buffer that was attached. */
void wide_detached(void *address);

#endif
