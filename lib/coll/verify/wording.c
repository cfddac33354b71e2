/* SPDX-License-Identifier: MIT */
#include "coll/verify/wording.h"

#include <stdio.h>

#include "base/container.h"

static const char *const names[] = {
    [COLL_BARRIER] = "Barrier",
    [COLL_BCAST] = "Bcast",
    [COLL_GATHER] = "Gather",
    [COLL_SCATTER] = "Scatter",
    [COLL_ALLGATHER] = "Allgather",
    [COLL_ALLTOALL] = "Alltoall",
    [COLL_REDUCE] = "Reduce",
    [COLL_ALLREDUCE] = "Allreduce",
    [COLL_REDUCE_SCATTER] = "Reduce_scatter",
    [COLL_SCAN] = "Scan",
    [COLL_EXSCAN] = "Exscan",
    [COLL_NEIGHBOR_ALLGATHER] = "Neighbor_allgather",
    [COLL_NEIGHBOR_ALLTOALL] = "Neighbor_alltoall",
    [COLL_FINALIZE] = "Finalize",
    [COLL_COMM_DISCONNECT] = "Comm_disconnect",
    [COLL_WIN_FENCE] = "Win_fence",
    [COLL_WIN_FREE] = "Win_free",
};

/* `name`: the function's, or NULL: the kind's. */
static void describe_head(const struct coll_head *head, const char *name, char *text)
{
    const bool is_inter = (head->call_form & FORM_OF_INTER) != 0;
    char length[40] = "", root[32] = "", own_name[40];

    if (name == NULL) {
        bool is_known = head->kind < ARRAY_LENGTH(names) && names[head->kind] != NULL;

        snprintf(own_name, sizeof own_name, "MPI_%s", is_known ? names[head->kind] : "");
        name = is_known ? own_name : "another collective";
    }
    if (coll_is_reduction((enum coll_kind)head->kind) && !(is_inter && head->bytes == 0))
        snprintf(length, sizeof length, ", %u bytes", (unsigned)head->bytes);
    if (coll_has_root((enum coll_kind)head->kind) && head->root >= 0)
        snprintf(root, sizeof root, ", root %d", (int)head->root);
    else if (coll_has_root((enum coll_kind)head->kind))
        snprintf(root, sizeof root, ", root %s",
                 head->root == MPI_ROOT ? "MPI_ROOT" : "MPI_PROC_NULL");
    snprintf(text, CALL_TEXT_BYTES, "%s%s%s", name, root, length);
}

void wording_of_call(const struct coll_op *op, char *text)
{
    describe_head(&op->head, op->args->call->name, text);
}

static void describe_known(struct heard known, struct places *places, char *text)
{
    static const struct board_call nothing;
    const struct board_call *record = known.call != NULL ? known.call : &nothing;
    const struct coll_head recalled = head_recall(record);
    char call[CALL_TEXT_BYTES] = "another collective";

    if (known.call != NULL || known.head != NULL)
        describe_head(known.head != NULL ? known.head : &recalled, record->name, call);
    round_describe_call(places, call, record->site, text);
}

void wording_of_two(struct heard one, struct heard other, struct calls_of_two *calls)
{
    struct places *places = places_open();

    describe_known(one, places, calls->one);
    describe_known(other, places, calls->other);
    places_close(places);
}

void wording_of_records(const struct board *board, uint64_t seqno, int one, int other,
                        struct calls_of_two *calls)
{
    struct board_call ones, others;
    const bool has_one = board_recall(board, one, seqno, &ones);
    const bool has_other = board_recall(board, other, seqno, &others);

    wording_of_two((struct heard){.call = has_one ? &ones : NULL},
                   (struct heard){.call = has_other ? &others : NULL}, calls);
}

/* Between groups: is each the root, or does each say that the root is in its own group? */
static bool are_two_roots(const struct coll_head *one, const struct coll_head *other)
{
    return (one->call_form & FORM_OF_INTER) && coll_has_root((enum coll_kind)one->kind) &&
           one->root < 0 && one->root == other->root;
}

/* The signature hash in a reduction's head counts the size of an element, too. */
static bool is_operand(const struct type *type, const void *argument)
{
    const struct coll_head *head = argument;

    return coll_sig_hash((enum coll_kind)head->kind, (head->call_form & FORM_OF_INTER) != 0,
                         type) == head->sig_hash;
}

static void write_types(const struct type *one, const struct type *other, char *text)
{
    char first[TYPE_TEXT_BYTES], second[TYPE_TEXT_BYTES];

    snprintf(text, DIFFERENCE_TEXT_BYTES, " with another datatype: %s and %s",
             type_wording(one, first), type_wording(other, second));
}

void wording_of_data(const struct data *own, const struct data *theirs, char *text)
{
    if (data_bytes(own) == data_bytes(theirs) || own->count == theirs->count)
        write_types(own->type, theirs->type, text);
    else
        snprintf(text, DIFFERENCE_TEXT_BYTES, " with data of another length: %lld and %lld bytes",
                 (long long)data_bytes(own), (long long)data_bytes(theirs));
}

void wording_of_difference(const struct board_call *own, const struct board_call *theirs,
                           char *text)
{
    const struct coll_head one = head_recall(own), other = head_recall(theirs);
    const char *difference = " with blocks of other lengths";

    if (are_two_roots(&one, &other))
        difference = ", and there is only one root";
    else if (one.op != other.op)
        difference =
            one.kind == COLL_ALLTOALL ? ", in place at one of them" : " with another operation";
    else if (own->word == theirs->word) {
        write_types(type_find(is_operand, &one), type_find(is_operand, &other), text);
        return;
    }
    snprintf(text, DIFFERENCE_TEXT_BYTES, "%s", difference);
}
