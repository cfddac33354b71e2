/* SPDX-License-Identifier: MIT */
#include "type/nest.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "layout/copy.h"
#include "layout/lines.h"
#include "type/type.h"

/* The most bytes of a loop nest whose strides do not descend. Such an order is fast only if the
 * caches hold all of it. */
enum { UNORDERED_MAX = 4096 };

enum way { PACK, UNPACK };

#define INLINE static inline __attribute__((always_inline))

INLINE void move(const enum way way, const size_t bytes, char *near, char *far)
{
    if (way == PACK)
        memcpy(far, near, bytes);
    else
        memcpy(near, far, bytes);
}

INLINE void move_four(const enum way way, const size_t bytes, MPI_Count stride, char *near,
                      char *far)
{
    move(way, bytes, near, far);
    move(way, bytes, near + stride, far + bytes);
    move(way, bytes, near + 2 * stride, far + 2 * bytes);
    move(way, bytes, near + 3 * stride, far + 3 * bytes);
}

/* Callers pass the count of a short row as a constant, so the compiler unrolls it completely. Eight
 * moves at a time are faster than four or sixteen if each lies in a cache line of its own
 * (bench/api/datatypes: face3d). */
INLINE void move_row(const enum way way, const size_t bytes, MPI_Count count, MPI_Count stride,
                     char *near, char *far)
{
    for (; count >= 8; count -= 8, near += 8 * stride, far += 8 * bytes) {
        move_four(way, bytes, stride, near, far);
        move_four(way, bytes, stride, near + 4 * stride, far + 4 * bytes);
    }
    if (count >= 4) {
        move_four(way, bytes, stride, near, far);
        count -= 4;
        near += 4 * stride;
        far += 4 * bytes;
    }
    for (; count > 0; count--, near += stride, far += bytes)
        move(way, bytes, near, far);
}

INLINE void move_rows(const enum way way, const size_t bytes, const MPI_Count count,
                      const struct nest *nest, char *near, char *far)
{
    const struct nest_loop outer = nest->outer, middle = nest->middle;
    const MPI_Count stride = nest->inner.stride;
    MPI_Count i, j;

    for (i = outer.count; i > 0; i--, near += outer.stride) {
        char *row = near;

        for (j = middle.count; j > 0; j--, row += middle.stride, far += count * bytes)
            move_row(way, bytes, count, stride, row, far);
    }
}

INLINE void move_nest(const enum way way, const size_t bytes, const struct nest *nest, char *near,
                      char *far)
{
    const MPI_Count count = nest->inner.count;

    near += nest->offset;
    if (count == 2)
        move_rows(way, bytes, 2, nest, near, far);
    else if (count == 3)
        move_rows(way, bytes, 3, nest, near, far);
    else if (count == 4)
        move_rows(way, bytes, 4, nest, near, far);
    else
        move_rows(way, bytes, count, nest, near, far);
}

/* Functions for one run length: for a single loop (row), and for up to three loops. */
#define NEST_OF(bytes)                                                                         \
    static void pack_row_##bytes(const struct nest *nest, const char *near, char *far)         \
    {                                                                                          \
        move_row(PACK, bytes, nest->inner.count, nest->inner.stride,                           \
                 (char *)(uintptr_t)near + nest->offset, far);                                 \
    }                                                                                          \
    static void unpack_row_##bytes(const struct nest *nest, char *near, const char *far)       \
    {                                                                                          \
        move_row(UNPACK, bytes, nest->inner.count, nest->inner.stride, near + nest->offset,    \
                 (char *)(uintptr_t)far);                                                      \
    }                                                                                          \
    static void pack_##bytes(const struct nest *nest, const char *near, char *far)             \
    {                                                                                          \
        move_nest(PACK, bytes, nest, (char *)(uintptr_t)near, far);                            \
    }                                                                                          \
    static void unpack_##bytes(const struct nest *nest, char *near, const char *far)           \
    {                                                                                          \
        move_nest(UNPACK, bytes, nest, near, (char *)(uintptr_t)far);                          \
    }
NEST_OF(1)
NEST_OF(2)
NEST_OF(4)
NEST_OF(8)
NEST_OF(12)
NEST_OF(16)
NEST_OF(24)
NEST_OF(32)
NEST_OF(48)

static bool is_row(const struct nest *nest)
{
    return nest->outer.count == 1 && nest->middle.count == 1;
}

