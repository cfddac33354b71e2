/* SPDX-License-Identifier: MIT */
/* The two sides of a collective operation that moves data: what a member sends and what it
 * receives. Here are their checks, as collective.h explains them. */
#ifndef API_COLLECTIVE_SIDES_H
#define API_COLLECTIVE_SIDES_H

#include "api/collective/collective.h"
#include "base/memory.h"
#include "p2p/arguments.h"

/* The most blocks of a w form whose types need no memory of their own. */
enum { FEW_TYPES = 32 };

/* The blocks of a w form, with room for the types of few. */
struct typed_blocks {
    struct blocks blocks;
    const struct type *few[FEW_TYPES];
};

/* One side as the user describes it. The blocks of a v form have a count each, those of a w form
 * also a type. */
struct coll_side {
    const struct data_names *names;
    const struct blocks_names *blocks_names;
    const void *buf;
    MPI_Count count;
    MPI_Datatype datatype;
    struct blocks *blocks; /* NULL: one block, or blocks that are all alike */
    const MPI_Datatype *datatypes;
    const struct type **types; /* of a w form: those of a struct typed_blocks; otherwise NULL */
};

ALWAYS_INLINE struct coll_side side_of_one(const struct data_names *names, const void *buf,
                                           MPI_Count count, MPI_Datatype datatype)
{
    return (struct coll_side){.names = names, .buf = buf, .count = count, .datatype = datatype};
}

/* A copy for what is rare, so that the fast copy's own stays in registers: field by field. */
ALWAYS_INLINE struct coll_side side_again(struct coll_side side)
{
    return (struct coll_side){side.names,    side.blocks_names, side.buf,       side.count,
                              side.datatype, side.blocks,       side.datatypes, side.types};
}

ALWAYS_INLINE struct coll_side side_of_many(const struct data_names *names,
                                            const struct blocks_names *blocks_names,
                                            const void *buf, struct blocks *blocks,
                                            MPI_Datatype datatype)
{
    return (struct coll_side){.names = names,
                              .blocks_names = blocks_names,
                              .buf = buf,
                              .datatype = datatype,
                              .blocks = blocks};
}

ALWAYS_INLINE struct coll_side side_of_typed(const struct data_names *names,
                                             const struct blocks_names *blocks_names,
                                             const void *buf, struct typed_blocks *typed,
                                             struct int_view counts,
                                             struct int_view displacements,
                                             const MPI_Datatype datatypes[])
{
    typed->blocks = (struct blocks){.counts = counts, .displacements = displacements};
    return (struct coll_side){.names = names,
                              .blocks_names = blocks_names,
                              .buf = buf,
                              .blocks = &typed->blocks,
                              .datatypes = datatypes,
                              .types = typed->few};
}

static const struct blocks_names names_of_send_blocks = {"sendcounts", "sdispls"};
static const struct blocks_names names_of_recv_blocks = {"recvcounts", "rdispls"};
static const struct blocks_names names_of_sent = {"sendcounts", "displs"};
static const struct blocks_names names_of_received = {"recvcounts", "displs"};
static const struct data_names names_sending_types = {"sendbuf", "sendcounts", "sendtypes"};
static const struct data_names names_receiving_types = {"recvbuf", "recvcounts", "recvtypes"};

/* ---- one side -------------------------------------------------------------------------------- */

/* Checks blocks that begin at MPI_BOTTOM: from there their displacements are addresses. */
int side_check_addresses(struct coll_side side, int count, const struct data *data);

/* The address that data get in place of MPI_BOTTOM, of which check_data knows but a type's
 * addresses. */
ALWAYS_INLINE const void *side_start(bool fast, struct coll_side side)
{
    static const char somewhere;

    return !fast && side.buf == MPI_BOTTOM ? &somewhere : side.buf;
}

ALWAYS_INLINE int side_end(bool fast, struct coll_side side, int count, struct data *data, int err)
{
    if (fast || err != MPI_SUCCESS)
        return err;
    data->buf = (void *)(uintptr_t)side.buf;
    data->count = 0;
    return side.buf == MPI_BOTTOM ? side_check_addresses(side, count, data) : MPI_SUCCESS;
}

/* The fast copy counts all elements if `is_sum`. */
ALWAYS_INLINE int side_check_blocks(bool fast, struct coll_side side, int count, bool is_sum,
                                    struct data *data)
{
    const struct type *type = fast ? type_predefined(side.datatype) : NULL;
    MPI_Count total;
    int err = UNUSUAL;

