/* SPDX-License-Identifier: MIT */
/* Two ways to multiply matrices in strips, round a ring of processes. Each has a strip of A's rows
 * and computes the same rows of the product; strips of B go round the ring until all have seen
 * them. They are strips of B's columns in the one way, whose products with the rows are elements of
 * the result, and strips of its rows in the other, whose products are added up.
 *
 * What is multiplied is the table of a knight's moves from square to square of a chessboard, with
 * itself: that says in how many ways two moves lead from one square to another. As many lead back
 * to their start as there are moves. Process 0 compares both products with what it finds alone. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MIN = 3, SIDE_MAX = 32, SIDE_DEFAULT = 16, TAG_STRIP = 1 };

int proc_count, proc_rank;
MPI_Comm ring_comm;  /* the processes, in a ring */
int size;            /* rows and columns of the matrices: as many as the board has squares, */
int share;           /* those of a strip: the last strips may be filled up with zeros, */
int padded_size;     /* and of all strips */
int *rows_of_a;      /* this process's strips: share * padded_size, */
int *strip_of_b;     /* padded_size * share for columns, share * padded_size for rows, */
int *rows_of_c;

static const char usage[] =
    "usage: strips [side]\n"
    "Counts the ways of a knight in two moves on a board of that side, 3 to 32 (else 16), by\n"
    "multiplying matrices; for any number of processes.\n";

static int *take_numbers(int rows, int columns)
{
    int *numbers = calloc((size_t)rows * (size_t)columns, sizeof *numbers);

    if (numbers == NULL) {
        fprintf(stderr, "strips: no memory for %d x %d numbers\n", rows, columns);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return numbers;
}

/* ---- the ring ------------------------------------------------------------------------------ */

static void create_ring(void)
{
    int periodic = 1;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &proc_count, &periodic, 0, &ring_comm);
    share = (size + proc_count - 1) / proc_count;
    padded_size = share * proc_count;
    rows_of_a = take_numbers(share, padded_size);
    strip_of_b = take_numbers(share, padded_size);
    rows_of_c = take_numbers(share, padded_size);
}

static void free_ring(void)
{
    free(rows_of_c);
    free(strip_of_b);
    free(rows_of_a);
    MPI_Comm_free(&ring_comm);
}

/* Passes this process's strip of B on; whose strip is there then. */
static int pass_on(int owner)
{
    int before, after;

    MPI_Cart_shift(ring_comm, 0, 1, &before, &after);
    MPI_Sendrecv_replace(strip_of_b, share * padded_size, MPI_INT, after, TAG_STRIP, before,
                         TAG_STRIP, ring_comm, MPI_STATUS_IGNORE);
    return (owner + proc_count - 1) % proc_count;
}

/* Process 0 deals strips of rows of a matrix out, or gathers them. */
static void scatter_rows(const int *matrix, int *strip)
{
    MPI_Scatter(matrix, share * padded_size, MPI_INT, strip, share * padded_size, MPI_INT, 0,
                ring_comm);
}

static void gather_rows(int *matrix)
{
    MPI_Gather(rows_of_c, share * padded_size, MPI_INT, matrix, share * padded_size, MPI_INT, 0,
               ring_comm);
}

/* In a strip of columns each row has `share` numbers; in the matrix they lie a whole row apart, and
 * the next strip begins where the first row of this one ends. */
static void scatter_columns(const int *matrix, int *strip)
{
    MPI_Datatype columns, strip_type;

    MPI_Type_vector(padded_size, share, padded_size, MPI_INT, &columns);
    MPI_Type_create_resized(columns, 0, share * (MPI_Aint)sizeof(int), &strip_type);
    MPI_Type_commit(&strip_type);
    MPI_Scatter(matrix, 1, strip_type, strip, share * padded_size, MPI_INT, 0, ring_comm);
    MPI_Type_free(&strip_type);
    MPI_Type_free(&columns);
}

/* ---- the products -------------------------------------------------------------------------- */

