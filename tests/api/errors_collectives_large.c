/* SPDX-License-Identifier: MIT */
/* Wrong arguments of collectives with large counts, in every form. All members make the same
 * mistake, or those who make it are not waited for. */
/* mpich: no    4.0 does not look at most of these arguments, and crashes or waits */
#include "collective_large.h"

/* What a function has among its arguments. */
enum {
    SENDS = 1 << 0,       /* a send buffer, with sendcount or sendcounts, sendtype or sendtypes */
    SEND_COUNTS = 1 << 1, /* sendcounts and senddispls */
    RECV_COUNTS = 1 << 2, /* recvcounts, and recvdispls but in reductions */
    TYPES = 1 << 3,       /* a type for each block */
    ROOTED = 1 << 4,
    REDUCES = 1 << 5,
    NEIGHBORS = 1 << 6,
    ONE_GROUP = 1 << 7,   /* no intercommunicators */
    SCATTERS = 1 << 8,    /* the send arguments count at the root */
};

enum { BLOCKS_MAX = 64 };

/* Member r sends 1000 r, 1000 r + 1, ...; the root of a broadcast sends 7. */
static int out[2 * BLOCKS_MAX], in[2 * BLOCKS_MAX];

static int i_am_root(void)
{
    return check_rank == 0;
}

static int seven(void)
{
    return 7;
}

static int zero(void)
{
    return 0;
}

static int zero_at_root(void)
{
    return i_am_root() ? 0 : -1;
}

static int my_rank(void)
{
    return check_rank;
}

static int sum(void)
{
    return 500 * check_size * (check_size - 1);
}

static int sum_at_root(void)
{
    return i_am_root() ? sum() : -1;
}

static int my_sum(void)
{
    return sum() + check_size * check_rank;
}

static int sum_to_me(void)
{
    return 500 * check_rank * (check_rank + 1);
}

/* Nothing tells what the first member has. */
static int sum_before_me(void)
{
    return i_am_root() ? in[0] : 500 * check_rank * (check_rank - 1);
}

static int first_of_left(void)
{
    return 1000 * left();
}

static int second_of_left(void)
{
    return 1000 * left() + 1;
}

static const struct {
    const char *name;
    operation *call;
    int (*first)(void); /* what the first block is after a good call */
    int has;
} functions[] = {
    {"bcast", bcast, seven, ROOTED},
    {"gather", gather, zero_at_root, SENDS | ROOTED},
    {"gatherv", gatherv, zero_at_root, SENDS | RECV_COUNTS | ROOTED},
    {"scatter", scatter, my_rank, SENDS | ROOTED | SCATTERS},
    {"scatterv", scatterv, my_rank, SENDS | SEND_COUNTS | ROOTED | SCATTERS},
    {"allgather", allgather, zero, SENDS},
    {"allgatherv", allgatherv, zero, SENDS | RECV_COUNTS},
    {"alltoall", alltoall, my_rank, SENDS},
    {"alltoallv", alltoallv, my_rank, SENDS | SEND_COUNTS | RECV_COUNTS},
    {"alltoallw", alltoallw, my_rank, SENDS | SEND_COUNTS | RECV_COUNTS | TYPES},
    {"reduce", reduce, sum_at_root, ROOTED | REDUCES},
    {"allreduce", allreduce, sum, REDUCES},
    {"reduce_scatter", reduce_scatter, my_sum, REDUCES | RECV_COUNTS},
    {"reduce_scatter_block", reduce_scatter_block, my_sum, REDUCES},
    {"scan", scan, sum_to_me, REDUCES | ONE_GROUP},
    {"exscan", exscan, sum_before_me, REDUCES | ONE_GROUP},
    {"neighbor_allgather", neighbor_allgather, first_of_left, SENDS | NEIGHBORS},
    {"neighbor_allgatherv", neighbor_allgatherv, first_of_left, SENDS | RECV_COUNTS | NEIGHBORS},
    {"neighbor_alltoall", neighbor_alltoall, second_of_left, SENDS | NEIGHBORS},
    {"neighbor_alltoallv", neighbor_alltoallv, second_of_left,
     SENDS | SEND_COUNTS | RECV_COUNTS | NEIGHBORS},
    {"neighbor_alltoallw", neighbor_alltoallw, second_of_left,
     SENDS | SEND_COUNTS | RECV_COUNTS | TYPES | NEIGHBORS},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static int which, has, form, blocks;
static MPI_Count counts[BLOCKS_MAX], bad_counts[BLOCKS_MAX];
static MPI_Aint displs[BLOCKS_MAX];
static MPI_Datatype types[BLOCKS_MAX], null_types[BLOCKS_MAX], raw_types[BLOCKS_MAX], raw;
static MPI_Comm group, grid, between;
static struct call call;

static void comms_open(void)
{
    int dims[1] = {check_size}, closed[1] = {1};

    errors_return();
    check_ok(MPI_Comm_dup(MPI_COMM_WORLD, &group));
    check_ok(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, closed, 0, &grid));
    between = MPI_COMM_NULL;
    if (place_open(BETWEEN)) {
        between = comm;
        check_ok(MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN));
    }
    check_ok(MPI_Type_contiguous_c(2, MPI_INT, &raw));
}

