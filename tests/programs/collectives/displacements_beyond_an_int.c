/* SPDX-License-Identifier: MIT */
/* Blocks further apart than an int tells: by displacements of the large forms, and by types of that
 * extent. The memory between them is never touched. */
/* ranks: 1 2 3 */
/* options: -O2 */
/* sanitizer: no */
/* mpich: no */
/* expect-stdout: every block came from afar */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { RANKS_MAX = 3, WORD = sizeof(int64_t) };

static const MPI_Aint distance = (MPI_Aint)5 << 30;

static int rank, size, wrong;
static char *out, *in;
static MPI_Count counts[RANKS_MAX];
static MPI_Aint places[RANKS_MAX];

static char *take_room(void)
{
    return mmap(NULL, (size_t)distance * (RANKS_MAX + 1), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

static int64_t value(int from, int to)
{
    return from * 100 + to;
}

static void fill(void)
{
    int i;

    for (i = 0; i < size; i++) {
        int64_t word = value(rank, i);

        memcpy(out + places[i], &word, WORD);
        memset(in + places[i], 0, WORD);
    }
}

static void judge(const char *name, int is_for_all)
{
    int64_t got;
    int i;

    for (i = 0; i < size; i++) {
        memcpy(&got, in + places[i], WORD);
        if (got != value(i, is_for_all ? 0 : rank))
            wrong += fprintf(stderr, "%s: rank %d: block %d is not what it has\n", name, rank, i);
    }
    fill();
}

static void by_displacements(void)
{
    MPI_Datatype types[RANKS_MAX] = {MPI_BYTE, MPI_BYTE, MPI_BYTE};
    MPI_Request request;
    int64_t got = -1;

    MPI_Alltoallv_c(out, counts, places, MPI_BYTE, in, counts, places, MPI_BYTE, MPI_COMM_WORLD);
    judge("MPI_Alltoallv_c", 0);
    MPI_Ialltoallv_c(out, counts, places, MPI_BYTE, in, counts, places, MPI_BYTE, MPI_COMM_WORLD,
                     &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    judge("MPI_Ialltoallv_c", 0);
    MPI_Alltoallw_c(out, counts, places, types, in, counts, places, types, MPI_COMM_WORLD);
    judge("MPI_Alltoallw_c", 0);
    MPI_Allgatherv_c(out + places[0], WORD, MPI_BYTE, in, counts, places, MPI_BYTE,
                     MPI_COMM_WORLD);
    judge("MPI_Allgatherv_c", 1);
    MPI_Scatterv_c(out, counts, places, MPI_BYTE, &got, WORD, MPI_BYTE, 0, MPI_COMM_WORLD);
    wrong += got != value(0, rank);
}

static void by_extents(void)
{
    int ones[RANKS_MAX] = {1, 1, 1}, numbers[RANKS_MAX] = {1, 2, 3};
    MPI_Datatype wide;

    MPI_Type_create_resized(MPI_INT64_T, 0, distance, &wide);
    MPI_Type_commit(&wide);
    MPI_Alltoallv(out, ones, numbers, wide, in, ones, numbers, wide, MPI_COMM_WORLD);
    judge("MPI_Alltoallv", 0);
    MPI_Alltoall(out + distance, 1, wide, in + distance, 1, wide, MPI_COMM_WORLD);
    judge("MPI_Alltoall", 0);
    MPI_Type_free(&wide);
}

int main(int argc, char **argv)
{
    int i, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    out = take_room();
    in = take_room();
    if (out == MAP_FAILED || in == MAP_FAILED)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (i = 0; i < size; i++) {
        counts[i] = WORD;
        places[i] = distance * (i + 1);
    }
    fill();
    by_displacements();
    by_extents();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        puts("every block came from afar");
    MPI_Finalize();
    return all != 0;
}
