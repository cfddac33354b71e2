/* SPDX-License-Identifier: MIT */
/* Data that do not lie together: packed, unpacked, and sent between ranks 0 and 1 from such a
 * layout into the same one, beside loops written by hand. One line per point.
 *
 * Plain MPI: compiles with any library's mpicc.
 *
 *   datatypes [label [way [shape]]]
 *
 * prints lines of: label shape.way bytes us
 * where a way is pack, unpack, or pingpong (half a round trip), and commit.indexed of 100000
 * blocks. With the label heddle also what limits them: hand.pack and hand.unpack, the loops by
 * hand; hand.pingpong, a ping-pong of contiguous bytes that are packed and unpacked by hand; and
 * direct.pingpong, one in which the receiver gets the address of the sender's data and copies them
 * by hand, layout to layout, as ranks that share their memory can. */
#include <mpi.h>
#include <stdbool.h>
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
    void (*hand[3])(char *near, char *other, int bytes); /* by enum way */
};

/* From a layout to contiguous bytes, back, and to the layout from the same one elsewhere. */
enum way { PACK, UNPACK, ALIKE };

#define INLINE static inline __attribute__((always_inline))

/* Some bytes that lie at `place` in the layout and at `at` when they are packed. */
INLINE void move(const enum way way, char *near, char *other, long place, long at, size_t bytes)
{
    if (way == PACK)
        memcpy(other + at, near + place, bytes);
    else
        memcpy(near + place, other + (way == UNPACK ? at : place), bytes);
}

/* A loop by hand, walk_<shape>, in each way. */
#define BY_HAND(shape)                                               \
    static void pack_##shape(char *near, char *other, int bytes)     \
    {                                                                \
        walk_##shape(PACK, near, other, bytes);                      \
    }                                                                \
    static void unpack_##shape(char *near, char *other, int bytes)   \
    {                                                                \
        walk_##shape(UNPACK, near, other, bytes);                    \
    }                                                                \
    static void alike_##shape(char *near, char *other, int bytes)    \
    {                                                                \
        walk_##shape(ALIKE, near, other, bytes);                     \
    }

#define SHAPE(name, shape) {name, make_##shape, {pack_##shape, unpack_##shape, alike_##shape}}

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

INLINE void walk_column(const enum way way, char *near, char *other, int bytes)
{
    int i, count = bytes / 8;

    for (i = 0; i < count; i++)
        move(way, near, other, i * COLUMNS, i * 8, 8);
}
BY_HAND(column)

/* Rows of 256 bytes out of rows of 1 KiB. */
static int make_face2d(int bytes, MPI_Datatype *type)
{
    MPI_Type_vector(bytes / 256, 32, 128, MPI_DOUBLE, type);
    return size_of(*type);
}

INLINE void walk_face2d(const enum way way, char *near, char *other, int bytes)
{
    int i;

    for (i = 0; i < bytes / 256; i++)
        move(way, near, other, i * 1024, i * 256, 256);
}
BY_HAND(face2d)

/* A cube's inner face: runs of 16 bytes, 16 of them in a plane. */
static int make_face3d(int bytes, MPI_Datatype *type)
{
    int sizes[3], parts[3] = {0, 16, 2}, starts[3] = {0, 3, 5};

    sizes[0] = parts[0] = bytes / 256;
    sizes[1] = 32, sizes[2] = 8;
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, type);
    return size_of(*type);
}

INLINE void walk_face3d(const enum way way, char *near, char *other, int bytes)
{
    int i, j;

    for (i = 0; i < bytes / 256; i++)
        for (j = 0; j < 16; j++)
            move(way, near, other, ((i * 32 + 3 + j) * 8 + 5) * 8, (i * 16 + j) * 16, 16);
}
BY_HAND(face3d)

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

INLINE void walk_indexed_short(const enum way way, char *near, char *other, int bytes)
{
    const int *from = places;
    int i;

    for (i = 0; i < bytes / 4; i++)
        move(way, near, other, from[i] * 4L, i * 4, 4);
}
BY_HAND(indexed_short)

static int make_indexed_long(int bytes, MPI_Datatype *type)
{
    return make_list(bytes / 512, 128, 64, type);
}

