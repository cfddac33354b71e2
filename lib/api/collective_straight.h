/* SPDX-License-Identifier: MIT */
/* The usual case of a collective call, for which there is a straight way: data of one
 * named type without gaps, and little of it. False, without a word: something is unusual, and the
 * function itself finds out what. */
#ifndef API_COLLECTIVE_STRAIGHT_H
#define API_COLLECTIVE_STRAIGHT_H

#include "api/handle.h"
#include "api/mode.h"
#include "api/raise.h"
#include "check/buffers.h"
#include "coll/straight.h"

static inline bool straight_open(struct straight_call *straight, const struct call *call,
                                 const struct mode *mode, MPI_Comm comm, int root)
{
    static const enum coll_form forms[] = {[MODE_BLOCKING] = COLL_BLOCKING,
                                           [MODE_NONBLOCKING] = COLL_NONBLOCKING,
                                           [MODE_PERSISTENT] = COLL_PERSISTENT};

    /* One by one: to clear all of it takes longer than the rest of this. */
    straight->call = call;
    straight->comm = handle_comm(comm);
    straight->board = NULL;
    straight->root = root;
    straight->form = forms[mode->form];
    straight->is_in_place = false;
    straight->op = NULL;
    straight->neighbors = NULL;
    straight->send_blocks = NULL;
    straight->recv_blocks = NULL;
    if (mode->form != MODE_BLOCKING &&
        (mode->request == NULL ||
         (mode->form == MODE_PERSISTENT && mode->info != MPI_INFO_NULL)))
        return false;
    return straight->comm != NULL && !buffers_are_watched() &&
           (unsigned)root < (unsigned)comm_size(straight->comm);
}

static inline bool straight_data(struct data *data, const void *buf, MPI_Count count,
                                 MPI_Datatype handle)
{
    const struct type *type = type_predefined(handle);

    data->buf = (void *)(uintptr_t)buf;
    data->count = count;
    data->type = type;
    return type != NULL && (uint64_t)count <= STRAIGHT_BYTES_MAX && buf != NULL &&
           buf != MPI_IN_PLACE && type->is_dense && type->extent == type->size &&
           data_bytes(data) <= STRAIGHT_BYTES_MAX;
}

/* A block to send and one to receive; in place the two are one. */
static inline bool straight_blocks(struct straight_call *straight, const void *sendbuf,
                                   MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   MPI_Count recvcount, MPI_Datatype recvtype)
{
    if (!straight_data(&straight->recv, recvbuf, recvcount, recvtype))
        return false;
    straight->is_in_place = sendbuf == MPI_IN_PLACE;
    straight->send.buf = straight->is_in_place ? recvbuf : (void *)(uintptr_t)sendbuf;
    straight->send.count = recvcount;
    straight->send.type = straight->recv.type;
    if (straight->is_in_place)
        return true;
    return sendtype == recvtype && sendcount == recvcount && sendbuf != NULL && sendbuf != recvbuf;
}

