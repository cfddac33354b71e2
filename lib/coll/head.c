/* SPDX-License-Identifier: MIT */
#include "coll/head.h"

#include "coll/policy.h"

/* Is the length the same at all members? Between groups some have no part in a reduce. */
static bool has_one_length(const struct coll_call *call)
{
    return coll_is_reduction(call->kind) &&
           !(comm_is_inter(call->comm) && call->kind == COLL_REDUCE);
}

static uint64_t likeness_of(const struct coll_call *call, const struct coll_head *head)
{
    return has_one_length(call) ? head->data : 0;
}

/* Of operations that must not meet though they are of one kind. An alltoall whose blocks have
 * lengths of their own has another algorithm. */
static uint8_t variant_of(const struct coll_call *call)
{
    if (call->kind == COLL_ALLTOALL)
        return (uint8_t)coll_alltoall_word(!view_is_null(call->recv_blocks.counts),
                                           call->is_in_place);
    return call->op != NULL ? call->op->number : 0;
}

static int32_t root_word(const struct coll_call *call)
{
    return call->kind == COLL_REDUCE_SCATTER && !comm_is_inter(call->comm)
               ? (int32_t)coll_blocks_word(call->recv_blocks.counts, comm_size(call->comm))
               : call->root;
}

static struct coll_head head_of(const struct coll_call *call, int turns)
{
    bool has_data = call->kind != COLL_BARRIER && call->send.type != NULL;

    return (struct coll_head){
        .kind = (uint8_t)call->kind,
        .call_form = (uint8_t)(coll_form_word(call->form, turns) |
                               (comm_is_inter(call->comm) ? FORM_OF_INTER : 0)),
        .op = variant_of(call),
        .root = root_word(call),
        .sig_hash = has_data ? coll_sig_hash(call->kind, comm_is_inter(call->comm), call->send.type)
                          : (uint32_t)SIG_HASH_EMPTY,
        .bytes = has_data ? (uint32_t)data_bytes(&call->send) : 0,
    };
}

static struct board_call record_of(const struct coll_call *call, const struct coll_head *head)
{
    return (struct board_call){.word = head->call,
                               .likeness = likeness_of(call, head),
                               .name = call->name,
                               .site = call->site};
}

struct board_call head_record_of(const struct coll_call *call)
{
    const struct coll_choice choice = coll_choose(call, context_is_crowded(call->comm->context));
    const struct coll_head head = head_of(call, choice.turns);

    return record_of(call, &head);
}

struct coll_head head_recall(const struct board_call *known)
{
    return (struct coll_head){.call = known->word, .data = known->likeness};
}

struct coll_head head_begin(const struct coll_call *call, int turns, const struct turn *turn)
{
    struct coll_head head = head_of(call, turns);
    struct board_call known = record_of(call, &head);

    board_keep(turn->board, turn->seat, turn->epoch, &known);
    known.word = head_essence(&head);
    head.history = board_remember(turn->board, turn->seat, &known);
    return head;
}

uint32_t head_word(const struct coll_call *call, const struct coll_head *head)
{
    return head_word_of(head_essence(head), likeness_of(call, head), head->history);
}

bool head_agrees(const struct coll_call *call, const struct coll_head *own,
                 const struct coll_head *theirs)
{
    return head_essence(own) == head_essence(theirs) &&
           (!has_one_length(call) ||
            (own->bytes == theirs->bytes && sig_hash_agrees(own->sig_hash, theirs->sig_hash)));
}
