/* SPDX-License-Identifier: MIT */
/* A collective operation that a member never calls, and that no member has to wait for, is reported
 * when the communicator is freed or the job ends; where all have called the same nothing is.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 */
#include <heddle.h>
#include <mpi.h>
#include <stdlib.h>

#include "failing_jobs.h"

enum { RANKS = 4, TAG = 5 };

static int me(void)
{
    return heddle_rank();
}

static MPI_Comm copy(void)
{
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_name(dup, "copy");
    return dup;
}

/* ---- wrong ---------------------------------------------------------------------------------- */

static int a_broadcast_that_nobody_gets(void *argument)
{
    MPI_Comm comm = copy();
    int number = 0;

    (void)argument;
    if (me() == 0)
        MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    return 0;
}

static int a_broadcast_that_one_does_not_get(void *argument)
{
    MPI_Comm comm = copy();
    int number = 0;

    (void)argument;
    MPI_Barrier(comm);
    if (me() != 2)
        MPI_Bcast(&number, 1, MPI_INT, 3, comm);
    MPI_Comm_free(&comm);
    return 0;
}

static int a_sum_that_nobody_takes(void *argument)
{
    MPI_Comm comm = copy();
    int number = 0, sum;

    (void)argument;
    if (me() != 1)
        MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 1, comm);
    if (me() == 0) /* the others leave it */
        MPI_Comm_free(&comm);
    return 0;
}

static int of_two_kinds(void *argument)
{
    MPI_Comm comm = copy();
    int number = 0, sum;

    (void)argument;
    if (me() == 0)
        MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    else
        MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, comm);
    MPI_Comm_free(&comm);
    return 0;
}

static int of_another_root(void *argument)
{
    MPI_Comm comm = copy();
    int number = 0, sum;

    (void)argument;
    if (me() < 2)
        MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 3, comm);
    if (me() >= 2)
        MPI_Gather(&number, 1, MPI_INT, NULL, 0, MPI_INT, 0, comm);
    return 0;
}

static int begun_by_one(void *argument)
{
    MPI_Comm comm = copy();
    MPI_Request request;
    int number = 0;

    (void)argument;
    if (me() == 1) {
        MPI_Ibcast(&number, 1, MPI_INT, 1, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&comm);
    return 0;
}

/* Broadcasts several times, if the caller does not leave the others before. */
static void broadcast_often(MPI_Comm comm, int times, int frees)
{
    MPI_Request request;
    int number = 0;

    MPI_Bcast_init(&number, 1, MPI_INT, 0, comm, MPI_INFO_NULL, &request);
    for (; times > 0; times--) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (frees)
        MPI_Request_free(&request);
}

static int started_by_the_root_alone(void *argument)
{
    (void)argument;
    broadcast_often(MPI_COMM_WORLD, me() == 0, 1);
    return 0;
}

static int started_once_more_by_the_root(void *argument)
{
    MPI_Comm comm = copy();

    (void)argument;
    broadcast_often(comm, me() == 0 ? 3 : 2, 1);
    MPI_Comm_free(&comm);
    return 0;
}

static int started_and_not_freed(void *argument)
{
    (void)argument;
    broadcast_often(copy(), me() != 2, me() != 2);
    return 0;
}

/* ---- right ---------------------------------------------------------------------------------- */

/* Each member goes ahead and frees it as soon as it may. */
static void by_all(void)
{
    MPI_Comm comm = copy();
    MPI_Request requests[2];
    int number = 0, other = 0, sum, i;

    for (i = 0; i < 100; i++)
        MPI_Bcast(&number, 1, MPI_INT, i % RANKS, comm);
    MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 2, comm);
    MPI_Ibcast(&number, 1, MPI_INT, 1, comm, &requests[0]);
    MPI_Iallreduce(&other, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[1]);
    MPI_Comm_free(&comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void across(void)
{
    int side = me() > 0, number = 0, root = side ? 0 : MPI_ROOT;
    MPI_Comm part, leaders, all;

    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, side ? 0 : 1, TAG, &leaders);
    MPI_Bcast(&number, 1, MPI_INT, root, leaders);
    MPI_Intercomm_merge(leaders, side, &all);
    MPI_Bcast(&number, 1, MPI_INT, 0, all);
    MPI_Comm_free(&part);
    MPI_Comm_free(&leaders);
    MPI_Comm_free(&all);
}

/* Made by some of the world, made without data, and left. */
static void of_some(void)
{
    MPI_Group group, part;
    MPI_Comm comm, ring, dup;
    MPI_Request request;
    int number = 0, size = RANKS, round = 1;

    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_incl(group, 2, (int[]){3, 1}, &part);
    if (me() % 2 == 1) {
        MPI_Comm_create_group(MPI_COMM_WORLD, part, TAG, &comm);
        MPI_Bcast(&number, 1, MPI_INT, 0, comm);
        if (me() == 1)
            MPI_Comm_free(&comm);
    }
    MPI_Group_free(&part);
    MPI_Group_free(&group);
    MPI_Comm_split(MPI_COMM_WORLD, me() == 0 ? MPI_UNDEFINED : 0, 0, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &round, 0, &ring);
    MPI_Comm_idup(ring, &dup, &request);
    MPI_Bcast(&number, 1, MPI_INT, 0, ring);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&dup);
}

