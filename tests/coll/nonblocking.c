/* SPDX-License-Identifier: MIT */
/* Nonblocking collectives: many at once, which members complete in orders of their own. */
#include "base/container.h"
#include "base/memory.h"
#include "sequence.h"

enum { OPEN_MAX = 8, COUNT_MAX = 3000 };

enum kind { IBARRIER, IBCAST, IALLREDUCE, IREDUCE, IALLGATHER, KINDS };

struct open {
    MPI_Request request;
    enum kind kind;
    int number, root, count;
    int64_t *out, *in;
};

struct member {
    int rank, size;
    struct open open[OPEN_MAX];
    int count;
    struct random agreed, own;
};

static int64_t value_of(const struct open *open, int rank, int i)
{
    return (int64_t)open->number * 1000003 + rank * 1009 + i;
}

static void start(struct member *member, int number)
{
    static const int counts[] = {0, 1, 5, 6, 100, COUNT_MAX};
    struct open *open = &member->open[member->count++];

    *open = (struct open){.number = number};
    open->kind = (enum kind)random_in(&member->agreed, 0, KINDS - 1);
    open->root = (int)random_in(&member->agreed, 0, member->size - 1);
    open->count = counts[random_in(&member->agreed, 0, ARRAY_LENGTH(counts) - 1)];
    open->out = memory_take((size_t)open->count * 8);
    open->in = memory_take_zeroed((size_t)open->count * (size_t)member->size * 8);
    for (int i = 0; i < open->count; i++)
        open->out[i] = value_of(open, member->rank, i);
    switch (open->kind) {
    case IBARRIER:
        MPI_Ibarrier(MPI_COMM_WORLD, &open->request);
        break;
    case IBCAST:
        MPI_Ibcast(open->out, open->count, MPI_INT64_T, open->root, MPI_COMM_WORLD,
                   &open->request);
        break;
    case IALLREDUCE:
        MPI_Iallreduce(open->out, open->in, open->count, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD,
                       &open->request);
        break;
    case IREDUCE:
        MPI_Ireduce(open->out, open->in, open->count, MPI_INT64_T, MPI_MAX, open->root,
                    MPI_COMM_WORLD, &open->request);
        break;
    default:
        MPI_Iallgather(open->out, open->count, MPI_INT64_T, open->in, open->count, MPI_INT64_T,
                       MPI_COMM_WORLD, &open->request);
    }
}

static void check(const struct member *member, const struct open *open)
{
    bool is_reduced = open->kind == IALLREDUCE ||
                      (open->kind == IREDUCE && member->rank == open->root);

    for (int i = 0; i < open->count; i++) {
        if (open->kind == IBCAST)
            cr_assert(open->out[i] == value_of(open, open->root, i));
        if (is_reduced)
            cr_assert(open->in[i] == value_of(open, member->size - 1, i));
    }
    for (int i = 0; open->kind == IALLGATHER && i < open->count * member->size; i++)
        cr_assert(open->in[i] == value_of(open, i / open->count, i % open->count));
}

static void finish(struct member *member, int which)
{
    struct open *open = &member->open[which];

    check(member, open);
    memory_give(open->out);
    memory_give(open->in);
    *open = member->open[--member->count];
}

/* One that happens to be done, or, when it must, one that is waited for. */
static void complete_one(struct member *member, bool must_wait)
{
    MPI_Request requests[OPEN_MAX];
    int which = MPI_UNDEFINED, is_done = 0;

    for (int i = 0; i < member->count; i++)
        requests[i] = member->open[i].request;
    if (must_wait)
        MPI_Waitany(member->count, requests, &which, MPI_STATUS_IGNORE);
    else
        MPI_Testany(member->count, requests, &which, &is_done, MPI_STATUS_IGNORE);
    if (which != MPI_UNDEFINED)
        finish(member, which);
}

static int run_sequence(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct member *member = memory_take_zeroed(sizeof *member);

    MPI_Comm_rank(MPI_COMM_WORLD, &member->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &member->size);
    member->agreed.state = sequence->seed | 1;
    member->own.state = (sequence->seed + (uint64_t)heddle_rank() * 7919) | 1;
    for (int i = 0; i < sequence->rounds; i++) {
        start(member, i);
        while (member->count == OPEN_MAX || random_in(&member->own, 0, 2) == 0) {
            bool is_full = member->count == OPEN_MAX;

            complete_one(member, is_full);
        }
    }
    while (member->count > 0)
        complete_one(member, true);
    memory_give(member);
    return 0;
}

Test(nonblocking, many_operations_at_once_end_in_any_order)
{
    for (int ranks = 1; ranks <= 6; ranks++)
        run_sequences(run_sequence, ranks, 500);
}

Test(nonblocking, many_operations_at_once_among_17)
{
    run_sequences(run_sequence, 17, 150);
}
