/* SPDX-License-Identifier: MIT */
/* Each collective operation against what it must yield, in random sequences that all ranks agree on
 * and arrive at differently; oversubscribed (members outnumber processors) and not. Through mpi.h,
 * as the insides are the algorithms' own affair. */
#include "array.h"
#include "base/memory.h"
#include "board/board.h"
#include "sequence.h"

/* In int64: around what a cell takes, slices and blocks of slices. */
static const int counts[] = {0, 1, 2, 4, 5, 6, 7, 31, 32, 33, 100, 257, 1023, 4001};
enum { COUNTS = sizeof counts / sizeof counts[0] };

/* One collective call at one member. */
struct round {
    int rank;
    int size;
    struct random agreed; /* the same at all members */
    struct random own;
    int number;
    int root;
    int count;
    bool is_in_place;
    bool has_gaps; /* this member's alone: its type has gaps */
    MPI_Datatype spread; /* an int64 whose extent is that of two */
};

static int64_t value_of(const struct round *round, int rank, int i)
{
    return (int64_t)round->number * 1000003 + rank * 10007 + i;
}

static void array_fill(const struct round *round, const struct array *array, int rank)
{
    for (int i = 0; i < array->count; i++)
        array_set(array, i, value_of(round, rank, i));
}

static MPI_Datatype type_of(const struct round *round, const struct array *array)
{
    return array->stride == 2 ? round->spread : MPI_INT64_T;
}

/* ---- the operations -------------------------------------------------------------------------- */

static void do_barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void do_bcast(struct round *round)
{
    struct array array = array_for(round->count, round->has_gaps);

    if (round->rank == round->root)
        array_fill(round, &array, round->root);
    MPI_Bcast(array.start, round->count, type_of(round, &array), round->root, MPI_COMM_WORLD);
    for (int i = 0; i < round->count; i++)
        cr_assert(array_get(&array, i) == value_of(round, round->root, i));
    array_drop(&array);
}

/* How a v form divides its buffer: block sizes from 0 on, with gaps between blocks, the last block
 * first. */
struct division {
    int counts[64];
    int displacements[64];
    int total; /* elements from the first to the last */
};

static struct division blocks_for(const struct round *round, bool is_v)
{
    struct division blocks = {.total = 0};

    for (int i = round->size - 1; i >= 0; i--) {
        blocks.counts[i] = is_v ? (round->count + i * 5) % (round->count + 3) : round->count;
        blocks.displacements[i] = is_v ? blocks.total : i * round->count;
        blocks.total += blocks.counts[i] + (is_v ? i % 3 : 0);
    }
    return blocks;
}

/* What must stand at an element of the many: a block's, or what lies between blocks. */
static int64_t expected_in_blocks(const struct round *round, const struct division *blocks, int at)
{
    for (int member = 0; member < round->size; member++) {
        int within = at - blocks->displacements[member];

        if (within >= 0 && within < blocks->counts[member])
            return value_of(round, member, within);
    }
    return untouched;
}

static void check_blocks(const struct round *round, const struct division *blocks,
                         const struct array *array)
{
    for (int i = 0; i < blocks->total; i++)
        cr_assert(array_get(array, i) == expected_in_blocks(round, blocks, i),
                  "element %d of %d, %d ranks", i, blocks->total, round->size);
}

static void fill_block(const struct round *round, const struct division *blocks,
                       const struct array *array, int member)
{
    for (int i = 0; i < blocks->counts[member]; i++)
        array_set(array, blocks->displacements[member] + i, value_of(round, member, i));
}

static void gather(struct round *round, bool is_v, const struct division *blocks,
                   const struct array *mine, const struct array *all, bool is_in_place)
{
    const void *send = is_in_place ? MPI_IN_PLACE : mine->start;
    MPI_Datatype type = type_of(round, mine), types = type_of(round, all);

    if (is_v)
        MPI_Gatherv(send, mine->count, type, all->start, blocks->counts, blocks->displacements,
                    types, round->root, MPI_COMM_WORLD);
    else
        MPI_Gather(send, mine->count, type, all->start, round->count, types, round->root,
                   MPI_COMM_WORLD);
}

