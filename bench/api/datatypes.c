/* SPDX-License-Identifier: MIT */
/* Data that do not lie together: packed, unpacked, and sent between ranks 0 and 1 from such a
 * layout into the same one, beside loops written by hand. One line per point.
 *
 * Plain MPI: compiles with any library's mpicc.
 *
 *   datatypes [label [way [shape]]]
 *
 * prints lines of: label shape.way bytes us
 * where a way is hand (the loop by hand), pack, unpack, or pingpong (half a round trip), and
 * commit.indexed of 100000 blocks. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 15, BYTES_MAX = 4 << 20, SPREAD = 8, LISTED = 100000 };

static int rank;
static char *memory, *packed;

struct shape {
    const char *name;
    /* A type of about so many bytes of data, and of how many exactly. */
    int (*make)(int bytes, MPI_Datatype *type);
    /* The same by hand; NULL: there is no short way to write it. */
    void (*copy)(int bytes);
};

static int size_of(MPI_Datatype type)
{
    int size;

    MPI_Type_size(type, &size);
    return size;
}

/* ---- the shapes ----------------------------------------------------------------------------- */

enum { COLUMNS = 64 };

static int make_column(int bytes, MPI_Datatype *type)
{
    MPI_Type_vector(bytes / 8, 1, COLUMNS / 8, MPI_DOUBLE, type);
    return size_of(*type);
}

static void copy_column(int bytes)
{
    const double *from = (double *)(void *)memory;
    double *to = (double *)(void *)packed;
    int i, count = bytes / 8;

    for (i = 0; i < count; i++)
        to[i] = from[i * (COLUMNS / 8)];
}

/* Rows of 256 bytes out of rows of 1 KiB. */
static int make_face2d(int bytes, MPI_Datatype *type)
{
    MPI_Type_vector(bytes / 256, 32, 128, MPI_DOUBLE, type);
    return size_of(*type);
}

static void copy_face2d(int bytes)
{
    int i;

    for (i = 0; i < bytes / 256; i++)
        memcpy(packed + i * 256, memory + i * 1024, 256);
}

/* A cube's inner face: runs of 16 bytes, 16 of them in a plane. */
static int make_face3d(int bytes, MPI_Datatype *type)
{
    int sizes[3], parts[3] = {0, 16, 2}, starts[3] = {0, 3, 5};

    sizes[0] = parts[0] = bytes / 256;
    sizes[1] = 32, sizes[2] = 8;
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, type);
    return size_of(*type);
}

static void copy_face3d(int bytes)
{
    int i, j;
    char *to = packed;

    for (i = 0; i < bytes / 256; i++)
        for (j = 0; j < 16; j++, to += 16)
            memcpy(to, memory + ((i * 32 + 3 + j) * 8 + 5) * 8, 16);
}

static int *places, *lengths;

static int make_list(int count, int length, int step, MPI_Datatype *type)
{
    unsigned state = 1;
    int i, at = 0;

    for (i = 0; i < count; i++) {
        state = state * 1103515245 + 12345;
        places[i] = at;
        lengths[i] = length;
        at += length + 1 + (int)(state >> 16) % step;
    }
    MPI_Type_indexed(count, lengths, places, MPI_INT, type);
    return size_of(*type);
}

static int make_indexed_short(int bytes, MPI_Datatype *type)
{
    return make_list(bytes / 4, 1, 3, type);
}

static void copy_indexed_short(int bytes)
{
    const int *from = (int *)(void *)memory;
    int *to = (int *)(void *)packed, i;

    for (i = 0; i < bytes / 4; i++)
        to[i] = from[places[i]];
}

static int make_indexed_long(int bytes, MPI_Datatype *type)
{
    return make_list(bytes / 512, 128, 64, type);
}

static void copy_indexed_long(int bytes)
{
    int i;

    for (i = 0; i < bytes / 512; i++)
        memcpy(packed + i * 512, memory + places[i] * 4, 512);
}