/* A call with wrong arguments is none, when all make it. */
static void in_vain(void)
{
    MPI_Comm comm = copy();
    int number = 0;

    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Bcast(&number, -1, MPI_INT, 0, comm);
    MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    MPI_Comm_free(&comm);
}

static void persistently(void)
{
    MPI_Comm comm = copy();

    broadcast_often(comm, 0, 1);
    broadcast_often(comm, 5, 1);
    broadcast_often(comm, 2, 0);
    broadcast_often(MPI_COMM_WORLD, 2, me() % 2 == 0);
    MPI_Comm_free(&comm);
}

static int right(void *argument)
{
    (void)argument;
    persistently();
    by_all();
    across();
    of_some();
    in_vain();
    return 0;
}

/* What is told is the abort. */
static int aborted(void *argument)
{
    int rank = me();

    (void)argument;
    a_broadcast_that_nobody_gets(NULL);
    if (rank == 3)
        MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Recv(&rank, 1, MPI_INT, 3, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}

static const struct wrong_job wrong[] = {
    {a_broadcast_that_nobody_gets, "rank 0 calls MPI_Bcast, root 0 in "
                                   "a_broadcast_that_nobody_gets (unmatched.c:39) without "
                                   "ranks 1..3 on copy (MPI_ERR_OTHER)"},
    {a_broadcast_that_one_does_not_get, " calls MPI_Bcast, root 3 in " /* who waits, or frees */
                                        "a_broadcast_that_one_does_not_get (unmatched.c:51) "
                                        "while rank 2 calls MPI_Comm_free in "
                                        "a_broadcast_that_one_does_not_get (unmatched.c:52)"},
    {a_sum_that_nobody_takes, "rank 0 calls MPI_Reduce, root 1, 4 bytes in "
                              "a_sum_that_nobody_takes (unmatched.c:63) without rank 1"},
    {of_two_kinds, "MPI_Comm_free: rank 0 calls MPI_Bcast, root 0 in of_two_kinds "
                   "(unmatched.c:76) while rank 1 calls MPI_Reduce, root 0, 4 bytes in "
                   "of_two_kinds (unmatched.c:78), and these must match on copy"},
    {of_another_root, "rank 0 calls MPI_Reduce, root 3, 4 bytes in of_another_root "},
    {begun_by_one, "MPI_Comm_free: rank 1 calls MPI_Ibcast, root 1 in begun_by_one"},
    {started_by_the_root_alone,
     "rank 0 starts the operation of MPI_Bcast_init, root 0 in broadcast_often "
     "(unmatched.c:117) without ranks 1..3 on MPI_COMM_WORLD"},
    {started_once_more_by_the_root,
     "MPI_Comm_free: rank 0 starts the operation of MPI_Bcast_init, root 0 in broadcast_often "
     "(unmatched.c:117) without ranks 1..3 on copy"},
    {started_and_not_freed, "rank 0 starts the operation of MPI_Bcast_init, root 0 "
                            "in broadcast_often (unmatched.c:117) without rank 2 on copy"},
    {aborted, "rank 3: MPI_Abort(MPI_COMM_WORLD, 7)"},
};

int main(void)
{
    if (run_wrong_jobs(wrong, sizeof wrong / sizeof *wrong, RANKS) != 0)
        return 1;
    return heddle_run(NULL, RANKS, right, NULL, NULL);
}