    if (!fast || type != NULL)
        err = collective_check_blocks(fast, side.blocks, side.blocks_names, count,
                                      fast ? type->size : 0, &total);
    if (err == MPI_SUCCESS)
        err = collective_check_data(fast, side.names, side_start(fast, side),
                                    fast && !is_sum ? 0 : total, side.datatype, data);
    return side_end(fast, side, count, data, err);
}

/* Memory for the types of many blocks: 0 or MPI_ERR_NO_MEM. side_close gives it back. */
int side_open(struct coll_side *side, int count);
static inline void side_close(const struct typed_blocks *typed)
{
    if (unlikely(typed->blocks.types != typed->few))
        memory_give((void *)(uintptr_t)typed->blocks.types);
}

/* The fast copy counts all bytes. */
ALWAYS_INLINE int side_check_types(bool fast, struct coll_side side, int count, struct data *data)
{
    MPI_Count bytes = 0;
    struct data block;
    int i, err = fast ? collective_check_views(true, side.blocks, side.blocks_names, count)
                      : collective_check_blocks(false, side.blocks, side.blocks_names, count, 0,
                                                &bytes);

    if (err == MPI_SUCCESS)
        err = check_array(side.datatypes, fast ? NULL : side.names->type, count);
    if (err == MPI_SUCCESS && count > FEW_TYPES)
        err = fast ? UNUSUAL : side_open(&side, count);
    if (err != MPI_SUCCESS)
        return err;
    side.blocks->types = side.types;
    side.blocks->types_count = count;
    for (i = 0, bytes = 0; i < count && err == MPI_SUCCESS; i++) {
        err = collective_check_data(fast, side.names, side_start(fast, side),
                                    view_at(side.blocks->counts, (size_t)i), side.datatypes[i],
                                    &block);
        side.types[i] = err == MPI_SUCCESS ? block.type : NULL;
        bytes += fast && err == MPI_SUCCESS ? data_bytes(&block) : 0;
    }
    if (fast && err == MPI_SUCCESS)
        err = collective_check_data(true, side.names, side.buf, bytes, MPI_BYTE, data);
    return side_end(fast, side, count, data, err);
}

/* A side of that many blocks: without any it may lie nowhere. */
ALWAYS_INLINE int side_check(bool fast, struct coll_side side, int blocks, bool is_sum,
                             struct data *data)
{
    int err = MPI_SUCCESS;

    if (side.types != NULL)
        return side_check_types(fast, side, blocks, data);
    if (side.blocks != NULL)
        return side_check_blocks(fast, side, blocks, is_sum, data);
    if (!fast && blocks == 0) {
        err = check_count(side.count, side.names->count);
        side.count = 0;
    }
    return err == MPI_SUCCESS ? collective_check_data(fast, side.names, side.buf, side.count,
                                                      side.datatype, data)
                              : err;
}

/* ---- both sides ------------------------------------------------------------------------------ */

/* The count of the block that this member has for itself. */
ALWAYS_INLINE MPI_Count side_own_count(struct coll_side side, const struct coll_args *args)
{
    return side.blocks != NULL ? view_at(side.blocks->counts, (size_t)args->comm->rank)
                               : side.count;
}

/* Are what a member sends to itself and what it receives from itself alike, and apart? */
ALWAYS_INLINE bool sides_are_alike(const struct coll_args *args, struct coll_side send,
                                   struct coll_side recv)
{
    const int rank = args->comm->rank;

    return (send.types != NULL ? send.types[rank] == recv.types[rank]
                               : send.datatype == recv.datatype) &&
           side_own_count(send, args) == side_own_count(recv, args) && send.buf != recv.buf;
}

/* The plain block of a side whose other side is known to be plain, and alike. */
ALWAYS_INLINE int side_take(struct coll_side side, struct data *data)
{
    data->buf = (void *)(uintptr_t)side.buf;
    data->count = side.count;
    data->type = type_predefined(side.datatype);
    return side.buf != NULL && side.buf != MPI_IN_PLACE ? MPI_SUCCESS : UNUSUAL;
}

/* A plain scatter's blocks lie one behind the other with its cell, so their counts are the same:
 * then the side has one count. */
ALWAYS_INLINE int side_unite(struct coll_side *side, const struct coll_args *args)
{
    const int size = comm_size(args->comm);
    int i;

    if (collective_check_views(true, side->blocks, side->blocks_names, size) != MPI_SUCCESS)
        return UNUSUAL;
    side->count = side_own_count(*side, args);
    for (i = 0; i < size; i++)
        if (view_at(side->blocks->counts, (size_t)i) != side->count)
            return UNUSUAL;
    side->blocks = NULL;
    return MPI_SUCCESS;
}