INLINE void walk_indexed_long(const enum way way, char *near, char *other, int bytes)
{
    int i;

    for (i = 0; i < bytes / 512; i++)
        move(way, near, other, places[i] * 4L, i * 512, 512);
}
BY_HAND(indexed_long)

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

INLINE void walk_indexed_mixed(const enum way way, char *near, char *other, int bytes)
{
    int i, at = 0;

    for (i = 0; at < bytes; at += lengths[i++] * 4)
        move(way, near, other, places[i] * 4L, at, (size_t)lengths[i] * 4);
}
BY_HAND(indexed_mixed)

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

INLINE void walk_struct(const enum way way, char *near, char *other, int bytes)
{
    const int size = sizeof(struct record);
    int i;

    for (i = 0; i < bytes / 35; i++) {
        move(way, near, other, i * size, i * 35, 4);
        move(way, near, other, i * size + (int)offsetof(struct record, values), i * 35 + 4, 24);
        move(way, near, other, i * size + (int)offsetof(struct record, text), i * 35 + 28, 5);
        move(way, near, other, i * size + (int)offsetof(struct record, end), i * 35 + 33, 2);
    }
}
BY_HAND(struct)

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

INLINE void walk_nested(const enum way way, char *near, char *other, int bytes)
{
    int i, j, k;

    for (i = 0; i < bytes / 128; i++)
        for (j = 0; j < 4; j++)
            for (k = 0; k < 4; k++)
                move(way, near, other, i * 300L + j * 64 + k * 12, i * 128 + j * 32 + k * 8, 8);
}
BY_HAND(nested)

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

INLINE void walk_transposed(const enum way way, char *near, char *other, int bytes)
{
    int n = square_of(bytes), i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            move(way, near, other, (j * n + i) * 8, (i * n + j) * 8, 8);
}
BY_HAND(transposed)

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

static void pack_by_hand(const struct point *point)
{
    point->shape->hand[PACK](memory, packed, point->bytes);
}

static void unpack_by_hand(const struct point *point)
{
    point->shape->hand[UNPACK](memory, packed, point->bytes);
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

static void ping_pong_packed(const struct point *point)
{
    int turn;

    for (turn = 0; turn < 2; turn++)
        if (rank == turn) {
            pack_by_hand(point);
            MPI_Send(packed, point->bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(packed, point->bytes, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            unpack_by_hand(point);
        }
}

/* The next message says that the sender's data have been copied. */
static void ping_pong_direct(const struct point *point)
{
    int turn;

    for (turn = 0; turn < 2; turn++) {
        char *far = memory;

        if (rank == turn) {
            MPI_Send(&far, sizeof far, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(&far, sizeof far, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            point->shape->hand[ALIKE](memory, far, point->bytes);
        }
    }
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
        int ranks;       /* that take part */
        bool is_a_limit; /* measured once, not with each library */
    } ways[] = {{"hand.pack", pack_by_hand, 1, true},
                {"hand.unpack", unpack_by_hand, 1, true},
                {"hand.pingpong", ping_pong_packed, 2, true},
                {"direct.pingpong", ping_pong_direct, 2, true},
                {"pack", pack, 1, false},
                {"unpack", unpack, 1, false},
                {"pingpong", ping_pong, 2, false}};
    struct point point = {.shape = shape};
    size_t i;

    point.bytes = shape->make(bytes, &point.type);
    MPI_Type_commit(&point.type);
    for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (only_way != NULL && strcmp(only_way, ways[i].name) != 0)
            continue;
        if (ways[i].is_a_limit && strcmp(label, "heddle") != 0)
            continue;
        MPI_Barrier(MPI_COMM_WORLD);
        /* A ping-pong is two of what is reported. */
        if (rank < ways[i].ranks)
            report(shape->name, ways[i].name, point.bytes,
                   measure(ways[i].run, &point) / ways[i].ranks);
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
        SHAPE("column", column),
        SHAPE("face2d", face2d),
        SHAPE("face3d", face3d),
        SHAPE("indexed.short", indexed_short),
        SHAPE("indexed.long", indexed_long),
        SHAPE("indexed.mixed", indexed_mixed),
        SHAPE("struct", struct),
        SHAPE("nested", nested),
        SHAPE("transposed", transposed),
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
