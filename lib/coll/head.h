/* SPDX-License-Identifier: MIT */
/* What each card begins with: what its member calls, in words that others compare.
 *
 * Members belong together when the essence of their calls is one: kind, form, operation and root.
 * In reductions the likeness of their data, length and type, has to be one as well. And all that
 * they have called before on the communicator has to be, which their histories tell: hashes of it.
 *
 * A head is also what a member's record of an epoch holds (board_keep), but for the history. */
#ifndef COLL_HEAD_H
#define COLL_HEAD_H

#include "coll/call.h"
#include "comm/turn.h"

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
            uint32_t sig_hash;
            uint32_t bytes; /* modulo 2^32; of a packed card the number of its gifts */
        };
        uint64_t data;
    };
    uint32_t history; /* of all that the member has called before */
};

/* Members who are not to meet in one algorithm, since it takes them so many epochs of the board,
 * disagree on that: with it the form tells. */
static inline unsigned coll_form_word(enum coll_form form, int turns)
{
    return (unsigned)form | (unsigned)turns << 4;
}

/* And whether it is between two groups, whose members call one root by different names. */
enum { FORM_OF_INTER = 1 << 7 };

/* In place of an operation, of alltoalls: whether blocks have lengths of their own, and whether a
 * member swaps its blocks with others. */
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

/* Of a type. A reduction's elements are combined as wholes, so their size counts as well; of two
 * groups only the data of all elements have to be alike. */
static inline uint32_t coll_sig_hash(enum coll_kind kind, bool is_inter, const struct type *type)
{
    uint32_t sig_hash = sig_hash_fold(type->sig_hash);
    bool is_told = coll_is_reduction(kind) && !is_inter && sig_hash != (uint32_t)SIG_HASH_EMPTY &&
                   sig_hash != (uint32_t)SIG_HASH_ANY;

    return is_told ? sig_hash ^ (uint32_t)(SIG_HASH_SPREAD((uint64_t)type->size) >> 32) : sig_hash;
}

static inline uint64_t head_essence(const struct coll_head *head)
{
    struct coll_head plain = *head;

    plain.form = 0;
    if (unlikely(head->call_form & FORM_OF_INTER)) {
        plain.root = 0;
        plain.op = plain.kind == COLL_REDUCE ? 0 : plain.op; /* some have no part in it */
    }
    return plain.call;
}

/* A word that is the same at members who agree. */
static inline uint32_t head_word_of(uint64_t essence, uint64_t likeness, uint32_t history)
{
    return (uint32_t)(SIG_HASH_MIX((essence + history) ^ SIG_HASH_MIX(likeness)) >>
                      2 * ARRIVALS_COUNT_BITS);
}

uint32_t head_word(const struct coll_call *call, const struct coll_head *head);

/* Of a call that begins with this turn and takes so many: what the heads of the member's cards say,
 * their form and their data apart. Records the call. */
struct coll_head head_begin(const struct coll_call *call, int turns, const struct turn *turn);

/* What a record of that call tells, and back. */
struct board_call head_record_of(const struct coll_call *call);
struct coll_head head_recall(const struct board_call *known);

/* Do they call the same, leaving what they have called before aside? */
bool head_agrees(const struct coll_call *call, const struct coll_head *own,
                 const struct coll_head *theirs);

/* Two folded motifs. */
static inline bool sig_hash_agrees(uint32_t one, uint32_t other)
{
    const uint32_t any = (uint32_t)SIG_HASH_ANY;

    return one == other || one == any || other == any || one == 0 || other == 0;
}

#endif
