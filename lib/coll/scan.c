/* SPDX-License-Identifier: MIT */
/* Scan and Exscan of larger operands, in an exchange: each member goes through its slice of all
 * operands, from the first member to the last, and writes each intermediate result to the member
 * that it belongs to. (The smaller ones are in reduce_small.c.)
 *
 * Source: the slices of reduce.c; as they are of elements, not of members, there is no second sweep
 * as in Ladner and Fischer, Parallel Prefix Computation (JACM 27, 1980).
 *
 * Cost per member: m combined and m copied, m the operand, whatever the number of members. */
#include "coll/card.h"
#include "coll/exchange.h"
#include "coll/fold.h"

static void share(const struct coll *coll, const struct coll *by)
{
    const struct data *operand = &coll->call->send;
    const struct fold fold = fold_of(coll, by);

    fold_prefixes(&fold, slice_of(operand->count, operand->type, coll->peers, coll_rank(coll)));
}

static void all(const struct coll *coll)
{
    const struct fold fold = fold_of(coll, coll);

    fold_prefixes(&fold, (struct slice){.count = coll->call->send.count});
}

const struct exchange scan_exchange = {.shares = {share}, .all = all};
