/* SPDX-License-Identifier: MIT */
/* Layouts that do not lie together, each as a datatype and as a loop by hand. For one source. */
#ifndef BENCH_API_SHAPES_H
#define BENCH_API_SHAPES_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static char *memory; /* what the layouts lie in */

struct shape {
    const char *name;
    /* A type of about that many bytes of data, and of how many exactly. */
    int (*make)(int bytes, MPI_Datatype *type);
    void (*hand[4])(char *near, char *other, int bytes); /* by enum way */
};

/* From a layout to contiguous bytes, back, and to the layout from the same one elsewhere; or just
 * noting which lines the layout has bytes in. */
enum way { PACK, UNPACK, ALIKE, NOTE };

#define INLINE static inline __attribute__((always_inline))

enum { LINE = 64 };

static char *noted; /* by line, from the memory's first one on */

static void note(const char *from, size_t bytes)
{
    const uintptr_t start = (uintptr_t)memory / LINE;
    const uintptr_t last = ((uintptr_t)from + bytes - 1) / LINE;
    uintptr_t i;

    for (i = (uintptr_t)from / LINE; i <= last; i++)
        noted[i - start] = 1;
}

/* Some bytes that lie at `place` in the layout and at `at` when they are packed. */
INLINE void move(const enum way way, char *near, char *other, long place, long at, size_t bytes)
{
    if (way == PACK)
        memcpy(other + at, near + place, bytes);
    else if (way == NOTE)
        note(near + place, bytes);
    else
        memcpy(near + place, other + (way == UNPACK ? at : place), bytes);
}

/* A loop by hand, walk_<shape>, in each way. */
#define BY_HAND(shape)                                               \
    static void pack_##shape(char *near, char *other, int bytes)     \
    {                                                                \
        walk_##shape(PACK, near, other, bytes);                      \
    }                                                                \
    static void unpack_##shape(char *near, char *other, int bytes)   \
    {                                                                \
        walk_##shape(UNPACK, near, other, bytes);                    \
    }                                                                \
    static void alike_##shape(char *near, char *other, int bytes)    \
    {                                                                \
        walk_##shape(ALIKE, near, other, bytes);                     \
    }                                                                \
    static void note_##shape(char *near, char *other, int bytes)     \
    {                                                                \
        walk_##shape(NOTE, near, other, bytes);                      \
    }

#define SHAPE(name, shape) \
    {name, make_##shape, {pack_##shape, unpack_##shape, alike_##shape, note_##shape}}

static int size_of(MPI_Datatype type)
{
    int size;

    MPI_Type_size(type, &size);
    return size;
}

/* ---- the shapes ----------------------------------------------------------------------------- */

enum { COLUMNS = 64 };

static int make_column(int bytes, MPI_Datatype *type)
{
    MPI_Type_vector(bytes / 8, 1, COLUMNS / 8, MPI_DOUBLE, type);
    return size_of(*type);
}

INLINE void walk_column(const enum way way, char *near, char *other, int bytes)
{
    int i, count = bytes / 8;

    for (i = 0; i < count; i++)
        move(way, near, other, i * COLUMNS, i * 8, 8);
}
BY_HAND(column)

/* Rows of 256 bytes out of rows of 1 KiB. */
static int make_face2d(int bytes, MPI_Datatype *type)
{
    MPI_Type_vector(bytes / 256, 32, 128, MPI_DOUBLE, type);
    return size_of(*type);
}

INLINE void walk_face2d(const enum way way, char *near, char *other, int bytes)
{
    int i;

    for (i = 0; i < bytes / 256; i++)
        move(way, near, other, i * 1024, i * 256, 256);
}
BY_HAND(face2d)

/* A cube's inner face: runs of 16 bytes, 16 of them in a plane. */
static int make_face3d(int bytes, MPI_Datatype *type)
{
    int sizes[3], parts[3] = {0, 16, 2}, starts[3] = {0, 3, 5};

    sizes[0] = parts[0] = bytes / 256;
    sizes[1] = 32, sizes[2] = 8;
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, type);
    return size_of(*type);
}

INLINE void walk_face3d(const enum way way, char *near, char *other, int bytes)
{
    int i, j;

    for (i = 0; i < bytes / 256; i++)
        for (j = 0; j < 16; j++)
            move(way, near, other, ((i * 32 + 3 + j) * 8 + 5) * 8, (i * 16 + j) * 16, 16);
}
BY_HAND(face3d)

static int *places, *lengths;

static int make_list(int count, int length, int step, MPI_Datatype *type)
{
    unsigned state = 1;
    int i, at = 0;

    for (i = 0; i < count; i++) {
        state = state * 1103515245 + 12345;
        places[i] = at;
        lengths[i] = length;
        at += length + 1 + (int)(state >> 16) % step;
    }
    MPI_Type_indexed(count, lengths, places, MPI_INT, type);
    return size_of(*type);
}

