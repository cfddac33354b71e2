/* SPDX-License-Identifier: MIT */
/* An algorithm of as many steps as members, with no more than the words of coll/cell.h: a ring in
 * which each member passes on what it has got. */
#include "coll/driver.h"
#include "rank/observe/event.h"
#include "sequence.h"

enum { MEMBERS_MAX = 40 };

static int neighbor(const struct coll_op *op, int distance)
{
    return (op->seat + distance + op->seats) % op->seats;
}

static void ring_post(struct coll_op *op)
{
    cell_put_call(op);
    cell_publish(op);
    op_wake(op, neighbor(op, 1), false);
    op_wake(op, neighbor(op, -1), false);
}

/* Takes the block that the left neighbour has got in the step before. */
static void pass_on(const struct coll_op *op, unsigned step)
{
    const int *theirs = op_of(op, neighbor(op, -1))->args->recv.buf;
    int *own = op->args->recv.buf, from = neighbor(op, -(int)step);

    if (!op_pin(op))
        return;
    own[from] = theirs[from];
    op_unpin(op);
    cell_step(op, op->seat, step);
    op_wake(op, neighbor(op, 1), false);
    op_wake(op, neighbor(op, -1), false);
}

/* The last step is over when the right neighbour, who reads this member's blocks, has made it. */
static bool ring_complete(struct coll_op *op)
{
    const unsigned steps = (unsigned)op->seats - 1;

    if (cell_hear(op, neighbor(op, -1)) == NULL || cell_hear(op, neighbor(op, 1)) == NULL)
        return false;
    for (; (unsigned)op->progress.phase < steps; op->progress.phase++) {
        if (!cell_has(op, neighbor(op, -1), (unsigned)op->progress.phase))
            return false;
        pass_on(op, (unsigned)op->progress.phase + 1);
    }
    return cell_has(op, neighbor(op, 1), steps);
}

static const struct coll_algorithm ring = {.cell_bytes = coll_no_payload,
                                           .post = ring_post,
                                           .complete = ring_complete,
                                           .way = WAY_ALLGATHER_SMALL,
                                           .family = 1};

static int gather_in_ring(MPI_Comm comm, int number, int blocks[])
{
    const struct call call = {.name = "ring"};
    struct coll_args args = {.kind = COLL_ALLGATHER,
                             .is_in_place = true,
                             .call = &call,
                             .comm = (struct comm *)(void *)comm,
                             .send = {blocks, 1, type_predefined(MPI_INT)},
                             .recv = {blocks, 1, type_predefined(MPI_INT)}};
    int rank = args.comm->rank;

    blocks[rank] = number * MEMBERS_MAX + rank;
    return coll_run_shown(&args, &ring);
}

static int gather_in_rings(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct random own = {(sequence->seed + (uint64_t)heddle_rank() * 7919) | 1};
    int blocks[MEMBERS_MAX], size;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_size(comm, &size);
    for (int number = 0; number < sequence->rounds; number++) {
        arrive_somewhen(&own);
        cr_assert_eq(gather_in_ring(comm, number, blocks), MPI_SUCCESS);
        for (int i = 0; i < size; i++)
            cr_assert_eq(blocks[i], number * MEMBERS_MAX + i);
    }
    MPI_Comm_free(&comm);
    return 0;
}

Test(steps, are_as_many_as_an_algorithm_likes, .timeout = 120)
{
    for (int ranks = 2; ranks <= 5; ranks++)
        run_sequences(gather_in_rings, ranks, 200);
    run_sequences(gather_in_rings, MEMBERS_MAX, 20);
}
