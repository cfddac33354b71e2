/* SPDX-License-Identifier: MIT */
/* Examples of chapter 6: reductions and scans. */
#include "example.h"

enum { ROWS = 7, COLUMNS = 5, COUNT = 30, LEN = 1000, ROOT = 0 };

static void example_6_15(void)
{
    float a[ROWS], b[ROWS], own = 0, all = 0;
    int i;

    for (i = 0; i < ROWS; i++) {
        a[i] = 2;
        b[i] = (float)rank;
        own += a[i] * b[i];
    }
    MPI_Reduce(&own, &all, 1, MPI_FLOAT, MPI_SUM, ROOT, comm);
    must(rank != ROOT || all == (float)(ROWS * size * (size - 1)));
}

static void multiply(float own[])
{
    int i, j;

    for (j = 0; j < COLUMNS; j++) {
        own[j] = 0;
        for (i = 0; i < ROWS; i++)
            own[j] += (float)(rank * j);
    }
}

static void look_at_products(const float all[])
{
    int j;

    for (j = 0; j < COLUMNS; j++)
        must(all[j] == (float)(ROWS * j * size * (size - 1) / 2));
}

static void example_6_16(void)
{
    float own[COLUMNS], all[COLUMNS];

    multiply(own);
    MPI_Reduce(own, all, COLUMNS, MPI_FLOAT, MPI_SUM, ROOT, comm);
    if (rank == ROOT)
        look_at_products(all);
}

static void example_6_17(void)
{
    struct {
        double value;
        uint64_t index;
    } in = {rank, (uint64_t)rank + 5}, out;
    MPI_Datatype pair;

    MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &pair);
    if (pair == MPI_DATATYPE_NULL)
        return;
    MPI_Reduce(&in, &out, 1, pair, MPI_MAXLOC, ROOT, comm);
    must(rank != ROOT || out.index == (uint64_t)size + 4);
}

static void example_6_18(void)
{
    struct {
        double value;
        int rank;
    } in[COUNT], out[COUNT];
    int i;

    for (i = 0; i < COUNT; i++) {
        in[i].value = (i + rank) % size;
        in[i].rank = rank;
    }
    MPI_Reduce(in, out, COUNT, MPI_DOUBLE_INT, MPI_MAXLOC, ROOT, comm);
    for (i = 0; rank == ROOT && i < COUNT; i++)
        must(out[i].value == size - 1 && (i + out[i].rank) % size == size - 1);
}

static void example_6_20(void)
{
    static float values[LEN];
    struct {
        float value;
        int index;
    } in, out;
    int i;

    for (i = 0; i < LEN; i++)
        values[i] = (float)((i + 17) % LEN + 1 - rank);
    in.value = values[0];
    in.index = 0;
    for (i = 1; i < LEN; i++)
        if (in.value > values[i]) {
            in.value = values[i];
            in.index = i;
        }
    in.index += rank * LEN;
    MPI_Reduce(&in, &out, 1, MPI_FLOAT_INT, MPI_MINLOC, ROOT, comm);
    if (rank == ROOT)
        must(out.index / LEN == size - 1 && out.index % LEN == LEN - 17 &&
             out.value == (float)(2 - size));
}

/* ---- operations of the user ------------------------------------------------------------------ */

struct complex {
    double real, imaginary;
};

static void multiply_complex(void *given, void *changed, int *count, MPI_Datatype *type)
{
    const struct complex *in = given;
    struct complex *inout = changed;
    int i;

    (void)type;
    for (i = 0; i < *count; i++)
        inout[i] = (struct complex){
            inout[i].real * in[i].real - inout[i].imaginary * in[i].imaginary,
            inout[i].real * in[i].imaginary + inout[i].imaginary * in[i].real,
        };
}

static void example_6_21(void)
{
    struct complex own[100], product[100];
    MPI_Datatype type;
    MPI_Op op;
    int i;

    for (i = 0; i < 100; i++)
        own[i] = (struct complex){0, 1};
    MPI_Type_contiguous(2, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply_complex, 1, &op);
    MPI_Reduce(own, product, 100, type, op, ROOT, comm);
    must(rank != ROOT || product[99].real * product[99].real +
                                 product[99].imaginary * product[99].imaginary == 1);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

static void example_6_23(void)
{
    float own[COLUMNS], all[COLUMNS];

    multiply(own);
    MPI_Allreduce(own, all, COLUMNS, MPI_FLOAT, MPI_SUM, comm);
    look_at_products(all);
}

struct segment {
    double value;
    int log;
};

/* The values of a segment are summed, and a new one begins where `log` changes. */
static void scan_segment(void *given, void *changed, int *count, MPI_Datatype *type)
{
    const struct segment *in = given;
    struct segment *inout = changed;
    int i;

    (void)type;
    for (i = 0; i < *count; i++)
        if (in[i].log == inout[i].log)
            inout[i].value += in[i].value;
}

static void example_6_24(void)
{
    struct segment own = {1, rank / 2}, sum;
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, pair;
    int lengths[2] = {1, 1};
    MPI_Aint places[2], base;
    MPI_Op op;

    MPI_Get_address(&own, &base);
    MPI_Get_address(&own.value, &places[0]);
    MPI_Get_address(&own.log, &places[1]);
    places[0] = MPI_Aint_diff(places[0], base);
    places[1] = MPI_Aint_diff(places[1], base);
    MPI_Type_create_struct(2, lengths, places, types, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(scan_segment, 0, &op);
    MPI_Scan(&own, &sum, 1, pair, op, comm);
    must(sum.value == rank % 2 + 1);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"6.15", example_6_15, 1}, {"6.16", example_6_16, 1}, {"6.17", example_6_17, 1},
        {"6.18", example_6_18, 1}, {"6.20", example_6_20, 1}, {"6.21", example_6_21, 1},
        {"6.23", example_6_23, 1}, {"6.24", example_6_24, 1},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