static void gather_to_all(struct round *round, bool is_v, const struct division *blocks,
                          const struct array *mine, const struct array *all, bool is_in_place)
{
    const void *send = is_in_place ? MPI_IN_PLACE : mine->start;
    MPI_Datatype type = type_of(round, mine), types = type_of(round, all);

    if (is_v)
        MPI_Allgatherv(send, mine->count, type, all->start, blocks->counts,
                       blocks->displacements, types, MPI_COMM_WORLD);
    else
        MPI_Allgather(send, mine->count, type, all->start, round->count, types, MPI_COMM_WORLD);
}

static void do_gather(struct round *round, bool is_all)
{
    bool is_v = random_in(&round->agreed, 0, 1);
    bool has_result = is_all || round->rank == round->root;
    bool is_in_place = has_result && round->is_in_place;
    struct division blocks = blocks_for(round, is_v);
    struct array mine = array_for(blocks.counts[round->rank], round->has_gaps);
    struct array all = array_for(has_result ? blocks.total : 0, round->own.state & 1024);

    array_fill(round, &mine, round->rank);
    if (is_in_place)
        fill_block(round, &blocks, &all, round->rank);
    (is_all ? gather_to_all : gather)(round, is_v, &blocks, &mine, &all, is_in_place);
    if (has_result)
        check_blocks(round, &blocks, &all);
    array_drop(&mine);
    array_drop(&all);
}

static void scatter(struct round *round, bool is_v, const struct division *blocks,
                    const struct array *all, const struct array *mine, bool is_in_place)
{
    void *receive = is_in_place ? MPI_IN_PLACE : mine->start;
    MPI_Datatype type = type_of(round, mine), types = type_of(round, all);

    if (is_v)
        MPI_Scatterv(all->start, blocks->counts, blocks->displacements, types, receive,
                     mine->count, type, round->root, MPI_COMM_WORLD);
    else
        MPI_Scatter(all->start, round->count, types, receive, mine->count, type, round->root,
                    MPI_COMM_WORLD);
}

static void do_scatter(struct round *round)
{
    bool is_v = random_in(&round->agreed, 0, 1), is_root = round->rank == round->root;
    bool is_in_place = is_root && round->is_in_place;
    struct division blocks = blocks_for(round, is_v);
    struct array mine = array_for(blocks.counts[round->rank], round->has_gaps);
    struct array all = array_for(is_root ? blocks.total : 0, round->own.state & 1024);

    for (int member = 0; is_root && member < round->size; member++)
        fill_block(round, &blocks, &all, member);
    scatter(round, is_v, &blocks, &all, &mine, is_in_place);
    if (is_root)
        check_blocks(round, &blocks, &all); /* still */
    for (int i = 0; !is_in_place && i < mine.count; i++)
        cr_assert(array_get(&mine, i) == value_of(round, round->rank, i));
    array_drop(&mine);
    array_drop(&all);
}

static int64_t expected_of(const struct round *round, bool is_sum, int i)
{
    int64_t size = round->size, first = value_of(round, 0, i);

    return is_sum ? size * first + 10007 * size * (size - 1) / 2 : first;
}

static void do_reduce(struct round *round, bool is_all)
{
    bool is_sum = random_in(&round->agreed, 0, 1);
    bool has_result = is_all || round->rank == round->root;
    bool is_in_place = has_result && round->is_in_place;
    struct array mine = array_for(round->count, false), result = array_for(round->count, false);
    const void *send = is_in_place ? MPI_IN_PLACE : mine.start;
    MPI_Op op = is_sum ? MPI_SUM : MPI_MIN;

    array_fill(round, &mine, round->rank);
    if (is_in_place)
        array_fill(round, &result, round->rank);
    if (is_all)
        MPI_Allreduce(send, result.start, round->count, MPI_INT64_T, op, MPI_COMM_WORLD);
    else
        MPI_Reduce(send, result.start, round->count, MPI_INT64_T, op, round->root, MPI_COMM_WORLD);
    for (int i = 0; i < round->count; i++) {
        cr_assert(array_get(&result, i) == (has_result ? expected_of(round, is_sum, i) : untouched),
                  "element %d of %d", i, round->count);
        cr_assert(array_get(&mine, i) == value_of(round, round->rank, i),
                  "the operand was changed");
    }
    array_drop(&mine);
    array_drop(&result);
}

