/* SPDX-License-Identifier: MIT */
/* The straight way through a small operation.
 *
 * It does with the same cards, in few instructions, what the step function of that operation does:
 * the member shows its card, looks for a moment at those it needs, takes what is meant for it, and
 * leaves. When something does not come at once, or is not as it should be, the step function goes
 * on from there; what has been started becomes a brief (brief.h). So each member takes this way or
 * not as it likes.
 *
 * It is for intracommunicators, for named types without gaps, and for blocks that go with a
 * card; when members outnumber processors, where nobody waits for all, and for the meetings of
 * blocking operations (way_meeting.h). A member whose card nobody needs shows none.
 *
 * Source and cost are the step function's. docs/COLLECTIVES.md tells which way is taken when. */
#ifndef COLL_STRAIGHT_H
#define COLL_STRAIGHT_H

#include "base/call.h"
#include "coll/coll.h"

struct request;

/* The arguments, checked. On both sides are blocks of one type, and of one length where each member
 * has one to send and one to receive; in place `send` is what `recv` is. A broadcast's buffer is
 * `send`. An alltoallv's counts are sums, an alltoallw's of bytes: its blocks have the types. */
struct straight_call {
    const struct call *call;
    struct comm *comm;
    struct board *board; /* a persistent operation's own; NULL: the communicator's */
    int root;
    enum coll_form form;
    bool is_in_place;
    const struct op *op;
    op_kernel *kernel; /* the operation's for elements of that type */
    struct data send;
    struct data recv;
    const struct blocks *recv_blocks; /* of a v form; NULL: all alike, one behind the other */
    const struct blocks *send_blocks; /* likewise; in a scatter of one length all the same */
    const struct neighbors *neighbors; /* of a neighbourhood operation */
    struct request **request; /* unless it is blocking: started or prepared */
};

/* Blocks of at most so many bytes can go. */
enum { STRAIGHT_BYTES_MAX = SLOT_BYTES };

/* Nothing has been done: the call must be carried out as others are. */
enum { STRAIGHT_NOT = -1 };

/* STRAIGHT_NOT; or it has been carried out, started or prepared: 0 or a class with its note. */
typedef int straight_way(const struct straight_call *call);

straight_way straight_barrier;
straight_way straight_bcast;
straight_way straight_gather;
straight_way straight_scatter;
straight_way straight_allgather;
straight_way straight_alltoall;
straight_way straight_alltoallv; /* and w: with both kinds of blocks */
straight_way straight_reduce;
straight_way straight_allreduce;
straight_way straight_reduce_scatter;
straight_way straight_scan;
straight_way straight_exscan;
straight_way straight_neighbor_allgather;
straight_way straight_neighbor_alltoall;

#endif
