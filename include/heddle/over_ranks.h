/* SPDX-License-Identifier: MIT */
/* Values compared across the ranks of a communicator, for assertions that each rank makes with the
 * same outcome. They are collective: each member calls them, in the same order, and they use
 * PMPI_Allgather, which heddle/record.h does not record and heddle/faults.h does not count. Numbers
 * are compared as long double, which holds each integer of 64 bits. */
#ifndef HEDDLE_OVER_RANKS_H
#define HEDDLE_OVER_RANKS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEDDLE_OVER_TEXT_ = 400, HEDDLE_OVER_TOLD_ = 16 };

/* Values must be the same in all ranks, have that sum, or rise with the rank. */
enum heddle_over_ranks_kind { HEDDLE_ALL_EQUAL, HEDDLE_SUM, HEDDLE_SORTED };

struct heddle_over_ranks {
    int holds;
    char text[HEDDLE_OVER_TEXT_]; /* what it says if it does not hold */
};

static inline int heddle_over_holds_(enum heddle_over_ranks_kind kind, const long double values[],
                                     int size, long double expected)
{
    long double sum = values[0];
    int i, holds = 1;

    for (i = 1; i < size; i++) {
        sum += values[i];
        if (kind == HEDDLE_ALL_EQUAL)
            holds = holds && values[i] == values[0];
        else if (kind == HEDDLE_SORTED)
            holds = holds && values[i - 1] <= values[i];
    }
    return kind == HEDDLE_SUM ? sum == expected : holds;
}

static inline void heddle_over_write_(struct heddle_over_ranks *over,
                                      enum heddle_over_ranks_kind kind, const char *name,
                                      const long double values[], int size, long double expected)
{
    char *text = over->text;
    int i, room = (int)sizeof over->text, length;

    if (kind == HEDDLE_SUM)
        length = snprintf(text, (size_t)room, "the sum of %s over the ranks is not %.17Lg: ", name,
                          expected);
    else
        length = snprintf(text, (size_t)room, "%s is not %s: ", name,
                          kind == HEDDLE_SORTED ? "sorted by rank" : "the same in all ranks");
    for (i = 0; i < size && length < room; i++) {
        if (i == HEDDLE_OVER_TOLD_) {
            snprintf(text + length, (size_t)(room - length), ", ...");
            return;
        }
        length += snprintf(text + length, (size_t)(room - length), "%s%.17Lg", i > 0 ? ", " : "",
                           values[i]);
    }
}

static inline struct heddle_over_ranks heddle_over_ranks(enum heddle_over_ranks_kind kind,
                                                         MPI_Comm comm, const char *name,
                                                         long double value, long double expected)
{
    struct heddle_over_ranks over;
    long double *values;
    int size;

    memset(&over, 0, sizeof over);
    PMPI_Comm_size(comm, &size);
    values = (long double *)calloc((size_t)size, sizeof *values);
    if (values == NULL)
        PMPI_Abort(comm, 1);
    PMPI_Allgather(&value, (int)sizeof value, MPI_BYTE, values, (int)sizeof value, MPI_BYTE, comm);
    over.holds = heddle_over_holds_(kind, values, size, expected);
    if (!over.holds)
        heddle_over_write_(&over, kind, name, values, size, expected);
    free(values);
    return over;
}

#endif
