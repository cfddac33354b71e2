/* SPDX-License-Identifier: MIT */
/* Communicators of every maker, and topologies. All members hear of it when one has no memory, and
 * the next attempt succeeds; or the one that has none hears of it, before others wait. */
#include "memory.h"

static void use(MPI_Comm *comm)
{
    int sum = 0, one = 1, members;

    again(MPI_Comm_size(*comm, &members));
    together(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, *comm));
    must_be(sum == members);
    together(MPI_Comm_free(comm));
}

static void duplicate(void)
{
    MPI_Comm comm, other;
    MPI_Request request;
    int key, value;

    again(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    again(MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value));
    together(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    together(MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, &other));
    use(&other);
    together(MPI_Comm_idup(comm, &other, &request));
    together(MPI_Wait(&request, MPI_STATUS_IGNORE));
    use(&other);
    use(&comm);
    again(MPI_Comm_delete_attr(MPI_COMM_WORLD, key));
    again(MPI_Comm_free_keyval(&key));
}

static void divide(void)
{
    MPI_Comm comm;
    MPI_Group group;

    together(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm));
    use(&comm);
    together(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm));
    use(&comm);
    again(MPI_Comm_group(MPI_COMM_WORLD, &group));
    together(MPI_Comm_create(MPI_COMM_WORLD, group, &comm));
    use(&comm);
    together(MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &comm));
    use(&comm);
    together(MPI_Comm_create_from_group(group, "here", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    use(&comm);
    again(MPI_Group_free(&group));
}

static void connect(void)
{
    MPI_Comm half, between, both;

    together(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half));
    together(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &between));
    together(MPI_Intercomm_merge(between, rank % 2, &both));
    use(&both);
    together(MPI_Comm_dup(between, &both));
    together(MPI_Comm_free(&both));
    together(MPI_Comm_free(&between));
    together(MPI_Comm_free(&half));
}

static void arrange(void)
{
    int dimensions[] = {0, 0}, wraps[] = {1, 1}, keeps[] = {1, 0};
    int index[16], edges[16], next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Comm comm, row;

    again(MPI_Dims_create(size, 2, dimensions));
    together(MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, wraps, 1, &comm));
    together(MPI_Cart_sub(comm, keeps, &row));
    use(&row);
    use(&comm);
    for (int i = 0; i < size; i++) {
        index[i] = i + 1;
        edges[i] = (i + 1) % size;
    }
    together(MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &comm));
    use(&comm);
    together(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &next,
                                            MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
    use(&comm);
    together(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, (int[]){1}, &next, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm));
    use(&comm);
}

static const struct scene scenes[] = {
    {"duplicate", duplicate}, {"divide", divide}, {"connect", connect}, {"arrange", arrange},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    return play(argc, argv, scenes);
}
