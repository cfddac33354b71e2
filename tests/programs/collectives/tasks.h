/* SPDX-License-Identifier: MIT */
/* One collective operation of one rank: what it sends, what it must get, and the call, in any form.
 * All follows from its number and what the ranks have agreed on. It
 * needs mpi.h, and of Heddle the lengths at which algorithms change. */
#ifndef COLLECTIVE_TASKS_H
#define COLLECTIVE_TASKS_H

#include <stdio.h>
#include <time.h>

#include "board/limits.h"
#include "folds.h"
#include "sides.h"

enum { RANKS_MAX = 64 };
enum { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };
enum function {
    BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL, /* and their v and w forms */
    REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, FUNCTIONS,
    NEIGHBOR_ALLGATHER = FUNCTIONS, NEIGHBOR_ALLTOALL /* edges.h */
};

/* A communicator; its members by their ranks in MPI_COMM_WORLD. */
struct team {
    MPI_Comm comm;
    int rank, size, side, peers, is_inter;
    int members[RANKS_MAX], others[RANKS_MAX]; /* the peers: the remote group, or the members */
    struct edges *edges; /* of its topology, or NULL */
};

struct task {
    int number, form, root, is_root, is_member, is_in_place, is_plain, n, kind;
    int round; /* which start of it this is: each moves other data */
    enum function function;
    enum side_kind shape;
    enum operation operation;
    struct team *team;
    MPI_Request request;
    struct side out, in; /* of reductions: memory and bytes only */
    unsigned char *want; /* what must be in `in` afterwards */
};

static int rank, size;
static struct random agreed; /* of choices that are the same at all ranks */
static struct random own;    /* of choices that no other rank knows */

/* All choices follow from the seed, which is the first argument's or the time's, and is printed. */
static void open_world(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : (uint64_t)time(NULL);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("seed %llu\n", (unsigned long long)seed);
    fflush(stdout);
    agreed.state = seed;
    own.state = hash(seed, (uint64_t)rank, 77);
}

/* Some libraries have none, or (MPICH 4.0.2) have them wrong: -DHAS_PERSISTENT=0. */
#ifndef HAS_PERSISTENT
#define HAS_PERSISTENT (MPI_VERSION >= 4)
#endif
#if HAS_PERSISTENT
#define PREPARE(Name, ...) MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &task->request)
#else
#define PREPARE(Name, ...) (void)0
#endif
#define CALL(Name, name, ...)                                                                     \
    (task->form == BLOCKING      ? (void)MPI_##Name(__VA_ARGS__)                                  \
     : task->form == NONBLOCKING ? (void)MPI_I##name(__VA_ARGS__, &task->request)                 \
                                 : (void)PREPARE(Name, __VA_ARGS__))

static int is_reduction(const struct task *task)
{
    return task->function >= REDUCE && task->function < FUNCTIONS;
}

/* ---- what is sent and received ----------------------------------------------------------- */

static int amount(const struct task *task, int one, int other)
{
    int low = one < other ? one : other, high = one < other ? other : one;

    if (task->shape == SIDE_EVEN)
        return task->n;
    return task->n + (int)(hash((uint64_t)task->number, (uint64_t)low, (uint64_t)high) % 4);
}

/* The amount of the block between a root and another member, or of what one member has for all. */
static int pair_amount(const struct task *task, int peer)
{
    return task->function == ALLTOALL ? amount(task, rank, peer) : amount(task, peer, peer);
}

static MPI_Datatype basic_of(const struct task *task)
{
    MPI_Datatype basics[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR, MPI_SHORT, MPI_INT64_T};

    return basics[task->number % 5];
}

/* About as many elements as fill `limit` bytes, of one member or of all together: exactly that
 * many, one less or one more. */
static int draw_about(const struct task *task, int limit)
{
    int bytes;

    if (is_reduction(task))
        bytes = reductions[task->kind].bytes;
    else
        MPI_Type_size(basic_of(task), &bytes);
    if (draw(&agreed, 0, 1) == 0)
        limit /= task->team->is_inter ? size : task->team->size;
    limit = limit / bytes + draw(&agreed, -1, 1);
    return limit > 0 ? limit : 0;
}

/* Defaults of the library's tunables: the bytes up to which the last member to arrive works for all
 * are among them. */
