/* SPDX-License-Identifier: MIT */
/* Examples of chapter 6: collective operations. */
#include "example.h"

enum { COUNT = 100, COLUMNS = 150, ROOT = 0 };

static int sent[COUNT], matrix[COUNT][COLUMNS];

static void fill_sent(void)
{
    int i;

    for (i = 0; i < COUNT; i++)
        sent[i] = rank * 1000 + i;
}

static void fill_matrix(void)
{
    int i, j;

    for (i = 0; i < COUNT; i++)
        for (j = 0; j < COLUMNS; j++)
            matrix[i][j] = rank * 100000 + i * COLUMNS + j;
}

/* ---- broadcast and gather -------------------------------------------------------------------- */

static void example_6_1(void)
{
    int array[COUNT], i;

    for (i = 0; i < COUNT; i++)
        array[i] = rank == ROOT ? i : -1;
    MPI_Bcast(array, COUNT, MPI_INT, ROOT, comm);
    must(array[0] == 0 && array[COUNT - 1] == COUNT - 1);
}

static void look_at_gathered(const int *gathered, int stride)
{
    int i;

    for (i = 0; i < size; i++)
        must(gathered[i * stride] == i * 1000 && gathered[i * stride + 99] == i * 1000 + 99);
}

static int *ints(int count)
{
    int *made = malloc((size_t)count * sizeof *made);

    must(made != NULL);
    return made;
}

static void example_6_2(void)
{
    int *gathered = ints(size * COUNT);

    fill_sent();
    MPI_Gather(sent, COUNT, MPI_INT, gathered, COUNT, MPI_INT, ROOT, comm);
    if (rank == ROOT)
        look_at_gathered(gathered, COUNT);
    free(gathered);
}

static void example_6_3(void)
{
    int *gathered = NULL;

    fill_sent();
    if (rank == ROOT)
        gathered = ints(size * COUNT);
    MPI_Gather(sent, COUNT, MPI_INT, gathered, COUNT, MPI_INT, ROOT, comm);
    if (rank == ROOT)
        look_at_gathered(gathered, COUNT);
    free(gathered);
}

static void example_6_4(void)
{
    int *gathered = ints(size * COUNT);
    MPI_Datatype hundred;

    fill_sent();
    MPI_Type_contiguous(COUNT, MPI_INT, &hundred);
    MPI_Type_commit(&hundred);
    MPI_Gather(sent, COUNT, MPI_INT, gathered, 1, hundred, ROOT, comm);
    if (rank == ROOT)
        look_at_gathered(gathered, COUNT);
    MPI_Type_free(&hundred);
    free(gathered);
}

struct blocks {
    int counts[16], places[16], end;
};

/* Each member's block has `less` elements less than that of the one before. */
static struct blocks blocks_of(int stride, int less)
{
    struct blocks made;
    int i;

    for (i = 0; i < size; i++) {
        made.counts[i] = COUNT - i * less;
        made.places[i] = i * stride;
    }
    made.end = made.places[size - 1] + made.counts[size - 1];
    return made;
}

static void example_6_5(void)
{
    const struct blocks blocks = blocks_of(120, 0);
    int *gathered = ints(blocks.end);

    fill_sent();
    MPI_Gatherv(sent, COUNT, MPI_INT, gathered, blocks.counts, blocks.places, MPI_INT, ROOT, comm);
    if (rank == ROOT)
        look_at_gathered(gathered, 120);
    free(gathered);
}

static void look_at_columns(const int *gathered, const struct blocks *blocks, bool is_own_column)
{
    int i, j;

    for (i = 0; i < size; i++)
        for (j = 0; j < blocks->counts[i]; j++)
            must(gathered[blocks->places[i] + j] ==
                 i * 100000 + j * COLUMNS + (is_own_column ? i : 0));
}

static void gather_columns(const void *from, int count, MPI_Datatype type,
                           const struct blocks *blocks, bool is_own_column)
{
    int *gathered = ints(blocks->end);

    MPI_Gatherv(from, count, type, gathered, blocks->counts, blocks->places, MPI_INT, ROOT, comm);
    if (rank == ROOT)
        look_at_columns(gathered, blocks, is_own_column);
    free(gathered);
}

