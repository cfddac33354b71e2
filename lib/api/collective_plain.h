/* SPDX-License-Identifier: MIT */
/* The usual case of a collective call: plain arguments (coll/args.h), put together in few
 * instructions. Each function returns false, without a word, when something is unusual; the
 * function that checks everything then finds out what. */
#ifndef API_COLLECTIVE_PLAIN_H
#define API_COLLECTIVE_PLAIN_H

#include "api/collective.h"
#include "api/handle.h"
#include "coll/policy.h"

static inline bool plain_open(struct coll_args *args, enum coll_kind kind, const struct call *call,
                              const struct mode *mode, MPI_Comm comm, int root)
{
    /* One by one: to clear all of it takes longer than the rest of this. */
    args->kind = kind;
    args->form = mode->form;
    args->is_plain = true;
    args->is_in_place = false;
    args->root = root;
    args->call = call;
    args->comm = handle_comm(comm);
    args->board = NULL;
    args->op = NULL;
    args->send_blocks = NULL;
    args->recv_blocks = NULL;
    args->neighbors = NULL;
    if (mode->form != COLL_BLOCKING &&
        (mode->request == NULL ||
         (mode->form == COLL_PERSISTENT && mode->info != MPI_INFO_NULL)))
        return false;
    return args->comm != NULL && !comm_is_inter(args->comm) &&
           (unsigned)root < (unsigned)comm_size(args->comm);
}

static inline bool plain_data(struct data *data, const void *buf, MPI_Count count,
                                 MPI_Datatype handle)
{
    const struct type *type = type_predefined(handle);

    data->buf = (void *)(uintptr_t)buf;
    data->count = count;
    data->type = type;
    return type != NULL && (uint64_t)count <= PLAIN_BYTES_MAX && buf != NULL &&
           buf != MPI_IN_PLACE && type->is_dense && type->extent == type->size &&
           data_bytes(data) <= PLAIN_BYTES_MAX;
}

/* A block to send and one to receive; in place the two are one. */
static inline bool plain_blocks(struct coll_args *args, const void *sendbuf,
                                   MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   MPI_Count recvcount, MPI_Datatype recvtype)
{
    if (!plain_data(&args->recv, recvbuf, recvcount, recvtype))
        return false;
    args->is_in_place = sendbuf == MPI_IN_PLACE;
    args->send.buf = args->is_in_place ? recvbuf : (void *)(uintptr_t)sendbuf;
    args->send.count = recvcount;
    args->send.type = args->recv.type;
    if (args->is_in_place)
        return true;
    return sendtype == recvtype && sendcount == recvcount && sendbuf != NULL && sendbuf != recvbuf;
}

