/* SPDX-License-Identifier: MIT */
#include "coll/policy.h"

#include "base/knob.h"
#include "base/must.h"
#include "coll/card.h"
#include "coll/exchange.h"

static struct coll_choice by_step(coll_step *step)
{
    return (struct coll_choice){.step = step, .turns = 1};
}

static struct coll_choice by_exchange(const struct coll_call *call,
                                      const struct exchange *exchange)
{
    coll_step *step = call->form == COLL_BLOCKING ? exchange_step : exchange_shared_step;

    return (struct coll_choice){step, exchange, exchange_turns(exchange)};
}

/* May all members show what they have for the others on their cards, or in their slots? They must
 * all come to the same answer; what an alltoallv moves only its two members know. */
static bool fits_cards(const struct coll_call *call)
{
    MPI_Count most = call->recv.count;
    int i;

    if (comm_is_inter(call->comm))
        return false;
    if (call->kind == COLL_ALLTOALL)
        return view_is_null(call->recv_blocks.counts) &&
               card_fits(data_bytes(&call->recv)) &&
               card_fits(data_bytes(&call->recv) * comm_size(call->comm));
    if (!view_is_null(call->recv_blocks.counts))
        for (i = 0; i < comm_size(call->comm); i++)
            if (view_at(call->recv_blocks.counts, (size_t)i) > most)
                most = view_at(call->recv_blocks.counts, (size_t)i);
    return most <= SLOT_BYTES && card_fits(most * call->recv.type->size);
}

/* Where the last to arrive combines for all, the table's card has to hold the result. */
static bool fits_reduction_card(const struct coll_call *call, bool crowded)
{
    MPI_Count bytes = data_bytes(&call->send);
    bool is_central = crowded && call->kind == COLL_ALLREDUCE;

    return (is_central ? bytes <= CARD_INLINE_BYTES_MAX : card_fits(bytes)) &&
           !comm_is_inter(call->comm);
}

/* Does each member combine all operands for itself? */
static struct coll_choice choose_large_allreduce(const struct coll_call *call, bool crowded)
{
    bool is_whole = !crowded && !comm_is_inter(call->comm) && comm_size(call->comm) == 2;

    return by_exchange(call, is_whole ? &allreduce_whole_exchange : &allreduce_exchange);
}

/* What goes with the cards is combined from the left. */
static bool is_tree(enum coll_kind kind)
{
    return knobs.reduction_tree && !coll_is_scan(kind);
}

static struct coll_choice choose_reduction(const struct coll_call *call, bool crowded)
{
    bool is_small = fits_reduction_card(call, crowded) && !is_tree(call->kind);

    switch (call->kind) {
    case COLL_REDUCE:
        return is_small ? by_step(reduce_small_step) : by_exchange(call, &reduce_exchange);
    case COLL_ALLREDUCE:
        if (is_small)
            return by_step(crowded ? allreduce_central_step : allreduce_small_step);
        return choose_large_allreduce(call, crowded);
    case COLL_REDUCE_SCATTER:
        return is_small ? by_step(reduce_scatter_small_step)
                        : by_exchange(call, &reduce_scatter_exchange);
    default:
        return is_small ? by_step(scan_small_step) : by_exchange(call, &scan_exchange);
    }
}

struct coll_choice coll_choose(const struct coll_call *call, bool crowded)
{
    switch (call->kind) {
    case COLL_BARRIER:
        return by_step(barrier_step);
    case COLL_BCAST:
        return by_step(bcast_step);
    case COLL_GATHER:
        return by_step(gather_step);
    case COLL_SCATTER:
        return by_step(scatter_step);
    case COLL_ALLGATHER:
        if (fits_cards(call))
            return by_step(allgather_small_step);
        return by_exchange(call, &allgather_exchange);
    case COLL_ALLTOALL:
        if (fits_cards(call))
            return by_step(alltoall_small_step);
        return by_exchange(call, call->is_in_place ? &alltoall_in_place_exchange
                                                   : &alltoall_exchange);
    case COLL_REDUCE:
    case COLL_ALLREDUCE:
    case COLL_REDUCE_SCATTER:
    case COLL_SCAN:
    case COLL_EXSCAN:
        return choose_reduction(call, crowded);
    case COLL_NEIGHBOR_ALLGATHER:
    case COLL_NEIGHBOR_ALLTOALL:
        return (struct coll_choice){neighbor_step, &neighbor_exchange, .turns = 2};
    }
    must(!"a collective without an algorithm");
    return by_step(barrier_step);
}

/* What one member reads of others. */
static MPI_Count volume(const struct coll *coll)
{
    const struct coll_call *call = coll->call;
    MPI_Count sum = 0;
    int i, blocks = coll->peers;

    if (coll_is_reduction(call->kind))
        return data_bytes(&call->send);
    if (call->neighbors != NULL)
        blocks = call->neighbors->sources_count;
    for (i = 0; i < blocks; i++) {
        struct data block = coll_block(&call->recv, &call->recv_blocks, i);

        sum += data_bytes(&block);
    }
    return sum;
}

bool coll_is_small_exchange(const struct coll *coll)
{
    return volume(coll) <= (coll->call->kind == COLL_ALLREDUCE
                                ? knobs.coll_central_allreduce_bytes_max
                                : knobs.coll_central_bytes_max);
}
