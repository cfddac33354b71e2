/* SPDX-License-Identifier: MIT */
/* Blocks of all members to all, by one: so many copies of few bytes that what a member's blocks
 * are is found out once, not at each copy. Blocks that have gaps, or types of their own, take the
 * long way. */
#include "coll/large/central.h"

#include "base/container.h"
#include "coll/cell.h"
#include "coll/large/exchange.h"

/* A member's blocks, when they have no gaps. */
struct row {
    char *start; /* NULL: they may have */
    MPI_Count bytes; /* of a block; when these are not alike, of an element */
    MPI_Count step;  /* from one to the next */
    const struct blocks *blocks; /* NULL: they are alike */
    uint64_t sig_hash;
};

static struct row row_of(const struct data *all, const struct blocks *blocks)
{
    struct row row = {.start = NULL};

    if (all->type == NULL || (blocks != NULL && blocks->types != NULL) || !all->type->is_dense)
        return row;
    row.start = data_start(all);
    row.sig_hash = all->type->sig_hash;
    row.blocks = blocks;
    row.bytes = row.step = row.blocks == NULL ? data_bytes(all) : all->type->size;
    return row;
}

static inline char *row_at(const struct row *row, int i, MPI_Count *bytes)
{
    if (likely(row->blocks == NULL)) {
        *bytes = row->bytes;
        return row->start + i * row->step;
    }
    *bytes = row->bytes * view_at(row->blocks->counts, (size_t)i);
    return row->start + row->step * view_at(row->blocks->displacements, (size_t)i);
}

/* The data that a member gives. */
static struct row given_row(const struct coll_op *op, const struct coll_args *args, bool is_one)
{
    struct data first;
    struct row row;
    int dest;

    if (!is_one)
        return row_of(&args->send, args->send_blocks);
    first = exchange_of(op)->packet(args, 0, &dest);
    row = row_of(&first, NULL);
    row.step = 0;
    return row;
}

static void pass_slowly(const struct coll_op *op, int source, const struct coll_op *dest)
{
    const struct coll_args *args = dest->args;
    int number = op_rank(dest), same;
    struct data from = exchange_of(op)->packet(op_of(op, source)->args, number, &same);
    struct data to = coll_block(&args->recv, args->recv_blocks, source);

    op_copy(dest, source, number, &from, &to);
}

/* The blocks of sources [first, end), whose rows those are, to one destination. */
static void pass_to(const struct coll_op *op, const struct coll_op *dest, const struct row rows[],
                    int first, int end)
{
    const struct coll_args *args = dest->args;
    struct row own = row_of(&args->recv, args->recv_blocks);
    int rank = op_rank(dest), source;

    for (source = first; source < end; source++) {
        const struct row *row = &rows[source - first];
        MPI_Count sent, room;
        char *from, *to;

        if (source == rank && args->is_in_place)
            continue;
        if (unlikely(row->start == NULL || own.start == NULL || row->sig_hash != own.sig_hash)) {
            pass_slowly(op, source, dest);
            continue;
        }
        from = row_at(row, rank, &sent);
        to = row_at(&own, source, &room);
        if (likely(sent == room))
            copy_bytes(to, from, (size_t)sent);
        else
            pass_slowly(op, source, dest);
    }
}

void central_pass(const struct coll_op *op, bool is_one)
{
    struct row rows[CENTRAL_ROWS];
    int first, end, i;

    for (first = 0; first < op->peers; first = end) {
        end = first + CENTRAL_ROWS < op->peers ? first + CENTRAL_ROWS : op->peers;
        for (i = first; i < end; i++)
            rows[i - first] = given_row(op, op_of(op, i)->args, is_one);
        for (i = 0; i < op->peers; i++)
            pass_to(op, op_of(op, i), rows, first, end);
    }
}