static MPI_Datatype column_of(int count)
{
    MPI_Datatype column;

    MPI_Type_vector(count, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_commit(&column);
    return column;
}

static MPI_Datatype int_per_row(void)
{
    MPI_Datatype type;

    MPI_Type_create_resized(MPI_INT, 0, COLUMNS * sizeof(int), &type);
    MPI_Type_commit(&type);
    return type;
}

static void example_6_6(void)
{
    const struct blocks blocks = blocks_of(120, 0);
    MPI_Datatype column = column_of(COUNT);

    fill_matrix();
    gather_columns(matrix, 1, column, &blocks, false);
    MPI_Type_free(&column);
}

static void example_6_7(void)
{
    const struct blocks blocks = blocks_of(120, 1);
    MPI_Datatype column = column_of(COUNT - rank);

    fill_matrix();
    gather_columns(&matrix[0][rank], 1, column, &blocks, true);
    MPI_Type_free(&column);
}

static void example_6_8(void)
{
    const struct blocks blocks = blocks_of(120, 1);
    MPI_Datatype type = int_per_row();

    fill_matrix();
    gather_columns(&matrix[0][rank], COUNT - rank, type, &blocks, true);
    MPI_Type_free(&type);
}

/* The stride varies from block to block. */
static struct blocks varying_blocks(void)
{
    struct blocks made = blocks_of(0, 1);
    int i, offset = 0;

    for (i = 0; i < size; i++) {
        made.places[i] = offset;
        offset += 110 + 7 * i;
    }
    made.end = made.places[size - 1] + made.counts[size - 1];
    return made;
}

static void example_6_9(void)
{
    const struct blocks blocks = varying_blocks();
    MPI_Datatype column = column_of(COUNT - rank);

    fill_matrix();
    gather_columns(&matrix[0][rank], 1, column, &blocks, true);
    MPI_Type_free(&column);
}

static void example_6_10(void)
{
    struct blocks blocks = {{0}, {0}, 0};
    MPI_Datatype type = int_per_row();
    int number = 10 + rank, i;

    fill_matrix();
    MPI_Gather(&number, 1, MPI_INT, blocks.counts, 1, MPI_INT, ROOT, comm);
    for (i = 1; i < size; i++)
        blocks.places[i] = blocks.places[i - 1] + blocks.counts[i - 1];
    blocks.end = blocks.places[size - 1] + blocks.counts[size - 1];
    gather_columns(&matrix[0][rank], number, type, &blocks, true);
    MPI_Type_free(&type);
}

/* ---- scatter --------------------------------------------------------------------------------- */

static int *numbers(int count)
{
    int *made = ints(count), i;

    for (i = 0; i < count; i++)
        made[i] = i;
    return made;
}

static void example_6_11(void)
{
    int *all = numbers(size * COUNT), own[COUNT];

    MPI_Scatter(all, COUNT, MPI_INT, own, COUNT, MPI_INT, ROOT, comm);
    must(own[0] == rank * COUNT && own[COUNT - 1] == rank * COUNT + COUNT - 1);
    free(all);
}

static void example_6_12(void)
{
    const struct blocks blocks = blocks_of(130, 0);
    int *all = numbers(blocks.end), own[COUNT];

    MPI_Scatterv(all, blocks.counts, blocks.places, MPI_INT, own, COUNT, MPI_INT, ROOT, comm);
    must(own[0] == rank * 130 && own[COUNT - 1] == rank * 130 + COUNT - 1);
    free(all);
}

static void example_6_13(void)
{
    const struct blocks blocks = varying_blocks();
    MPI_Datatype column = column_of(COUNT - rank);
    int *all = numbers(blocks.end);

    fill_matrix();
    MPI_Scatterv(all, blocks.counts, blocks.places, MPI_INT, &matrix[0][rank], 1, column, ROOT,
                 comm);
    must(matrix[9][rank] == blocks.places[rank] + 9);
    MPI_Type_free(&column);
    free(all);
}

static void example_6_14(void)
{
    int *gathered = ints(size * COUNT);

    fill_sent();
    MPI_Allgather(sent, COUNT, MPI_INT, gathered, COUNT, MPI_INT, comm);
    look_at_gathered(gathered, COUNT);
    free(gathered);
}

/* ---- nonblocking ----------------------------------------------------------------------------- */

static void example_6_25(void)
{
    int other[COUNT], i;
    MPI_Request request;

    fill_sent();
    MPI_Ibcast(sent, COUNT, MPI_INT, ROOT, comm, &request);
    for (i = 0; i < COUNT; i++)
        other[i] = i * i;
    MPI_Wait(&request, IGNORE);
    must(sent[5] == 5 && other[9] == 81);
}

static int one = 1, two = 2, three = 3;

/* The two messages may come in either order. */
static void example_6_29(void)
{
    int sum;
    MPI_Comm of_three;

    MPI_Comm_split(comm, rank < 3 ? 0 : MPI_UNDEFINED, rank, &of_three);
    AT(0) {
        MPI_Bcast(&one, 1, MPI_INT, 0, of_three);
        MPI_Send(&two, 1, MPI_INT, 1, 0, of_three);
    }
    AT(1) {
        MPI_Recv(&sum, 1, MPI_INT, MPI_ANY_SOURCE, 0, of_three, IGNORE);
        MPI_Bcast(&one, 1, MPI_INT, 0, of_three);
        MPI_Recv(&two, 1, MPI_INT, MPI_ANY_SOURCE, 0, of_three, IGNORE);
        must(sum + two == 4);
    }
    AT(2) {
        MPI_Send(&two, 1, MPI_INT, 1, 0, of_three);
        MPI_Bcast(&one, 1, MPI_INT, 0, of_three);
    }
    if (rank < 3)
        MPI_Comm_free(&of_three);
}

static void example_6_30(void)
{
    MPI_Request request;

    MPI_Ibarrier(comm, &request);
    MPI_Bcast(&one, 1, MPI_INT, 0, comm);
    MPI_Wait(&request, IGNORE);
}

/* The second part: the operations in a different order, on two communicators. */
static void example_6_31(void)
{
    MPI_Request request;
    MPI_Comm other;

    MPI_Comm_dup(comm, &other);
    if (rank == 0) {
        MPI_Ibarrier(comm, &request);
        MPI_Bcast(&one, 1, MPI_INT, 0, other);
    } else {
        MPI_Bcast(&one, 1, MPI_INT, 0, other);
        MPI_Ibarrier(comm, &request);
    }
    MPI_Wait(&request, IGNORE);
    MPI_Comm_free(&other);
}

static void example_6_32(void)
{
    MPI_Request request;

    MPI_Ibarrier(comm, &request);
    AT(1)
    MPI_Recv(&two, 1, MPI_INT, 0, 0, comm, IGNORE);
    MPI_Wait(&request, IGNORE);
    AT(0)
    MPI_Send(&two, 1, MPI_INT, 1, 0, comm);
}

static void example_6_34(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};

    AT(1)
    MPI_Irecv(&two, 1, MPI_INT, 0, 0, comm, &requests[0]);
    MPI_Ibarrier(comm, &requests[1]);
    AT(0)
    MPI_Send(&two, 1, MPI_INT, 1, 0, comm);
    MPI_Waitall(2, requests, IGNORE_ALL);
}

