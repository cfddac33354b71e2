/* SPDX-License-Identifier: MIT */
/* What a member calls: the function, the communicator, and the arguments of any collective. */
#ifndef COLL_CALL_H
#define COLL_CALL_H

#include "base/width.h"
#include "comm/comm.h"
#include "type/data.h"
#include "op/op.h"

enum coll_kind {
    COLL_BARRIER,
    COLL_BCAST,
    COLL_GATHER, /* each kind has its v form with it, and its w form */
    COLL_SCATTER,
    COLL_ALLGATHER,
    COLL_ALLTOALL,
    COLL_REDUCE,
    COLL_ALLREDUCE,
    COLL_REDUCE_SCATTER, /* and with equal blocks */
    COLL_SCAN,
    COLL_EXSCAN,
    COLL_NEIGHBOR_ALLGATHER,
    COLL_NEIGHBOR_ALLTOALL,
};

/* Forms do not match each other. */
enum coll_form { COLL_BLOCKING, COLL_NONBLOCKING, COLL_PERSISTENT };

/* How the blocks of a v or w form lie in a buffer; null views when all are alike, one behind the
 * other. */
struct blocks {
    struct int_view counts;        /* in elements */
    struct int_view displacements; /* in extents; with types, in bytes */
    const struct type *const *types;
    int types_count;
};

/* Who has an edge to this member, and to whom it has one; MPI_PROC_NULL where there is none. The
 * communicator keeps it. */
struct neighbors {
    bool is_grid; /* what goes out at one end of a dimension comes in at the other */
    int sources_count;
    int targets_count;
    const int *sources;
    const int *targets;
};

/* How often the i-th source stands before itself among the sources. */
static inline int neighbors_earlier(const struct neighbors *neighbors, int i)
{
    int earlier = 0, k;

    for (k = 0; k < i; k++)
        earlier += neighbors->sources[k] == neighbors->sources[i];
    return earlier;
}

/* The arguments, checked. `send` and `recv` are one block each where a side has many; without a
 * count when there are counts. A broadcast's buffer is `send`; a reduction's send has its count and
 * type also in place. */
struct coll_call {
    enum coll_kind kind;
    enum coll_form form;
    const char *name; /* of the function, and where it was called */
    const void *site;
    struct comm *comm;
    int root; /* on an intercommunicator also MPI_ROOT, MPI_PROC_NULL */
    const struct op *op;
    struct data send;
    struct data recv;
    bool is_in_place; /* MPI_IN_PLACE stood for the send buffer (a scatter's root: for recv) */
    struct blocks send_blocks;
    struct blocks recv_blocks;
    const struct neighbors *neighbors;
    void *owned[2]; /* memory that goes with the call */
};

/* Gives up what it owns. */
void coll_call_give(const struct coll_call *call);

/* The i-th of many blocks. */
struct data coll_block(const struct data *all, const struct blocks *blocks, int i);

/* What a member has to do with the root's side of a rooted operation, and with the other one. On an
 * intracommunicator the root is on both. */
static inline bool coll_call_is_root(const struct coll_call *call)
{
    return call->root == (comm_is_inter(call->comm) ? MPI_ROOT : call->comm->rank);
}

static inline bool coll_call_is_member(const struct coll_call *call)
{
    return !comm_is_inter(call->comm) || call->root >= 0;
}

/* Whether one member's data are all, or go to one. */
static inline bool coll_has_root(enum coll_kind kind)
{
    return kind == COLL_BCAST || kind == COLL_GATHER || kind == COLL_SCATTER ||
           kind == COLL_REDUCE;
}

static inline bool coll_is_reduction(enum coll_kind kind)
{
    return kind >= COLL_REDUCE && kind <= COLL_EXSCAN;
}

static inline bool coll_is_scan(enum coll_kind kind)
{
    return kind == COLL_SCAN || kind == COLL_EXSCAN;
}

/* What the elements of a reduction are to a member that has an operation. Between groups a root has
 * no operand. */
static inline const struct type *coll_operand_type(const struct coll_call *call)
{
    return call->root == MPI_ROOT ? call->recv.type : call->send.type;
}

/* Of a member who is alone: does it copy what it sends to where it receives? */
static inline bool coll_copies_alone(enum coll_kind kind, bool is_in_place)
{
    return !is_in_place && kind != COLL_BARRIER && kind != COLL_BCAST && kind != COLL_EXSCAN;
}

/* Has the caller nobody to wait for, and nothing to show? A message to itself is counted. */
static inline bool coll_is_alone(const struct comm *comm, const struct neighbors *neighbors)
{
    return comm_size(comm) == 1 && !comm_is_inter(comm) && neighbors == NULL &&
           comm->self->counters == NULL;
}

#endif
