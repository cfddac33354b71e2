/* SPDX-License-Identifier: MIT */
/* Operations in which all show their calls, then each does its share by reading from and writing
 * to everybody's buffers, and all meet again before anyone's buffers may change. */
#ifndef COLL_LARGE_EXCHANGE_H
#define COLL_LARGE_EXCHANGE_H

#include "base/container.h"
#include "coll/cell.h"

/* A member's share, done by itself or by another member, who has seen the calls of all: `by`, with
 * whose operation and type a reduction combines. */
typedef void coll_share(const struct coll_op *op, const struct coll_op *by);

enum { EXCHANGE_STAGES_MAX = 2 };

static_assert(EXCHANGE_STAGES_MAX < 1 << CLAIM_STAGE_BITS, "a stage is claimed, and its end met");

struct exchange {
    struct coll_algorithm algorithm; /* EXCHANGE */
    coll_share *shares[EXCHANGE_STAGES_MAX]; /* of its stages; those that it has not are NULL */
    void (*all)(const struct coll_op *op); /* the work of all members of one group; NULL, or on an
                                             intercommunicator: everybody's shares, one by one */
    bool (*prepare)(struct coll_op *op); /* before all; NULL: nothing. False: no memory */
    void (*conclude)(struct coll_op *op); /* after all; NULL: nothing */
    packet_of *packet; /* what a member has for others; NULL: that is not known one by one */
};

/* The data that a member has for others in an allgather, an alltoall and operations of
 * neighbours. */
static inline struct data allgather_packet(const struct coll_args *args, int i, int *dest)
{
    (void)i;
    *dest = MPI_UNDEFINED;
    return args->is_in_place ? coll_block(&args->recv, args->recv_blocks, args->comm->rank)
                             : args->send;
}

static inline struct data alltoall_packet(const struct coll_args *args, int rank, int *dest)
{
    *dest = rank;
    return args->is_in_place ? coll_block(&args->recv, args->recv_blocks, rank)
                             : coll_block(&args->send, args->send_blocks, rank);
}

static inline struct data neighbor_packet(const struct coll_args *args, int i, int *dest)
{
    if (args->kind == COLL_NEIGHBOR_ALLGATHER) {
        *dest = MPI_UNDEFINED;
        return args->send;
    }
    *dest = args->neighbors->targets[i];
    return coll_block(&args->send, args->send_blocks, i);
}

/* Copies the number-th thing that the member at `seat` has for this one. */
void exchange_take(const struct coll_op *op, int seat, int number, const struct data *to);
/* For whom it is; MPI_UNDEFINED: it has no such thing. */
int exchange_dest(const struct coll_op *op, int seat, int number);

/* The bytes that all it has for others takes with its cell; more than SLOT_BYTES: it does not fit.
 * Fills that cell. False: it does not fit, or there is no memory. */
MPI_Count exchange_bytes_of_packets(const struct coll_op *op);
bool exchange_put_packets(struct coll_op *op);

/* The exchanges that small algorithms hand over to. */
extern const struct exchange alltoall_exchange, neighbor_exchange;

/* The algorithm of an exchange. */
MPI_Count exchange_cell_bytes(const struct coll_op *op);
void exchange_post(struct coll_op *op);
bool exchange_complete(struct coll_op *op);

#define EXCHANGE(its_way)                                                                          \
    .algorithm = {.cell_bytes = exchange_cell_bytes,                                               \
                  .post = exchange_post,                                                           \
                  .complete = exchange_complete,                                                   \
                  .way = (its_way),                                                                \
                  .family = 2,                                                                     \
                  .depends_on_all = true}

/* The exchange that an operation is. */
static inline const struct exchange *exchange_of(const struct coll_op *op)
{
    return container_of(op->algorithm, struct exchange, algorithm);
}

#endif
