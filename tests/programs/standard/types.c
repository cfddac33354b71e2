/* SPDX-License-Identifier: MIT */
/* Examples of chapter 5: datatypes and arrays. */
#include "example.h"

enum { TAG = 5 };

struct pair {
    double number;
    char letter;
};

static MPI_Datatype commit(MPI_Datatype type)
{
    MPI_Type_commit(&type);
    return type;
}

/* Frees the type. */
static void look_at(MPI_Datatype type, int bytes, MPI_Aint low, MPI_Aint end)
{
    MPI_Aint lb, extent;
    int found;

    MPI_Type_size(type, &found);
    MPI_Type_get_extent(type, &lb, &extent);
    must(found == bytes && lb == low && lb + extent == end);
    MPI_Type_free(&type);
}

static MPI_Datatype pair_type(void)
{
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {offsetof(struct pair, number), offsetof(struct pair, letter)};
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR};
    MPI_Datatype made;

    MPI_Type_create_struct(2, lengths, places, types, &made);
    return made;
}

/* 5.1 to 5.6, whose types are made of one another. */
static void example_5_1(void)
{
    const int ones_and_three[] = {3, 1}, at[] = {4, 0}, lengths[] = {2, 1, 3};
    const MPI_Aint places[] = {0, 16, 26};
    MPI_Datatype old = pair_type(), made;

    MPI_Type_contiguous(3, old, &made);
    look_at(made, 27, 0, 48);
    MPI_Type_vector(2, 3, 4, old, &made);
    look_at(made, 54, 0, 112);
    MPI_Type_vector(3, 1, -2, old, &made);
    look_at(made, 27, -64, 16);
    MPI_Type_indexed(2, ones_and_three, at, old, &made);
    look_at(made, 36, 0, 112);
    MPI_Type_create_struct(3, lengths, places, (MPI_Datatype[]){MPI_FLOAT, old, MPI_CHAR}, &made);
    look_at(made, 20, 0, 32);
    look_at(old, 9, 0, 16);
}

/* The places of six ranks in an array of 100 times 200 times 300. */
static void example_5_7(void)
{
    const int sizes[] = {100, 200, 300}, parts[] = {2, 1, 3};
    const int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK};
    const int arguments[] = {10, 0, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Datatype made;
    int i;

    for (i = 0; i < 6; i++) {
        MPI_Type_create_darray(6, i, 3, sizes, kinds, arguments, parts, MPI_ORDER_FORTRAN,
                               MPI_FLOAT, &made);
        look_at(made, 50 * 200 * 100 * 4, 0, 100 * 200 * 300 * 4);
    }
}

static void example_5_8(void)
{
    static float a[100][100];
    MPI_Aint first, tenth;

    MPI_Get_address(&a[0][0], &first);
    MPI_Get_address(&a[9][9], &tenth);
    must(MPI_Aint_diff(tenth, first) == 909 * (MPI_Aint)sizeof(float));
}

static void example_5_9(void)
{
    MPI_Datatype one, two;

    MPI_Type_create_resized(MPI_INT, -3, 9, &one);
    MPI_Type_contiguous(2, one, &two);
    look_at(two, 8, -3, 15);
    look_at(one, 4, -3, 6);
}

static void example_5_10(void)
{
    MPI_Datatype first, second;
    float a[20] = {0};

    MPI_Type_contiguous(5, MPI_FLOAT, &first);
    MPI_Type_commit(&first);
    second = first;
    MPI_Type_vector(3, 5, 4, MPI_FLOAT, &first);
    MPI_Type_commit(&first);
    AT(0) {
        MPI_Send(a, 1, second, 1, TAG, comm);
        MPI_Send(a, 1, first, 1, TAG, comm);
    }
    AT(1) {
        MPI_Recv(a, 5, MPI_FLOAT, 0, TAG, comm, IGNORE);
        MPI_Recv(a, 15, MPI_FLOAT, 0, TAG, comm, IGNORE);
    }
    MPI_Type_free(&first);
    MPI_Type_free(&second);
}

static void example_5_11(void)
{
    MPI_Datatype two, four, pairs;
    float a[4] = {1, 2, 3, 4};
    int i, j;

    MPI_Type_contiguous(2, MPI_FLOAT, &two);
    MPI_Type_contiguous(4, MPI_FLOAT, &four);
    MPI_Type_contiguous(2, two, &pairs);
    {
        const MPI_Datatype types[] = {MPI_FLOAT, commit(two), commit(pairs), commit(four)};
        const int counts[] = {4, 2, 1, 1};

        for (i = 0; i < 4; i++)
            for (j = 0; j < 4; j++) {
                AT(0)
                MPI_Send(a, counts[i], types[i], 1, TAG, comm);
                AT(1)
                MPI_Recv(a, counts[j], types[j], 0, TAG, comm, IGNORE);
            }
    }
    MPI_Type_free(&two);
    MPI_Type_free(&four);
    MPI_Type_free(&pairs);
}

