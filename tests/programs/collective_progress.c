/* SPDX-License-Identifier: MIT */
/* A rank that has started an operation and computes, outside of MPI, until the others are done with
 * it: they are not held up. Of small operations that is so for all kinds, of broadcasts of
 * any size for their root. The ranks share an address space, which here tells the
 * one that computes. */
/* ranks: 2 3 5 */
/* options: -O2 */
/* expect-stdout: nobody was held up */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { SMALL = 1, LARGE = 1 << 17, KINDS = 9 };

static int rank, size, wrong;
static double *out, *in;

static MPI_Request start(int kind, int count)
{
    MPI_Request request;

    switch (kind) {
    case 0:
        MPI_Ibcast(out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
        break;
    case 1:
        MPI_Iscatter(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, 0, MPI_COMM_WORLD, &request);
        break;
    case 2:
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        break;
    case 3:
        MPI_Iallreduce(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
        break;
    case 4:
        MPI_Iallgather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, MPI_COMM_WORLD, &request);
        break;
    case 5:
        MPI_Ialltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, MPI_COMM_WORLD, &request);
        break;
    case 6:
        MPI_Iscan(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
        break;
    case 7:
        MPI_Ireduce(out, in, count, MPI_DOUBLE, MPI_SUM, size - 1, MPI_COMM_WORLD, &request);
        break;
    default:
        MPI_Igather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, size - 1, MPI_COMM_WORLD,
                    &request);
    }
    return request;
}

/* Of what the others get, something that rank 0 had. */
static double expected(int kind)
{
    if (kind == 3 || (kind == 7 && rank == size - 1))
        return size;
    return kind == 6 ? rank + 1 : kind == 2 || kind == 7 ? -1 : 1;
}

static void run(int kind, int count, atomic_int *done)
{
    MPI_Request request;
    int i;

    for (i = 0; i < count * size; i++) {
        out[i] = kind > 0 || rank == 0 ? 1 : -1;
        in[i] = -1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    request = start(kind, count);
    if (rank == 0)
        while (atomic_load(done) < size - 1)
            continue;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0) {
        atomic_store(done, 0);
        return;
    }
    if (kind != 8 || rank == size - 1)
        wrong += (kind == 0 ? out : in)[count - 1] != expected(kind);
    atomic_fetch_add(done, 1);
}

int main(int argc, char **argv)
{
    atomic_int *done = NULL;
    int kind, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        done = calloc(1, sizeof *done);
    MPI_Bcast(&done, sizeof done, MPI_BYTE, 0, MPI_COMM_WORLD); /* rank 0's */
    out = malloc((size_t)size * LARGE * sizeof *out);
    in = malloc((size_t)size * LARGE * sizeof *in);
    for (kind = 0; kind < KINDS; kind++) {
        run(kind, SMALL, done);
        if (kind == 0)
            run(kind, LARGE, done);
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        puts("nobody was held up");
    if (rank == 0)
        free(done);
    free(out);
    free(in);
    MPI_Finalize();
    return all != 0;
}
