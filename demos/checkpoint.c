/* SPDX-License-Identifier: MIT */
/* A photograph is smoothed as smooth does it, by a grid of processes whose state is a file: after
 * each round all write their parts of the picture, and at the next each reads its part again, with
 * one row and one column more on each side. The file is a picture itself, equal for any number of
 * processes, and another run may go on with it, with another number. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES_MAX = 64, SIZE_MAX_EACH = 16384 };

typedef unsigned char pixel;

int proc_count, proc_rank;
int sizes[2];      /* of the picture: rows, columns */
int header_bytes;  /* of its file */
int first[2];      /* of this process's part */
int last[2];       /* behind it */
int read_first[2]; /* of what it reads: with a border, where the picture has one */
int read_last[2];

static const char usage[] =
    "usage: checkpoint state.pgm rounds [picture.pgm]\n"
    "Smooths the picture in state.pgm that many times; after each time the file has the state.\n"
    "With a third name, the state is first copied from that picture.\n";

static void give_up(const char *what, const char *name)
{
    if (proc_rank == 0)
        fprintf(stderr, "checkpoint: %s %s\n", what, name);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

static MPI_File open_picture(const char *name, int mode)
{
    MPI_File file;

    if (MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        give_up("cannot open", name);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    return file;
}

/* The sizes of a picture in binary PGM form, of 8 bits, and where its pixels begin. */
static void read_header(MPI_File file, const char *name)
{
    char text[HEADER_BYTES_MAX + 1] = "";
    int white = 0;

    MPI_File_read_at_all(file, 0, text, HEADER_BYTES_MAX, MPI_CHAR, MPI_STATUS_IGNORE);
    if (sscanf(text, "P5 %9d %9d %9d%n", &sizes[1], &sizes[0], &white, &header_bytes) != 3 ||
        white != 255 || sizes[0] < 1 || sizes[0] > SIZE_MAX_EACH || sizes[1] < 1 ||
        sizes[1] > SIZE_MAX_EACH)
        give_up("found no picture in 8-bit binary PGM form in", name);
    header_bytes++; /* one blank */
}

static void divide(void)
{
    int grid[2] = {0, 0}, place[2], i;

    MPI_Dims_create(proc_count, 2, grid);
    place[0] = proc_rank / grid[1];
    place[1] = proc_rank % grid[1];
    for (i = 0; i < 2; i++) {
        first[i] = (int)((long long)sizes[i] * place[i] / grid[i]);
        last[i] = (int)((long long)sizes[i] * (place[i] + 1) / grid[i]);
        read_first[i] = first[i] > 0 ? first[i] - 1 : 0;
        read_last[i] = last[i] < sizes[i] ? last[i] + 1 : sizes[i];
    }
}

/* The file shows this process that rectangle of the picture. */
static void see(MPI_File file, const int from[2], const int to[2])
{
    int part[2] = {to[0] - from[0], to[1] - from[1]};
    MPI_Datatype type;

    if (part[0] <= 0 || part[1] <= 0) { /* more processes than rows or columns: nothing */
        MPI_Type_contiguous(0, MPI_UNSIGNED_CHAR, &type);
    } else {
        MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_UNSIGNED_CHAR, &type);
    }
    MPI_Type_commit(&type);
    MPI_File_set_view(file, header_bytes, MPI_UNSIGNED_CHAR, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
}

static int area(const int from[2], const int to[2])
{
    return to[0] > from[0] && to[1] > from[1] ? (to[0] - from[0]) * (to[1] - from[1]) : 0;
}

/* A pixel of what was read; beyond the picture's edge, the one at the edge. */
static int at(const pixel *read, int row, int column)
{
    row = row < 0 ? 0 : row >= sizes[0] ? sizes[0] - 1 : row;
    column = column < 0 ? 0 : column >= sizes[1] ? sizes[1] - 1 : column;
    return read[(row - read_first[0]) * (read_last[1] - read_first[1]) + column - read_first[1]];
}

static void smooth(const pixel *read, pixel *written)
{
    int row, column;

    for (row = first[0]; row < last[0]; row++)
        for (column = first[1]; column < last[1]; column++) {
            int sum = 4 * at(read, row, column), i;

            for (i = -1; i <= 1; i += 2)
                sum += 2 * (at(read, row + i, column) + at(read, row, column + i)) +
                       at(read, row - 1, column + i) + at(read, row + 1, column + i);
            *written++ = (pixel)((sum + 8) / 16);
        }
}

/* All have read before anybody writes, and the other way round. */
static void run_round(MPI_File file, pixel *read, pixel *written)
{
    see(file, read_first, read_last);
    MPI_File_read_all(file, read, area(first, last) > 0 ? area(read_first, read_last) : 0,
                      MPI_UNSIGNED_CHAR, MPI_STATUS_IGNORE);
    smooth(read, written);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    see(file, first, last);
    MPI_File_write_all(file, written, area(first, last), MPI_UNSIGNED_CHAR, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
}

/* Each process copies its part, and the first one the header. */
static void copy_picture(const char *from, const char *to)
{
    MPI_File source = open_picture(from, MPI_MODE_RDONLY), target;
    char header[HEADER_BYTES_MAX];
    pixel *part;

    read_header(source, from);
    divide();
    part = malloc((size_t)area(first, last) + 1);
    MPI_File_read_at_all(source, 0, header, header_bytes, MPI_CHAR, MPI_STATUS_IGNORE);
    see(source, first, last);
    MPI_File_read_all(source, part, area(first, last), MPI_UNSIGNED_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&source);
    target = open_picture(to, MPI_MODE_CREATE | MPI_MODE_WRONLY);
    MPI_File_set_size(target, 0);
    MPI_File_write_at_all(target, 0, header, proc_rank == 0 ? header_bytes : 0, MPI_CHAR,
                          MPI_STATUS_IGNORE);
    see(target, first, last);
    MPI_File_write_all(target, part, area(first, last), MPI_UNSIGNED_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&target);
    free(part);
}

static int help(int is_asked_for, const char *argument)
{
    if (proc_rank == 0 && is_asked_for)
        fputs(usage, stdout);
    else if (proc_rank == 0)
        fprintf(stderr, "checkpoint: %s: not understood; -h says more\n", argument);
    return is_asked_for ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    MPI_File file;
    pixel *read, *written;
    int rounds, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    if (argc < 3 || argc > 4 || *argv[1] == '-') {
        int status = help(argc == 2 && strcmp(argv[1], "-h") == 0, argc > 1 ? argv[1] : "");

        MPI_Finalize();
        return status;
    }
    rounds = atoi(argv[2]);
    if (argc == 4)
        copy_picture(argv[3], argv[1]);
    file = open_picture(argv[1], MPI_MODE_RDWR);
    read_header(file, argv[1]);
    divide();
    read = malloc((size_t)area(read_first, read_last) + 1);
    written = malloc((size_t)area(first, last) + 1);
    for (i = 0; i < rounds; i++)
        run_round(file, read, written);
    MPI_File_close(&file);
    if (proc_rank == 0)
        printf("checkpoint: %d x %d pixels, %d rounds, by %d processes\n", sizes[1], sizes[0],
               rounds, proc_count);
    free(written);
    free(read);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
