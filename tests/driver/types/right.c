/* SPDX-License-Identifier: MIT */
/* Calls with buffers of the types that their datatypes say, or whose types say nothing, and as long
 * as their counts say, or of unknown length. The compiler is silent. */
#include <complex.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    double x;
    int y;
} point;
union number {
    int whole;
    float real;
};
enum letter { A };

static int position;
static double reals[10], rows[4][5], *lines[4];
static float floats[10];
static int ints[10], pairs[2][2];
static unsigned number;
static short little;
static bool flag;
static enum letter letter;
static size_t size;
static int64_t wide;
static long long longest;
static MPI_Aint address;
static double _Complex complexes[2];
static float _Complex small_complexes[2];
static point points[2];
static union number numbers[2];
static char chars[80];
static wchar_t letters[4];

/* Macros, because functions would take void pointers. */
#define SEND(buffer, count, datatype) \
    MPI_Send(buffer, count, datatype, 0, 0, MPI_COMM_SELF)
#define SEND_INTS(buffer) MPI_Send((int *)(buffer), 2, MPI_INT, 0, 0, MPI_COMM_SELF)

void send_all(void *anything, MPI_Datatype unknown);
void send_all(void *anything, MPI_Datatype unknown)
{
    MPI_Send(anything, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 1, unknown, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(rows, 20, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&rows[1][0], 5, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(lines[0], 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(lines, 4, MPI_AINT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 80, MPI_BYTE, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 80, MPI_CHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 80, MPI_PACKED, 0, 0, MPI_COMM_SELF);
    MPI_Send(chars, 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(points, 2, MPI_DOUBLE_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(points, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(numbers, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&wide, 1, MPI_LONG, 0, 0, MPI_COMM_SELF);
    MPI_Send(&longest, 1, MPI_INT64_T, 0, 0, MPI_COMM_SELF);
    MPI_Send(&size, 1, MPI_UNSIGNED_LONG, 0, 0, MPI_COMM_SELF);
    MPI_Send(&address, 1, MPI_AINT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&letter, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(letters, 4, MPI_WCHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(&flag, 1, MPI_C_BOOL, 0, 0, MPI_COMM_SELF);
    MPI_Send(&little, 1, MPI_SHORT, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes, 2, MPI_C_DOUBLE_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 5, MPI_C_DOUBLE_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(small_complexes, 2, MPI_C_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(pairs, 2, MPI_2INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(pairs, 4, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 0, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send((float *)reals, 20, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send( /* as bits */ (int *)floats, 10, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send((const void *)((char *)reals + 8), 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    SEND(reals, 10, MPI_DOUBLE);
    SEND_INTS(reals);
    MPI_Allreduce(MPI_IN_PLACE, reals, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
    MPI_Bcast(MPI_BOTTOM, 0, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Gather(ints, 1, MPI_INT, reals, 4, MPI_BYTE, 0, MPI_COMM_SELF);
    MPI_Unpack(ints, 10, &position, reals, 1, MPI_DOUBLE, MPI_COMM_SELF);
    MPI_Pack(reals, 1, MPI_DOUBLE, ints, 10, &position, MPI_COMM_SELF);
    MPI_Sendrecv(reals, 1, MPI_DOUBLE, 0, 0, ints, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
}

struct block {
    double x, y, z;
    int count;
    double tail[1];
};

void send_structures(struct block *parts, MPI_Request *request, MPI_Win win, void **base);
void send_structures(struct block *parts, MPI_Request *request, MPI_Win win, void **base)
{
    static struct {
        double mass, place[3], speed[3];
    } body, bodies[5];
    static struct {
        float value;
        int place;
    } lowest;
    double *pointer = reals, **address_of_pointer = &pointer;
    char *text = chars;

    MPI_Send(&parts->x, 3, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(parts, 3, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(parts->tail, 100, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&body, 7, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(body.place, 6, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(bodies, 35, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&bodies[3], 14, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&body, sizeof(body), MPI_BYTE, 0, 0, MPI_COMM_SELF);
    MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_FLOAT_INT, MPI_MINLOC, MPI_COMM_SELF);
    MPI_Send(&pointer, sizeof(pointer), MPI_BYTE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&pointer, 1, MPI_AINT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&pointer, 1 * sizeof(pointer), MPI_CHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(*address_of_pointer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(base, 1, MPI_AINT, 0, 0, MPI_COMM_SELF);
    MPI_Send(text, 80, MPI_CHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(ints, 13, MPI_CHAR, 0, 0, MPI_COMM_SELF);
    MPI_Fetch_and_op(&flag, reals, MPI_DOUBLE, 0, 0, MPI_NO_OP, win);
    MPI_Psend_init(reals, 2, 5, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, request);
    if (sizeof(size) == sizeof(int))
        MPI_Send(&size, 1, MPI_UNSIGNED, 0, 0, MPI_COMM_SELF);
    else
        MPI_Send(&size, 1, MPI_UNSIGNED_LONG, 0, 0, MPI_COMM_SELF);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmpi-type"
    MPI_Send(reals, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
#pragma GCC diagnostic ignored "-Wmpi-count"
    MPI_Send(reals, 20, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
#pragma GCC diagnostic pop
}

void get_number(int *number);

void send_lengths(int n, MPI_Comm graph, int counts[], int displs[]);
void send_lengths(int n, MPI_Comm graph, int counts[], int displs[])
{
    int number = 100, length, nothing, few[4] = {0}, *grown = malloc(4 * sizeof *grown), *either;
    double *any = malloc((size_t)n * sizeof *any), *walking = reals + 10;
    struct block *tailed = malloc(sizeof *tailed + 9 * sizeof(double));

    get_number(&number);
    MPI_Send(few, number, MPI_INT, 0, 0, MPI_COMM_SELF);
    length = n > 4 ? 4 : n;
    MPI_Send(few, length, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(few, n, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(any, 100, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(grown, 4, MPI_INT, 0, 0, MPI_COMM_SELF);
    grown = realloc(grown, 8 * sizeof *grown);
    MPI_Send(grown, 8, MPI_INT, 0, 0, MPI_COMM_SELF);
    either = n > 0 ? few : grown;
    MPI_Send(either, 8, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(tailed->tail, 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(walking - 10, 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&rows[2][3], 7, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&rows[n][0], 20, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    /* These count only at the root, or where there are neighbours. */
    MPI_Gather(few, 4, MPI_INT, &nothing, 4, MPI_INT, 3, MPI_COMM_WORLD);
    MPI_Neighbor_allgather(few, 4, MPI_INT, &nothing, 4, MPI_INT, graph);
    MPI_Gatherv(few, 4, MPI_INT, &nothing, counts, displs, MPI_INT, 3, MPI_COMM_WORLD);
    free(any);
    free(grown);
    free(tailed);
}

void make_type(MPI_Datatype *datatype);

void send_derived(int n);
void send_derived(int n)
{
    MPI_Datatype row, column, changed, made, pair, types[2] = {MPI_DOUBLE, MPI_INT};
    int lengths[2];
    MPI_Aint places[2] = {offsetof(point, x), offsetof(point, y)};

    MPI_Type_contiguous(5, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    MPI_Send(rows, 4, row, 0, 0, MPI_COMM_SELF);
    MPI_Type_vector(4, 1, 5, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Send(&rows[0][4], 1, column, 0, 0, MPI_COMM_SELF);
    lengths[0] = 1;
    lengths[1] = 1;
    MPI_Type_create_struct(2, lengths, places, types, &pair);
    MPI_Type_commit(&pair);
    MPI_Send(points, 2, pair, 0, 0, MPI_COMM_SELF);
    changed = MPI_INT;
    if (n > 1)
        changed = MPI_DOUBLE;
    MPI_Send(ints, 1, changed, 0, 0, MPI_COMM_SELF);
    MPI_Type_contiguous(2, MPI_INT, &made);
    MPI_Type_free(&made);
    make_type(&made);
    MPI_Send(reals, 10, made, 0, 0, MPI_COMM_SELF);
    MPI_Type_free(&row);
    MPI_Type_free(&column);
    MPI_Type_free(&pair);
}

/* Displacements in bytes say where in the buffer the data of each member begin. */
void exchange_fields(void);
void exchange_fields(void)
{
    struct {
        int numbers[2];
        double low[2], high[2];
    } from = {{0}, {0}, {0}}, to;
    const int counts[2] = {2, 2}, bytes[2] = {8, 24};
    const MPI_Aint places[2] = {8, 24};
    const MPI_Datatype types[2] = {MPI_DOUBLE, MPI_DOUBLE};

    MPI_Neighbor_alltoallw(&from, counts, places, types, &to, counts, places, types,
                           MPI_COMM_SELF);
    MPI_Alltoallw(&from, counts, bytes, types, &to, counts, bytes, types, MPI_COMM_SELF);
}

/* Types that programs use for memory of any kind. */
typedef int any_int __attribute__((may_alias));
typedef long long two_longs __attribute__((vector_size(16)));

void send_anything(void);
void send_anything(void)
{
    static any_int any[4];
    static two_longs bits[4];
    static max_align_t pool[4];

    MPI_Send(any, 4, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send(bits, 4, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(pool, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
}
