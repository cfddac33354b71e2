/* SPDX-License-Identifier: MIT */
/* The beginning of each cell: what its member calls, in words that others compare.
 *
 * Members belong together when the signatures of their operations are one: kind, form, operation
 * and root. In reductions those of their data, length and type, have to be one, too. And all that
 * they have called before on the communicator has to be, which their histories show: hashes of it.
 *
 * A head is also what a member's record of a sequence number holds (board_keep), but for the
 * history. */
#ifndef COLL_VERIFY_HEAD_H
#define COLL_VERIFY_HEAD_H

#include "coll/args.h"
#include "comm/round.h"

struct coll_head {
    union {
        struct {
            uint8_t kind;
            uint8_t call_form; /* and the algorithm's family */
            uint8_t op;   /* distinguishes predefined ones, and an alltoallv from an alltoall */
            uint8_t form; /* the cell's */
            int32_t root; /* as it is called; of a reduce_scatter its blocks' word */
        };
        uint64_t call; /* all of that */
    };
    union {
        struct {
            uint32_t sig_hash;
            uint32_t bytes; /* modulo 2^32; of a packed cell the number of its packets */
        };
        uint64_t data;
    };
    union {
        struct {
            uint32_t history; /* of all that the member has called before */
            _Atomic(uint32_t) steps; /* of this operation that are done for the member (cell.h) */
        };
        uint64_t history_without_steps;
    };
};

/* Beside the form: the call is on an intercommunicator, whose members name one root
 * differently. */
enum { FORM_OF_INTER = 1 << 7 };

/* A hash of the lengths of the blocks into which a result is divided; 0: they are all alike. */
static inline uint32_t head_blocks_word(const struct blocks *lengths, int blocks)
{
    uint32_t word = 0;
    int i;

    for (i = 0; lengths != NULL && i < blocks; i++)
        word = (word ^ (uint32_t)view_at(lengths->counts, (size_t)i)) * UINT32_C(0x9e3779b1) + 1;
    return word;
}

/* The hash of a type's signature. A reduction combines elements as wholes, so their size counts as
 * well; between two groups only the signatures of all elements must agree. */
static inline uint32_t coll_sig_hash(enum coll_kind kind, bool is_inter, const struct type *type)
{
    uint32_t sig_hash = sig_hash_fold(type->sig_hash);
    bool has_size = coll_is_reduction(kind) && !is_inter && sig_hash != (uint32_t)SIG_HASH_EMPTY &&
                    sig_hash != (uint32_t)SIG_HASH_ANY;

    return has_size ? sig_hash ^ (uint32_t)(SIG_HASH_SPREAD((uint64_t)type->size) >> 32)
                    : sig_hash;
}

/* The two words of a head, put together in registers. */
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first field is the lowest byte");

/* Algorithms of different families must never meet in one operation: each would wait for what the
 * other does not publish. The form says the family, so such a mix is reported as a mismatch. In
 * place of an operation's number an alltoall says whether blocks have lengths of their own, and
 * whether the member swaps its blocks with others. */
static inline uint64_t head_call_word(const struct coll_args *args, enum coll_kind kind,
                                      unsigned family, bool is_inter)
{
    uint64_t form = (unsigned)args->form | family << 4 | (is_inter ? FORM_OF_INTER : 0);
    uint64_t root = (uint32_t)args->root, op = 0;

    if (kind == COLL_ALLTOALL)
        op = (unsigned)(args->recv_blocks != NULL) | (unsigned)args->is_in_place << 1;
    else if (coll_is_reduction(kind) && args->op != NULL)
        op = args->op->number;
    if (kind == COLL_REDUCE_SCATTER && !is_inter)
        root = head_blocks_word(args->recv_blocks, comm_size(args->comm));
    return (uint64_t)kind | form << 8 | op << 16 | root << 32;
}

static inline uint64_t head_data_word(uint32_t sig_hash, MPI_Count bytes)
{
    return sig_hash | (uint64_t)bytes << 32;
}

/* The word for the operand of a reduction; 0: the operation is none. */
static inline uint64_t head_operand_word(const struct coll_args *args, enum coll_kind kind,
                                         bool is_inter)
{
    return coll_is_reduction(kind) ? head_data_word(coll_sig_hash(kind, is_inter, args->send.type),
                                                    data_bytes(&args->send))
                                   : 0;
}

/* Must all members have data of one length and type? Between groups some have no part in a
 * reduce. */
static inline bool head_has_data_sig(enum coll_kind kind, bool is_inter)
{
    return coll_is_reduction(kind) && !(is_inter && kind == COLL_REDUCE);
}

static inline uint64_t head_op_sig(const struct coll_head *head)
{
    struct coll_head plain = {.call = head->call}; /* others may publish steps beside it */

    plain.form = 0;
    if (unlikely(head->call_form & FORM_OF_INTER)) {
        plain.root = 0;
        plain.op = plain.kind == COLL_REDUCE ? 0 : plain.op; /* some have no part in it */
    }
    return plain.call;
}

/* A word that is the same at members who agree. */
static inline uint32_t head_word_of(uint64_t op_sig, uint64_t data_sig, uint32_t history)
{
    return (uint32_t)(SIG_HASH_MIX((op_sig + history) ^ SIG_HASH_MIX(data_sig)) >>
                      2 * ARRIVALS_COUNT_BITS);
}

static inline bool args_have_data_sig(const struct coll_args *args)
{
    return head_has_data_sig(args->kind, comm_is_inter(args->comm));
}

static inline uint32_t head_word(const struct coll_args *args, const struct coll_head *head)
{
    return head_word_of(head_op_sig(head), args_have_data_sig(args) ? head->data : 0,
                        head->history);
}

/* The head of a call as far as a record has it. */
static inline struct coll_head head_recall(const struct board_call *known)
{
    return (struct coll_head){.call = known->word, .data = known->data_sig};
}

/* Two folded hashes of signatures. */
static inline bool sig_hash_agrees(uint32_t one, uint32_t other)
{
    const uint32_t any = (uint32_t)SIG_HASH_ANY;

    return one == other || one == any || other == any || one == 0 || other == 0;
}

/* Do two heads belong together, leaving aside what their members have called before? */
static inline bool head_agrees(const struct coll_args *args, const struct coll_head *own,
                               const struct coll_head *theirs)
{
    return head_op_sig(own) == head_op_sig(theirs) &&
           (!args_have_data_sig(args) ||
            (own->bytes == theirs->bytes && sig_hash_agrees(own->sig_hash, theirs->sig_hash)));
}

#endif