enum {
#define KNOB(name, category, default_value, lowest, highest, meaning) \
    DEFAULT_##name = (default_value),
#include "base/knob.def"
};

/* Few elements, or about those at which Heddle goes another way. */
static int draw_amount(const struct task *task, int is_of_many)
{
    static const int amounts[] = {0, 1, 1, 3, 4, 7, 33, 257, 2000};

    if (draw(&agreed, 0, 3) > 0)
        return amounts[draw(&agreed, 0, is_of_many ? 6 : 8)];
    if (is_of_many || draw(&agreed, 0, 1) == 0)
        return draw_about(task, SLOT_BYTES);
    if (task->function == BCAST)
        return draw_about(task, RELAY_BYTES_MIN);
    return draw_about(task, task->function == ALLREDUCE ? DEFAULT_coll_central_allreduce_bytes_max
                                                        : DEFAULT_coll_central_bytes_max);
}

static void make_many(struct task *task, struct side *side)
{
    int elements[RANKS_MAX], i;

    for (i = 0; i < task->team->peers; i++)
        elements[i] = pair_amount(task, task->team->others[i]);
    side_make(side, &own, task->shape, task->is_plain, basic_of(task), task->team->peers,
              elements);
}

static void make_one(struct task *task, struct side *side)
{
    int elements = amount(task, rank, rank);

    side_make(side, &own, SIDE_EVEN, task->is_plain, basic_of(task), 1, &elements);
}

static int has_many_out(const struct task *task)
{
    return task->function == ALLTOALL || (task->function == SCATTER && task->is_root);
}

static int has_many_in(const struct task *task)
{
    return task->function == ALLTOALL || task->function == ALLGATHER ||
           (task->function == GATHER && task->is_root);
}

static int has_one_out(const struct task *task)
{
    return task->function == ALLGATHER || (task->function == BCAST && task->is_root) ||
           (task->function == GATHER && task->is_member);
}

static int has_one_in(const struct task *task)
{
    return (task->function == SCATTER && task->is_member) ||
           (task->function == BCAST && task->is_member && !task->is_root);
}

static int root_of_all(const struct task *task)
{
    const struct team *team = task->team;

    return task->is_root ? rank : team->others[task->root];
}

/* The number that the data are made of: each start has its own. */
static int number_of_data(const struct task *task)
{
    return task->number + task->round * 100000;
}

/* The block that comes from that peer, as it is before (in place) and after. */
static void write_block(const struct task *task, int i, int peer)
{
    const struct side *in = &task->in;
    int is_pair = task->function == ALLTOALL, number = number_of_data(task);

    if (task->is_in_place && (is_pair || peer == rank))
        side_write(in, in->memory, i, number, rank, is_pair ? peer : 0);
    side_write(in, task->want, i, number, peer, is_pair ? rank : 0);
}

static void make_sides(struct task *task)
{
    if (has_many_out(task))
        make_many(task, &task->out);
    else if (has_one_out(task))
        make_one(task, &task->out);
    if (has_many_in(task))
        make_many(task, &task->in);
    else if (has_one_in(task) && !(task->is_in_place && task->is_root))
        make_one(task, &task->in);
    if (task->in.memory != NULL)
        task->want = malloc(task->in.bytes + 1);
}

static void fill_sides(const struct task *task)
{
    int i;

    for (i = 0; i < task->out.blocks; i++)
        side_write(&task->out, task->out.memory, i, number_of_data(task), rank,
                   has_many_out(task) ? task->team->others[i] : 0);
    if (task->in.memory == NULL)
        return;
    memset(task->in.memory, UNTOUCHED, task->in.bytes + 1);
    memset(task->want, UNTOUCHED, task->in.bytes + 1);
    for (i = 0; has_many_in(task) && i < task->in.blocks; i++)
        write_block(task, i, task->team->others[i]);
    if (has_one_in(task))
        side_write(&task->in, task->want, 0, number_of_data(task), root_of_all(task),
                   task->function == SCATTER ? rank : 0);
}

#define COMM task->team->comm

/* What an even side has; or nothing; or it is in place. */
struct arguments {
    void *buffer;
    int count;
    MPI_Datatype type;
    int *counts, *places;
    MPI_Datatype *types;
};

