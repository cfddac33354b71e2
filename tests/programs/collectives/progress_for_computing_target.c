/* SPDX-License-Identifier: MIT */
/* A rank waits until a target of its has read its data, which are spread. The target has started
 * and computes, so that this rank can do its share as soon as the target's other source has come;
 * that one comes last, with little, knows of none but the target, and computes then, too. */
/* ranks: 3 */
/* environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0 */
/* expect-stdout: all [0-9]+ rounds came to their end */
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { HELPER, TARGET, LATE, DOUBLES = 100, ROUNDS = 40, TO_SLEEP_US = 2000 };

static int rank;

/* The helper's memory, which all use: how many have started, and who is done. */
static struct shared {
    atomic_int started;
    atomic_int done;
} own, *shared = &own;

static MPI_Comm make_star(void)
{
    const int target = TARGET, sources[] = {HELPER, LATE};
    MPI_Comm star;
    int in[2];

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == TARGET ? 2 : 0, sources, MPI_UNWEIGHTED,
                                   rank != TARGET, &target, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &star);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, star);
    return star;
}

static void await(atomic_int *count, int least)
{
    while (atomic_load(count) < least)
        sched_yield();
}

static int exchange(int round, MPI_Comm star, MPI_Datatype spread)
{
    double out[2 * DOUBLES], in[4 * DOUBLES] = {0};
    MPI_Request request;
    int i;

    for (i = 0; i < 2 * DOUBLES; i++)
        out[i] = rank + 1;
    if (rank == LATE) {
        await(&shared->started, 2 * (round + 1));
        usleep(TO_SLEEP_US);
        MPI_Ineighbor_allgather(out, DOUBLES, MPI_DOUBLE, in, DOUBLES, MPI_DOUBLE, star, &request);
    } else {
        MPI_Ineighbor_allgather(out, 1, spread, in, 1, spread, star, &request);
        atomic_fetch_add(&shared->started, 1);
    }
    if (rank != HELPER)
        await(&shared->done, round + 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == HELPER)
        atomic_fetch_add(&shared->done, 1);
    return rank == TARGET && (in[0] != HELPER + 1 || in[2 * DOUBLES - 1] != LATE + 1);
}

int main(int argc, char **argv)
{
    MPI_Datatype spread;
    MPI_Comm star;
    int wrong = 0, all, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&shared, sizeof shared, MPI_BYTE, HELPER, MPI_COMM_WORLD);
    MPI_Type_vector(DOUBLES, 1, 2, MPI_DOUBLE, &spread);
    MPI_Type_commit(&spread);
    star = make_star();
    for (i = 0; i < ROUNDS; i++)
        wrong += exchange(i, star, spread);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all %d rounds came to their end\n", ROUNDS);
    MPI_Type_free(&spread);
    MPI_Comm_free(&star);
    MPI_Finalize();
    return all != 0;
}
