/* SPDX-License-Identifier: MIT */
/* Basic types, how each data representation has them in a file, and their conversion byte by byte:
 * the reference of random_views.c. */
#ifndef REPRESENTATIONS_H
#define REPRESENTATIONS_H

#include <mpi.h>
#include <wchar.h>

#include "../must.h"

enum kind { BYTE, SHORT, INT, LONG, WCHAR, DOUBLE, KINDS };
enum datarep { NATIVE, INTERNAL, EXTERNAL32, UNCONVERTED, WIDE, WIDE_LARGE, DATAREPS };

static const char *const datareps[] = {"native",      "internal", "external32",
                                       "unconverted", "wide",     "wide, large"};
static const int sizes[] = {1, sizeof(short), sizeof(int), sizeof(long), sizeof(wchar_t),
                            sizeof(double)};

static MPI_Datatype handle_of(enum kind kind)
{
    const MPI_Datatype handles[] = {MPI_BYTE, MPI_SHORT, MPI_INT, MPI_LONG, MPI_WCHAR, MPI_DOUBLE};

    return handles[kind];
}

static int is_wide(enum datarep datarep)
{
    return datarep == WIDE || datarep == WIDE_LARGE;
}

/* A long and a character are shorter in external32, an int is longer in the program's own. */
static int size_in_file(enum datarep datarep, enum kind kind)
{
    if (datarep == EXTERNAL32 && (kind == LONG || kind == WCHAR))
        return sizes[kind] / 2;
    return is_wide(datarep) && kind == INT ? 2 * sizes[kind] : sizes[kind];
}

/* In external32 the byte of the highest value is first. The program's own is the same with other
 * bytes: their negatives, so that those which are not zero stay so. */
static void encode(enum datarep datarep, enum kind kind, const unsigned char *from,
                   unsigned char *out)
{
    int here = sizes[kind], there = size_in_file(datarep, kind), i;

    for (i = 0; i < there; i++)
        if (datarep == EXTERNAL32)
            out[i] = from[there - 1 - i];
        else if (is_wide(datarep))
            out[i] = i < there - here ? 0x77 : (unsigned char)-from[there - 1 - i];
        else
            out[i] = from[i];
}

static void decode(enum datarep datarep, enum kind kind, const unsigned char *in, unsigned char *to)
{
    int here = sizes[kind], there = size_in_file(datarep, kind), i;

    for (i = 0; i < here; i++)
        if (datarep == EXTERNAL32 && i >= there)
            to[i] = kind == LONG && in[0] >= 0x80 ? 0xff : 0;
        else if (datarep == EXTERNAL32)
            to[i] = in[there - 1 - i];
        else if (is_wide(datarep))
            to[i] = (unsigned char)-in[there - 1 - i];
        else
            to[i] = in[i];
}

static enum kind kind_of(MPI_Datatype type)
{
    int kind = 0;

    while (kind < KINDS && handle_of((enum kind)kind) != type)
        kind++;
    must(kind < KINDS);
    return (enum kind)kind;
}

#endif