static struct arguments arguments_of(const struct side *side, int is_in_place)
{
    struct arguments arguments = {NULL, 0, MPI_BYTE, NULL, NULL, NULL};

    if (side->memory != NULL && side->blocks > 0)
        arguments = (struct arguments){side->memory, side->counts[0], side->types[0],
                                       side->counts, side->displacements, side->types};
    if (is_in_place)
        arguments.buffer = MPI_IN_PLACE;
    return arguments;
}

static void start_moving(struct task *task)
{
    int is_scatter = task->function == SCATTER, in_place = task->is_in_place;
    struct arguments s = arguments_of(&task->out, in_place && !is_scatter);
    struct arguments r = arguments_of(&task->in, in_place && is_scatter);

    switch (task->function) {
    case BARRIER:
        CALL(Barrier, barrier, COMM);
        break;
    case BCAST:
        if (task->in.memory != NULL)
            s = r;
        CALL(Bcast, bcast, s.buffer, s.count, s.type, task->root, COMM);
        break;
    case GATHER:
        if (task->shape == SIDE_EVEN)
            CALL(Gather, gather, s.buffer, s.count, s.type, r.buffer, r.count, r.type, task->root,
                 COMM);
        else
            CALL(Gatherv, gatherv, s.buffer, s.count, s.type, r.buffer, r.counts, r.places, r.type,
                 task->root, COMM);
        break;
    case SCATTER:
        if (task->shape == SIDE_EVEN)
            CALL(Scatter, scatter, s.buffer, s.count, s.type, r.buffer, r.count, r.type,
                 task->root, COMM);
        else
            CALL(Scatterv, scatterv, s.buffer, s.counts, s.places, s.type, r.buffer, r.count,
                 r.type, task->root, COMM);
        break;
    case ALLGATHER:
        if (task->shape == SIDE_EVEN)
            CALL(Allgather, allgather, s.buffer, s.count, s.type, r.buffer, r.count, r.type, COMM);
        else
            CALL(Allgatherv, allgatherv, s.buffer, s.count, s.type, r.buffer, r.counts, r.places,
                 r.type, COMM);
        break;
    default:
        if (task->shape == SIDE_EVEN)
            CALL(Alltoall, alltoall, s.buffer, s.count, s.type, r.buffer, r.count, r.type, COMM);
        else if (task->shape == SIDE_V)
            CALL(Alltoallv, alltoallv, s.buffer, s.counts, s.places, s.type, r.buffer, r.counts,
                 r.places, r.type, COMM);
        else
            CALL(Alltoallw, alltoallw, s.buffer, s.counts, s.places, s.types, r.buffer, r.counts,
                 r.places, r.types, COMM);
    }
}

/* ---- reductions -------------------------------------------------------------------------- */

static int block_of_result(const struct task *task, int member)
{
    if (task->function != REDUCE_SCATTER && task->function != REDUCE_SCATTER_BLOCK)
        return task->n;
    /* Both groups of an intercommunicator scatter as many. */
    if (task->team->is_inter)
        return task->n * task->team->peers;
    return task->function == REDUCE_SCATTER ? amount(task, member, member) : task->n;
}

static void write_operand(const struct task *task, unsigned char *at, int from, int k)
{
    const struct reduction *reduction = &reductions[task->kind];

    reduction->operand(task->operation, at, from,
                       hash((uint64_t)number_of_data(task), (uint64_t)from, (uint64_t)k));
}

/* Combines the operands of the first `peers` peers. */
static void write_result(const struct task *task, int peers, int first, int count)
{
    const struct reduction *reduction = &reductions[task->kind];
    uint64_t value[TEXT_BYTES / 8], next[TEXT_BYTES / 8];
    int i, k;

    for (k = 0; k < count && peers > 0; k++) {
        memset(value, 0, sizeof value);
        memset(next, 0, sizeof next);
        write_operand(task, (unsigned char *)value, task->team->others[0], first + k);
        for (i = 1; i < peers; i++) {
            write_operand(task, (unsigned char *)next, task->team->others[i], first + k);
            reduction->fold(task->operation, value, next);
        }
        memcpy(task->want + k * reduction->extent, value, (size_t)reduction->bytes);
    }
}

static void take_room(struct side *side, int count, int extent)
{
    side->bytes = (size_t)count * (size_t)extent;
    side->memory = malloc(side->bytes + 1);
    memset(side->memory, UNTOUCHED, side->bytes + 1);
}