static int make_indexed_mixed(int bytes, MPI_Datatype *type)
{
    int count = bytes / 20, i, at = 0;

    for (i = 0; i < count; i++) {
        places[i] = at;
        lengths[i] = 3 + i * 7 % 5;
        at += lengths[i] + 1 + i % 3;
    }
    MPI_Type_indexed(count, lengths, places, MPI_INT, type);
    return size_of(*type);
}

static void copy_indexed_mixed(int bytes)
{
    char *to = packed;
    int i;

    for (i = 0; to < packed + bytes; i++) {
        memcpy(to, memory + places[i] * 4, (size_t)lengths[i] * 4);
        to += lengths[i] * 4;
    }
}

struct record {
    int number;
    double values[3];
    char text[5];
    short end;
};

static int make_struct(int bytes, MPI_Datatype *type)
{
    int counts[] = {1, 3, 5, 1};
    MPI_Aint at[] = {offsetof(struct record, number), offsetof(struct record, values),
                     offsetof(struct record, text), offsetof(struct record, end)};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR, MPI_SHORT}, one;

    MPI_Type_create_struct(4, counts, at, types, &one);
    MPI_Type_contiguous(bytes / 35, one, type);
    MPI_Type_free(&one);
    return size_of(*type);
}

static void copy_struct(int bytes)
{
    const struct record *from = (struct record *)(void *)memory;
    char *to = packed;
    int i;

    for (i = 0; i < bytes / 35; i++, to += 35) {
        memcpy(to, &from[i].number, 4);
        memcpy(to + 4, from[i].values, 24);
        memcpy(to + 28, from[i].text, 5);
        memcpy(to + 33, &from[i].end, 2);
    }
}

/* Blocks of two ints in fours, the fours in rows. */
static int make_nested(int bytes, MPI_Datatype *type)
{
    MPI_Datatype inner, middle;

    MPI_Type_vector(4, 2, 3, MPI_INT, &inner);
    MPI_Type_create_hvector(4, 1, 64, inner, &middle);
    MPI_Type_create_hvector(bytes / 128, 1, 300, middle, type);
    MPI_Type_free(&inner);
    MPI_Type_free(&middle);
    return size_of(*type);
}

static void copy_nested(int bytes)
{
    int i, j, k;
    char *to = packed;

    for (i = 0; i < bytes / 128; i++)
        for (j = 0; j < 4; j++)
            for (k = 0; k < 4; k++, to += 8)
                memcpy(to, memory + i * 300 + j * 64 + k * 12, 8);
}

static int square_of(int bytes)
{
    int n = 1;

    while ((n + 1) * (n + 1) * 8 <= bytes)
        n++;
    return n;
}

/* A square matrix by columns. */
static int make_transposed(int bytes, MPI_Datatype *type)
{
    int n = square_of(bytes);
    MPI_Datatype column, narrow;

    MPI_Type_vector(n, 1, n, MPI_DOUBLE, &column);
    MPI_Type_create_resized(column, 0, 8, &narrow);
    MPI_Type_contiguous(n, narrow, type);
    MPI_Type_free(&column);
    MPI_Type_free(&narrow);
    return size_of(*type);
}

static void copy_transposed(int bytes)
{
    const double *from = (double *)(void *)memory;
    double *to = (double *)(void *)packed;
    int n = square_of(bytes), i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            to[i * n + j] = from[j * n + i];
}

/* ---- measuring ------------------------------------------------------------------------------ */

static int by_value(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;

    return (one > other) - (one < other);
}

struct point {
    const struct shape *shape;
    MPI_Datatype type;
    int bytes;
};

static void by_hand(const struct point *point)
{
    point->shape->copy(point->bytes);
}

static void pack(const struct point *point)
{
    int position = 0;

    MPI_Pack(memory, 1, point->type, packed, point->bytes, &position, MPI_COMM_SELF);
}

static void unpack(const struct point *point)
{
    int position = 0;

    MPI_Unpack(packed, point->bytes, &position, memory, 1, point->type, MPI_COMM_SELF);
}

