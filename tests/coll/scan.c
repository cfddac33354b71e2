/* SPDX-License-Identifier: MIT */
/* Small scans, in which members show sums or their operands alone, whichever they know when they
 * come: some come late, all run ahead of each other, and what they get is always the same. */
#include "sequence.h"

enum { ROUNDS = 200, COUNT_MAX = 300 };

struct scan {
    int rank;
    int size;
    int count;
    MPI_Datatype type;
    MPI_Op op;
    bool is_exclusive;
    bool is_in_place;
    enum call_form form;
};

static void run(const struct scan *scan, void *mine, void *result)
{
    const void *send = scan->is_in_place ? MPI_IN_PLACE : mine;
    MPI_Request request;

    if (scan->form == BLOCKING) {
        (scan->is_exclusive ? MPI_Exscan : MPI_Scan)(send, result, scan->count, scan->type,
                                                     scan->op, MPI_COMM_WORLD);
        return;
    }
    if (scan->form == NONBLOCKING) {
        (scan->is_exclusive ? MPI_Iexscan : MPI_Iscan)(send, result, scan->count, scan->type,
                                                       scan->op, MPI_COMM_WORLD, &request);
    } else {
        (scan->is_exclusive ? MPI_Exscan_init : MPI_Scan_init)(send, result, scan->count,
                                                               scan->type, scan->op,
                                                               MPI_COMM_WORLD, MPI_INFO_NULL,
                                                               &request);
    }
    finish_form(scan->form, &request);
}

/* The members whose operands a member's result is made of. */
static int members_of(const struct scan *scan)
{
    return scan->rank + !scan->is_exclusive;
}

/* From the left, to the bit. */
static void scan_doubles(struct scan *scan)
{
    double mine[COUNT_MAX], result[COUNT_MAX];

    scan->type = MPI_DOUBLE;
    scan->op = MPI_SUM;
    for (int i = 0; i < scan->count; i++)
        result[i] = mine[i] = 1.0 / (scan->rank * 7 + i + 3);
    run(scan, mine, result);
    for (int i = 0; i < scan->count; i++) {
        double expected = 1.0 / (i + 3);

        if (members_of(scan) == 0)
            expected = mine[i]; /* as it was */
        for (int member = 1; member < members_of(scan); member++)
            expected += 1.0 / (member * 7 + i + 3);
        cr_assert(memcmp(&expected, &result[i], sizeof expected) == 0, "%.17g, not %.17g",
                  result[i], expected);
    }
}

struct pair {
    long double value;
    int index;
};

/* Elements with gaps. */
static void scan_pairs(struct scan *scan)
{
    struct pair mine[COUNT_MAX] = {{0}}, result[COUNT_MAX] = {{0}};

    scan->type = MPI_LONG_DOUBLE_INT;
    scan->op = MPI_MAXLOC;
    for (int i = 0; i < scan->count; i++)
        result[i] = mine[i] = (struct pair){(scan->rank * 7 + i) % scan->size, scan->rank};
    run(scan, mine, result);
    for (int i = 0; i < scan->count && members_of(scan) > 0; i++) {
        struct pair best = {-1, -1};

        for (int member = 0; member < members_of(scan); member++)
            if ((member * 7 + i) % scan->size > best.value)
                best = (struct pair){(member * 7 + i) % scan->size, member};
        cr_assert(result[i].value == best.value && result[i].index == best.index, "element %d", i);
    }
}

/* x -> a x + b, one after the other: in that order only. */
struct line {
    unsigned a;
    unsigned b;
};

static void chain_lines(void *in, void *inout, int *length, MPI_Datatype *type)
{
    const struct line *left = in;
    struct line *right = inout;

    (void)type;
    for (int i = 0; i < *length / 2; i++)
        right[i] = (struct line){left[i].a * right[i].a, left[i].b * right[i].a + right[i].b};
}

static void scan_lines(struct scan *scan)
{
    struct line mine[COUNT_MAX], result[COUNT_MAX];
    const int lines = scan->count / 2;

    scan->count = lines * 2;
    scan->type = MPI_UNSIGNED;
    MPI_Op_create(chain_lines, 0, &scan->op);
    for (int i = 0; i < lines; i++)
        result[i] = mine[i] = (struct line){(unsigned)(scan->rank + 2), (unsigned)i + 1};
    run(scan, mine, result);
    for (int i = 0; i < lines; i++) {
        struct line expected = {1, 0};

        if (members_of(scan) == 0)
            expected = mine[i];
        for (int member = 0; member < members_of(scan); member++) {
            unsigned a = (unsigned)(member + 2), b = (unsigned)i + 1;

            expected = (struct line){expected.a * a, expected.b * a + b};
        }
        cr_assert(result[i].a == expected.a && result[i].b == expected.b, "element %d", i);
    }
    MPI_Op_free(&scan->op);
}

static int run_scans(void *argument)
{
    static const int counts[] = {0, 1, 2, 4, 6, 31, 72, 73, 144, COUNT_MAX};
    static void (*const kinds[])(struct scan *) = {scan_doubles, scan_pairs, scan_lines};
    const struct call_sequence *sequence = argument;
    struct random agreed = {sequence->seed | 1};
    struct random own = {(sequence->seed + (uint64_t)heddle_rank() * 7919) | 1};
    struct scan scan;

    MPI_Comm_rank(MPI_COMM_WORLD, &scan.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &scan.size);
    for (int round = 0; round < sequence->rounds; round++) {
        int kind = (int)random_in(&agreed, 0, 2), repeats = (int)random_in(&agreed, 1, 5);

        scan.is_exclusive = random_in(&agreed, 0, 1);
        scan.is_in_place = random_in(&own, 0, 1);
        scan.form = (enum call_form)random_in(&agreed, 0, FORMS - 1);
        scan.count = counts[random_in(&agreed, 0, sizeof counts / sizeof counts[0] - 1)];
        for (; repeats > 0; repeats--)
            kinds[kind](&scan);
        arrive_somewhen(&own);
    }
    return 0;
}

Test(scan, combines_in_rank_order_whoever_comes_when_among_few)
{
    for (int ranks = 1; ranks <= 9; ranks++)
        run_sequences(run_scans, ranks, ROUNDS);
}

Test(scan, combines_in_rank_order_whoever_comes_when_among_many)
{
    run_sequences(run_scans, 16, ROUNDS);
    run_sequences(run_scans, 33, ROUNDS);
}

enum { AHEAD = 1000 };

/* Each waits for the one before it only, and the last one is late all the time. */
static int run_ahead(void *argument)
{
    int rank, size, sum = 0;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < AHEAD; i++) {
        int mine = rank + i;

        if (rank == size - 1 && i % 7 == 0)
            rank_poll(rank_self());
        MPI_Scan(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        cr_assert_eq(sum, (rank + 1) * i + rank * (rank + 1) / 2);
    }
    return 0;
}

Test(scan, lets_members_run_ahead_of_those_behind_them)
{
    run_sequences(run_ahead, 6, AHEAD);
}