static int has_one_block(const struct task *task)
{
    return task->function != REDUCE_SCATTER && task->function != REDUCE_SCATTER_BLOCK;
}

/* The elements that the first that many members get. */
static int elements_of(const struct task *task, int members)
{
    int i, sum = 0;

    for (i = 0; i < members; i++)
        sum += task->in.counts[i];
    return sum;
}

static void make_operands(struct task *task)
{
    const struct team *team = task->team;
    int extent = reductions[task->kind].extent, i, total;

    task->in.counts = malloc((size_t)team->size * sizeof *task->in.counts);
    for (i = 0; i < team->size; i++)
        task->in.counts[i] = block_of_result(task, team->members[i]);
    total = has_one_block(task) ? task->n : elements_of(task, team->size);
    take_room(&task->out, total, extent);
    take_room(&task->in, task->is_in_place ? total : task->in.counts[team->rank], extent);
    task->want = malloc(task->in.bytes + 1);
}

static void fill_operands(const struct task *task)
{
    const struct team *team = task->team;
    const struct side *operand = task->is_in_place ? &task->in : &task->out;
    int is_scan = task->function == SCAN || task->function == EXSCAN;
    int has_result = task->function != REDUCE || task->is_root, extent, k;

    extent = reductions[task->kind].extent;
    memset(task->in.memory, UNTOUCHED, task->in.bytes + 1);
    for (k = 0; k < (int)operand->bytes / extent; k++)
        write_operand(task, operand->memory + k * extent, rank, k);
    memcpy(task->want, task->in.memory, task->in.bytes + 1);
    if (has_result)
        write_result(task, is_scan ? team->rank + (task->function == SCAN) : team->peers,
                     has_one_block(task) ? 0 : elements_of(task, team->rank),
                     task->in.counts[team->rank]);
}

static void start_reducing(struct task *task)
{
    void *out = task->is_in_place ? MPI_IN_PLACE : task->out.memory, *in = task->in.memory;
    MPI_Datatype type = reductions[task->kind].type;
    MPI_Op op = op_of(task->kind, task->operation);
    int own_count = task->in.counts[task->team->rank];

    switch (task->function) {
    case REDUCE:
        CALL(Reduce, reduce, out, in, task->n, type, op, task->root, COMM);
        break;
    case ALLREDUCE:
        CALL(Allreduce, allreduce, out, in, task->n, type, op, COMM);
        break;
    case REDUCE_SCATTER:
        CALL(Reduce_scatter, reduce_scatter, out, in, task->in.counts, type, op, COMM);
        break;
    case REDUCE_SCATTER_BLOCK:
        CALL(Reduce_scatter_block, reduce_scatter_block, out, in, own_count, type, op, COMM);
        break;
    case SCAN:
        CALL(Scan, scan, out, in, task->n, type, op, COMM);
        break;
    default:
        CALL(Exscan, exscan, out, in, task->n, type, op, COMM);
    }
}

/* In a scattered reduction in place what lies behind the result is not defined, nor are the gaps
 * between the elements of one. */
static int is_as_wanted(const struct task *task)
{
    const struct reduction *reduction = &reductions[task->kind];
    int k, count;

    if (!is_reduction(task))
        return task->in.memory == NULL || memcmp(task->in.memory, task->want, task->in.bytes) == 0;
    if (task->function == REDUCE && !task->is_root)
        return 1;
    if (task->function == EXSCAN && task->team->rank == 0)
        return 1;
    count = task->in.counts[task->team->rank];
    for (k = 0; k < count; k++)
        if (memcmp(task->in.memory + k * reduction->extent, task->want + k * reduction->extent,
                   (size_t)reduction->bytes) != 0)
            return 0;
    return 1;
}

static void task_fill(const struct task *task)
{
    if (is_reduction(task))
        fill_operands(task);
    else
        fill_sides(task);
}

static void task_free(struct task *task)
{
    if (!is_reduction(task)) {
        if (task->out.memory != NULL)
            side_free(&task->out);
        if (task->in.memory != NULL)
            side_free(&task->in);
    } else {
        free(task->out.memory);
        free(task->in.memory);
        free(task->in.counts);
    }
    free(task->want);
}

#endif