FOR_LINES INLINE void move_row_of_lines(const enum way way, const struct nest *nest, char *near,
                                        char *far)
{
    const MPI_Count stride = nest->inner.stride;
    const size_t bytes = (size_t)nest->bytes;
    MPI_Count i;

    for (i = nest->inner.count; i > 0; i--, near += stride, far += bytes)
        copy_row_of_lines(bytes, way == PACK ? far : near, way == PACK ? near : far);
}

FOR_LINES INLINE void move_lines(const enum way way, const struct nest *nest, char *near, char *far)
{
    const struct nest_loop outer = nest->outer, middle = nest->middle;
    const MPI_Count bytes = nest->inner.count * nest->bytes;
    MPI_Count i, j;

    near += nest->offset;
    for (i = 0; i < outer.count; i++)
        for (j = 0; j < middle.count; j++, far += bytes)
            move_row_of_lines(way, nest, near + i * outer.stride + j * middle.stride, far);
}

FOR_LINES static void pack_row_of_lines(const struct nest *nest, const char *near, char *far)
{
    move_row_of_lines(PACK, nest, (char *)(uintptr_t)near + nest->offset, far);
}

FOR_LINES static void unpack_row_of_lines(const struct nest *nest, char *near, const char *far)
{
    move_row_of_lines(UNPACK, nest, near + nest->offset, (char *)(uintptr_t)far);
}

FOR_LINES static void pack_lines(const struct nest *nest, const char *near, char *far)
{
    move_lines(PACK, nest, (char *)(uintptr_t)near, far);
}

FOR_LINES static void unpack_lines(const struct nest *nest, char *near, const char *far)
{
    move_lines(UNPACK, nest, near, (char *)(uintptr_t)far);
}

static bool choose_lines(struct nest *nest)
{
    nest->pack = is_row(nest) ? pack_row_of_lines : pack_lines;
    nest->unpack = is_row(nest) ? unpack_row_of_lines : unpack_lines;
    return are_lines((size_t)nest->bytes);
}

static bool choose(struct nest *nest)
{
#define CODE(bytes) \
    {bytes, {pack_##bytes, pack_row_##bytes}, {unpack_##bytes, unpack_row_##bytes}}
    static const struct {
        MPI_Count bytes;
        nest_pack *pack[2]; /* indexed by is_row */
        nest_unpack *unpack[2];
    } codes[] = {CODE(1),  CODE(2),  CODE(4),  CODE(8), CODE(12),
                 CODE(16), CODE(24), CODE(32), CODE(48)};
    size_t i;

    for (i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].bytes == nest->bytes) {
            nest->pack = codes[i].pack[is_row(nest)];
            nest->unpack = codes[i].unpack[is_row(nest)];
            return true;
        }
    return choose_lines(nest);
}

/* Fills in the loops of the layout, from the outermost on. Returns false if the layout is more than
 * loops around runs. */
static bool find_loops(const struct piece *layout, struct nest *nest)
{
    struct nest_loop *const loops[] = {&nest->outer, &nest->middle, &nest->inner};
    const struct piece *piece;
    int unused = 3, i = 0;

    *nest = (struct nest){.offset = 0};
    for (piece = layout; piece != NULL; piece = piece->pieces) {
        if (unused == 0 || piece->offsets != NULL || piece->runs != NULL || piece->body_count > 1)
            return false;
        nest->offset += piece->offset;
        nest->bytes = piece->bytes;
        unused--;
    }
    for (; i < unused; i++)
        loops[i]->count = 1;
    for (piece = layout; piece != NULL; piece = piece->pieces, i++)
        *loops[i] = (struct nest_loop){.count = piece->count, .stride = piece->stride};
    return true;
}

static bool descends(const struct nest_loop *outer, const struct nest_loop *inner)
{
    return outer->count == 1 || llabs(outer->stride) >= llabs(inner->stride);
}

static bool suits_caches(const struct nest *nest, const struct type *type)
{
    if (type->size <= UNORDERED_MAX)
        return true;
    return type->true_extent <= COPY_FAR_BYTES && descends(&nest->outer, &nest->middle) &&
           descends(&nest->middle, &nest->inner);
}

struct nest *nest_create(const struct type *type)
{
    struct nest found, *nest;

    if (!find_loops(&type->layout, &found) || !suits_caches(&found, type) || !choose(&found))
        return NULL;
    nest = memory_take(sizeof *nest);
    if (nest != NULL)
        *nest = found;
    return nest;
}