static void comms_close(void)
{
    check_ok(MPI_Comm_free(&group));
    check_ok(MPI_Comm_free(&grid));
    if (between != MPI_COMM_NULL)
        check_ok(MPI_Comm_free(&between));
    check_ok(MPI_Type_free(&raw));
    errors_are_fatal();
}

/* A call without a fault, with one int in each block. */
static void call_open(void)
{
    int i;

    comm = has & NEIGHBORS ? grid : group;
    blocks = has & NEIGHBORS ? 2 : check_size;
    for (i = 0; i < BLOCKS_MAX; i++) {
        counts[i] = bad_counts[i] = 1;
        displs[i] = i * (has & TYPES ? (MPI_Aint)sizeof(int) : 1);
        types[i] = null_types[i] = raw_types[i] = MPI_INT;
        out[i] = 1000 * check_rank + i;
        in[i] = -1;
    }
    bad_counts[blocks - 1] = -1;
    null_types[blocks - 1] = MPI_DATATYPE_NULL;
    raw_types[blocks - 1] = raw;
    call = (struct call){
        .sendbuf = out, .sendcount = 1, .sendcounts = counts, .senddispls = displs,
        .sendtype = MPI_INT, .sendtypes = types, .recvbuf = in, .recvcount = 1,
        .recvcounts = counts, .recvdispls = displs, .recvtype = MPI_INT, .recvtypes = types,
        .op = MPI_SUM, .comm = comm};
}

/* Makes the call with its fault, and puts a good one into its place. */
static void refused(int line, const char *fault, int expected)
{
    MPI_Request request = MPI_REQUEST_NULL;
    char what[200];

    snprintf(what, sizeof what, "form %d of %s: %s", form, functions[which].name, fault);
    check_classes(__FILE__, line, what, functions[which].call(&call, form, &request), expected);
    check(request == MPI_REQUEST_NULL);
    check_equal(in[0], -1);
    call_open();
}

#define REFUSED(fault, expected) (call.fault, refused(__LINE__, #fault, expected))

static void for_all(void (*body)(void))
{
    comms_open();
    for (which = 0; which < FUNCTIONS; which++)
        for (form = 0; form < FORMS; form++) {
            has = functions[which].has;
            call_open();
            body();
        }
    comms_close();
}

/* Whether the send arguments count at this member, and the receive arguments. */
static int sending_counts(void)
{
    return has & SENDS && (!(has & SCATTERS) || i_am_root());
}

static int receiving_counts(void)
{
    return !(has & SENDS) || !(has & ROOTED) || has & SCATTERS || i_am_root();
}

static void wrong_counts(void)
{
    if (sending_counts() && has & SEND_COUNTS)
        REFUSED(sendcounts = bad_counts, MPI_ERR_COUNT);
    else if (sending_counts())
        REFUSED(sendcount = -1, MPI_ERR_COUNT);
    if (receiving_counts() && has & RECV_COUNTS)
        REFUSED(recvcounts = bad_counts, MPI_ERR_COUNT);
    else if (receiving_counts())
        REFUSED(recvcount = -1, MPI_ERR_COUNT);
}

static void counts_below_zero_are_refused(void)
{
    for_all(wrong_counts);
}

static void wrong_types(void)
{
    if (sending_counts() && has & TYPES) {
        REFUSED(sendtypes = null_types, MPI_ERR_TYPE);
        REFUSED(sendtypes = raw_types, MPI_ERR_TYPE);
    } else if (sending_counts()) {
        REFUSED(sendtype = MPI_DATATYPE_NULL, MPI_ERR_TYPE);
        REFUSED(sendtype = raw, MPI_ERR_TYPE);
    }
    if (receiving_counts() && has & TYPES) {
        REFUSED(recvtypes = null_types, MPI_ERR_TYPE);
        REFUSED(recvtypes = raw_types, MPI_ERR_TYPE);
    } else if (receiving_counts()) {
        REFUSED(recvtype = MPI_DATATYPE_NULL, MPI_ERR_TYPE);
        REFUSED(recvtype = raw, MPI_ERR_TYPE);
    }
}

