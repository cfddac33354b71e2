/* SPDX-License-Identifier: MIT */
/* The collective operations, as the API calls them: their arguments, checked, in one structure for
 * all of them and for all forms of a call, and their entries. */
#ifndef COLL_ARGS_H
#define COLL_ARGS_H

#include "base/call.h"
#include "base/container.h"
#include "base/width.h"
#include "board/agreement.h"
#include "comm/comm.h"
#include "op/op.h"
#include "rank/observe/observer.h"
#include "type/data.h"

/* The three forms of a call. Calls of different forms do not match each other. */
enum coll_form { COLL_BLOCKING, COLL_NONBLOCKING, COLL_PERSISTENT };

enum coll_kind {
    COLL_BARRIER = AGREE_BARRIER,
    COLL_BCAST = AGREE_BCAST,
    COLL_GATHER = AGREE_GATHER, /* each kind includes its v form and its w form */
    COLL_SCATTER = AGREE_SCATTER,
    COLL_ALLGATHER = AGREE_ALLGATHER,
    COLL_ALLTOALL = AGREE_ALLTOALL,
    COLL_REDUCE = AGREE_REDUCE,
    COLL_ALLREDUCE = AGREE_ALLREDUCE,
    COLL_REDUCE_SCATTER = AGREE_REDUCE_SCATTER, /* and with equal blocks */
    COLL_SCAN = AGREE_SCAN,
    COLL_EXSCAN = AGREE_EXSCAN,
    COLL_NEIGHBOR_ALLGATHER = AGREE_NEIGHBOR_ALLGATHER,
    COLL_NEIGHBOR_ALLTOALL = AGREE_NEIGHBOR_ALLTOALL,
    COLL_FINALIZE = AGREE_FINALIZE, /* the barrier of MPI_Finalize */
    COLL_COMM_DISCONNECT = AGREE_COMM_DISCONNECT, /* the barrier of MPI_Comm_disconnect */
    COLL_SYNCHRONIZE = AGREE_SYNCHRONIZE, /* the barrier before another operation */
    COLL_WIN_FENCE = AGREE_WIN_FENCE,     /* barriers of a window's communicator */
    COLL_WIN_FREE = AGREE_WIN_FREE,
};

/* How the blocks of a v or w form lie in a buffer. A side whose blocks are all alike, one behind
 * the other, has none of this (NULL). */
struct blocks {
    struct int_view counts;        /* in elements */
    struct int_view displacements; /* in extents; with types, in bytes */
    const struct type *const *types;
    int types_count;
};

/* The members that have an edge to this one (sources) and those that it has an edge to (targets);
 * MPI_PROC_NULL where a grid ends. The communicator keeps it. */
struct neighbors {
    bool is_grid; /* what leaves at one end of a dimension arrives at the other end */
    int sources_count;
    int targets_count;
    const int *sources;
    const int *targets;
};

/* How many of the sources before the i-th are the same member. */
static inline int neighbors_earlier(const struct neighbors *neighbors, int i)
{
    int earlier = 0, k;

    for (k = 0; k < i; k++)
        earlier += neighbors->sources[k] == neighbors->sources[i];
    return earlier;
}

/* `send` and `recv` describe one block where a side has many; with `*_blocks` their counts say
 * nothing. A broadcast's buffer is `send`. A reduction's `send` is its operand also in place.
 *
 * Plain arguments are those of an intracommunicator whose data are named types without gaps, in
 * blocks of at most PLAIN_BYTES_MAX, with a predefined operation that has a kernel for them.
 * Plain alltoalls and scatters in place have their blocks in both sides; the side that counts
 * only at the root is not set elsewhere. */
struct coll_args {
    enum coll_kind kind;
    enum coll_form form;
    bool is_plain;
    bool is_in_place; /* MPI_IN_PLACE stood for the send buffer (of a scatter's root: for recv) */
    int root;         /* on an intercommunicator also MPI_ROOT, MPI_PROC_NULL; 0 without a root */
    const struct call *call;
    struct comm *comm;
    struct board *board; /* a persistent operation's own; NULL: the communicator's */
    const struct op *op;
    op_kernel *kernel; /* of plain arguments */
    struct data send;
    struct data recv;
    const struct blocks *send_blocks; /* NULL: all alike, one behind the other */
    const struct blocks *recv_blocks;
    const struct neighbors *neighbors;
};

/* How many members this one sends to, and receives from, in an operation without a root. */
static inline int args_targets(const struct coll_args *args)
{
    return args->neighbors != NULL ? args->neighbors->targets_count : comm_peers(args->comm)->size;
}

