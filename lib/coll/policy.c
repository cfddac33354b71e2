/* SPDX-License-Identifier: MIT */
#include "coll/policy.h"

#include "coll/large/exchange.h"
#include "coll/large/large.h"
#include "rank/observe/event.h"

/* ---- members of two groups without a part ------------------------------------------------ */

/* Members without a part take the sequence number and leave it, but not before it could be
 * entered. */
static void post_nothing(struct coll_op *op)
{
    (void)op;
}

static bool is_complete(struct coll_op *op)
{
    (void)op;
    return true;
}

/* The algorithm of a member that has no part in a rooted operation between two groups. */
static const struct coll_algorithm stand_by = {.cell_bytes = coll_no_payload,
                                        .post = post_nothing,
                                        .complete = is_complete,
                                        .way = WAY_STAND_BY,
                                        .family = 1,
                                        .is_small = true};

/* ---- the facts of a call ----------------------------------------------------------------- */

/* Blocks of which each is too long already are not multiplied: that might overflow. */
static MPI_Count row_bytes(const struct data *block, int blocks)
{
    return cell_fits(data_bytes(block)) ? data_bytes(block) * blocks : data_bytes(block);
}

/* The longest block of all members; its elements, if the bytes are too large a number. */
static MPI_Count longest_bytes(const struct coll_args *args)
{
    MPI_Count most = args->recv.count, bytes;
    int i;

    for (i = 0; args->recv_blocks != NULL && i < comm_size(args->comm); i++)
        if (view_at(args->recv_blocks->counts, (size_t)i) > most)
            most = view_at(args->recv_blocks->counts, (size_t)i);
    return __builtin_mul_overflow(most, args->recv.type->size, &bytes) ? most : bytes;
}

/* A receiver does not know whether the root's other blocks are as short as its own. */
static MPI_Count scatter_bytes(const struct coll_args *args)
{
    if (!args_are_roots(args))
        return data_bytes(&args->recv) * comm_size(args->comm);
    if (args->is_plain)
        return data_bytes(&args->send) * comm_size(args->comm);
    return cell_bytes_of_packets(args, scatter_packet, comm_peers(args->comm)->size);
}

/* Only what is set is read: a member without a part has no data, a root may have none to send, and
 * between two groups sizes decide nothing but in rooted operations. */
static MPI_Count bytes_in_cell(const struct coll_args *args)
{
    const bool is_inter = comm_is_inter(args->comm);

    if (coll_is_reduction(args->kind))
        return !is_inter ? data_bytes(&args->send) : 0;
    switch (args->kind) {
    case COLL_BCAST:
        return data_bytes(&args->send);
    case COLL_GATHER:
        return !args_are_roots(args) ? data_bytes(&args->send) : 0;
    case COLL_SCATTER:
        return scatter_bytes(args);
    case COLL_ALLGATHER:
        return !is_inter ? longest_bytes(args) : 0;
    case COLL_ALLTOALL:
        if (args->recv_blocks == NULL)
            return !is_inter ? row_bytes(&args->recv, comm_size(args->comm)) : 0;
        return args->is_plain ? alltoallv_bytes(args) : 0;
    case COLL_NEIGHBOR_ALLTOALL:
        return args->is_plain ? neighbor_packets_bytes(args) : 0;
    default:
        return 0;
    }
}

struct coll_facts coll_facts(const struct coll_args *args)
{
    return (struct coll_facts){
        .kind = args->kind,
        .members = comm_size(args->comm),
        .cell_bytes = args->root != MPI_PROC_NULL ? bytes_in_cell(args) : 0,
        .is_oversubscribed = context_is_oversubscribed(args->comm->context),
        .is_inter = comm_is_inter(args->comm),
        .has_part = args->root != MPI_PROC_NULL,
        .is_root = coll_has_root(args->kind) && args_are_roots(args),
        .has_neighbors = args->neighbors != NULL,
        .is_plain = args->is_plain,
        .is_in_place = args->is_in_place,
        .has_blocks = args->recv_blocks != NULL,
        .is_tree = policy_is_tree(args->kind),
    };
}

/* ---- the choice -------------------------------------------------------------------------- */

static struct coll_choice by_size(MPI_Count bytes, enum way small, enum way large)
{
    return cell_fits(bytes) ? (struct coll_choice){small, REASON_FITS}
                            : (struct coll_choice){large, REASON_TOO_LONG};
}

