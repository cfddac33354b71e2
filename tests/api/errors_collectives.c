/* SPDX-License-Identifier: MIT */
/* Wrong arguments of collective operations. All members make the same mistake, or those who make it
 * are not waited for. */
/* mpich: no    4.0 does not look at most of these arguments, and crashes or waits */
#include "check.h"

static MPI_Comm world;

static void open_world(void)
{
    errors_return();
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
}

static void a_barrier_needs_a_communicator(void)
{
    open_world();
    check_class(MPI_Barrier(MPI_COMM_NULL), MPI_ERR_COMM);
}

static void a_broadcast_checks_its_arguments(void)
{
    int value = 77;
    MPI_Datatype type;

    MPI_Type_contiguous(2, MPI_INT, &type);
    check_class(MPI_Bcast(&value, -1, MPI_INT, 0, world), MPI_ERR_COUNT);
    check_class(MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, world), MPI_ERR_TYPE);
    check_class(MPI_Bcast(&value, 1, type, 0, world), MPI_ERR_TYPE);
    check_class(MPI_Bcast(&value, 1, MPI_INT, check_size, world), MPI_ERR_ROOT);
    check_class(MPI_Bcast(&value, 1, MPI_INT, -17, world), MPI_ERR_ROOT);
    check_class(MPI_Bcast(&value, 1, MPI_INT, MPI_PROC_NULL, world), MPI_ERR_ROOT);
    check_class(MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM);
    check_class(MPI_Bcast(NULL, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
    check_class(MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
    check_class(MPI_Bcast_c(&value, -1, MPI_INT, 0, world), MPI_ERR_COUNT);
    check_equal(value, 77);
    MPI_Type_free(&type);
}

static void a_reduction_checks_its_arguments(void)
{
    int in = 1, out = 77;

    check_class(MPI_Allreduce(&in, &out, -1, MPI_INT, MPI_SUM, world), MPI_ERR_COUNT);
    check_class(MPI_Allreduce(&in, &out, 1, MPI_DATATYPE_NULL, MPI_SUM, world), MPI_ERR_TYPE);
    check_class(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(&in, &in, 1, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    check_class(MPI_Allreduce(&in, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    check_class(MPI_Allreduce(NULL, &out, 1, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    check_class(MPI_Allreduce(&in, NULL, 1, MPI_INT, MPI_SUM, world), MPI_ERR_BUFFER);
    check_class(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL), MPI_ERR_COMM);
    check_class(MPI_Allreduce_c(&in, &out, -1, MPI_INT, MPI_SUM, world), MPI_ERR_COUNT);
    check_class(MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, check_size, world), MPI_ERR_ROOT);
    check_class(MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, -17, world), MPI_ERR_ROOT);
    check_class(MPI_Reduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, 0, world), MPI_ERR_OP);
    check_class(MPI_Reduce(&in, &out, -1, MPI_INT, MPI_SUM, 0, world), MPI_ERR_COUNT);
    check_class(MPI_Reduce(NULL, &out, 1, MPI_INT, MPI_SUM, 0, world), MPI_ERR_BUFFER);
    check_equal(out, 77);
}

static void operations_refuse_types_that_they_do_not_take(void)
{
    MPI_Datatype type;
    double real = 1, result = 77;
    int in[2] = {1, 1}, out[2] = {77, 77};

    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    check_class(MPI_Allreduce(in, out, 1, MPI_INT, MPI_REPLACE, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(in, out, 1, MPI_INT, MPI_NO_OP, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(in, out, 1, MPI_INT, MPI_MAXLOC, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(in, out, 1, MPI_2INT, MPI_SUM, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(in, out, 1, MPI_WCHAR, MPI_SUM, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(in, out, 1, MPI_BYTE, MPI_SUM, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(in, out, 1, type, MPI_SUM, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(&real, &result, 1, MPI_DOUBLE, MPI_BAND, world), MPI_ERR_OP);
    check_class(MPI_Allreduce(&real, &result, 1, MPI_DOUBLE, MPI_LOR, world), MPI_ERR_OP);
    check_class(MPI_Allreduce((void *)&real, (void *)&result, 1, MPI_C_FLOAT_COMPLEX, MPI_MAX,
                              world),
                MPI_ERR_OP);
    check_class(MPI_Reduce(&real, &result, 1, MPI_DOUBLE, MPI_BXOR, 0, world), MPI_ERR_OP);
    check_equal(out[0], 77);
    check_equal(result, 77);
    MPI_Type_free(&type);
}

static void only_the_root_may_reduce_in_place(void)
{
    int out = 1;

    if (check_rank != 0) /* the root is not called, and no member waits for it */
        check_class(MPI_Reduce(MPI_IN_PLACE, &out, 1, MPI_INT, MPI_SUM, 0, world), MPI_ERR_BUFFER);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void a_gather_checks_its_arguments(void)
{
    int mine[2] = {1, 2}, all[128] = {0};
    int counts[64], displs[64], i;

    for (i = 0; i < check_size; i++) {
        counts[i] = 1;
        displs[i] = i;
    }
    check_class(MPI_Gather(mine, -1, MPI_INT, all, 1, MPI_INT, 0, world), MPI_ERR_COUNT);
    check_class(MPI_Gather(mine, 1, MPI_DATATYPE_NULL, all, 1, MPI_INT, 0, world), MPI_ERR_TYPE);
    check_class(MPI_Gather(mine, 1, MPI_INT, all, 1, MPI_INT, check_size, world), MPI_ERR_ROOT);
    check_class(MPI_Gather(NULL, 1, MPI_INT, all, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
    check_class(MPI_Gather(mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM);
    if (check_rank != 0)
        check_class(MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, 0, world),
                    MPI_ERR_BUFFER);
    if (check_rank == 0) {
        check_class(MPI_Gather(mine, 1, MPI_INT, all, -1, MPI_INT, 0, world), MPI_ERR_COUNT);
        check_class(MPI_Gather(mine, 1, MPI_INT, all, 1, MPI_DATATYPE_NULL, 0, world),
                    MPI_ERR_TYPE);
        check_class(MPI_Gather(mine, 1, MPI_INT, NULL, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
        check_class(MPI_Gather(all, 1, MPI_INT, all, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
        counts[check_size - 1] = -1;
        check_class(MPI_Gatherv(mine, 1, MPI_INT, all, counts, displs, MPI_INT, 0, world),
                    MPI_ERR_COUNT);
        check_class(MPI_Gatherv(mine, 1, MPI_INT, all, NULL, displs, MPI_INT, 0, world),
                    MPI_ERR_ARG);
        counts[check_size - 1] = 1;
        check_class(MPI_Gatherv(mine, 1, MPI_INT, all, counts, NULL, MPI_INT, 0, world),
                    MPI_ERR_ARG);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void a_scatter_checks_its_arguments(void)
{
    int mine[2] = {77, 77}, all[128] = {0};
    int counts[64], displs[64], i;

    for (i = 0; i < check_size; i++) {
        counts[i] = i == check_size - 1 ? -1 : 1;
        displs[i] = i;
    }
    check_class(MPI_Scatter(all, 1, MPI_INT, mine, -1, MPI_INT, 0, world), MPI_ERR_COUNT);
    check_class(MPI_Scatter(all, 1, MPI_INT, mine, 1, MPI_DATATYPE_NULL, 0, world), MPI_ERR_TYPE);
    check_class(MPI_Scatter(all, 1, MPI_INT, mine, 1, MPI_INT, -17, world), MPI_ERR_ROOT);
    check_class(MPI_Scatter(all, 1, MPI_INT, NULL, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
    check_class(MPI_Scatter(all, 1, MPI_INT, mine, 1, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM);
    if (check_rank == 0) {
        check_class(MPI_Scatter(all, -1, MPI_INT, mine, 1, MPI_INT, 0, world), MPI_ERR_COUNT);
        check_class(MPI_Scatter(NULL, 1, MPI_INT, mine, 1, MPI_INT, 0, world), MPI_ERR_BUFFER);
        check_class(MPI_Scatterv(all, counts, displs, MPI_INT, mine, 1, MPI_INT, 0, world),
                    MPI_ERR_COUNT);
    } else {
        check_class(MPI_Scatter(all, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, 0, world),
                    MPI_ERR_BUFFER);
    }
    check_equal(mine[0], 77);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void an_allgather_checks_its_arguments(void)
{
    int mine = 1, all[128] = {0};
    int counts[64], displs[64], i;

    for (i = 0; i < check_size; i++) {
        counts[i] = -1;
        displs[i] = i;
    }
    check_class(MPI_Allgather(&mine, -1, MPI_INT, all, 1, MPI_INT, world), MPI_ERR_COUNT);
    check_class(MPI_Allgather(&mine, 1, MPI_INT, all, -1, MPI_INT, world), MPI_ERR_COUNT);
    check_class(MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_DATATYPE_NULL, world), MPI_ERR_TYPE);
    check_class(MPI_Allgather(&mine, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, world),
                MPI_ERR_BUFFER);
    check_class(MPI_Allgather(NULL, 1, MPI_INT, all, 1, MPI_INT, world), MPI_ERR_BUFFER);
    check_class(MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_NULL), MPI_ERR_COMM);
    check_class(MPI_Allgatherv(&mine, 1, MPI_INT, all, counts, displs, MPI_INT, world),
                MPI_ERR_COUNT);
}

static void what_is_nowhere_has_no_blocks(void)
{
    int mine[64] = {0}, counts[64], displs[64], i;
    MPI_Datatype types[64];

    for (i = 0; i < check_size; i++) {
        counts[i] = 1;
        displs[i] = i;
        types[i] = MPI_INT;
    }
    check_class(MPI_Alltoallv(NULL, counts, displs, MPI_INT, mine, counts, displs, MPI_INT, world),
                MPI_ERR_BUFFER);
    check_class(MPI_Alltoallw(mine, counts, displs, types, NULL, counts, displs, types, world),
                MPI_ERR_BUFFER);
    check_class(MPI_Allgatherv(mine, 1, MPI_INT, NULL, counts, displs, MPI_INT, world),
                MPI_ERR_BUFFER);
    for (i = 0; i < check_size; i++) {
        counts[i] = 0;
        displs[i] = -2000000000 - i;
    }
    check_ok(MPI_Alltoallv(NULL, counts, displs, MPI_INT, NULL, counts, displs, MPI_INT, world));
}

static void all_goes_on_after_errors(void)
{
    int in = check_rank, out = -1;

    check_ok(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, world));
    check_equal(out, check_size * (check_size - 1) / 2);
    check_ok(MPI_Comm_free(&world));
}

CASES(a_barrier_needs_a_communicator, a_broadcast_checks_its_arguments,
      a_reduction_checks_its_arguments, operations_refuse_types_that_they_do_not_take,
      only_the_root_may_reduce_in_place, a_gather_checks_its_arguments,
      a_scatter_checks_its_arguments, an_allgather_checks_its_arguments,
      what_is_nowhere_has_no_blocks, all_goes_on_after_errors)