static inline int args_sources(const struct coll_args *args)
{
    return args->neighbors != NULL ? args->neighbors->sources_count : comm_peers(args->comm)->size;
}

/* How many blocks the arrays of a v or w form describe on a side; 0 where they do not count. */
int coll_blocks_sent(const struct coll_args *args);
int coll_blocks_received(const struct coll_args *args);

/* The i-th of blocks of a v or w form. */
struct data blocks_at(const struct blocks *blocks, const struct data *all, int i);

/* The i-th of many blocks. */
ALWAYS_INLINE struct data coll_block(const struct data *all, const struct blocks *blocks, int i)
{
    if (unlikely(blocks != NULL))
        return blocks_at(blocks, all, i);
    return (struct data){(char *)all->buf + i * all->count * all->type->extent, all->count,
                         all->type};
}

/* Is this member the root of a rooted operation? */
static inline bool args_are_roots(const struct coll_args *args)
{
    return args->root == (comm_is_inter(args->comm) ? MPI_ROOT : args->comm->rank);
}

/* Does this member contribute or receive data that are not the root's alone? Every member of an
 * intracommunicator does, and on an intercommunicator the group that names the root by its
 * rank. */
static inline bool args_are_members(const struct coll_args *args)
{
    return !comm_is_inter(args->comm) || args->root >= 0;
}

/* Do all data come from one member, or go to one? */
static inline bool coll_has_root(enum coll_kind kind)
{
    return kind == COLL_BCAST || kind == COLL_GATHER || kind == COLL_SCATTER ||
           kind == COLL_REDUCE;
}

/* Do all data come from one member? */
static inline bool coll_is_from_root(enum coll_kind kind)
{
    return kind == COLL_BCAST || kind == COLL_SCATTER;
}

static inline bool coll_has_neighbors(enum coll_kind kind)
{
    return kind == COLL_NEIGHBOR_ALLGATHER || kind == COLL_NEIGHBOR_ALLTOALL;
}

static inline bool coll_is_reduction(enum coll_kind kind)
{
    return kind >= COLL_REDUCE && kind <= COLL_EXSCAN;
}

static inline bool coll_is_scan(enum coll_kind kind)
{
    return kind == COLL_SCAN || kind == COLL_EXSCAN;
}

static inline bool coll_is_barrier(enum coll_kind kind)
{
    return kind == COLL_BARRIER || kind == COLL_FINALIZE || kind == COLL_COMM_DISCONNECT ||
           kind == COLL_SYNCHRONIZE || kind == COLL_WIN_FENCE || kind == COLL_WIN_FREE;
}

/* The type of a reduction's elements at a member that has an operation. A root between groups has
 * no operand. */
static inline const struct type *args_operand_type(const struct coll_args *args)
{
    return args->root == MPI_ROOT ? args->recv.type : args->send.type;
}

/* Does a member that is alone copy what it sends to where it receives? */
static inline bool coll_copies_alone(enum coll_kind kind, bool is_in_place)
{
    return !is_in_place && !coll_is_barrier(kind) && kind != COLL_BCAST && kind != COLL_EXSCAN;
}

/* Does a member receive into `send`, not into `recv`? */
static inline bool args_receive_into_send(const struct coll_args *args)
{
    return args->kind == COLL_BCAST || (coll_is_reduction(args->kind) && args->is_in_place);
}

/* Has the operation, which is not under way, receive that many bytes further on. What it has in the
 * same buffer, in place, goes along. */
void args_move_received(struct coll_args *args, ptrdiff_t shift);

/* Is the caller the only member, so that it waits for no other? A member that is its own
 * neighbour reads its own cell and is not counted among these. */
static inline bool args_are_alone(const struct coll_args *args)
{
    return comm_size(args->comm) == 1 && !comm_is_inter(args->comm) && args->neighbors == NULL;
}

/* Shows that the operation begins, or is over (WAY_LEFT), to the calling rank's observer, which it
 * has. */
void coll_show(const struct coll_args *args, unsigned way);

/* ---- the entries ----------------------------------------------------------------------------- */

struct request;

/* Carries a call out; of one that is not blocking, makes the request: 0 or a class with its
 * note. */
typedef int coll_entry(const struct coll_args *args, struct request **request);

coll_entry coll_barrier;
coll_entry coll_bcast;
coll_entry coll_gather;
coll_entry coll_scatter;
coll_entry coll_allgather;
coll_entry coll_alltoall;
coll_entry coll_reduce;
coll_entry coll_allreduce;
coll_entry coll_reduce_scatter;
coll_entry coll_scan;
coll_entry coll_exscan;
coll_entry coll_neighbor_allgather;
coll_entry coll_neighbor_alltoall;

#endif
