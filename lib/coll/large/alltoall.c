/* SPDX-License-Identifier: MIT */
/* Allgather, Alltoall and their v and w forms with large blocks, or between two groups, in
 * exchanges: each member copies what is meant for it straight out of the others' buffers, beginning
 * with its right neighbour's, so that not all read the same one. In place, one member of each pair
 * in an alltoall swaps the blocks of both.
 *
 * When the last to arrive does the work of all, it goes by rows, a member's blocks. These
 * are many copies of few bytes, so it finds out once what they are, not at each copy. Blocks that
 * have gaps, or types of their own, take the long way.
 *
 * Source: the pairwise exchange of Thakur, Rabenseifner and Gropp, Optimization of Collective
 * Communication Operations in MPICH (IJHPCA 19, 2005), without its rounds: no member waits for a
 * partner. Of the work by the last to arrive: Hendler, Incze, Shavit and Tzafrir, Flat Combining
 * and the Synchronization-Parallelism Tradeoff (SPAA 2010): one thread does what all have asked
 * for.
 *
 * Cost per member: n copies of a block; of the last to arrive n * n, in place of a second round on
 * the processors for each. */
#include "base/container.h"
#include "coll/large/exchange.h"
#include "coll/verify/agree.h"
#include "rank/observe/event.h"

static struct data received_block(const struct coll_op *op, int rank)
{
    return coll_block(&op->args->recv, op->args->recv_blocks, rank);
}

/* ---- the work of all ------------------------------------------------------------------------- */

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

/* The data that a member gives: in an allgather one block for all, not one for each in a row. */
static struct row given_row(const struct coll_op *op, const struct coll_args *args)
{
    struct data first;
    struct row row;
    int dest;

    if (args->kind != COLL_ALLGATHER)
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

/* Each member's blocks to all of them. */
static void pass_all(const struct coll_op *op)
{
    struct row rows[CENTRAL_ROWS];
    int first, end, i;

    for (first = 0; first < op->peers; first = end) {
        end = first + CENTRAL_ROWS < op->peers ? first + CENTRAL_ROWS : op->peers;
        for (i = first; i < end; i++)
            rows[i - first] = given_row(op, op_of(op, i)->args);
        for (i = 0; i < op->peers; i++)
            pass_to(op, op_of(op, i), rows, first, end);
    }
}

/* ---- both ------------------------------------------------------------------------------------ */

static void share(const struct coll_op *op, const struct coll_op *by)
{
    const int own = op_rank(op), number = op->args->kind == COLL_ALLGATHER ? 0 : own;
    int i;

    (void)by;
    for (i = 1; i <= op->peers; i++) {
        int rank = (own + i) % op->peers;
        struct data to = received_block(op, rank);

        if (rank != own || !op->args->is_in_place || !op_is_among_peers(op))
            exchange_take(op, op->first + rank, number, &to);
    }
}

/* ---- allgather ------------------------------------------------------------------------------- */

const struct exchange allgather_exchange = {EXCHANGE(WAY_ALLGATHER_EXCHANGE),
                                            .shares = {share},
                                            .all = pass_all,
                                            .packet = allgather_packet};

/* ---- alltoall -------------------------------------------------------------------------------- */

static void swap(const struct data *one, const struct data *other)
{
    unsigned char held[SWAP_BYTES];
    MPI_Count bytes = data_bytes(one), offset, length;

    if (data_bytes(other) < bytes)
        bytes = data_bytes(other);
    for (offset = 0; offset < bytes; offset += length) {
        length = bytes - offset < SWAP_BYTES ? bytes - offset : SWAP_BYTES;
        data_pack(one, offset, held, length);
        data_copy_range(other, one, offset, length);
        data_unpack(other, offset, held, length);
    }
}

static void share_in_place(const struct coll_op *op, const struct coll_op *by)
{
    int own = op_rank(op), rank;

    (void)by;
    for (rank = 0; rank < op->peers; rank++) {
        /* One member of each pair swaps. The parity decides which, so that all have work. */
        bool is_mine = rank != own && ((own + rank) % 2 == 0) == (own < rank);

        if (is_mine) {
            struct data ours = received_block(op, rank);
            struct data theirs = received_block(op_of(op, rank), own);

            if (unlikely(data_bytes(&ours) != data_bytes(&theirs) ||
                         !sig_hash_matches(ours.type->sig_hash, theirs.type->sig_hash)))
                cell_report_mismatch(op, rank, own, data_bytes(&theirs),
                                     sig_hash_fold(theirs.type->sig_hash), &ours);
            swap(&ours, &theirs);
        }
    }
}

const struct exchange alltoall_exchange = {EXCHANGE(WAY_ALLTOALL_EXCHANGE),
                                           .shares = {share},
                                           .all = pass_all,
                                           .packet = alltoall_packet};
const struct exchange alltoall_in_place_exchange = {EXCHANGE(WAY_ALLTOALL_IN_PLACE),
                                                    .shares = {share_in_place}};
