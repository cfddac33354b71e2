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

static void scan(const struct coll *coll, struct slice slice)
{
    if (unlikely(!fold_prefixes(coll, slice)))
        board_report(coll->turns[0].board, coll->turns[0].epoch, false, "no memory for a scan");
}

static void share(const struct coll *coll)
{
    const struct data *operand = &coll->call->send;

    scan(coll, slice_of(operand->count, operand->type, coll->peers, coll_rank(coll)));
}

static void all(const struct coll *coll)
{
    scan(coll, (struct slice){.count = coll->call->send.count});
}

const struct exchange scan_exchange = {.shares = {share}, .all = all};
