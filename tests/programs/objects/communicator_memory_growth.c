/* SPDX-License-Identifier: MIT */
/* Communicators of all kinds come and go without growth of the process. The argument: how often. */
/* ranks: 1 2 5 */
/* options: -O2 */
/* arguments: 10000 */
/* sanitizer: no */
/* expect-stdout: it did not grow */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../memory.h"

enum { TAG = 7, WARM = 2000, ROUNDS_MAX = 4, GROWTH_MAX_KB = 512 };

static int rank, size, key;
static MPI_Comm half, inter = MPI_COMM_NULL;
static MPI_Group everybody;

static void dup_and_free(MPI_Comm from)
{
    MPI_Comm made;

    MPI_Comm_dup(from, &made);
    MPI_Comm_free(&made);
}

/* With something of all that a communicator can carry, and a message that is pending. */
static void make_all(void)
{
    MPI_Comm made, again;
    MPI_Request requests[2];
    MPI_Info info;
    int got;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &made);
    MPI_Comm_set_attr(made, key, &key);
    MPI_Comm_set_name(made, "with a name");
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_set_info(made, info);
    MPI_Info_free(&info);
    MPI_Comm_idup(made, &again, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Comm_free(&made);
    MPI_Comm_rank(again, &got);
    MPI_Irecv(&got, 1, MPI_INT, got, TAG, again, &requests[0]);
    MPI_Isend(&size, 1, MPI_INT, got, TAG, again, &requests[1]);
    MPI_Comm_free(&again);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Comm_create_group(MPI_COMM_WORLD, everybody, TAG, &made);
    MPI_Comm_free(&made);
    if (inter == MPI_COMM_NULL)
        return;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, TAG, &made);
    MPI_Intercomm_merge(made, rank % 2, &again);
    MPI_Comm_free(&made);
    MPI_Comm_free(&again);
    dup_and_free(inter);
}

/* The kilobytes by which the process grows meanwhile; the same at all ranks. */
static long grow_by(int times)
{
    long before, grown;
    int i;

    MPI_Barrier(MPI_COMM_WORLD);
    before = resident_kb();
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < times; i++) {
        dup_and_free(MPI_COMM_WORLD);
        if (i % 4 == 0)
            make_all();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    grown = resident_kb() - before;
    MPI_Bcast(&grown, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    return grown;
}

/* What ranks that run apart need at most may grow once: what leaks grows each time. */
int main(int argc, char **argv)
{
    int times = argc > 1 ? atoi(argv[1]) : 1000000, round;
    long grown;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, TAG, &inter);
    }
    grown = grow_by(WARM);
    for (round = 0; round < ROUNDS_MAX && (round == 0 || grown > GROWTH_MAX_KB); round++)
        grown = grow_by(times);
    if (rank == 0 && grown <= GROWTH_MAX_KB)
        printf("it did not grow\n");
    else if (rank == 0)
        printf("it grew by %ld kB\n", grown);
    MPI_Group_free(&everybody);
    MPI_Comm_free_keyval(&key);
    if (inter != MPI_COMM_NULL) {
        MPI_Comm_free(&inter);
        MPI_Comm_free(&half);
    }
    MPI_Finalize();
    return 0;
}