/* Rank order, to the bit, whatever the timing. */
static void do_reduce_doubles(struct round *round)
{
    double *mine = memory_take((size_t)round->count * sizeof *mine);
    double *result = memory_take((size_t)round->count * sizeof *result);

    for (int i = 0; i < round->count; i++)
        mine[i] = 1.0 / (double)value_of(round, round->rank, i + 1);
    MPI_Allreduce(mine, result, round->count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < round->count; i++) {
        double expected = 1.0 / (double)value_of(round, 0, i + 1);

        for (int rank = 1; rank < round->size; rank++)
            expected += 1.0 / (double)value_of(round, rank, i + 1);
        cr_assert(memcmp(&expected, &result[i], sizeof expected) == 0, "%.17g, not %.17g",
                  result[i], expected);
    }
    memory_give(mine);
    memory_give(result);
}

struct pair {
    long double value;
    int index;
};

/* Pairs have gaps, also where their elements are combined. */
static void do_reduce_pairs(struct round *round)
{
    int rank = round->rank, size = round->size, count = round->count % 40;
    struct pair *mine = memory_take_zeroed((size_t)count * sizeof *mine);
    struct pair *result = memory_take_zeroed((size_t)count * sizeof *result);

    for (int i = 0; i < count; i++)
        mine[i] = (struct pair){(rank * 7 + i) % size, rank};
    MPI_Allreduce(mine, result, count, MPI_LONG_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        struct pair best = {-1, -1};

        for (int other = 0; other < size; other++)
            if ((other * 7 + i) % size > best.value)
                best = (struct pair){(other * 7 + i) % size, other};
        cr_assert(result[i].value == best.value && result[i].index == best.index, "element %d", i);
    }
    memory_give(mine);
    memory_give(result);
}

/* Block j of member i becomes block i of member j. */
static void do_alltoall(struct round *round)
{
    int count = round->count % 1000, total = count * round->size;
    struct array out = array_for(total, round->has_gaps), in = array_for(total, false);

    for (int i = 0; i < total; i++)
        array_set(round->is_in_place ? &in : &out, i, value_of(round, round->rank, i));
    if (round->is_in_place)
        MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, in.start, count, MPI_INT64_T, MPI_COMM_WORLD);
    else
        MPI_Alltoall(out.start, count, type_of(round, &out), in.start, count, MPI_INT64_T,
                     MPI_COMM_WORLD);
    for (int i = 0; i < total; i++)
        cr_assert(array_get(&in, i) ==
                  value_of(round, i / count, round->rank * count + i % count));
    array_drop(&out);
    array_drop(&in);
}

/* Exclusive, rank 0 gets nothing: its result is not touched. */
static void do_scan(struct round *round, bool is_exclusive)
{
    struct array mine = array_for(round->count, false), result = array_for(round->count, false);
    int64_t members = round->rank + !is_exclusive;

    array_fill(round, &mine, round->rank);
    if (is_exclusive)
        MPI_Exscan(mine.start, result.start, round->count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    else
        MPI_Scan(mine.start, result.start, round->count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < round->count; i++) {
        int64_t sum = members * value_of(round, 0, i) + 10007 * members * (members - 1) / 2;

        cr_assert(array_get(&result, i) == (members == 0 ? untouched : sum));
    }
    array_drop(&mine);
    array_drop(&result);
}

/* ---- sequences ------------------------------------------------------------------------------- */

enum { OPERATIONS = 12 };

static void do_operation(struct round *round, int which)
{
    switch (which) {
    case 0:
        return do_barrier();
    case 1:
        return do_bcast(round);
    case 2:
    case 3:
        return do_gather(round, which == 3);
    case 4:
        return do_scatter(round);
    case 5:
    case 6:
        return do_reduce(round, which == 6);
    case 7:
        return do_alltoall(round);
    case 8:
    case 9:
        return do_scan(round, which == 9);
    case 10:
        return do_reduce_doubles(round);
    default:
        return do_reduce_pairs(round);
    }
}

static struct round open_round(uint64_t seed)
{
    struct round round = {.agreed = {seed | 1}};

    round.own.state = (seed + (uint64_t)heddle_rank() * 7919 + 1) | 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &round.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &round.size);
    MPI_Type_create_resized(MPI_INT64_T, 0, 16, &round.spread);
    MPI_Type_commit(&round.spread);
    return round;
}