static struct coll_choice choose_rooted(const struct coll_facts *facts)
{
    if (facts->kind == COLL_BCAST)
        return by_size(facts->cell_bytes, WAY_BCAST_SMALL, WAY_FROM_ROOT);
    if (facts->kind == COLL_SCATTER)
        return by_size(facts->cell_bytes, WAY_SCATTER_SMALL, WAY_FROM_ROOT);
    if (facts->is_root)
        return (struct coll_choice){WAY_GATHER_SMALL, REASON_GATHERS};
    return by_size(facts->cell_bytes, WAY_GATHER_SMALL, WAY_TO_ROOT);
}

/* All members must come to the same answer. Only two members know what an alltoallv moves between
 * them, so its algorithms go together. */
static struct coll_choice choose_alltoall(const struct coll_facts *facts)
{
    const enum way exchange = facts->is_in_place ? WAY_ALLTOALL_IN_PLACE : WAY_ALLTOALL_EXCHANGE;

    if (facts->is_inter)
        return (struct coll_choice){exchange, REASON_BETWEEN_GROUPS};
    if (!facts->has_blocks)
        return by_size(facts->cell_bytes, WAY_ALLTOALL_SMALL, exchange);
    if (!facts->is_plain)
        return (struct coll_choice){exchange, REASON_NOT_PLAIN};
    if (facts->is_oversubscribed)
        return (struct coll_choice){exchange, REASON_OVERSUBSCRIBED};
    return by_size(facts->cell_bytes, WAY_ALLTOALLV_SMALL, exchange);
}

static struct coll_choice choose_of_neighbors(const struct coll_facts *facts)
{
    if (!facts->is_plain)
        return (struct coll_choice){WAY_NEIGHBOR_EXCHANGE, REASON_NOT_PLAIN};
    if (facts->kind == COLL_NEIGHBOR_ALLGATHER)
        return (struct coll_choice){WAY_NEIGHBOR_ALLGATHER_SMALL, REASON_FITS};
    return by_size(facts->cell_bytes, WAY_NEIGHBOR_ALLTOALL_SMALL, WAY_NEIGHBOR_EXCHANGE);
}

/* Two members with a processor each combine an allreduce for themselves. */
static struct coll_choice choose_reduction(const struct coll_facts *facts)
{
    static const struct {
        enum way small, large;
    } ways[] = {
        [COLL_REDUCE] = {WAY_REDUCE_SMALL, WAY_REDUCE_EXCHANGE},
        [COLL_ALLREDUCE] = {WAY_ALLREDUCE_SMALL, WAY_ALLREDUCE_EXCHANGE},
        [COLL_REDUCE_SCATTER] = {WAY_REDUCE_SCATTER_SMALL, WAY_REDUCE_SCATTER_EXCHANGE},
        [COLL_SCAN] = {WAY_SCAN_SMALL, WAY_SCAN_EXCHANGE},
        [COLL_EXSCAN] = {WAY_SCAN_SMALL, WAY_SCAN_EXCHANGE},
    };
    const MPI_Count most = policy_small_reduction_max(facts->kind, facts->is_oversubscribed);
    const bool are_two = facts->members == 2 && !facts->is_oversubscribed && !facts->is_inter;
    const enum way large = facts->kind == COLL_ALLREDUCE && are_two ? WAY_ALLREDUCE_WHOLE
                                                                    : ways[facts->kind].large;

    if (facts->is_inter)
        return (struct coll_choice){large, REASON_BETWEEN_GROUPS};
    if (facts->is_tree)
        return (struct coll_choice){large, REASON_TREE};
    if (facts->cell_bytes <= most)
        return (struct coll_choice){ways[facts->kind].small, REASON_FITS};
    return (struct coll_choice){large, cell_fits(facts->cell_bytes) ? REASON_OVERSUBSCRIBED
                                                                    : REASON_TOO_LONG};
}

struct coll_choice policy_algorithm(const struct coll_facts *facts)
{
    if (coll_is_barrier(facts->kind))
        return (struct coll_choice){WAY_BARRIER, REASON_NO_DATA};
    if (facts->has_neighbors)
        return choose_of_neighbors(facts);
    if (coll_is_reduction(facts->kind))
        return choose_reduction(facts);
    if (facts->kind == COLL_ALLGATHER && facts->is_inter)
        return (struct coll_choice){WAY_ALLGATHER_EXCHANGE, REASON_BETWEEN_GROUPS};
    if (facts->kind == COLL_ALLGATHER)
        return by_size(facts->cell_bytes, WAY_ALLGATHER_SMALL, WAY_ALLGATHER_EXCHANGE);
    if (facts->kind == COLL_ALLTOALL)
        return choose_alltoall(facts);
    return facts->has_part ? choose_rooted(facts)
                           : (struct coll_choice){WAY_STAND_BY, REASON_NO_PART};
}

