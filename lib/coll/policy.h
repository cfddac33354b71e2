/* SPDX-License-Identifier: MIT */
/* The algorithm that serves a call: every decision by kind, size and number of processors is made
 * here, by what all members know alike, and all thresholds stand here. docs/COLLECTIVES.md has the
 * decisions in a table. Sizes that a user may set are knobs (base/knob.def: coll_central_bytes_max,
 * coll_central_allreduce_bytes_max). */
#ifndef COLL_POLICY_H
#define COLL_POLICY_H

#include "base/knob.h"
#include "coll/args.h"

struct coll_op;

enum {
    /* The room of a cell behind its head; longer payloads, up to SLOT_BYTES, go to a slot. */
    CELL_INLINE_BYTES_MAX = 32,
    /* The largest block, or block list, of plain arguments. */
    PLAIN_BYTES_MAX = SLOT_BYTES,

    /* Polls of a cell on the fast path, one or two microseconds. Where members outnumber the
     * processors, the member that is to fill it may need this processor. */
    FAST_POLLS = 64,
    FAST_POLLS_OVERSUBSCRIBED = 1,
    /* The last member to arrive on its core polls the table's cell so often, a few
     * microseconds, before it lets others run. */
    ARRIVAL_POLLS = 256,
    /* Fruitless rounds before a member does the shares of others, which have had time to begin. */
    ROUNDS_BEFORE_HELPING = 16,
    /* Fruitless rounds before a member looks for a mismatched call, then at every power of two;
     * earlier sequence numbers that it looks at; members that it looks at. */
    ROUNDS_BEFORE_AUDIT = 64,
    AUDITED_SEQNOS = 8,
    AUDITED_MEMBERS = 64,

    /* A reduction combines blocks that stay in the nearest cache; a slice is at least so long. */
    FOLD_BLOCK_BYTES = 8192,
    FOLD_SLICE_BYTES_MIN = 256,
    /* A broadcast of RELAY_BYTES_MIN to so many members goes by relays (bench/model). A relay shows
     * each step of so many bytes. A follower polls so often for the next one, some ten
     * microseconds, before it reads by itself. */
    RELAY_MEMBERS_MIN = 4,
    RELAY_STEP_BYTES = 8192,
    RELAY_POLLS = 512,
    /* An alltoall in place swaps so much at once. */
    SWAP_BYTES = 4096,
    /* Rows that the last arriver of an exchange goes through together: a line of each fits the
     * nearest cache. */
    CENTRAL_ROWS = 64,
};

/* May that many bytes go with a cell? */
static inline bool cell_fits(MPI_Count bytes)
{
    return bytes <= SLOT_BYTES;
}

/* Everything that the algorithm of an operation depends on, at one member. */
struct coll_facts {
    enum coll_kind kind;
    int members; /* of the communicator; of two groups, the member's own */
    /* The data that would go with the member's cell, or with the root's of a scatter; of an
     * allgather with the longest member's. */
    MPI_Count cell_bytes;
    bool is_oversubscribed; /* members outnumber processors */
    bool is_inter;          /* between two groups */
    bool has_part;          /* false: of a rooted operation between two groups it has none */
    bool is_root;
    bool has_neighbors;
    bool is_plain;          /* coll/args.h */
    bool is_in_place;
    bool has_blocks;        /* of an alltoall: the v or w form */
    bool is_tree;           /* HEDDLE_REDUCTION_TREE applies */
};

/* Why an algorithm was chosen (coll/reason.def). */
enum coll_reason {
#define REASON(name, text) REASON_##name,
#include "coll/reason.def"
    REASONS
};

struct coll_choice {
    unsigned way; /* the algorithm's name, an enum way (rank/observe/event.h) */
    enum coll_reason reason;
};

struct coll_facts coll_facts(const struct coll_args *args);
/* Reads the facts alone. All members of an operation come to algorithms that go together. */
struct coll_choice policy_algorithm(const struct coll_facts *facts);
const char *policy_reason(enum coll_reason reason);

/* The algorithm of that name. */
const struct coll_algorithm *coll_algorithm_of(unsigned way);
/* The algorithm that the policy names for a call. */
const struct coll_algorithm *coll_choose(const struct coll_args *args);

/* The bytes of the packets of plain arguments, with their list. */
MPI_Count alltoallv_bytes(const struct coll_args *args);
MPI_Count neighbor_packets_bytes(const struct coll_args *args);

/* With HEDDLE_REDUCTION_TREE operands are combined as large/fold.c does it, in a tree. Scans are
 * always combined from the left. */
static inline bool policy_is_tree(enum coll_kind kind)
{
    return unlikely(knobs.reduction_tree) && !coll_is_scan(kind);
}

/* With more members than processors the last one to arrive combines an allreduce for all, and its
 * result must fit the table's cell. */
ALWAYS_INLINE MPI_Count policy_small_reduction_max(enum coll_kind kind, bool is_oversubscribed)
{
    return is_oversubscribed && kind == COLL_ALLREDUCE ? (MPI_Count)CELL_INLINE_BYTES_MAX
                                                       : (MPI_Count)SLOT_BYTES;
}

/* Has a call with plain arguments the small algorithm of its kind? For the fast path: the laws
 * compare the answer with policy_algorithm. */
ALWAYS_INLINE bool policy_is_plain_small(const struct coll_args *args, enum coll_kind kind,
                                         bool is_oversubscribed)
{
    switch (kind) {
    case COLL_SCATTER:
    case COLL_ALLTOALL:
        if (kind == COLL_ALLTOALL && args->recv_blocks != NULL)
            return !is_oversubscribed && cell_fits(alltoallv_bytes(args));
        return cell_fits(data_bytes(&args->send) * comm_size(args->comm));
    case COLL_REDUCE:
    case COLL_ALLREDUCE:
    case COLL_REDUCE_SCATTER:
        return data_bytes(&args->send) <= policy_small_reduction_max(kind, is_oversubscribed) &&
               !policy_is_tree(kind);
    case COLL_NEIGHBOR_ALLTOALL:
        return cell_fits(neighbor_packets_bytes(args));
    default:
        return true;
    }
}

/* Do receivers of a broadcast that are far from the root, but near each other, read by relays
 * (large/relayed.h)? Members may differ: each decides for itself. */
static inline bool policy_has_relays(MPI_Count bytes, int members, bool is_oversubscribed)
{
    return bytes >= RELAY_BYTES_MIN && members >= RELAY_MEMBERS_MIN && !is_oversubscribed;
}

/* The board that a call is to go by; NULL: no memory. */
ALWAYS_INLINE struct board *coll_board(const struct coll_args *args)
{
    struct board *board = args->board != NULL
                              ? args->board
                              : load_acquire(&args->comm->context->board); /* edge context.board */

    return likely(board != NULL) ? board : context_board(args->comm->context);
}

/* The board of a call for which its entry knows the algorithm; NULL: coll_choose is to be asked.
 * `kind` is a constant there. */
ALWAYS_INLINE struct board *policy_fast_board(const struct coll_args *args, enum coll_kind kind)
{
    struct board *board;

    if (unlikely(!args->is_plain || args->form == COLL_PERSISTENT || args_are_alone(args)))
        return NULL;
    board = coll_board(args);
    return likely(board != NULL) &&
                   likely(policy_is_plain_small(args, kind, board->is_oversubscribed))
               ? board
               : NULL;
}

/* Does the last member to arrive do an exchange for all members? By the bytes that one member
 * reads; the last one alone decides. */
bool coll_is_small_exchange(const struct coll_op *op);

#endif
