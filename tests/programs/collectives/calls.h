/* SPDX-License-Identifier: MIT */
/* Every collective function in every form, called by one description, with buffers of its own that
 * go as soon as the call is over; and what a member must have received. */
#ifndef TESTS_PROGRAMS_COLLECTIVE_CALLS_H
#define TESTS_PROGRAMS_COLLECTIVE_CALLS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV,
    ALLTOALLW, REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN,
    NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV, NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV,
    NEIGHBOR_ALLTOALLW, KINDS
};

enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

static const char *const kind_names[KINDS] = {
    "barrier", "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv",
    "alltoall", "alltoallv", "alltoallw", "reduce", "allreduce", "reduce_scatter",
    "reduce_scatter_block", "scan", "exscan", "neighbor_allgather", "neighbor_allgatherv",
    "neighbor_alltoall", "neighbor_alltoallv", "neighbor_alltoallw"};

/* What a member calls. All blocks have `count` elements but the one for or from `odd_peer`, which
 * has `odd_more` more in a v form. */
struct call {
    enum kind kind;
    enum form form;
    int count;
    MPI_Datatype type; /* of 4 bytes, or of all `count` ints: then is_whole */
    int is_whole;
    MPI_Op op;
    int root;
    int is_in_place;
    int odd_peer; /* -1: none */
    int odd_more;
    int is_shifted; /* what that one has more the next one has less */
};

/* A member's place in what it calls on. On an intercommunicator the peers are the others. */
struct place {
    MPI_Comm comm;
    int rank, size, peers;
    int is_inter, is_ring;
};

struct buffers {
    int *send, *recv;
    int *counts, *displs, *byte_displs;
    MPI_Aint *places;
    MPI_Datatype *types;
    int ints; /* of each */
};

static inline int is_rooted(enum kind kind)
{
    return kind >= BCAST && kind <= SCATTERV ? 1 : kind == REDUCE;
}

static inline int is_reduction(enum kind kind)
{
    return kind >= REDUCE && kind <= EXSCAN;
}

static inline int is_neighborly(enum kind kind)
{
    return kind >= NEIGHBOR_ALLGATHER;
}

static inline int has_counts(enum kind kind)
{
    return kind == GATHERV || kind == SCATTERV || kind == ALLGATHERV || kind == ALLTOALLV ||
           kind == ALLTOALLW || kind == REDUCE_SCATTER || kind == NEIGHBOR_ALLGATHERV ||
           kind == NEIGHBOR_ALLTOALLV || kind == NEIGHBOR_ALLTOALLW;
}

/* The i-th int that a member has for another. */
static inline int value_of(int giver, int taker, int i)
{
    return 1 + giver * 7 + taker * 3 + i % 5;
}

static inline int is_root_of(const struct call *call, const struct place *at)
{
    return at->is_inter ? call->root == MPI_ROOT : call->root == at->rank;
}

/* All that is sent or received fits: a block for each peer, and the odd elements. */
static inline void open_buffers(const struct call *call, const struct place *at,
                                struct buffers *all)
{
    int blocks = (at->peers > at->size ? at->peers : at->size) + 2, more = abs(call->odd_more), i;
    int peers = at->is_ring && is_neighborly(call->kind) ? 2 : at->peers;

    all->ints = blocks * (call->count + 1) + more + 1;
    all->send = malloc((size_t)all->ints * sizeof *all->send);
    all->recv = malloc((size_t)all->ints * sizeof *all->recv);
    all->counts = malloc((size_t)blocks * sizeof *all->counts);
    all->displs = malloc((size_t)blocks * sizeof *all->displs);
    all->byte_displs = malloc((size_t)blocks * sizeof *all->byte_displs);
    all->places = malloc((size_t)blocks * sizeof *all->places);
    all->types = malloc((size_t)blocks * sizeof *all->types);
    for (i = 0; i < all->ints; i++)
        all->send[i] = all->recv[i] = -1;
    for (i = 0; i < peers; i++) {
        all->counts[i] = call->count + (i == call->odd_peer ? call->odd_more : 0);
        if (call->is_shifted && i == (call->odd_peer + 1) % peers)
            all->counts[i] -= call->odd_more;
        if (all->counts[i] < 0)
            all->counts[i] = 0;
        all->displs[i] = i * call->count;
        all->byte_displs[i] = all->displs[i] * (int)sizeof(int);
        all->places[i] = all->byte_displs[i];
        all->types[i] = call->type;
    }
}

