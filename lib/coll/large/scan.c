/* SPDX-License-Identifier: MIT */
/* Scan and Exscan of larger operands, in an exchange: each member goes through its slice of all
 * operands, from the first member to the last, and writes each intermediate result to the member
 * that it belongs to. (The smaller ones are in reduce_small.c.)
 *
 * Source: the slices of reduce.c; as they are of elements, not of members, there is no second
 * sweep as in Ladner and Fischer, Parallel Prefix Computation (JACM 27, 1980).
 *
 * Cost per member: m combined and m copied, m the operand, whatever the number of members. */
#include "coll/cell.h"
#include "coll/large/exchange.h"
#include "coll/large/fold.h"

static void share(const struct coll_op *op, const struct coll_op *by)
{
    const struct data *operand = &op->args->send;
    const struct fold fold = fold_of(op, by);

    fold_prefixes(&fold, slice_of(operand->count, operand->type, op->peers, op_rank(op)));
}

static void all(const struct coll_op *op)
{
    const struct fold fold = fold_of(op, op);

    fold_prefixes(&fold, (struct slice){.count = op->args->send.count});
}

const struct exchange scan_exchange = {EXCHANGE_OF_ONE_STAGE, .shares = {share}, .all = all};