static void example_6_35(void)
{
    MPI_Request requests[3];

    one = rank == 0 ? 1 : 0;
    MPI_Ibcast(&one, 1, MPI_INT, 0, comm, &requests[0]);
    two = rank == 0 ? 2 : 0;
    MPI_Ibcast(&two, 1, MPI_INT, 0, comm, &requests[1]);
    three = rank == 0 ? 3 : 0;
    MPI_Ibcast(&three, 1, MPI_INT, 0, comm, &requests[2]);
    MPI_Waitall(3, requests, IGNORE_ALL);
    must(one == 1 && two == 2 && three == 3);
}

/* Each of three ranks shares a communicator with each other. */
static void example_6_36(void)
{
    MPI_Comm with[3]; /* the one that rank i has no part in */
    MPI_Request requests[2];
    int sums[3] = {0}, value = rank, i, count = 0;

    for (i = 0; i < 3; i++)
        MPI_Comm_split(comm, rank < 3 && rank != i ? 0 : MPI_UNDEFINED, rank, &with[i]);
    for (i = 0; i < 3; i++)
        if (with[i] != MPI_COMM_NULL)
            MPI_Iallreduce(&value, &sums[i], 1, MPI_INT, MPI_SUM, with[i], &requests[count++]);
    MPI_Waitall(count, requests, IGNORE_ALL);
    for (i = 0; i < 3; i++) {
        if (with[i] == MPI_COMM_NULL)
            continue;
        must(sums[i] == 3 - i);
        MPI_Comm_free(&with[i]);
    }
}

static void example_6_37(void)
{
    MPI_Request requests[2];

    one = rank == 0 ? 11 : 0;
    MPI_Ibcast(&one, 1, MPI_INT, 0, comm, &requests[0]);
    two = rank == 0 ? 12 : 0;
    MPI_Ibcast(&two, 1, MPI_INT, 0, comm, &requests[1]);
    MPI_Wait(&requests[1], IGNORE);
    must(two == 12);
    MPI_Wait(&requests[0], IGNORE);
    must(one == 11);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"6.1", example_6_1, 1},   {"6.2", example_6_2, 1},   {"6.3", example_6_3, 1},
        {"6.4", example_6_4, 1},   {"6.5", example_6_5, 1},   {"6.6", example_6_6, 1},
        {"6.7", example_6_7, 1},   {"6.8", example_6_8, 1},   {"6.9", example_6_9, 1},
        {"6.10", example_6_10, 1}, {"6.11", example_6_11, 1}, {"6.12", example_6_12, 1},
        {"6.13", example_6_13, 1}, {"6.14", example_6_14, 1}, {"6.25", example_6_25, 1},
        {"6.29", example_6_29, 3}, {"6.30", example_6_30, 1}, {"6.31", example_6_31, 2},
        {"6.32", example_6_32, 2}, {"6.34", example_6_34, 2}, {"6.35", example_6_35, 1},
        {"6.36", example_6_36, 3}, {"6.37", example_6_37, 1},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
