/* SPDX-License-Identifier: MIT */
/* A parallel library inside a parallel program. The library's object, a ring that passes values on,
 * duplicates the communicator that it is given: whatever messages the program has under way, with
 * whatever tags, the library's are never received in their place. Two such objects work at the same
 * time, among reductions of the program's own. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 1000, TAG = 7 };

static const char usage[] =
    "usage: library\n"
    "Passes values round two rings of a library at once, amid messages of its own;\n"
    "for any number of processes.\n";

/* ---- the library --------------------------------------------------------------------------- */

struct ring {
    MPI_Comm comm; /* its own */
    MPI_Request requests[2];
    long sent, received;
};

static struct ring *ring_create(MPI_Comm callers)
{
    struct ring *ring = malloc(sizeof *ring);

    if (ring == NULL)
        MPI_Abort(callers, EXIT_FAILURE);
    MPI_Comm_dup(callers, &ring->comm);
    return ring;
}

static void ring_start(struct ring *ring, long value)
{
    int rank, size;

    MPI_Comm_rank(ring->comm, &rank);
    MPI_Comm_size(ring->comm, &size);
    ring->sent = value;
    MPI_Irecv(&ring->received, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, ring->comm,
              &ring->requests[0]);
    MPI_Isend(&ring->sent, 1, MPI_LONG, (rank + 1) % size, TAG, ring->comm, &ring->requests[1]);
}

static long ring_end(struct ring *ring)
{
    MPI_Waitall(2, ring->requests, MPI_STATUSES_IGNORE);
    return ring->received;
}

static void ring_free(struct ring *ring)
{
    MPI_Comm_free(&ring->comm);
    free(ring);
}

/* ---- the program --------------------------------------------------------------------------- */

int proc_rank, proc_count;
long mistakes;

static void work_for_a_round(struct ring *one, struct ring *other, int round)
{
    int previous = (proc_rank + proc_count - 1) % proc_count, next = (proc_rank + 1) % proc_count;
    long sum, own = -1, mine = -proc_rank;
    MPI_Request request;

    /* The program's own message could be received by anything that is not kept apart. */
    MPI_Irecv(&own, 1, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    ring_start(one, 2 * (round * 1000L + proc_rank));
    ring_start(other, 2 * (round * 1000L + proc_rank) + 1);
    MPI_Allreduce(&(long){1}, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    mistakes += sum != proc_count;
    mistakes += ring_end(other) != 2 * (round * 1000L + previous) + 1;
    MPI_Send(&mine, 1, MPI_LONG, next, TAG, MPI_COMM_WORLD);
    mistakes += ring_end(one) != 2 * (round * 1000L + previous);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    mistakes += own != -previous;
}

static int work_for_all_rounds(void)
{
    struct ring *one, *other;
    long all;

    one = ring_create(MPI_COMM_WORLD);
    other = ring_create(MPI_COMM_WORLD);
    for (int round = 0; round < ROUNDS; round++)
        work_for_a_round(one, other, round);
    ring_free(one);
    ring_free(other);
    MPI_Reduce(&mistakes, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (proc_rank == 0)
        printf("%d rounds, two rings and the program itself: %ld messages went astray\n", ROUNDS,
               all);
    return proc_rank == 0 && all != 0;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "library: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    status = argc > 1 ? show_usage(argv[1]) : work_for_all_rounds();
    MPI_Finalize();
    return status;
}