static int do_random_sequence(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct round round = open_round(sequence->seed);

    for (round.number = 1; round.number <= sequence->rounds; round.number++) {
        round.root = (int)random_in(&round.agreed, 0, round.size - 1);
        round.count = counts[random_in(&round.agreed, 0, COUNTS - 1)];
        round.is_in_place = random_in(&round.agreed, 0, 2) == 0;
        round.has_gaps = random_in(&round.own, 0, 1);
        arrive_somewhen(&round.own);
        do_operation(&round, (int)random_in(&round.agreed, 0, OPERATIONS - 1));
    }
    MPI_Type_free(&round.spread);
    return 0;
}

/* Does one operation again and again, so that members run ahead of each other. */
static int do_monotonous_sequence(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct round round = open_round(sequence->seed);

    for (int which = 0; which < OPERATIONS; which++) {
        round.root = (int)random_in(&round.agreed, 0, round.size - 1);
        round.count = counts[random_in(&round.agreed, 0, 6)];
        for (int i = 0; i < sequence->rounds; i++, round.number++) {
            arrive_somewhen(&round.own);
            do_operation(&round, which);
        }
    }
    MPI_Type_free(&round.spread);
    return 0;
}

/* Members that only send run ahead for as many sequence numbers as there are cells, and then come
 * to another operation, which must not use the cells too soon. */
static int do_after_running_ahead(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct round round = open_round(sequence->seed);

    for (int i = 0; i < sequence->rounds; i++) {
        round.root = (int)random_in(&round.agreed, 0, round.size - 1);
        round.count = 3;
        for (int ahead = (int)random_in(&round.agreed, 1, BOARD_SEQNOS_MAX); ahead > 0; ahead--) {
            round.number++;
            if (heddle_rank() != round.root)
                arrive_somewhen(&round.own);
            do_bcast(&round);
        }
        round.number++;
        round.count = counts[random_in(&round.agreed, 0, 9)];
        do_operation(&round, (int)random_in(&round.agreed, 0, OPERATIONS - 1));
    }
    MPI_Type_free(&round.spread);
    return 0;
}

/* Every operation, count and root, in place and not. */
static int do_all(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct round round = open_round(sequence->seed);

    for (int which = 0; which < OPERATIONS; which++) {
        for (int i = 0; i < COUNTS * 2; i++) {
            round.count = counts[i / 2];
            round.is_in_place = i % 2;
            for (round.root = 0; round.root < round.size; round.root++) {
                round.number++;
                do_operation(&round, which);
            }
        }
    }
    MPI_Type_free(&round.spread);
    return 0;
}

Test(coll, every_operation_count_and_root_yields_what_it_must)
{
    for (int ranks = 1; ranks <= 5; ranks++)
        run_sequences(do_all, ranks, 0);
}

Test(coll, random_sequences_yield_what_they_must_among_few)
{
    for (int ranks = 1; ranks <= 9; ranks++)
        run_sequences(do_random_sequence, ranks, 300);
}

Test(coll, random_sequences_yield_what_they_must_among_16)
{
    run_sequences(do_random_sequence, 16, 200);
}

Test(coll, random_sequences_yield_what_they_must_among_33)
{
    run_sequences(do_random_sequence, 33, 100);
}

Test(coll, members_may_run_ahead_of_each_other)
{
    for (int ranks = 2; ranks <= 6; ranks += 2)
        run_sequences(do_monotonous_sequence, ranks, 200);
}

Test(coll, no_operation_overtakes_broadcasts_that_are_still_being_read)
{
    for (int ranks = 2; ranks <= 6; ranks += 2)
        run_sequences(do_after_running_ahead, ranks, 400);
}