static inline void close_buffers(struct buffers *all)
{
    free(all->send);
    free(all->recv);
    free(all->counts);
    free(all->displs);
    free(all->byte_displs);
    free(all->places);
    free(all->types);
}

/* One block for all, or one for each. */
static inline int has_many(enum kind kind)
{
    return kind == SCATTER || kind == SCATTERV || (kind >= ALLTOALL && kind <= ALLTOALLW) ||
           kind == REDUCE_SCATTER || kind == REDUCE_SCATTER_BLOCK || kind >= NEIGHBOR_ALLTOALL;
}

static inline void fill_sent(const struct call *call, const struct place *at, struct buffers *all)
{
    int blocks = has_many(call->kind) ? is_neighborly(call->kind) ? 2 : at->peers : 1, b, i;
    int is_in_place = call->is_in_place && (!is_rooted(call->kind) || is_root_of(call, at));
    int *out = is_in_place ? all->recv : all->send;

    if (is_in_place && !has_many(call->kind) &&
        (call->kind == ALLGATHER || call->kind == ALLGATHERV || call->kind == GATHER ||
         call->kind == GATHERV))
        out += at->rank * call->count;
    if (call->kind == SCATTER || call->kind == SCATTERV)
        out = all->send;
    for (b = 0; b < blocks; b++)
        for (i = 0; i < call->count; i++)
            out[b * call->count + i] = value_of(at->rank, has_many(call->kind) ? b : 0, i);
}

