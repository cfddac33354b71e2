/* SPDX-License-Identifier: MIT */
/* A collective operation that is slow the first time only. What it has found out of a communicator
 * it caches there as an attribute; duplicates share it, and it is freed with the last of them. The
 * operation: values are added up along a tree of the processes, which is set up once. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: cached\n"
    "Caches the set-up of a collective operation on a communicator and its duplicates;\n"
    "for any number of processes.\n";

/* What is cached. */
struct tree {
    int references;
    int parent;
    int child_count;
    int children[2];
};

int tree_key = MPI_KEYVAL_INVALID;
int set_ups, living;

/* A duplicate is one more reference. */
static int copy_tree(MPI_Comm comm, int key, void *extra, void *value, void *copy, int *flag)
{
    struct tree *tree = value;

    (void)comm, (void)key, (void)extra;
    tree->references++;
    *(struct tree **)copy = tree;
    *flag = 1;
    return MPI_SUCCESS;
}

static int drop_tree(MPI_Comm comm, int key, void *value, void *extra)
{
    struct tree *tree = value;

    (void)comm, (void)key, (void)extra;
    if (--tree->references == 0) {
        free(tree);
        living--;
    }
    return MPI_SUCCESS;
}

static struct tree *set_up(MPI_Comm comm)
{
    struct tree *tree = malloc(sizeof *tree);
    int rank, size;

    if (tree == NULL)
        MPI_Abort(comm, EXIT_FAILURE);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    *tree = (struct tree){.references = 1, .parent = (rank - 1) / 2};
    for (int child = 2 * rank + 1; child <= 2 * rank + 2 && child < size; child++)
        tree->children[tree->child_count++] = child;
    if (rank == 0)
        tree->parent = MPI_PROC_NULL;
    set_ups++;
    living++;
    return tree;
}

static struct tree *tree_of(MPI_Comm comm)
{
    struct tree *tree;
    int found;

    if (tree_key == MPI_KEYVAL_INVALID)
        MPI_Comm_create_keyval(copy_tree, drop_tree, &tree_key, NULL);
    MPI_Comm_get_attr(comm, tree_key, &tree, &found);
    if (!found) {
        tree = set_up(comm);
        MPI_Comm_set_attr(comm, tree_key, tree);
    }
    return tree;
}

/* The collective: values go up the tree and their sum comes down. */
static int sum_over(MPI_Comm comm, int value)
{
    const struct tree *tree = tree_of(comm);
    int got;

    for (int i = 0; i < tree->child_count; i++) {
        MPI_Recv(&got, 1, MPI_INT, tree->children[i], 0, comm, MPI_STATUS_IGNORE);
        value += got;
    }
    MPI_Send(&value, 1, MPI_INT, tree->parent, 0, comm);
    MPI_Recv(&value, 1, MPI_INT, tree->parent, 0, comm, MPI_STATUS_IGNORE);
    for (int i = 0; i < tree->child_count; i++)
        MPI_Send(&value, 1, MPI_INT, tree->children[i], 0, comm);
    return value;
}

static int call_on_duplicates(void)
{
    enum { CALLS = 100, DUPLICATES = 5 };
    MPI_Comm comms[DUPLICATES + 1];
    int rank, size, sums_are_right = 1, living_before, expected;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expected = size * (size + 1) / 2;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
    for (int i = 0; i < CALLS; i++)
        sums_are_right &= sum_over(comms[0], rank + 1) == expected;
    for (int i = 0; i < DUPLICATES; i++)
        MPI_Comm_dup(comms[i], &comms[i + 1]);
    for (int i = 0; i <= DUPLICATES; i++)
        sums_are_right &= sum_over(comms[i], rank + 1) == expected;
    for (int i = 0; i < DUPLICATES; i++) /* the original goes first */
        MPI_Comm_free(&comms[i]);
    living_before = living;
    MPI_Comm_free(&comms[DUPLICATES]);
    MPI_Comm_free_keyval(&tree_key);
    if (rank == 0)
        printf("%d calls on %d communicators, set up %d time%s: %s\n"
               "what is cached: %d before the last is freed, %d after\n",
               CALLS + DUPLICATES + 1, DUPLICATES + 1, set_ups, set_ups == 1 ? "" : "s",
               sums_are_right ? "all sums are right" : "a sum is WRONG", living_before, living);
    return !sums_are_right || set_ups != 1 || living_before != 1 || living != 0;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd, int rank)
{
    int is_help = strcmp(odd, "-h") == 0;

    if (rank == 0 && !is_help)
        fprintf(stderr, "cached: %s is not understood\n", odd);
    if (rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int rank, status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    status = argc > 1 ? show_usage(argv[1], rank) : call_on_duplicates();
    MPI_Finalize();
    return status;
}