static void types_that_are_none_or_not_committed_are_refused(void)
{
    for_all(wrong_types);
}

static void wrong_buffers(void)
{
    if (sending_counts() || has & REDUCES)
        REFUSED(sendbuf = NULL, MPI_ERR_BUFFER);
    if (receiving_counts() && (!(has & REDUCES && has & ROOTED) || i_am_root())) {
        REFUSED(recvbuf = NULL, MPI_ERR_BUFFER);
        if (!(has & SCATTERS))
            REFUSED(recvbuf = MPI_IN_PLACE, MPI_ERR_BUFFER);
    }
    if (has & SCATTERS && i_am_root())
        REFUSED(sendbuf = MPI_IN_PLACE, MPI_ERR_BUFFER);
    if (has & SCATTERS && !i_am_root())
        REFUSED(recvbuf = MPI_IN_PLACE, MPI_ERR_BUFFER);
    if (has & (SENDS | REDUCES) && has & ROOTED && !(has & SCATTERS) && !i_am_root())
        REFUSED(sendbuf = MPI_IN_PLACE, MPI_ERR_BUFFER);
    if (has & NEIGHBORS)
        REFUSED(sendbuf = MPI_IN_PLACE, MPI_ERR_BUFFER);
    else if (has & (SENDS | REDUCES) && (!(has & ROOTED) || i_am_root()))
        REFUSED(sendbuf = in, MPI_ERR_BUFFER);
}

static void buffers_that_are_none_in_place_or_one_are_refused(void)
{
    for_all(wrong_buffers);
}

static void wrong_roots_and_operations(void)
{
    if (has & ROOTED) {
        REFUSED(root = check_size, MPI_ERR_ROOT);
        REFUSED(root = -17, MPI_ERR_ROOT);
        REFUSED(root = MPI_PROC_NULL, MPI_ERR_ROOT);
        REFUSED(root = MPI_ROOT, MPI_ERR_ROOT);
    }
    if (has & REDUCES) {
        REFUSED(op = MPI_OP_NULL, MPI_ERR_OP);
        REFUSED(op = MPI_REPLACE, MPI_ERR_OP);
        REFUSED(op = MPI_NO_OP, MPI_ERR_OP);
        REFUSED(op = MPI_MINLOC, MPI_ERR_OP);
        REFUSED(recvtype = MPI_BYTE, MPI_ERR_OP);
        call.op = MPI_BXOR;
        REFUSED(recvtype = MPI_DOUBLE, MPI_ERR_OP);
    }
}

static void roots_and_operations_that_do_not_fit_are_refused(void)
{
    for_all(wrong_roots_and_operations);
}

static void wrong_communicators(void)
{
    REFUSED(comm = MPI_COMM_NULL, MPI_ERR_COMM);
    if (has & NEIGHBORS)
        REFUSED(comm = group, MPI_ERR_TOPOLOGY);
    if (between == MPI_COMM_NULL)
        return;
    if (has & ONE_GROUP)
        REFUSED(comm = between, MPI_ERR_COMM);
    else if (has & (SENDS | REDUCES) && !(has & (ROOTED | NEIGHBORS))) {
        call.sendbuf = MPI_IN_PLACE;
        REFUSED(comm = between, MPI_ERR_BUFFER);
    }
    if (has & ROOTED) {
        call.comm = between;
        REFUSED(root = check_size, MPI_ERR_ROOT);
    }
}

static void communicators_that_do_not_fit_are_refused(void)
{
    for_all(wrong_communicators);
}

static void a_good_call(void)
{
    MPI_Request request = MPI_REQUEST_NULL;

    REFUSED(comm = MPI_COMM_NULL, MPI_ERR_COMM);
    if (functions[which].call == bcast && i_am_root())
        in[0] = 7;
    check_ok(functions[which].call(&call, form, &request));
    if (form == PERSISTENT)
        prepared(MPI_SUCCESS, &request, NULL);
    else if (form == NONBLOCKING)
        started(MPI_SUCCESS, &request);
    check_equal(in[0], functions[which].first());
}

static void each_function_works_after_its_errors(void)
{
    for_all(a_good_call);
}

CASES(counts_below_zero_are_refused, types_that_are_none_or_not_committed_are_refused,
      buffers_that_are_none_in_place_or_one_are_refused,
      roots_and_operations_that_do_not_fit_are_refused, communicators_that_do_not_fit_are_refused,
      each_function_works_after_its_errors)
