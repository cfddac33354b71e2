/* SPDX-License-Identifier: MIT */
#include "coll/verify/head.h"

#include "coll/op.h"
#include "coll/policy.h"

static bool has_data_sig(const struct coll_args *args)
{
    return head_has_data_sig(args->kind, comm_is_inter(args->comm));
}

struct board_call head_record_of(const struct coll_args *args)
{
    const bool is_inter = comm_is_inter(args->comm);
    const struct coll_algorithm *algorithm = coll_choose(args);

    return (struct board_call){
        .word = head_call_word(args, args->kind, algorithm->seqnos, is_inter),
        .data_sig = has_data_sig(args)
                        ? head_data_word(coll_sig_hash(args->kind, is_inter, args->send.type),
                                         data_bytes(&args->send))
                        : 0,
        .name = args->call->name,
        .site = args->call->site};
}

struct coll_head head_recall(const struct board_call *known)
{
    return (struct coll_head){.call = known->word, .data = known->data_sig};
}

uint32_t head_word(const struct coll_args *args, const struct coll_head *head)
{
    return head_word_of(head_op_sig(head), has_data_sig(args) ? head->data : 0, head->history);
}

bool head_agrees(const struct coll_args *args, const struct coll_head *own,
                 const struct coll_head *theirs)
{
    return head_op_sig(own) == head_op_sig(theirs) &&
           (!has_data_sig(args) ||
            (own->bytes == theirs->bytes && sig_hash_agrees(own->sig_hash, theirs->sig_hash)));
}