static void example_5_12(void)
{
    float a[4] = {0};
    MPI_Datatype two;
    MPI_Status status;
    int count, i;

    MPI_Type_contiguous(2, MPI_FLOAT, &two);
    MPI_Type_commit(&two);
    for (i = 2; i <= 3; i++) {
        AT(0)
        MPI_Send(a, i, MPI_FLOAT, 1, 0, comm);
        AT(1) {
            MPI_Recv(a, 2, two, 0, 0, comm, &status);
            MPI_Get_count(&status, two, &count);
            must(count == (i == 2 ? 1 : MPI_UNDEFINED));
            MPI_Get_elements(&status, two, &count);
            must(count == i);
        }
    }
    MPI_Type_free(&two);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static float cube[100][100][100], from[100][100], to[100][100];

static void to_self(const void *send, int count, MPI_Datatype type, void *into, int into_count,
                    MPI_Datatype into_type)
{
    MPI_Sendrecv(send, count, type, rank, 0, into, into_count, into_type, rank, 0, comm, IGNORE);
}

static void example_5_13(void)
{
    static float section[9][9][9];
    MPI_Datatype one, two, three;

    cube[1 + 8][2 + 8][16] = 5;
    MPI_Type_vector(9, 1, 2, MPI_FLOAT, &one);
    MPI_Type_create_hvector(9, 1, 100 * sizeof(float), one, &two);
    MPI_Type_create_hvector(9, 1, 100 * 100 * sizeof(float), two, &three);
    MPI_Type_commit(&three);
    to_self(&cube[1][2][0], 1, three, section, 9 * 9 * 9, MPI_FLOAT);
    must(section[8][8][8] == 5);
    MPI_Type_free(&one);
    MPI_Type_free(&two);
    MPI_Type_free(&three);
}

static void fill_matrix(void)
{
    int i, j;

    for (i = 0; i < 100; i++)
        for (j = 0; j < 100; j++)
            from[i][j] = (float)(i * 100 + j);
    memset(to, 0, sizeof to);
}

static void example_5_14(void)
{
    int places[100], lengths[100], i;
    MPI_Datatype triangle;

    fill_matrix();
    for (i = 0; i < 100; i++) {
        places[i] = 100 * i + i + 1;
        lengths[i] = 99 - i;
    }
    MPI_Type_indexed(100, lengths, places, MPI_FLOAT, &triangle);
    MPI_Type_commit(&triangle);
    to_self(from, 1, triangle, to, 1, triangle);
    must(to[3][4] == from[3][4] && to[4][4] == 0 && to[4][3] == 0);
    MPI_Type_free(&triangle);
}

static void example_5_15(void)
{
    MPI_Datatype row, transposed;

    fill_matrix();
    MPI_Type_vector(100, 1, 100, MPI_FLOAT, &row);
    MPI_Type_create_hvector(100, 1, sizeof(float), row, &transposed);
    MPI_Type_commit(&transposed);
    to_self(from, 1, transposed, to, 100 * 100, MPI_FLOAT);
    must(to[3][7] == from[7][3] && to[99][0] == from[0][99]);
    MPI_Type_free(&row);
    MPI_Type_free(&transposed);
}

static void example_5_16(void)
{
    MPI_Datatype row, narrow;

    fill_matrix();
    MPI_Type_vector(100, 1, 100, MPI_FLOAT, &row);
    MPI_Type_create_resized(row, 0, sizeof(float), &narrow);
    MPI_Type_commit(&narrow);
    to_self(from, 100, narrow, to, 100 * 100, MPI_FLOAT);
    must(to[3][7] == from[7][3]);
    MPI_Type_free(&row);
    MPI_Type_free(&narrow);
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"5.1", example_5_1, 1},   {"5.7", example_5_7, 1},   {"5.8", example_5_8, 1},
        {"5.9", example_5_9, 1},   {"5.10", example_5_10, 2}, {"5.11", example_5_11, 2},
        {"5.12", example_5_12, 2}, {"5.13", example_5_13, 1}, {"5.14", example_5_14, 1},
        {"5.15", example_5_15, 1}, {"5.16", example_5_16, 1},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