/* The block that a member has for itself must not lie where it is received. */
int sides_check_apart(const struct coll_args *args);

/* Checks the sides that count at this member. Where both do, the fast copy wants them alike, and
 * compares a single block with the other side in place of checking it. In place, and at the
 * receivers of a scatter, it gives both sides the same data. */
ALWAYS_INLINE int sides_check(bool fast, struct coll_args *args, enum coll_kind kind,
                              struct coll_side send, struct coll_side recv)
{
    const bool has_neighbors = coll_has_neighbors(kind);
    const bool is_sum = kind == COLL_ALLTOALL || kind == COLL_NEIGHBOR_ALLTOALL;
    const bool is_member = fast || args_are_members(args);
    const bool is_root = !coll_has_root(kind) || args_are_roots(args);
    const int peers = fast ? comm_size(args->comm) : comm_peers(args->comm)->size;
    bool sends = kind == COLL_GATHER ? is_member : kind != COLL_SCATTER || is_root;
    bool receives = kind == COLL_SCATTER ? is_member : kind != COLL_GATHER || is_root;
    bool takes_sent;
    int err = MPI_SUCCESS;

    args->is_in_place = !has_neighbors && is_root && (fast || !comm_is_inter(args->comm)) &&
                        (kind == COLL_SCATTER ? recv.buf : send.buf) == MPI_IN_PLACE;
    sends = sends && (kind == COLL_SCATTER || !args->is_in_place);
    receives = receives && (kind != COLL_SCATTER || !args->is_in_place);
    if (sends && send.blocks != NULL)
        args->send_blocks = send.blocks;
    if (receives && recv.blocks != NULL)
        args->recv_blocks = recv.blocks;
    if (fast && kind == COLL_SCATTER && sends && send.blocks != NULL &&
        side_unite(&send, args) != MPI_SUCCESS)
        return UNUSUAL;
    if (fast && is_sum && args->is_in_place && recv.blocks != NULL)
        return UNUSUAL;
    takes_sent = fast && sends && receives && send.blocks == NULL &&
                 (!has_neighbors || recv.blocks == NULL);
    if (sends && !takes_sent)
        err = side_check(fast, send, has_neighbors ? args->neighbors->targets_count : peers,
                         is_sum, &args->send);
    if (err == MPI_SUCCESS && receives)
        err = side_check(fast, recv, has_neighbors ? args->neighbors->sources_count : peers,
                         is_sum, &args->recv);
    if (err != MPI_SUCCESS)
        return err;
    if (!fast)
        return sends && receives && !has_neighbors ? sides_check_apart(args) : MPI_SUCCESS;
    if (sends && receives &&
        !(takes_sent || !has_neighbors ? sides_are_alike(args, send, recv) : send.buf != recv.buf))
        return UNUSUAL;
    if (takes_sent)
        return side_take(send, &args->send);
    if (!sends)
        args->send = data_again(&args->recv);
    if (!receives && kind == COLL_SCATTER)
        args->recv = data_again(&args->send);
    else if (!receives)
        args->recv.buf = NULL;
    return MPI_SUCCESS;
}

/* Carries out a call with two sides: collective_move_slowly, if its arguments are not plain. */
int collective_move_slowly(enum coll_kind kind, coll_entry *entry, const struct call *call,
                           const struct coll_side *send, const struct coll_side *recv, int root,
                           MPI_Comm comm, const struct mode *mode);
ALWAYS_INLINE int collective_check_move(bool fast, struct coll_args *args, enum coll_kind kind,
                                        const struct call *call, struct coll_side send,
                                        struct coll_side recv, int root, MPI_Comm comm,
                                        const struct mode *mode)
{
    int err = collective_open(fast, args, kind, call, mode, comm, root);

    if (likely(err == MPI_SUCCESS))
        err = sides_check(fast, args, kind, send, recv);
    return likely(err == MPI_SUCCESS) ? collective_check_mode(fast, mode) : err;
}

ALWAYS_INLINE int collective_move(enum coll_kind kind, coll_entry *entry, const struct call *call,
                                  struct coll_side send, struct coll_side recv, int root,
                                  MPI_Comm comm, const struct mode *mode)
{
    struct coll_args args;
    int err = collective_check_move(true, &args, kind, call, send, recv, root, comm, mode);

    if (unlikely(err != MPI_SUCCESS)) {
        const struct coll_side first = side_again(send), second = side_again(recv);

        return collective_move_slowly(kind, entry, call, &first, &second, root, comm, mode);
    }
    return collective_run(&args, mode, entry, MPI_SUCCESS);
}

#endif
