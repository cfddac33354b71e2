/* SPDX-License-Identifier: MIT */
/* A file in the page cache, written and read by all ranks, each its part of TOTAL_BYTES: one block
 * each; records of some length in turn; blocks of a 3-D array. One line per point.
 *
 * Plain MPI: compiles with any library's mpicc.
 *
 *   files [label [folder [pattern]]]
 *
 * runs the patterns whose names contain that word ("records.1024"), and prints lines of:
 *   label pattern.way bytes us
 * where bytes are those of a record (of a block: all that a rank has; of an array: a row), and a
 * way is write, read, write_all or read_all. With the label heddle also limit.write.one and so on:
 * one rank, or two, transfer all bytes by pwrite or pread, LIMIT_BYTES at a time. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "points.h"

enum {
    TOTAL_BYTES = 16 << 20,
    LIMIT_BYTES = 1 << 20,
    SIDE = 128, /* of an array of doubles with as many bytes */
};

static int rank, size;
static MPI_File file;
static char *buffer;
static int descriptor; /* of the file, for the limit */

static void write_alone(int bytes)
{
    MPI_File_write_at(file, 0, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void read_alone(int bytes)
{
    MPI_File_read_at(file, 0, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void write_together(int bytes)
{
    MPI_File_write_at_all(file, 0, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); /* a collective call may return before others have written */
}

static void read_together(int bytes)
{
    MPI_File_read_at_all(file, 0, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Some ranks transfer a part of the bytes each. */
static void transfer_limit(int bytes, int ranks, int is_write)
{
    int part = bytes / ranks, at, end = (rank + 1) * part;

    for (at = rank * part; at < end && rank < ranks; at += LIMIT_BYTES)
        if ((is_write ? pwrite(descriptor, buffer + at, LIMIT_BYTES, at)
                      : pread(descriptor, buffer + at, LIMIT_BYTES, at)) < 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void write_by_one(int bytes)
{
    transfer_limit(bytes, 1, 1);
}

static void write_by_two(int bytes)
{
    transfer_limit(bytes, 2, 1);
}

static void read_by_one(int bytes)
{
    transfer_limit(bytes, 1, 0);
}

static void read_by_two(int bytes)
{
    transfer_limit(bytes, 2, 0);
}

static const struct way {
    const char *name;
    operation *run;
} ways[] = {
    {"write_all", write_together},
    {"read_all", read_together},
    {"write", write_alone},
    {"read", read_alone},
};

/* The four ways through a view, which is freed. */
static void measure_view(const char *label, const char *pattern, int number, MPI_Offset place,
                         MPI_Datatype type)
{
    char name[64];
    int i;

    MPI_Type_commit(&type);
    MPI_File_set_view(file, place, MPI_BYTE, type, "native", MPI_INFO_NULL);
    for (i = 0; i < (int)(sizeof ways / sizeof ways[0]); i++) {
        snprintf(name, sizeof name, "%s.%s", pattern, ways[i].name);
        measure(MPI_COMM_WORLD, label, name, number, ways[i].run, TOTAL_BYTES / size, 1);
    }
    MPI_Type_free(&type);
}

static void measure_blocks(const char *label)
{
    int bytes = TOTAL_BYTES / size;
    MPI_Datatype type;

    MPI_Type_contiguous(bytes, MPI_BYTE, &type);
    measure_view(label, "blocks", bytes, rank * (MPI_Offset)bytes, type);
}

static void measure_records(const char *label, int bytes)
{
    MPI_Datatype record, type;

    MPI_Type_contiguous(bytes, MPI_BYTE, &record);
    MPI_Type_create_resized(record, 0, (MPI_Aint)bytes * size, &type);
    MPI_Type_free(&record);
    measure_view(label, "records", bytes, rank * (MPI_Offset)bytes, type);
}

static void measure_array(const char *label)
{
    int grid[3] = {0, 0, 0}, sizes[3] = {SIDE, SIDE, SIDE}, part[3], start[3], rest = rank, i;
    MPI_Datatype type;

    MPI_Dims_create(size, 3, grid);
    for (i = 0; i < 3; i++) {
        part[i] = SIDE / grid[i];
        start[i] = rest % grid[i] * part[i];
        rest /= grid[i];
    }
    MPI_Type_create_subarray(3, sizes, part, start, MPI_ORDER_C, MPI_DOUBLE, &type);
    measure_view(label, "array", part[2] * (int)sizeof(double), 0, type);
}

static void measure_limits(const char *label)
{
    static const struct way limits[] = {
        {"limit.write.one", write_by_one},
        {"limit.read.one", read_by_one},
        {"limit.write.two", write_by_two},
        {"limit.read.two", read_by_two},
    };
    int i;

    for (i = 0; i < (size > 1 ? 4 : 2); i++)
        measure(MPI_COMM_WORLD, label, limits[i].name, TOTAL_BYTES, limits[i].run, TOTAL_BYTES, 1);
}

/* The patterns that take other libraries longest come last: their runs may be cut off. */
static void measure_all(const char *label, const char *pattern)
{
    static const int records[] = {65536, 16384, 1024, 64};
    char name[32];
    int i;

    if (strcmp(label, "heddle") == 0)
        measure_limits(label);
    if (strstr("blocks", pattern) != NULL)
        measure_blocks(label);
    if (strstr("array", pattern) != NULL)
        measure_array(label);
    for (i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "records.%d", records[i]);
        if (strstr(name, pattern) != NULL)
            measure_records(label, records[i]);
    }
}

int main(int argc, char **argv)
{
    char name[4096];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(name, sizeof name, "%s/bench-files", argc > 2 ? argv[2] : "/tmp");
    buffer = malloc(TOTAL_BYTES);
    memset(buffer, rank, TOTAL_BYTES);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    descriptor = open(name, O_RDWR);
    if (rank == 0 && pwrite(descriptor, buffer, TOTAL_BYTES, 0) < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    measure_all(argc > 1 ? argv[1] : "heddle", argc > 3 ? argv[3] : "");
    MPI_File_close(&file);
    close(descriptor);
    if (rank == 0)
        MPI_File_delete(name, MPI_INFO_NULL);
    free(buffer);
    MPI_Finalize();
    return 0;
}
