/* SPDX-License-Identifier: MIT */
/* The examples of the standard's chapter on collective communication (MPI 5.0, 6) that are correct.
 * check.py wants them to end without a finding. */
#include <stddef.h>

#include "case.h"

enum { COUNT = 10, ROWS = 10, STRIDE = 15, MEMBERS = 3 };

static int own[ROWS][STRIDE], all[MEMBERS * ROWS * STRIDE];

/* ---- 6.4 to 6.8 ------------------------------------------------------------------------------ */

static void broadcast(int rank, int size)
{
    (void)rank, (void)size;
    MPI_Bcast(all, 100, MPI_INT, 0, MPI_COMM_WORLD);
}

/* The receive buffer counts at the root only. */
static void gathered(int rank, int size)
{
    int *got = NULL;

    if (rank == 0)
        got = malloc(size * COUNT * sizeof *got);
    MPI_Gather(own, COUNT, MPI_INT, got, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    free(got);
}

static void gathered_as_a_type(int rank, int size)
{
    MPI_Datatype type;

    (void)rank, (void)size;
    MPI_Type_contiguous(COUNT, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Gather(own, COUNT, MPI_INT, all, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

static void columns_with_gaps(int rank, int size)
{
    int counts[MEMBERS], places[MEMBERS];
    MPI_Datatype column;

    for (int i = 0; i < size; i++) {
        counts[i] = ROWS;
        places[i] = i * STRIDE;
    }
    MPI_Type_vector(ROWS, 1, STRIDE, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Gatherv(own, 1, column, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gatherv(&own[0][rank], 1, column, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&column);
}

/* Rank i sends that many elements of its column; the root asks for the counts first. */
static void columns_of_lengths(int rank, int size)
{
    const int mine = ROWS - rank;
    int counts[MEMBERS], places[MEMBERS];
    MPI_Datatype element;

    MPI_Gather(&mine, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        places[i] = i * STRIDE;
    MPI_Type_create_resized(MPI_INT, 0, sizeof own[0], &element);
    MPI_Type_commit(&element);
    MPI_Gatherv(&own[0][rank], mine, element, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&element);
}

static void scattered(int rank, int size)
{
    int counts[MEMBERS], places[MEMBERS];
    MPI_Datatype column;

    for (int i = 0; i < size; i++) {
        counts[i] = ROWS - i;
        places[i] = i * STRIDE;
    }
    MPI_Scatter(all, COUNT, MPI_INT, own, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_vector(ROWS - rank, 1, STRIDE, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Scatterv(all, counts, places, MPI_INT, &own[0][rank], 1, column, 0, MPI_COMM_WORLD);
    MPI_Type_free(&column);
}

static void gathered_by_all(int rank, int size)
{
    (void)rank, (void)size;
    MPI_Allgather(own, COUNT, MPI_INT, all, COUNT, MPI_INT, MPI_COMM_WORLD);
}

/* ---- 6.9 to 6.11: reductions ----------------------------------------------------------------- */

static void inner_product(int rank, int size)
{
    double sum = rank, sums[COUNT] = {size}, c = 0, cs[COUNT];

    MPI_Reduce(&sum, &c, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(sums, cs, COUNT, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(sums, cs, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void largest_and_where(int rank, int size)
{
    struct {
        double value;
        int rank;
    } in[COUNT], out[COUNT];

    (void)size;
    for (int i = 0; i < COUNT; i++) {
        in[i].value = i ^ rank;
        in[i].rank = rank;
    }
    MPI_Reduce(in, out, COUNT, MPI_DOUBLE_INT, MPI_MAXLOC, 0, MPI_COMM_WORLD);
}

struct complex {
    double real, imaginary;
};

static void multiply(void *from, void *to, int *count, MPI_Datatype *type)
{
    const struct complex *in = from;
    struct complex *inout = to;

    (void)type;
    for (int i = 0; i < *count; i++) {
        const struct complex product = {
            inout[i].real * in[i].real - inout[i].imaginary * in[i].imaginary,
            inout[i].real * in[i].imaginary + inout[i].imaginary * in[i].real};

        inout[i] = product;
    }
}

static void own_product(int rank, int size)
{
    struct complex in[COUNT], out[COUNT];
    MPI_Datatype type;
    MPI_Op op;

    (void)size;
    for (int i = 0; i < COUNT; i++)
        in[i] = (struct complex){i, rank};
    MPI_Type_contiguous(2, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 1, &op);
    MPI_Reduce(in, out, COUNT, type, op, 0, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

struct marked {
    double value;
    int mark;
};

static void add_in_segments(void *from, void *to, int *count, MPI_Datatype *type)
{
    const struct marked *in = from;
    struct marked *inout = to;

    (void)type;
    for (int i = 0; i < *count; i++)
        if (in[i].mark == inout[i].mark)
            inout[i].value += in[i].value;
}

static void scan_of_segments(int rank, int size)
{
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, offsetof(struct marked, mark)};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT};
    struct marked in = {rank, rank / 2}, out;
    MPI_Datatype pair;
    MPI_Op op;

    (void)size;
    MPI_Type_create_struct(2, lengths, places, types, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(add_in_segments, 0, &op);
    MPI_Scan(&in, &out, 1, pair, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
}

/* ---- 6.12, 6.14: nonblocking ----------------------------------------------------------------- */

static void computed_meanwhile(int rank, int size)
{
    MPI_Request request;

    (void)rank, (void)size;
    MPI_Ibcast(all, 100, MPI_INT, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; i < ROWS; i++)
        own[i][0] += i;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void blocking_between(int rank, int size)
{
    MPI_Request request;

    (void)rank, (void)size;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Bcast(all, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void on_a_duplicate(int rank, int size)
{
    MPI_Request request;
    MPI_Comm duplicate;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
    if (rank == 0) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Bcast(all, COUNT, MPI_INT, 0, duplicate);
    } else {
        MPI_Bcast(all, COUNT, MPI_INT, 0, duplicate);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&duplicate);
}

static void barrier_goes_on(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == 0) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        send_to(1, 0, MPI_COMM_WORLD);
    } else {
        receive_from(0, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void mixed_requests(int rank, int size)
{
    MPI_Request requests[2];

    (void)size;
    if (rank == 0) {
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
        MPI_Send(own, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    } else {
        MPI_Irecv(own, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void three_at_once(int rank, int size)
{
    MPI_Request requests[3];

    (void)rank, (void)size;
    for (int i = 0; i < 3; i++) {
        own[i][0] = i;
        MPI_Ibcast(own[i], STRIDE, MPI_INT, 0, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

/* Pairs of three ranks overlap in a ring, and each starts both of its sums. */
static void overlapping_pairs(int rank, int size)
{
    double in[2] = {rank, 1}, out[2];
    MPI_Request requests[2];
    MPI_Comm pairs[3];
    int count = 0;

    for (int i = 0; i < 3; i++)
        MPI_Comm_split(MPI_COMM_WORLD, rank == i || rank == (i + 1) % size ? 0 : MPI_UNDEFINED,
                       rank, &pairs[i]);
    for (int i = 0; i < 3; i++)
        if (pairs[i] != MPI_COMM_NULL) {
            MPI_Iallreduce(&in[count], &out[count], 1, MPI_DOUBLE, MPI_SUM, pairs[i],
                           &requests[count]);
            count++;
        }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; i++)
        if (pairs[i] != MPI_COMM_NULL)
            MPI_Comm_free(&pairs[i]);
}

PROGRAMS(PROGRAM(broadcast),
         PROGRAM(gathered),
         PROGRAM(gathered_as_a_type),
         PROGRAM(columns_with_gaps),
         PROGRAM(columns_of_lengths),
         PROGRAM(scattered),
         PROGRAM(gathered_by_all),
         PROGRAM(inner_product),
         PROGRAM(largest_and_where),
         PROGRAM(own_product),
         PROGRAM(scan_of_segments),
         PROGRAM(computed_meanwhile),
         PROGRAM(blocking_between),
         PROGRAM(on_a_duplicate),
         PROGRAM(barrier_goes_on),
         PROGRAM(mixed_requests),
         PROGRAM(three_at_once),
         PROGRAM(overlapping_pairs))
