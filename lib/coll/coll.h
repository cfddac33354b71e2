/* SPDX-License-Identifier: MIT */
/* Collective operations: one call at one member, driven by steps that never block.
 *
 * An algorithm is one file; its step function does what can be done now and tells whether the
 * member's part is over. Members show each other their buffers on the board and copy or reduce
 * straight from them. Which algorithm serves a call is coll_choose's (policy.c), a pure function of
 * facts that all members share. */
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
    COLL_GATHER, /* and Gatherv */
    COLL_SCATTER,
    COLL_ALLGATHER,
    COLL_REDUCE,
    COLL_ALLREDUCE,
};

/* The arguments, checked. A reduction's send has its count and type also in place. */
struct coll_call {
    enum coll_kind kind;
    struct comm *comm;
    int root;
    const struct op *op;
    struct data send; /* of one block; in a broadcast the only buffer */
    struct data recv; /* of one block; count is not used when there are counts */
    bool is_in_place; /* MPI_IN_PLACE stood for the send buffer (a scatter's root: for recv) */
    /* The v forms, on the side that has many blocks: else null views. In elements. */
    struct int_view counts;
    struct int_view displacements;
};

struct coll;

/* True when this member's part is over. */
typedef bool coll_step(struct coll *coll);

struct coll {
    struct coll_call call;
    coll_step *step;
    bool is_over;
    int phase; /* of the step function, which names them */
    int seen;  /* cards seen one after another, or blocks dealt with */
    struct turn turns[3];
};

/* Carries a call out; 0, or MPI_ERR_NO_MEM. */
int coll_run(struct rank *self, const struct coll_call *call);

/* The many blocks of a gather's or scatter's side, by the member's number. */
struct data coll_block(const struct data *blocks, struct int_view counts,
                       struct int_view displacements, int member);

/* What a member shows on its card. */
enum card_form {
    CARD_EMPTY,
    CARD_INLINE, /* the bytes themselves */
    CARD_BUFFER, /* where they are, or are wanted */
    CARD_CALL,   /* the whole call, at the root of a gather or scatter */
};

enum { CARD_INLINE_BYTES_MAX = 40 };

struct coll_card {
    uint8_t form;
    uint8_t kind;
    uint32_t motif;
    MPI_Count bytes;
    union {
        unsigned char payload[CARD_INLINE_BYTES_MAX];
        struct {
            struct data data;
            void *result; /* where its sender wants a reduction's result */
        } buffer;
        const struct coll *coll;
    };
};

static_assert(sizeof(struct coll_card) <= CARD_BYTES, "a card is one cache line");

/* Cards of each form, ready to be shown: they tell how many bytes of the card are used. */
size_t card_of_bytes(struct coll_card *card, const struct coll *coll, const struct data *data);
size_t card_of_buffer(struct coll_card *card, const struct coll *coll, const struct data *data,
                      void *result);
size_t card_of_call(struct coll_card *card, const struct coll *coll);
/* Copies what an inline or buffer card offers. */
void card_take(const struct coll_card *card, const struct data *to);

/* The meeting: all show their cards, none goes on before all have. */
void meeting_begin(struct coll *coll, struct turn *turn, const struct coll_card *card,
                   size_t bytes);
bool meeting_is_over(struct coll *coll, const struct turn *turn);

coll_step barrier_step;
coll_step bcast_step;
coll_step gather_step;
coll_step scatter_step;
coll_step allgather_small_step;
coll_step allgather_direct_step;
coll_step reduce_small_step;
coll_step allreduce_small_step;
coll_step allreduce_central_step;
coll_step reduce_sliced_step; /* with and without a root */

#endif
