/* SPDX-License-Identifier: MIT */
/* Collective operations: one call at one member, driven by steps that never block.
 *
 * An algorithm is one file; its step function does what can be done now and tells whether the
 * member's part is over. Members show each other their calls on the board and copy or reduce
 * straight from each other's buffers. Which algorithm serves a call is coll_choose's (policy.c), a
 * pure function of facts that all members share.
 *
 * The blocking form runs the steps in rank_wait; of the others a request stands for them, and the
 * rank's progress runs them (task.h, agenda.h). */
#ifndef COLL_COLL_H
#define COLL_COLL_H

#include <stdbool.h>

#include "coll/head.h"
#include "comm/turn.h"

struct coll;

/* True when this member's part is over. */
typedef bool coll_step(struct coll *coll);

enum { ROOT_NONE = -1 };

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
void coll_describe(const struct coll *coll, const char *in, struct wait_report *wait_report);

/* Carries a call out for a member who is alone; false: it has not been. */
bool coll_run_alone(const struct coll_call *call);
/* Carries a call out; 0 or a class with its note. */
int coll_run(struct rank *self, const struct coll_call *call);

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

/* The step of a member that has no part in an operation with a root: it only leaves its epoch, but
 * not before that could be entered. */
coll_step coll_stand_by;

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