/* A block of each member's for the root. What the root receives counts only there. */
static inline bool plain_to_root(struct coll_args *args, const void *sendbuf,
                                    MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    MPI_Count recvcount, MPI_Datatype recvtype)
{
    if (args->root != args->comm->rank) {
        args->recv.buf = NULL;
        return plain_data(&args->send, sendbuf, sendcount, sendtype);
    }
    return plain_blocks(args, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
}

/* A block of the root's for each member. In place is what the root has for itself. */
static inline bool plain_from_root(struct coll_args *args, const void *sendbuf,
                                      MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                      MPI_Count recvcount, MPI_Datatype recvtype)
{
    bool is_root = args->root == args->comm->rank;

    if (is_root && recvbuf != MPI_IN_PLACE)
        return sendbuf != MPI_IN_PLACE && plain_blocks(args, sendbuf, sendcount, sendtype,
                                                          recvbuf, recvcount, recvtype);
    args->is_in_place = is_root;
    if (is_root ? !plain_data(&args->send, sendbuf, sendcount, sendtype)
                : !plain_data(&args->send, recvbuf, recvcount, recvtype))
        return false;
    args->recv = args->send;
    return true;
}

/* The counts of so many blocks, none of them large; *total: all of their elements. */
static inline bool plain_counts(int blocks, struct int_view counts, MPI_Datatype datatype,
                                   MPI_Count *total)
{
    const struct type *type = type_predefined(datatype);
    int i;

    *total = 0;
    if (type == NULL || view_is_null(counts))
        return false;
    for (i = 0; i < blocks; i++) {
        MPI_Count count = view_at(counts, (size_t)i);

        if ((uint64_t)count > PLAIN_BYTES_MAX || count * type->size > PLAIN_BYTES_MAX)
            return false;
        *total += count;
    }
    return true;
}

/* Blocks of different lengths to receive; of what is sent the type alone matters here. */
static inline bool plain_uneven(struct coll_args *args, const void *sendbuf,
                                   MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   const struct blocks *blocks, MPI_Datatype recvtype)
{
    MPI_Count total;

    args->recv_blocks = blocks;
    return plain_counts(comm_size(args->comm), blocks->counts, recvtype, &total) &&
           !view_is_null(blocks->displacements) &&
           plain_blocks(args, sendbuf, sendcount, sendtype, recvbuf,
                           sendbuf == MPI_IN_PLACE
                               ? 0
                               : view_at(blocks->counts, (size_t)args->comm->rank),
                           recvtype);
}

/* Blocks of different lengths on both sides, but for the member itself of one. */
static inline bool plain_uneven_both(struct coll_args *args, const void *sendbuf,
                                        const struct blocks *send_blocks, MPI_Datatype sendtype,
                                        void *recvbuf, const struct blocks *recv_blocks,
                                        MPI_Datatype recvtype)
{
    size_t rank = (size_t)args->comm->rank;
    MPI_Count sent, received;

    args->send_blocks = send_blocks;
    args->recv_blocks = recv_blocks;
    return sendtype == recvtype && recvbuf != NULL && sendbuf != recvbuf &&
           plain_counts(comm_size(args->comm), send_blocks->counts, sendtype, &sent) &&
           plain_counts(comm_size(args->comm), recv_blocks->counts, recvtype, &received) &&
           !view_is_null(send_blocks->displacements) &&
           !view_is_null(recv_blocks->displacements) &&
           view_at(send_blocks->counts, rank) == view_at(recv_blocks->counts, rank) &&
           plain_data(&args->send, sendbuf, sent, sendtype) &&
           plain_data(&args->recv, recvbuf, received, recvtype);
}

/* The most blocks of a w form: a table of their types fits the stack. */
enum { PLAIN_TYPES_MAX = 32 };

static inline bool plain_typed(int count, struct data *data, const void *buf,
                                  struct blocks *blocks, const MPI_Datatype handles[],
                                  const struct type *types[PLAIN_TYPES_MAX])
{
    MPI_Count bytes = 0;
    int i;

    if (count > PLAIN_TYPES_MAX || handles == NULL || view_is_null(blocks->counts) ||
        view_is_null(blocks->displacements))
        return false;
    for (i = 0; i < count; i++) {
        struct data block;

        if (!plain_data(&block, buf, view_at(blocks->counts, (size_t)i), handles[i]))
            return false;
        types[i] = block.type;
        bytes += data_bytes(&block);
    }
    blocks->types = types;
    blocks->types_count = count;
    return plain_data(data, buf, bytes, MPI_BYTE);
}

/* Both sides of it, which a member itself sees alike. */
static inline bool plain_typed_both(struct coll_args *args, const struct blocks *sent,
                                       const struct blocks *received)
{
    size_t rank = (size_t)args->comm->rank;

    args->send_blocks = sent;
    args->recv_blocks = received;
    return args->send.buf != args->recv.buf &&
           sent->types[rank] == received->types[rank] &&
           view_at(sent->counts, rank) == view_at(received->counts, rank);
}

/* All blocks of a v form are of that length: then only their places differ. */
static inline bool plain_even(const struct comm *comm, const struct blocks *blocks,
                                 MPI_Count count)
{
    int i;

    if (view_is_null(blocks->counts) ||
        view_is_null(blocks->displacements))
        return false;
    for (i = 0; i < comm_size(comm); i++)
        if (view_at(blocks->counts, (size_t)i) != count)
            return false;
    return true;
}

/* Operands of which this member gets a slice of the result. */
static inline bool plain_slices(struct coll_args *args, const void *sendbuf,
                                   MPI_Count operands, void *recvbuf, MPI_Count results,
                                   MPI_Datatype datatype)
{
    args->recv = (struct data){recvbuf, results, type_predefined(datatype)};
    return plain_data(&args->send, sendbuf, operands, datatype) && recvbuf != NULL &&
           recvbuf != MPI_IN_PLACE && sendbuf != recvbuf;
}

static inline bool plain_op(struct coll_args *args, MPI_Op op)
{
    args->op = op_predefined(op);
    if (args->op == NULL)
        return false;
    args->kernel = op_kernel_for(args->op, args->send.type);
    return args->kernel != NULL;
}

#endif
