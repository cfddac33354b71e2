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
 * blocks. With the label heddle also what limits them: lines.pack and lines.unpack, one load from
 * each cache line that is read and one store into each that is written, and no copying; hand.pack
 * and hand.unpack, the loops by hand; hand.pingpong, a ping-pong of contiguous bytes that are
 * packed and unpacked by hand; and direct.pingpong, one in which the receiver gets the address of
 * the sender's data and copies them by hand, layout to layout, as ranks that share their memory
 * can. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../by_value.h"
#include "shapes.h"

enum { BATCHES = 15, BYTES_MAX = 4 << 20, SPREAD = 8, LISTED = 100000 };

static int rank;
static char *packed;

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

/* The layout's lines, in ascending order, by groups: as many as go with GROUP lines when packed. */
enum { GROUP = 8, LINES_MAX = SPREAD * BYTES_MAX / LINE + 1 };

static int *lines, *groups;

static void find_lines(const struct point *point)
{
    const int packed_lines = (point->bytes + LINE - 1) / LINE;
    long count = 0;
    int i;

    memset(noted, 0, LINES_MAX);
    point->shape->hand[NOTE](memory, NULL, point->bytes);
    for (i = 0; i < LINES_MAX; i++)
        if (noted[i])
            lines[count++] = i * LINE;
    for (i = 0; i * GROUP < packed_lines; i++)
        groups[i] = (int)(count * i * GROUP / packed_lines);
    groups[i] = (int)count;
}

INLINE void touch(const bool is_written, char *line)
{
    if (is_written)
        *(volatile long *)(void *)line = 1;
    else
        (void)*(volatile long *)(void *)line;
}

INLINE void touch_lines(const enum way way, const struct point *point)
{
    const int packed_lines = (point->bytes + LINE - 1) / LINE;
    int i, j;

    for (i = 0; i * GROUP < packed_lines; i++) {
        const int end = groups[i + 1];

#pragma GCC unroll 8
        for (j = groups[i]; j < end; j++)
            touch(way == UNPACK, memory + lines[j]);
#pragma GCC unroll 8
        for (j = 0; j < GROUP; j++)
            touch(way == PACK, packed + (i * GROUP + j) * LINE);
    }
}

static void pack_lines(const struct point *point)
{
    touch_lines(PACK, point);
}

static void unpack_lines(const struct point *point)
{
    touch_lines(UNPACK, point);
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
    } ways[] = {{"lines.pack", pack_lines, 1, true},
                {"lines.unpack", unpack_lines, 1, true},
                {"hand.pack", pack_by_hand, 1, true},
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
    find_lines(&point);
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
    noted = malloc(LINES_MAX);
    lines = malloc(LINES_MAX * sizeof *lines);
    groups = malloc((BYTES_MAX / LINE / GROUP + 2) * sizeof *groups);
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
