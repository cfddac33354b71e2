/* SPDX-License-Identifier: MIT */
/* A collective operation at one member, and the algorithms that serve it.
 *
 * An algorithm is a pair: `post` publishes on the board what this member has for others,
 * `complete` takes what others have published for it. Neither waits. The driver (driver.h) calls
 * them for blocking, nonblocking and persistent operations alike; mismatch reports, counters and
 * the wait itself are the driver's.
 *
 * The small algorithms (small/) are compiled twice from one text. The blocking entry of an
 * operation, such as coll_bcast, contains a copy with `fast` true: plain arguments, the operation
 * in registers, no cold branch. The driver calls the other copy, which serves every other call
 * and goes on where a fast one had to begin waiting. */
#ifndef COLL_OP_H
#define COLL_OP_H

#include "coll/policy.h"
#include "coll/verify/head.h"
#include "comm/round.h"

struct coll_algorithm {
    /* The bytes behind the head of this member's cell; NO_CELL: `post` does not fill it. */
    MPI_Count (*cell_bytes)(const struct coll_op *op);
    /* Publishes. The driver has made sure that the cell and the slot for these bytes are free. */
    void (*post)(struct coll_op *op);
    /* Takes what has come; true when this member's part is over. */
    bool (*complete)(struct coll_op *op);
    /* Publishes what only a member that has to wait publishes, once; NULL: nothing. */
    void (*post_late)(struct coll_op *op);
    uint8_t way;    /* enum way: its name */
    uint8_t family; /* 1 to 7; algorithms that may meet in one operation are of one family */
    /* Each member completes only when the cells of all members, or the table's, have come. It then
     * knows that all have begun this operation, and where no cell shows a lag, that all have left
     * the one before: that one's cells may be filled again (board_leave_silently). Without
     * that it must be false: else a cell is overwritten before all have read it. */
    bool depends_on_all;
    bool is_small; /* before op->is_settled nothing published points to the operation or a buffer */
};

enum { ROOT_NONE = -1, NO_CELL = -1 };

/* The driver's part of an operation: how far it is. Algorithms read fruitless_polls, and store
 * `error`. */
struct coll_drive {
    const struct coll_algorithm *chosen; /* op->algorithm may be another after a hand-over */
    MPI_Count bytes; /* behind the head of the member's cell, or NO_CELL: as cell_bytes says */
    uint64_t data;   /* of the head when it begins: of a reduction its elements, else 0 */
    bool has_posted;
    bool is_waiting; /* `complete` has been tried in vain */
    bool is_over;
    int error; /* MPI_ERR_NO_MEM */
    unsigned fruitless_polls;
};

/* The algorithm's part: what it keeps from one call of `complete` to the next. */
struct coll_progress {
    int phase;       /* of a large algorithm, which names them */
    int seen;        /* cells seen one after another */
    bool is_packed;  /* in an exchange: what it has for others goes with its cell */
    void *scratch;   /* memory that the driver gives back at the end */
    char *scratch_start;
};

struct coll_op {
    /* A fast operation has no more than these, in registers. */
    const struct coll_args *args;
    const struct coll_algorithm *algorithm;
    struct board *board;
    struct board_seat *own;
    struct cell *cells; /* of its sequence number, by seat; behind the last the table's */
    uint64_t seqno;
    int seat;
    int seats;
    int root_seat;         /* ROOT_NONE: no member's, or this member has no part in it */
    int first;             /* the seats of those whom data comes from or goes to, */
    int peers;             /* this many; with the member itself unless they are a remote group */
    struct coll_head head; /* of the cells that it fills and expects; their form apart */
    enum cell_form {
        CELL_EMPTY,
        CELL_INLINE, /* the bytes themselves */
        CELL_SUM,    /* of a scan: combined with those of all members before */
        CELL_PACKED, /* a packet for each of some members, behind a list of them */
        CELL_BUFFER, /* the place of the bytes */
        CELL_CALL,   /* the place of the operation */
        CELL_IN_SLOT = 1 << 3, /* beside INLINE, SUM, PACKED: the bytes are in the slot */
    } form;
    unsigned char *slot; /* of its own cell */
    int polls;           /* of a cell that has not come */
    unsigned lags;       /* bits of the lags that cells have shown */
    bool has_published;  /* its own cell */
    bool is_odd;         /* a cell has come that is not exactly as expected */

    /* The driver fills in the rest, which a fast operation does without. */
    bool is_settled;  /* the operation stays where it is: others may be given its address */
    bool is_starting; /* what lies in buffers is left to later calls (share.h) */
    struct coll_drive drive;
    struct coll_progress progress;
    struct round round;
};

ALWAYS_INLINE bool op_is_root(const struct coll_op *op)
{
    return op->seat == op->root_seat;
}

/* Begun by a start: it goes on in later calls of this member's, and of others'. */
static inline bool op_is_started(const struct coll_op *op)
{
    return op->args->form != COLL_BLOCKING;
}

/* The blocks that a member has in others' buffers, and others in its own, are numbered by rank, in
 * the group of each. */
ALWAYS_INLINE int op_rank(const struct coll_op *op)
{
    return op->args->comm->rank;
}

/* Does a member count among its own peers? */
ALWAYS_INLINE bool op_is_among_peers(const struct coll_op *op)
{
    return !comm_is_inter(op->args->comm);
}

ALWAYS_INLINE bool op_is_oversubscribed(const struct coll_op *op)
{
    return op->board->is_oversubscribed;
}

/* The bytes behind the head of a cell that has nothing there. */
static inline MPI_Count coll_no_payload(const struct coll_op *op)
{
    (void)op;
    return 0;
}

#endif