static void ping_pong(const struct point *point)
{
    if (rank == 0)
        MPI_Send(memory, 1, point->type, 1, 1, MPI_COMM_WORLD);
    MPI_Recv(memory, 1, point->type, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(memory, 1, point->type, 0, 1, MPI_COMM_WORLD);
}

/* Microseconds, the median of the batches. */
static double measure(void (*run)(const struct point *point), const struct point *point)
{
    int runs = point->bytes < 65536 ? 200 : point->bytes < 1 << 20 ? 20 : 3, batch, i;
    double times[BATCHES];

    for (i = 0; i < runs; i++)
        run(point);
    for (batch = 0; batch < BATCHES; batch++) {
        double start = MPI_Wtime();

        for (i = 0; i < runs; i++)
            run(point);
        times[batch] = (MPI_Wtime() - start) / runs * 1e6;
    }
    qsort(times, BATCHES, sizeof times[0], by_value);
    return times[BATCHES / 2];
}

static const char *label = "heddle", *only_way, *only_shape;

static void report(const char *shape, const char *way, int bytes, double us)
{
    if (rank == 0)
        printf("%s %s.%s %d %.4f\n", label, shape, way, bytes, us);
    fflush(stdout);
}

static void measure_point(const struct shape *shape, int bytes)
{
    static const struct {
        const char *name;
        void (*run)(const struct point *point);
        double parts; /* of what is measured, each is one of what is reported */
    } ways[] = {{"hand", by_hand, 1}, {"pack", pack, 1}, {"unpack", unpack, 1},
                {"pingpong", ping_pong, 2}};
    struct point point = {.shape = shape};
    size_t i;

    point.bytes = shape->make(bytes, &point.type);
    MPI_Type_commit(&point.type);
    for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (only_way != NULL && strcmp(only_way, ways[i].name) != 0)
            continue;
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 || ways[i].run == ping_pong)
            report(shape->name, ways[i].name, point.bytes,
                   measure(ways[i].run, &point) / ways[i].parts);
    }
    MPI_Type_free(&point.type);
}

static void measure_commit(void)
{
    double times[BATCHES];
    int i;

    for (i = 0; i < BATCHES; i++) {
        double start;
        MPI_Datatype type;
        int j;

        for (j = 0; j < LISTED; j++) {
            places[j] = j * 9 + j % 3;
            lengths[j] = 1 + j % 5;
        }
        start = MPI_Wtime();
        MPI_Type_indexed(LISTED, lengths, places, MPI_INT, &type);
        MPI_Type_commit(&type);
        times[i] = (MPI_Wtime() - start) * 1e6;
        MPI_Type_free(&type);
    }
    qsort(times, BATCHES, sizeof times[0], by_value);
    report("commit", "indexed", LISTED, times[BATCHES / 2]);
}

int main(int argc, char **argv)
{
    static const struct shape shapes[] = {
        {"column", make_column, copy_column},
        {"face2d", make_face2d, copy_face2d},
        {"face3d", make_face3d, copy_face3d},
        {"indexed.short", make_indexed_short, copy_indexed_short},
        {"indexed.long", make_indexed_long, copy_indexed_long},
        {"indexed.mixed", make_indexed_mixed, copy_indexed_mixed},
        {"struct", make_struct, copy_struct},
        {"nested", make_nested, copy_nested},
        {"transposed", make_transposed, copy_transposed},
    };
    static const int sizes[] = {1 << 10, 16 << 10, 256 << 10, BYTES_MAX};
    size_t i, j;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    label = argc > 1 ? argv[1] : label;
    only_way = argc > 2 ? argv[2] : NULL;
    only_shape = argc > 3 ? argv[3] : NULL;
    memory = calloc(SPREAD, BYTES_MAX);
    packed = calloc(1, BYTES_MAX);
    places = malloc(BYTES_MAX);
    lengths = malloc(BYTES_MAX);
    memset(packed, 1, BYTES_MAX);
    memset(memory, 1, (size_t)SPREAD * BYTES_MAX);
    for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (j = 0; j < sizeof sizes / sizeof sizes[0]; j++)
            if (only_shape == NULL || strcmp(only_shape, shapes[i].name) == 0)
                measure_point(&shapes[i], sizes[j]);
    measure_commit();
    MPI_Finalize();
    return 0;
}
