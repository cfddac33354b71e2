/* SPDX-License-Identifier: MIT */
/* MPI_THREAD_MULTIPLE: one thread starts several operations on its communicator before it waits,
 * while another waits on its own, and so may end the earlier ones meanwhile. */
/* ranks: 2 3 */
/* options: -O2 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 200, AHEAD = 3 };

static int rank, size, wrong_ahead, wrong_beside;
static MPI_Comm comm_ahead, comm_beside;

static void *run_ahead(void *unused)
{
    MPI_Request requests[AHEAD];
    int values[AHEAD], round, i;

    (void)unused;
    for (round = 0; round < ROUNDS; round++) {
        for (i = 0; i < AHEAD; i++) {
            values[i] = rank == i % size ? round * AHEAD + i : -1;
            MPI_Ibcast(&values[i], 1, MPI_INT, i % size, comm_ahead, &requests[i]);
        }
        MPI_Waitall(AHEAD, requests, MPI_STATUSES_IGNORE);
        for (i = 0; i < AHEAD; i++)
            wrong_ahead += values[i] != round * AHEAD + i;
    }
    return NULL;
}

static void *run_beside(void *unused)
{
    int round, own, most;

    (void)unused;
    for (round = 0; round < ROUNDS; round++) {
        own = rank + round;
        MPI_Allreduce(&own, &most, 1, MPI_INT, MPI_MAX, comm_beside);
        wrong_beside += most != size - 1 + round;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t ahead, beside;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_ahead);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_beside);
    pthread_create(&ahead, NULL, run_ahead, NULL);
    pthread_create(&beside, NULL, run_beside, NULL);
    pthread_join(ahead, NULL);
    pthread_join(beside, NULL);
    if (wrong_ahead + wrong_beside > 0)
        fprintf(stderr, "rank %d: %d wrong ahead, %d beside\n", rank, wrong_ahead, wrong_beside);
    MPI_Comm_free(&comm_ahead);
    MPI_Comm_free(&comm_beside);
    MPI_Finalize();
    return wrong_ahead + wrong_beside > 0;
}