/* Rows of A with columns of B: each gives one element. */
static void multiply_by_columns(const int *a, const int *b, int *c)
{
    int owner = proc_rank;

    scatter_rows(a, rows_of_a);
    scatter_columns(b, strip_of_b);
    for (int turn = 0; turn < proc_count; turn++) {
        for (int i = 0; i < share; i++) {
            for (int j = 0; j < share; j++) {
                int sum = 0;

                for (int k = 0; k < padded_size; k++)
                    sum += rows_of_a[i * padded_size + k] * strip_of_b[k * share + j];
                rows_of_c[i * padded_size + owner * share + j] = sum;
            }
        }
        owner = pass_on(owner);
    }
    gather_rows(c);
}

/* Rows of A with rows of B: each element of the one meets one row of the other. */
static void multiply_by_rows(const int *a, const int *b, int *c)
{
    int owner = proc_rank;

    scatter_rows(a, rows_of_a);
    scatter_rows(b, strip_of_b);
    memset(rows_of_c, 0, (size_t)share * (size_t)padded_size * sizeof *rows_of_c);
    for (int turn = 0; turn < proc_count; turn++) {
        for (int i = 0; i < share; i++)
            for (int k = 0; k < share; k++)
                for (int j = 0; j < padded_size; j++)
                    rows_of_c[i * padded_size + j] +=
                        rows_of_a[i * padded_size + owner * share + k] *
                        strip_of_b[k * padded_size + j];
        owner = pass_on(owner);
    }
    gather_rows(c);
}

/* ---- on process 0 -------------------------------------------------------------------------- */

static int *take_moves(int side)
{
    static const int steps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1},
                                    {-1, 2}};
    int *moves = take_numbers(padded_size, padded_size);

    for (int square = 0; square < size; square++) {
        for (int i = 0; i < 8; i++) {
            int row = square / side + steps[i][0], column = square % side + steps[i][1];

            if (row >= 0 && row < side && column >= 0 && column < side)
                moves[square * padded_size + row * side + column] = 1;
        }
    }
    return moves;
}

static int *take_product(const int *a, const int *b)
{
    int *c = take_numbers(padded_size, padded_size);

    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++)
            for (int j = 0; j < size; j++)
                c[i * padded_size + j] += a[i * padded_size + k] * b[k * padded_size + j];
    return c;
}

static bool compare(const char *how, const int *expected, const int *product)
{
    size_t bytes = (size_t)padded_size * (size_t)padded_size * sizeof *product;
    bool is_same = memcmp(expected, product, bytes) == 0;

    if (is_same)
        printf("rows with %s: the same as one process alone\n", how);
    else
        fprintf(stderr, "strips: rows with %s: not the same as one process alone\n", how);
    return is_same;
}

static bool tell_ways(int side, const int *moves, const int *ways)
{
    int move_count = 0, way_count = 0, back_count = 0;

    for (int i = 0; i < padded_size * padded_size; i++) {
        move_count += moves[i];
        way_count += ways[i];
    }
    for (int square = 0; square < size; square++)
        back_count += ways[square * padded_size + square];
    printf("board: %d x %d, a knight's moves: %d\n", side, side, move_count);
    printf("ways in two moves: %d, of them back to where they start: %d\n", way_count, back_count);
    return back_count == move_count;
}

/* ---- the program --------------------------------------------------------------------------- */

/* What every process does; the matrices are on process 0 only. */
static int count_ways(int side)
{
    int *moves = NULL, *product = NULL, *expected = NULL;
    bool is_right = true;

    size = side * side;
    create_ring();
    if (proc_rank == 0) {
        moves = take_moves(side);
        product = take_numbers(padded_size, padded_size);
        expected = take_product(moves, moves);
    }
    multiply_by_columns(moves, moves, product);
    if (proc_rank == 0)
        is_right = compare("columns", expected, product);
    multiply_by_rows(moves, moves, product);
    if (proc_rank == 0) {
        is_right = compare("rows", expected, product) && is_right;
        is_right = tell_ways(side, moves, product) && is_right;
    }
    free(expected);
    free(product);
    free(moves);
    free_ring();
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    bool is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "strips: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
    const char *odd = argc > 2 ? argv[2] : NULL;
    long side = SIDE_DEFAULT;
    int status;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    if (argc == 2) {
        char *end;

        side = strtol(argv[1], &end, 10);
        if (*end != '\0' || side < SIDE_MIN || side > SIDE_MAX)
            odd = argv[1];
    }
    status = odd != NULL ? show_usage(odd) : count_ways((int)side);
    MPI_Finalize();
    return status;
}
