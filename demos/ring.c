/* SPDX-License-Identifier: MIT */
/* Three groups of processes in a ring: 0 - 1 - 2 - 0, each with an intercommunicator to either
 * neighbour. Tokens start in all groups, one at each process, and go round as often as is said;
 * each process that a token visits adds its number. At the end the groups are merged in pairs, and
 * all tokens are where they should be, with what they should have collected. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 3, ROUNDS = 5, TAG_TOKEN = 9 };

static const char usage[] =
    "usage: ring\n"
    "Passes tokens round a ring of three groups;\n"
    "for three processes or more.\n";

struct token {
    int start; /* process where it started */
    int sum;
};

int proc_rank, proc_count, my_group, my_place;
MPI_Comm group_comm, next_comm, previous_comm;

/* The pair of groups g and g + 1 has tag g. To make all three at once would be a ring of waiting;
 * the last group makes its two in the other order. */
static void create_ring(void)
{
    int next = (my_group + 1) % GROUPS, previous = (my_group + GROUPS - 1) % GROUPS;

    if (my_group < GROUPS - 1)
        MPI_Intercomm_create(group_comm, 0, MPI_COMM_WORLD, previous, previous, &previous_comm);
    MPI_Intercomm_create(group_comm, 0, MPI_COMM_WORLD, next, my_group, &next_comm);
    if (my_group == GROUPS - 1)
        MPI_Intercomm_create(group_comm, 0, MPI_COMM_WORLD, previous, previous, &previous_comm);
}

/* All groups pass what they have to the next one: to the process in the same place, or the last. */
static int pass_on(struct token *tokens, int count)
{
    int there, back, arrived = 0, sources, size, place, messages;
    MPI_Status status;
    MPI_Request request;
    struct token *kept = malloc(sizeof *kept * (size_t)(count + 1));

    if (kept == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    for (int i = 0; i < count; i++)
        kept[i] = tokens[i];
    MPI_Comm_remote_size(next_comm, &there);
    MPI_Comm_remote_size(previous_comm, &back);
    MPI_Comm_size(group_comm, &size);
    place = my_place < there ? my_place : there - 1;
    MPI_Isend(kept, 2 * count, MPI_INT, place, TAG_TOKEN, next_comm, &request);
    sources = my_place < size - 1 ? (my_place < back) : (back > my_place ? back - my_place : 0);
    for (int i = 0; i < sources; i++) {
        /* From anybody would do for now, but what is faster may be in its next step already. */
        MPI_Recv(tokens + arrived, 2 * (proc_count - arrived), MPI_INT, my_place + i, TAG_TOKEN,
                 previous_comm, &status);
        MPI_Get_count(&status, MPI_INT, &messages);
        arrived += messages / 2;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(kept);
    for (int i = 0; i < arrived; i++)
        tokens[i].sum += 1 + my_group;
    return arrived;
}

/* Both groups of each pair are merged, and counted. */
static int count_pair(MPI_Comm inter, int count)
{
    MPI_Comm both;
    int sum;

    MPI_Intercomm_merge(inter, 0, &both);
    MPI_Allreduce(&count, &sum, 1, MPI_INT, MPI_SUM, both);
    MPI_Comm_free(&both);
    return sum;
}

static int pass_all(void)
{
    struct token *tokens;
    int count = 1, mistakes = 0, sum, with_next, with_previous, all;

    my_group = proc_rank % GROUPS;
    MPI_Comm_split(MPI_COMM_WORLD, my_group, proc_rank, &group_comm);
    MPI_Comm_rank(group_comm, &my_place);
    create_ring();
    tokens = malloc(sizeof *tokens * (size_t)proc_count);
    if (tokens == NULL)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    tokens[0] = (struct token){.start = proc_rank};
    for (int step = 0; step < ROUNDS * GROUPS; step++)
        count = pass_on(tokens, count);
    for (int i = 0; i < count; i++) /* 1 + 2 + 3 in each round, and home again */
        mistakes += tokens[i].sum != ROUNDS * 6 || tokens[i].start % GROUPS != my_group;
    if (my_group % 2 == 0) {
        with_next = count_pair(next_comm, count);
        with_previous = count_pair(previous_comm, count);
    } else {
        with_previous = count_pair(previous_comm, count);
        with_next = count_pair(next_comm, count);
    }
    MPI_Allreduce(&count, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    mistakes += all != proc_count || with_next + with_previous < count;
    MPI_Reduce(&mistakes, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (proc_rank == 0)
        printf("%d tokens, %d rounds through three groups: %d mistakes\n", all, ROUNDS, sum);
    free(tokens);
    MPI_Comm_free(&next_comm);
    MPI_Comm_free(&previous_comm);
    MPI_Comm_free(&group_comm);
    return proc_rank == 0 && sum != 0;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "ring: %s is not understood\n", odd);
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
    if (argc > 1) {
        status = show_usage(argv[1]);
    } else if (proc_count < GROUPS) {
        if (proc_rank == 0)
            fprintf(stderr, "ring: three groups need three processes; %d do not suffice\n",
                    proc_count);
        status = EXIT_FAILURE;
    } else {
        status = pass_all();
    }
    MPI_Finalize();
    return status;
}
