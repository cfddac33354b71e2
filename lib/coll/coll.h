/* SPDX-License-Identifier: MIT */
/* Collective operations: one call at one member, driven by steps that never block.
 *
 * An algorithm is one file; its step function does what can be done now and tells whether the
 * member's part is over. Members show each other their calls on the board and copy or reduce
 * straight from each other's buffers. Which algorithm serves a call is coll_choose's (policy.c), a
 * pure function of facts that all members share.
 *
 * The blocking form runs the steps in rank_wait; of the others a request stands for them, and the
 * rank's progress runs them (agenda.h). */
#ifndef COLL_COLL_H
#define COLL_COLL_H

#include <stdbool.h>

#include "base/call.h"
#include "base/width.h"
#include "comm/turn.h"
#include "type/data.h"
#include "type/op.h"

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

void coll_call_give(const struct coll_call *call);

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

enum { ROOT_NONE = -1 };

struct coll;

/* What each card begins with (card.h): what its member has called. */
struct coll_head {
    union {
        struct {
            uint8_t kind;
            uint8_t call_form; /* coll_form_word */
            uint8_t op;   /* tells predefined ones apart, and an alltoallv from an alltoall */
            uint8_t form; /* the card's */
            int32_t root; /* as it is called; of a reduce_scatter its blocks, coll_blocks_word */
        };
        uint64_t call; /* all of that */
    };
    union {
        struct {
            uint32_t motif;
            uint32_t bytes; /* modulo 2^32; of a packed card the number of its gifts */
        };
        uint64_t data;
    };
    uint32_t history; /* of all that the member has called before */
};

/* What members disagree on who are not to meet in one algorithm, since it takes them so many epochs
 * of the board: with it the form tells. */
static inline unsigned coll_form_word(enum coll_form form, int turns)
{
    return (unsigned)form | (unsigned)turns << 4;
}

/* And whether it is between two groups, whose members call one root by different names. */
enum { FORM_OF_INTER = 1 << 7 };

/* The same of alltoalls: whether blocks have lengths of their own, and whether a member swaps its
 * blocks with others. */
static inline unsigned coll_alltoall_word(bool has_counts, bool is_in_place)
{
    return (unsigned)has_counts | (unsigned)is_in_place << 1;
}

/* Of the lengths of so many blocks into which a result is dealt out; 0: they are alike. */
static inline uint32_t coll_blocks_word(struct int_view counts, int blocks)
{
    uint32_t word = 0;
    int i;

    for (i = 0; !view_is_null(counts) && i < blocks; i++)
        word = (word ^ (uint32_t)view_at(counts, (size_t)i)) * UINT32_C(0x9e3779b1) + 1;
    return word;
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

/* True when this member's part is over. */
typedef bool coll_step(struct coll *coll);

struct coll {
    const struct coll_call *call;
    struct coll_head head;
    coll_step *step;
    const struct exchange *exchange; /* what an exchange_step does */
    bool is_crowded;
    bool is_starting; /* what lies in buffers is left to later calls (share.h) */
    bool is_over;
    bool is_packed; /* what it has for others goes with its card; in an exchange: of all */
    int phase;     /* of the step function, which names them */
    int seen;      /* cards seen one after another */
    int error;     /* MPI_ERR_NO_MEM */
    int root_seat; /* ROOT_NONE: nobody's, or this member has no part in it */
    int first;     /* the seats of those whom data comes from or goes to, */
    int peers;     /* so many; among them the member itself unless they are a remote group */
    void *scratch; /* memory of the algorithm's */
    char *scratch_start;
    unsigned looks; /* in vain, at whether it is over */
    int turn_count;
    int shown; /* the turn in which all have shown their calls, the latest of them */
    struct turn turns[3];
};

/* Takes the epochs that the call needs, of the board (NULL: the communicator's); 0 or
 * MPI_ERR_NO_MEM. The call must stay where it is. */
int coll_begin(struct coll *coll, const struct coll_call *call, struct board *board);
/* Does what can be done without waiting; true when the member's part is over. */
bool coll_advance(struct coll *coll);
/* The first time of one that is not blocking: as much of that as a start does. */
bool coll_open(struct coll *coll);
/* Gives up what it took; how it ended, with a note. */
int coll_end(struct coll *coll);

/* Both, for who has begun it and now waits for it. */
int coll_finish(struct rank *self, struct coll *coll);

/* For reports: by whom the operation would be completed. `in`: in which one, or NULL. */
void coll_describe(const struct coll *coll, const char *in, struct situation *situation);

/* Of a member who is alone: does it copy what it sends to where it receives? */
static inline bool coll_copies_alone(enum coll_kind kind, bool is_in_place)
{
    return !is_in_place && kind != COLL_BARRIER && kind != COLL_BCAST && kind != COLL_EXSCAN;
}

/* Carries a call out for a member who is alone; false: it has not been. */
bool coll_run_alone(const struct coll_call *call);
/* Carries a call out; 0 or a class with its note. */
int coll_run(struct rank *self, const struct coll_call *call);

/* The i-th of many blocks. */
struct data coll_block(const struct data *all, const struct blocks *blocks, int i);

static inline int coll_seat(const struct coll *coll)
{
    return coll->turns[0].seat;
}

static inline bool coll_is_root(const struct coll *coll)
{
    return coll_seat(coll) == coll->root_seat;
}

/* By a start: the operation goes on in later calls of the member's, and of others'. */
static inline bool coll_is_started(const struct coll *coll)
{
    return coll->call->form != COLL_BLOCKING;
}

/* The blocks that the member has in others' buffers and that others have in its own are numbered by
 * rank, in the group of each. */
static inline int coll_rank(const struct coll *coll)
{
    return coll->call->comm->rank;
}

/* Whether a member counts among the peers of itself. */
static inline bool coll_is_among_peers(const struct coll *coll)
{
    return !comm_is_inter(coll->call->comm);
}

coll_step barrier_step;
coll_step bcast_step;
coll_step gather_step;
coll_step scatter_step;
coll_step allgather_small_step;
coll_step alltoall_small_step;
coll_step reduce_small_step;
coll_step allreduce_small_step;
coll_step allreduce_central_step;
coll_step reduce_scatter_small_step;
coll_step scan_small_step;
coll_step exchange_step;
coll_step exchange_shared_step;
coll_step neighbor_step;

/* The neighbour whose card a neighbourhood operation waits for; -1: it waits for something else. */
int neighbor_awaited(const struct coll *coll);

#endif