/* What `form` makes of a function: NAME, INAME or NAME_init. */
#define AS_FORM(NAME, ...)                                                                    \
    (call->form == BLOCKING      ? MPI_##NAME(__VA_ARGS__, at->comm)                          \
     : call->form == NONBLOCKING ? MPI_I##NAME##_(__VA_ARGS__, at->comm, request)             \
                                 : MPI_##NAME##_init(__VA_ARGS__, at->comm, MPI_INFO_NULL, request))

#define MPI_IBcast_ MPI_Ibcast
#define MPI_IGather_ MPI_Igather
#define MPI_IGatherv_ MPI_Igatherv
#define MPI_IScatter_ MPI_Iscatter
#define MPI_IScatterv_ MPI_Iscatterv
#define MPI_IAllgather_ MPI_Iallgather
#define MPI_IAllgatherv_ MPI_Iallgatherv
#define MPI_IAlltoall_ MPI_Ialltoall
#define MPI_IAlltoallv_ MPI_Ialltoallv
#define MPI_IAlltoallw_ MPI_Ialltoallw
#define MPI_IReduce_ MPI_Ireduce
#define MPI_IAllreduce_ MPI_Iallreduce
#define MPI_IReduce_scatter_ MPI_Ireduce_scatter
#define MPI_IReduce_scatter_block_ MPI_Ireduce_scatter_block
#define MPI_IScan_ MPI_Iscan
#define MPI_IExscan_ MPI_Iexscan
#define MPI_INeighbor_allgather_ MPI_Ineighbor_allgather
#define MPI_INeighbor_allgatherv_ MPI_Ineighbor_allgatherv
#define MPI_INeighbor_alltoall_ MPI_Ineighbor_alltoall
#define MPI_INeighbor_alltoallv_ MPI_Ineighbor_alltoallv
#define MPI_INeighbor_alltoallw_ MPI_Ineighbor_alltoallw

static inline int call_barrier(const struct call *call, const struct place *at,
                               MPI_Request *request)
{
    return call->form == BLOCKING      ? MPI_Barrier(at->comm)
           : call->form == NONBLOCKING ? MPI_Ibarrier(at->comm, request)
                                       : MPI_Barrier_init(at->comm, MPI_INFO_NULL, request);
}

static inline int call_neighborly(const struct call *call, const struct place *at,
                                  struct buffers *all, MPI_Request *request)
{
    const int n = call->is_whole ? 1 : call->count;
    const MPI_Datatype type = call->type;

    switch (call->kind) {
    case NEIGHBOR_ALLGATHER:
        return AS_FORM(Neighbor_allgather, all->send, n, type, all->recv, n, type);
    case NEIGHBOR_ALLGATHERV:
        return AS_FORM(Neighbor_allgatherv, all->send, n, type, all->recv, all->counts, all->displs,
                       type);
    case NEIGHBOR_ALLTOALL:
        return AS_FORM(Neighbor_alltoall, all->send, n, type, all->recv, n, type);
    case NEIGHBOR_ALLTOALLV:
        return AS_FORM(Neighbor_alltoallv, all->send, all->counts, all->displs, type, all->recv,
                       all->counts, all->displs, type);
    default:
        return AS_FORM(Neighbor_alltoallw, all->send, all->counts, all->places, all->types,
                       all->recv, all->counts, all->places, all->types);
    }
}

static inline int call_reduction(const struct call *call, const struct place *at,
                                 struct buffers *all, MPI_Request *request)
{
    const int n = call->count;
    const void *in = call->is_in_place && (call->kind != REDUCE || is_root_of(call, at))
                         ? MPI_IN_PLACE
                         : (const void *)all->send;
    const MPI_Datatype type = call->type;

    switch (call->kind) {
    case REDUCE:
        return AS_FORM(Reduce, in, all->recv, n, type, call->op, call->root);
    case ALLREDUCE:
        return AS_FORM(Allreduce, in, all->recv, n, type, call->op);
    case REDUCE_SCATTER:
        return AS_FORM(Reduce_scatter, in, all->recv, all->counts, type, call->op);
    case REDUCE_SCATTER_BLOCK:
        return AS_FORM(Reduce_scatter_block, in, all->recv, n, type, call->op);
    case SCAN:
        return AS_FORM(Scan, in, all->recv, n, type, call->op);
    default:
        return AS_FORM(Exscan, in, all->recv, n, type, call->op);
    }
}

static inline int call_movement(const struct call *call, const struct place *at,
                                struct buffers *all, MPI_Request *request)
{
    const int n = call->is_whole ? 1 : call->count;
    const int is_root = is_root_of(call, at);
    const void *in = call->is_in_place ? MPI_IN_PLACE : (const void *)all->send;
    const void *sent = is_root ? in : (const void *)all->send;
    void *out = call->is_in_place && is_root ? MPI_IN_PLACE : (void *)all->recv;
    const MPI_Datatype type = call->type;
    const int root = call->root;

    switch (call->kind) {
    case BCAST:
        return AS_FORM(Bcast, is_root ? all->send : all->recv, n, type, root);
    case GATHER:
        return AS_FORM(Gather, sent, n, type, is_root ? all->recv : NULL, is_root ? n : 77,
                       is_root ? type : MPI_DOUBLE, root);
    case GATHERV:
        return AS_FORM(Gatherv, sent, n, type, all->recv, all->counts, all->displs, type, root);
    case SCATTER:
        return AS_FORM(Scatter, is_root ? all->send : NULL, is_root ? n : 77,
                       is_root ? type : MPI_DOUBLE, out, n, type, root);
    case SCATTERV:
        return AS_FORM(Scatterv, all->send, all->counts, all->displs, type, out, n, type, root);
    case ALLGATHER:
        return AS_FORM(Allgather, in, n, type, all->recv, n, type);
    case ALLGATHERV:
        return AS_FORM(Allgatherv, in, n, type, all->recv, all->counts, all->displs, type);
    case ALLTOALL:
        return AS_FORM(Alltoall, in, n, type, all->recv, n, type);
    case ALLTOALLV:
        return AS_FORM(Alltoallv, in, all->counts, all->displs, type, all->recv, all->counts,
                       all->displs, type);
    default:
        return AS_FORM(Alltoallw, in, all->counts, all->byte_displs, all->types, all->recv,
                       all->counts, all->byte_displs, all->types);
    }
}

/* The call, to its end; the request is gone then. */
static inline int call_and_wait(const struct call *call, const struct place *at,
                                struct buffers *all)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int code = call->kind == BARRIER         ? call_barrier(call, at, &request)
               : is_neighborly(call->kind)   ? call_neighborly(call, at, all, &request)
               : is_reduction(call->kind)    ? call_reduction(call, at, all, &request)
                                             : call_movement(call, at, all, &request);

    if (code != MPI_SUCCESS || call->form == BLOCKING)
        return code;
    if (call->form == PERSISTENT)
        code = MPI_Start(&request);
    if (code == MPI_SUCCESS)
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
    return code;
}

#endif