/* The same where all send to the root: what it receives counts only there. */
static inline bool straight_to_root(struct straight_call *straight, const void *sendbuf,
                                    MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    MPI_Count recvcount, MPI_Datatype recvtype)
{
    if (straight->root != straight->comm->rank)
        return straight_data(&straight->send, sendbuf, sendcount, sendtype);
    return straight_blocks(straight, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
}

/* The same where the root sends to all. In place is what it has for itself. */
static inline bool straight_from_root(struct straight_call *straight, const void *sendbuf,
                                      MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                      MPI_Count recvcount, MPI_Datatype recvtype)
{
    bool is_root = straight->root == straight->comm->rank;

    if (is_root && recvbuf != MPI_IN_PLACE)
        return sendbuf != MPI_IN_PLACE && straight_blocks(straight, sendbuf, sendcount, sendtype,
                                                          recvbuf, recvcount, recvtype);
    straight->is_in_place = is_root;
    if (is_root ? !straight_data(&straight->send, sendbuf, sendcount, sendtype)
                : !straight_data(&straight->send, recvbuf, recvcount, recvtype))
        return false;
    straight->recv = straight->send;
    return true;
}

/* Is there a block for each member? Between two groups there may be fewer, or none that count. */
static inline bool straight_has_blocks(const struct comm *comm)
{
    return likely(!comm_is_inter(comm));
}

/* The counts of so many blocks, none of them large; *total: all of their elements. */
static inline bool straight_counts(int blocks, struct int_view counts, MPI_Datatype datatype,
                                   MPI_Count *total)
{
    const struct type *type = type_predefined(datatype);
    int i;

    *total = 0;
    if (type == NULL || view_is_null(counts))
        return false;
    for (i = 0; i < blocks; i++) {
        MPI_Count count = view_at(counts, (size_t)i);

        if ((uint64_t)count > STRAIGHT_BYTES_MAX || count * type->size > STRAIGHT_BYTES_MAX)
            return false;
        *total += count;
    }
    return true;
}

/* Blocks of different lengths to receive; of what is sent the type alone matters here. */
static inline bool straight_uneven(struct straight_call *straight, const void *sendbuf,
                                   MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   const struct blocks *blocks, MPI_Datatype recvtype)
{
    MPI_Count total;

    straight->recv_blocks = blocks;
    return straight_has_blocks(straight->comm) &&
           straight_counts(comm_size(straight->comm), blocks->counts, recvtype, &total) &&
           !view_is_null(blocks->displacements) &&
           straight_blocks(straight, sendbuf, sendcount, sendtype, recvbuf,
                           sendbuf == MPI_IN_PLACE
                               ? 0
                               : view_at(blocks->counts, (size_t)straight->comm->rank),
                           recvtype);
}

/* Blocks of different lengths on both sides, but for the member itself of one. */
static inline bool straight_uneven_both(struct straight_call *straight, const void *sendbuf,
                                        const struct blocks *send_blocks, MPI_Datatype sendtype,
                                        void *recvbuf, const struct blocks *recv_blocks,
                                        MPI_Datatype recvtype)
{
    size_t rank = (size_t)straight->comm->rank;
    MPI_Count sent, received;

    straight->send_blocks = send_blocks;
    straight->recv_blocks = recv_blocks;
    return sendtype == recvtype && recvbuf != NULL && sendbuf != recvbuf &&
           straight_has_blocks(straight->comm) &&
           straight_counts(comm_size(straight->comm), send_blocks->counts, sendtype, &sent) &&
           straight_counts(comm_size(straight->comm), recv_blocks->counts, recvtype, &received) &&
           !view_is_null(send_blocks->displacements) &&
           !view_is_null(recv_blocks->displacements) &&
           view_at(send_blocks->counts, rank) == view_at(recv_blocks->counts, rank) &&
           straight_data(&straight->send, sendbuf, sent, sendtype) &&
           straight_data(&straight->recv, recvbuf, received, recvtype);
}

/* Of a w form, whose types are looked up; so few blocks that these need no memory. */
enum { STRAIGHT_TYPES_MAX = 32 };

static inline bool straight_typed(int count, struct data *data, const void *buf,
                                  struct blocks *blocks, const MPI_Datatype handles[],
                                  const struct type *types[STRAIGHT_TYPES_MAX])
{
    MPI_Count bytes = 0;
    int i;

    if (count > STRAIGHT_TYPES_MAX || handles == NULL || view_is_null(blocks->counts) ||
        view_is_null(blocks->displacements))
        return false;
    for (i = 0; i < count; i++) {
        struct data block;

        if (!straight_data(&block, buf, view_at(blocks->counts, (size_t)i), handles[i]))
            return false;
        types[i] = block.type;
        bytes += data_bytes(&block);
    }
    blocks->types = types;
    blocks->types_count = count;
    return straight_data(data, buf, bytes, MPI_BYTE);
}

/* Both sides of it, which a member itself sees alike. */
static inline bool straight_typed_both(struct straight_call *straight, const struct blocks *sent,
                                       const struct blocks *received)
{
    size_t rank = (size_t)straight->comm->rank;

    straight->send_blocks = sent;
    straight->recv_blocks = received;
    return straight->send.buf != straight->recv.buf &&
           sent->types[rank] == received->types[rank] &&
           view_at(sent->counts, rank) == view_at(received->counts, rank);
}

/* All blocks of a v form are of that length: then only their places differ. */
static inline bool straight_even(const struct comm *comm, const struct blocks *blocks,
                                 MPI_Count count)
{
    int i;

    if (!straight_has_blocks(comm) || view_is_null(blocks->counts) ||
        view_is_null(blocks->displacements))
        return false;
    for (i = 0; i < comm_size(comm); i++)
        if (view_at(blocks->counts, (size_t)i) != count)
            return false;
    return true;
}

/* Operands of which this member gets a slice of the result. */
static inline bool straight_slices(struct straight_call *straight, const void *sendbuf,
                                   MPI_Count operands, void *recvbuf, MPI_Count results,
                                   MPI_Datatype datatype)
{
    straight->recv = (struct data){recvbuf, results, type_predefined(datatype)};
    return straight_data(&straight->send, sendbuf, operands, datatype) && recvbuf != NULL &&
           recvbuf != MPI_IN_PLACE && sendbuf != recvbuf;
}

static inline bool straight_op(struct straight_call *straight, MPI_Op op)
{
    straight->op = op_predefined(op);
    if (straight->op == NULL)
        return false;
    straight->kernel = op_kernel_for(straight->op, straight->send.type);
    return straight->kernel != NULL;
}

/* Whether that has been done that way; then how it went, and what went wrong is raised. */
static inline bool straight_goes(struct straight_call *straight, const struct mode *mode,
                                 straight_way *way, int *err)
{
    struct request *request;

    straight->request = &request;
    *err = way(straight);
    if (unlikely(*err > MPI_SUCCESS))
        raise_comm(straight->call, straight->comm, *err);
    else if (*err == MPI_SUCCESS && mode->form != MODE_BLOCKING)
        *mode->request = handle_of_request(request);
    return *err != STRAIGHT_NOT;
}

#endif
