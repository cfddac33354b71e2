/* SPDX-License-Identifier: MIT */
#include "coll/args.h"

struct data coll_block(const struct data *all, const struct blocks *blocks, int i)
{
    struct data block = *all;
    MPI_Count distance;

    if (blocks == NULL) {
        block.buf = (char *)all->buf + i * all->count * all->type->extent;
        return block;
    }
    block.count = view_at(blocks->counts, (size_t)i);
    if (blocks->types != NULL)
        block.type = blocks->types[i];
    if (block.count == 0) /* the displacement of nothing says nothing */
        return block;
    distance = view_at(blocks->displacements, (size_t)i);
    if (blocks->types == NULL)
        distance *= all->type->extent;
    block.buf = (char *)all->buf + distance;
    return block;
}
