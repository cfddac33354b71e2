/* SPDX-License-Identifier: MIT */
/* Overlapping groups: what a library that receives from anybody must not assume. Process 0 is in
 * two groups, {0, 1} and {0, 2, 3}, each with a communicator of its own. Three variants of a
 * procedure that is called in one group after the other:
 *
 *   A  receives from a known source: the calls cannot disturb each other;
 *   B  receives from any source, all from the same communicator's group: correct, since whatever
 *      arrives belongs to that communicator;
 *   C  is called twice in a row in one communicator with receives from any source. A message of the
 *      second call may come first and be taken for one of the first: back-masking. A barrier
 *      between the calls, or a duplicate for each, makes it safe.
 *
 * In C the program makes back-masking happen, shows it, and shows that both remedies work. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1, FIRST_CALL = 100, SECOND_CALL = 200 };

static const char usage[] =
    "usage: backmask\n"
    "Shows how messages of two calls of a library are mixed up, and two remedies;\n"
    "for four processes or more.\n";

int proc_rank;
MPI_Comm pair, three; /* {0, 1} and {0, 2, 3}; MPI_COMM_NULL where one is no member */

static MPI_Comm create(int count, const int ranks[])
{
    MPI_Group world, group;
    MPI_Comm comm;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, ranks, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return comm;
}

/* The root gets a number from each other member; returns their sum there. */
static int collect(MPI_Comm comm, int number, int wildcard)
{
    int rank, size, sum = 0, got;

    if (comm == MPI_COMM_NULL)
        return 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank != 0) {
        MPI_Send(&number, 1, MPI_INT, 0, TAG, comm);
        return 0;
    }
    for (int source = 1; source < size; source++) {
        MPI_Recv(&got, 1, MPI_INT, wildcard ? MPI_ANY_SOURCE : source, TAG, comm,
                 MPI_STATUS_IGNORE);
        sum += got;
    }
    return sum;
}

/* Variants A and B: one call in each group. 0: all is well. */
static int call_in_both_groups(const char *name, int wildcard)
{
    int two = collect(pair, FIRST_CALL, wildcard);
    int others = collect(three, SECOND_CALL, wildcard);

    if (proc_rank != 0)
        return 0;
    printf("%s: %d from {0, 1}, %d from {0, 2, 3}\n", name, two, others);
    return two != FIRST_CALL || others != 2 * SECOND_CALL;
}

enum remedy { NOTHING, BARRIER, DUPLICATES };

/* Two calls in {0, 2, 3}. Process 2 is late in the first one, if nothing keeps process 3 from
 * starting the second: it sends for both, and lets process 2 go on only then. */
static int call_twice(const char *name, enum remedy remedy)
{
    MPI_Comm comms[2] = {three, three};
    int sums[2] = {0, 0};

    if (three == MPI_COMM_NULL)
        return 0;
    if (remedy == DUPLICATES)
        for (int i = 0; i < 2; i++)
            MPI_Comm_dup(three, &comms[i]);
    if (proc_rank == 2 && remedy != BARRIER)
        MPI_Recv(NULL, 0, MPI_INT, 2, TAG + 1, three, MPI_STATUS_IGNORE); /* its rank in there */
    sums[0] = collect(comms[0], FIRST_CALL, 1);
    if (remedy == BARRIER)
        MPI_Barrier(three);
    sums[1] = collect(comms[1], SECOND_CALL, 1);
    if (proc_rank == 3 && remedy != BARRIER)
        MPI_Send(NULL, 0, MPI_INT, 1, TAG + 1, three);
    if (remedy == DUPLICATES)
        for (int i = 0; i < 2; i++)
            MPI_Comm_free(&comms[i]);
    MPI_Barrier(three);
    if (proc_rank != 0)
        return 0;
    printf("%s: %d in the first call, %d in the second\n", name, sums[0], sums[1]);
    if (remedy == NOTHING)
        return sums[0] != FIRST_CALL + SECOND_CALL || sums[1] != FIRST_CALL + SECOND_CALL;
    return sums[0] != 2 * FIRST_CALL || sums[1] != 2 * SECOND_CALL;
}

static int call_in_all_ways(void)
{
    int mistakes = 0;

    pair = create(2, (int[]){0, 1});
    three = create(3, (int[]){0, 2, 3});
    mistakes += call_in_both_groups("A, known sources", 0);
    MPI_Barrier(MPI_COMM_WORLD);
    mistakes += call_in_both_groups("B, any source, in each its own", 1);
    MPI_Barrier(MPI_COMM_WORLD); /* else B's receives would take what is C's */
    mistakes += call_twice("C, any source, two calls in one: back-masked", NOTHING);
    mistakes += call_twice("C with a barrier between", BARRIER);
    mistakes += call_twice("C with a duplicate for each", DUPLICATES);
    if (pair != MPI_COMM_NULL)
        MPI_Comm_free(&pair);
    if (three != MPI_COMM_NULL)
        MPI_Comm_free(&three);
    if (proc_rank == 0)
        printf("%s\n", mistakes == 0 ? "as it should be" : "NOT as it should be");
    return mistakes != 0;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "backmask: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int size, status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1) {
        status = show_usage(argv[1]);
    } else if (size < 4) {
        if (proc_rank == 0)
            fprintf(stderr, "backmask: four processes take part; %d do not suffice\n", size);
        status = EXIT_FAILURE;
    } else {
        status = call_in_all_ways();
    }
    MPI_Finalize();
    return status;
}