static int make_indexed_short(int bytes, MPI_Datatype *type)
{
    return make_list(bytes / 4, 1, 3, type);
}

INLINE void walk_indexed_short(const enum way way, char *near, char *other, int bytes)
{
    const int *from = places;
    int i;

    for (i = 0; i < bytes / 4; i++)
        move(way, near, other, from[i] * 4L, i * 4, 4);
}
BY_HAND(indexed_short)

static int make_indexed_long(int bytes, MPI_Datatype *type)
{
    return make_list(bytes / 512, 128, 64, type);
}

INLINE void walk_indexed_long(const enum way way, char *near, char *other, int bytes)
{
    int i;

    for (i = 0; i < bytes / 512; i++)
        move(way, near, other, places[i] * 4L, i * 512, 512);
}
BY_HAND(indexed_long)

static int make_indexed_mixed(int bytes, MPI_Datatype *type)
{
    int count = bytes / 20, i, at = 0;

    for (i = 0; i < count; i++) {
        places[i] = at;
        lengths[i] = 3 + i * 7 % 5;
        at += lengths[i] + 1 + i % 3;
    }
    MPI_Type_indexed(count, lengths, places, MPI_INT, type);
    return size_of(*type);
}

INLINE void walk_indexed_mixed(const enum way way, char *near, char *other, int bytes)
{
    int i, at = 0;

    for (i = 0; at < bytes; at += lengths[i++] * 4)
        move(way, near, other, places[i] * 4L, at, (size_t)lengths[i] * 4);
}
BY_HAND(indexed_mixed)

struct record {
    int number;
    double values[3];
    char text[5];
    short end;
};

static int make_struct(int bytes, MPI_Datatype *type)
{
    int counts[] = {1, 3, 5, 1};
    MPI_Aint at[] = {offsetof(struct record, number), offsetof(struct record, values),
                     offsetof(struct record, text), offsetof(struct record, end)};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR, MPI_SHORT}, one;

    MPI_Type_create_struct(4, counts, at, types, &one);
    MPI_Type_contiguous(bytes / 35, one, type);
    MPI_Type_free(&one);
    return size_of(*type);
}

INLINE void walk_struct(const enum way way, char *near, char *other, int bytes)
{
    const int size = sizeof(struct record);
    int i;

    for (i = 0; i < bytes / 35; i++) {
        move(way, near, other, i * size, i * 35, 4);
        move(way, near, other, i * size + (int)offsetof(struct record, values), i * 35 + 4, 24);
        move(way, near, other, i * size + (int)offsetof(struct record, text), i * 35 + 28, 5);
        move(way, near, other, i * size + (int)offsetof(struct record, end), i * 35 + 33, 2);
    }
}
BY_HAND(struct)

/* Blocks of two ints in fours, the fours in rows. */
static int make_nested(int bytes, MPI_Datatype *type)
{
    MPI_Datatype inner, middle;

    MPI_Type_vector(4, 2, 3, MPI_INT, &inner);
    MPI_Type_create_hvector(4, 1, 64, inner, &middle);
    MPI_Type_create_hvector(bytes / 128, 1, 300, middle, type);
    MPI_Type_free(&inner);
    MPI_Type_free(&middle);
    return size_of(*type);
}

INLINE void walk_nested(const enum way way, char *near, char *other, int bytes)
{
    int i, j, k;

    for (i = 0; i < bytes / 128; i++)
        for (j = 0; j < 4; j++)
            for (k = 0; k < 4; k++)
                move(way, near, other, i * 300L + j * 64 + k * 12, i * 128 + j * 32 + k * 8, 8);
}
BY_HAND(nested)

static int square_of(int bytes)
{
    int n = 1;

    while ((n + 1) * (n + 1) * 8 <= bytes)
        n++;
    return n;
}

/* A square matrix by columns. */
static int make_transposed(int bytes, MPI_Datatype *type)
{
    int n = square_of(bytes);
    MPI_Datatype column, narrow;

    MPI_Type_vector(n, 1, n, MPI_DOUBLE, &column);
    MPI_Type_create_resized(column, 0, 8, &narrow);
    MPI_Type_contiguous(n, narrow, type);
    MPI_Type_free(&column);
    MPI_Type_free(&narrow);
    return size_of(*type);
}

INLINE void walk_transposed(const enum way way, char *near, char *other, int bytes)
{
    int n = square_of(bytes), i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            move(way, near, other, (j * n + i) * 8, (i * n + j) * 8, 8);
}
BY_HAND(transposed)

static const struct shape shapes[] = {
    SHAPE("column", column),
    SHAPE("face2d", face2d),
    SHAPE("face3d", face3d),
    SHAPE("indexed.short", indexed_short),
    SHAPE("indexed.long", indexed_long),
    SHAPE("indexed.mixed", indexed_mixed),
    SHAPE("struct", struct),
    SHAPE("nested", nested),
    SHAPE("transposed", transposed),
};

#endif