const char *policy_reason(enum coll_reason reason)
{
    static const char *const texts[REASONS] = {
#define REASON(name, text) [REASON_##name] = text,
#include "coll/reason.def"
    };

    return texts[reason];
}

/* ---- the algorithms ------------------------------------------------------------------------ */

/* The names of event.def, and what small/ and large/ have for them. */
#define EACH_ALGORITHM(one, exchange)                                                              \
    one(BARRIER, barrier_small)                                                                    \
    one(BCAST_SMALL, bcast_small)                                                                  \
    one(GATHER_SMALL, gather_small)                                                                \
    one(SCATTER_SMALL, scatter_small)                                                              \
    one(FROM_ROOT, from_root_large)                                                                \
    one(TO_ROOT, to_root_large)                                                                    \
    one(ALLGATHER_SMALL, allgather_small)                                                          \
    one(ALLTOALL_SMALL, alltoall_small)                                                            \
    one(ALLTOALLV_SMALL, alltoallv_small)                                                          \
    one(REDUCE_SMALL, reduce_small)                                                                \
    one(ALLREDUCE_SMALL, allreduce_small)                                                          \
    one(REDUCE_SCATTER_SMALL, reduce_scatter_small)                                                \
    one(SCAN_SMALL, scan_small)                                                                    \
    one(NEIGHBOR_ALLGATHER_SMALL, neighbor_allgather_small)                                        \
    one(NEIGHBOR_ALLTOALL_SMALL, neighbor_alltoall_small)                                          \
    exchange(ALLGATHER_EXCHANGE, allgather_exchange)                                               \
    exchange(ALLTOALL_EXCHANGE, alltoall_exchange)                                                 \
    exchange(ALLTOALL_IN_PLACE, alltoall_in_place_exchange)                                        \
    exchange(REDUCE_EXCHANGE, reduce_exchange)                                                     \
    exchange(ALLREDUCE_EXCHANGE, allreduce_exchange)                                               \
    exchange(ALLREDUCE_WHOLE, allreduce_whole_exchange)                                            \
    exchange(REDUCE_SCATTER_EXCHANGE, reduce_scatter_exchange)                                     \
    exchange(SCAN_EXCHANGE, scan_exchange)                                                         \
    exchange(NEIGHBOR_EXCHANGE, neighbor_exchange)

#define DECLARE(way, name) extern const struct coll_algorithm name;
#define DECLARE_EXCHANGE(way, name) extern const struct exchange name;
EACH_ALGORITHM(DECLARE, DECLARE_EXCHANGE)

const struct coll_algorithm *coll_algorithm_of(unsigned way)
{
#define ENTRY(way, name) [WAY_##way] = &(name),
#define ENTRY_EXCHANGE(way, name) [WAY_##way] = &(name).algorithm,
    static const struct coll_algorithm *const algorithms[WAYS] = {
        [WAY_STAND_BY] = &stand_by, EACH_ALGORITHM(ENTRY, ENTRY_EXCHANGE)};

    return algorithms[way];
}

const struct coll_algorithm *coll_choose(const struct coll_args *args)
{
    const struct coll_facts facts = coll_facts(args);

    return coll_algorithm_of(policy_algorithm(&facts).way);
}

/* ---- the exchange -------------------------------------------------------------------------- */

/* The bytes that one member reads of others. */
static MPI_Count volume(const struct coll_op *op)
{
    const struct coll_args *args = op->args;
    MPI_Count sum = 0;
    int i;

    if (coll_is_reduction(args->kind))
        return data_bytes(&args->send);
    for (i = 0; i < args_sources(args); i++) {
        struct data block = coll_block(&args->recv, args->recv_blocks, i);

        sum += data_bytes(&block);
    }
    return sum;
}

bool coll_is_small_exchange(const struct coll_op *op)
{
    return volume(op) <= (op->args->kind == COLL_ALLREDUCE
                              ? knobs.coll_central_allreduce_bytes_max
                              : knobs.coll_central_bytes_max);
}
