/* SPDX-License-Identifier: MIT */
#include "coll/call.h"

#include "base/container.h"
#include "base/memory.h"

void coll_call_give(const struct coll_call *call)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(call->owned); i++)
        memory_give(call->owned[i]);
}

struct data coll_block(const struct data *all, const struct blocks *blocks, int i)
{
    struct data block = *all;
    MPI_Count distance;

    if (view_is_null(blocks->counts)) {
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
