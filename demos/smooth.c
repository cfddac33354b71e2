/* SPDX-License-Identifier: MIT */
/* A photograph is smoothed, each pixel from itself and its eight neighbours, sixteen times over, by
 * a grid of processes. Each has a part of the picture and, around it, one row and one column more
 * on each side: the pixels of its neighbours, which they send each time. Rows lie together in
 * memory, columns do not: derived types describe both.
 *
 * It is done twice, with messages and with collectives among neighbours, and process 0 compares
 * both with what it finds alone. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 16, PICTURE_SIZE_MAX = 16384, TAG_PART = 1, TAG_UP = 2, TAG_DOWN = 3 };

typedef unsigned char pixel;

int proc_count, proc_rank;
int width, height;          /* of the picture */
MPI_Comm grid_comm;         /* the processes as a grid, */
MPI_Comm line_comms[2];     /* those of this one's column, and of its row */
int grid_size[2];           /* rows and columns of processes */
int part_size[2];           /* rows and columns of this one's part */
MPI_Datatype part_type;     /* its own pixels, in a part with its border */
MPI_Datatype edge_types[2]; /* one row of it, without the border; one column with it */

static const char usage[] =
    "usage: smooth [picture.pgm [result.pgm]]\n"
    "Smooths a picture; for any number of processes up to that of its pixels.\n"
    "Without names it reads demos/data/camera.pgm and writes smooth.pgm.\n";

static void *take(size_t bytes)
{
    void *block = calloc(bytes, 1);

    if (block == NULL) {
        fprintf(stderr, "smooth: no memory for %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return block;
}

/* ---- smoothing ----------------------------------------------------------------------------- */

/* The middle of a part, whose border is there, into another. */
static void smooth_part(const pixel *from, pixel *to, int rows, int columns)
{
    int stride = columns + 2;

    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            const pixel *here = from + i * stride + j, *above = here - stride;
            const pixel *below = here + stride;
            int sum = above[-1] + 2 * above[0] + above[1] + 2 * (here[-1] + 2 * here[0] + here[1]) +
                      below[-1] + 2 * below[0] + below[1];

            to[i * stride + j] = (pixel)((sum + 8) / 16);
        }
    }
}

/* Where there is no neighbour the border repeats the pixels beside it. */
static void repeat_rows(pixel *part, int rows, int columns, bool at_top, bool at_bottom)
{
    size_t stride = (size_t)columns + 2;

    if (at_top)
        memcpy(part, part + stride, stride);
    if (at_bottom)
        memcpy(part + ((size_t)rows + 1) * stride, part + (size_t)rows * stride, stride);
}

static void repeat_columns(pixel *part, int rows, int columns, bool at_left, bool at_right)
{
    for (int i = 0; i < rows + 2; i++) {
        pixel *row = part + i * (columns + 2);

        if (at_left)
            row[0] = row[1];
        if (at_right)
            row[columns + 1] = row[columns];
    }
}

/* ---- the border ---------------------------------------------------------------------------- */

/* Where the first edge that is sent begins, and how far apart edges are: rows, columns. */
static size_t edge_at(int dimension, int place)
{
    size_t stride = (size_t)part_size[1] + 2;

    return dimension == 0 ? (size_t)place * stride + 1 : (size_t)place;
}

/* Both edges of a part across one dimension to the neighbours, and theirs into the border. */
static void exchange_by_messages(pixel *part, int dimension)
{
    MPI_Datatype edge = edge_types[dimension];
    int last = part_size[dimension], before, after;

    MPI_Cart_shift(grid_comm, dimension, 1, &before, &after);
    MPI_Sendrecv(part + edge_at(dimension, 1), 1, edge, before, TAG_UP,
                 part + edge_at(dimension, last + 1), 1, edge, after, TAG_UP, grid_comm,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(part + edge_at(dimension, last), 1, edge, after, TAG_DOWN,
                 part + edge_at(dimension, 0), 1, edge, before, TAG_DOWN, grid_comm,
                 MPI_STATUS_IGNORE);
}

static void exchange_by_collectives(pixel *part, int dimension)
{
    const MPI_Datatype types[2] = {edge_types[dimension], edge_types[dimension]};
    int last = part_size[dimension];
    const MPI_Aint sent[2] = {(MPI_Aint)edge_at(dimension, 1), (MPI_Aint)edge_at(dimension, last)};
    const MPI_Aint received[2] = {(MPI_Aint)edge_at(dimension, 0),
                                  (MPI_Aint)edge_at(dimension, last + 1)};
    const int counts[2] = {1, 1};

    MPI_Neighbor_alltoallw(part, counts, sent, types, part, counts, received, types,
                           line_comms[dimension]);
}

/* Rows first, then columns with the border's pixels: so the corners come from diagonal
 * neighbours. */
static void fill_border(pixel *part, void (*exchange)(pixel *part, int dimension))
{
    int before, after;

    MPI_Cart_shift(grid_comm, 0, 1, &before, &after);
    exchange(part, 0);
    repeat_rows(part, part_size[0], part_size[1], before == MPI_PROC_NULL, after == MPI_PROC_NULL);
    MPI_Cart_shift(grid_comm, 1, 1, &before, &after);
    exchange(part, 1);
    repeat_columns(part, part_size[0], part_size[1], before == MPI_PROC_NULL,
                   after == MPI_PROC_NULL);
}

/* ---- parts --------------------------------------------------------------------------------- */

static int first_of(int size, int parts, int part)
{
    return (int)((long long)size * part / parts);
}

/* The part of a process, in the picture. */
static MPI_Datatype describe_part(int rank)
{
    int sizes[2] = {height, width}, subsizes[2], starts[2], coords[2];
    MPI_Datatype type;

    MPI_Cart_coords(grid_comm, rank, 2, coords);
    for (int i = 0; i < 2; i++) {
        starts[i] = first_of(sizes[i], grid_size[i], coords[i]);
        subsizes[i] = first_of(sizes[i], grid_size[i], coords[i] + 1) - starts[i];
    }
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_UNSIGNED_CHAR, &type);
    MPI_Type_commit(&type);
    return type;
}

static void create_grid(void)
{
    int periods[2] = {0, 0}, along[2][2] = {{1, 0}, {0, 1}}, sizes[2] = {height, width};
    int coords[2], with_border[2], starts[2] = {1, 1};

    MPI_Cart_create(MPI_COMM_WORLD, 2, grid_size, periods, 0, &grid_comm);
    MPI_Cart_coords(grid_comm, proc_rank, 2, coords);
    for (int i = 0; i < 2; i++) {
        MPI_Cart_sub(grid_comm, along[i], &line_comms[i]);
        part_size[i] = first_of(sizes[i], grid_size[i], coords[i] + 1) -
                       first_of(sizes[i], grid_size[i], coords[i]);
        with_border[i] = part_size[i] + 2;
    }
    MPI_Type_create_subarray(2, with_border, part_size, starts, MPI_ORDER_C, MPI_UNSIGNED_CHAR,
                             &part_type);
    MPI_Type_contiguous(part_size[1], MPI_UNSIGNED_CHAR, &edge_types[0]);
    MPI_Type_vector(with_border[0], 1, with_border[1], MPI_UNSIGNED_CHAR, &edge_types[1]);
    MPI_Type_commit(&part_type);
    MPI_Type_commit(&edge_types[0]);
    MPI_Type_commit(&edge_types[1]);
}

static void free_grid(void)
{
    MPI_Type_free(&edge_types[1]);
    MPI_Type_free(&edge_types[0]);
    MPI_Type_free(&part_type);
    MPI_Comm_free(&line_comms[1]);
    MPI_Comm_free(&line_comms[0]);
    MPI_Comm_free(&grid_comm);
}

/* Deals the picture of process 0 out, or gathers it there. */
static void move_parts(pixel *picture, pixel *part, bool is_dealt)
{
    MPI_Request request;

    if (is_dealt)
        MPI_Irecv(part, 1, part_type, 0, TAG_PART, grid_comm, &request);
    else
        MPI_Isend(part, 1, part_type, 0, TAG_PART, grid_comm, &request);
    for (int rank = 0; proc_rank == 0 && rank < proc_count; rank++) {
        MPI_Datatype type = describe_part(rank);

        if (is_dealt)
            MPI_Send(picture, 1, type, rank, TAG_PART, grid_comm);
        else
            MPI_Recv(picture, 1, type, rank, TAG_PART, grid_comm, MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The picture of process 0, smoothed by all, into the result there. */
static void smooth_together(pixel *picture, pixel *result,
                            void (*exchange)(pixel *part, int dimension))
{
    size_t bytes = ((size_t)part_size[0] + 2) * ((size_t)part_size[1] + 2);
    pixel *part = take(bytes), *next = take(bytes), *swapped;

    move_parts(picture, part, true);
    for (int round = 0; round < ROUNDS; round++) {
        fill_border(part, exchange);
        smooth_part(part, next, part_size[0], part_size[1]);
        swapped = part;
        part = next;
        next = swapped;
    }
    move_parts(result, part, false);
    free(next);
    free(part);
}

/* ---- on process 0 -------------------------------------------------------------------------- */

/* The file of that name; without a name, the photograph that lies with the sources, seen from
 * their top or from where the program was built. */
static FILE *open_picture(const char *name, const char *program)
{
    const char *slash = strrchr(program, '/');
    int length = slash == NULL ? 0 : (int)(slash + 1 - program);
    char beside[4096];
    FILE *file;

    if (name != NULL)
        return fopen(name, "rb");
    file = fopen("demos/data/camera.pgm", "rb");
    snprintf(beside, sizeof beside, "%.*s../../demos/data/camera.pgm", length, program);
    return file != NULL ? file : fopen(beside, "rb");
}

/* Sets width and height; NULL and a width of 0 after a sentence about what is wrong. */
static pixel *read_picture(const char *name, const char *program)
{
    FILE *file = open_picture(name, program);
    pixel *picture = NULL;
    int white = 0;

    if (name == NULL)
        name = "demos/data/camera.pgm";
    if (file == NULL) {
        fprintf(stderr, "smooth: cannot read %s\n", name);
        return NULL;
    }
    if (fscanf(file, "P5 %9d %9d %9d", &width, &height, &white) == 3 && fgetc(file) != EOF &&
        white == 255 && width >= 1 && width <= PICTURE_SIZE_MAX && height >= 1 &&
        height <= PICTURE_SIZE_MAX)
        picture = malloc((size_t)width * (size_t)height);
    if (picture == NULL || fread(picture, (size_t)width, (size_t)height, file) < (size_t)height) {
        fprintf(stderr, "smooth: %s is not a whole picture in 8-bit binary PGM form\n", name);
        free(picture);
        picture = NULL;
        width = 0;
    }
    fclose(file);
    return picture;
}

static bool write_picture(const char *name, const pixel *picture)
{
    FILE *file = fopen(name, "wb");
    bool is_written = file != NULL && fprintf(file, "P5\n%d %d\n255\n", width, height) > 0 &&
                      fwrite(picture, (size_t)width, (size_t)height, file) == (size_t)height;

    if (file != NULL && fclose(file) != 0)
        is_written = false;
    if (!is_written)
        fprintf(stderr, "smooth: cannot write %s\n", name);
    return is_written;
}

static pixel *take_smoothed(const pixel *picture)
{
    size_t stride = (size_t)width + 2, bytes = stride * ((size_t)height + 2);
    pixel *part = take(bytes), *next = take(bytes), *result = take((size_t)width * (size_t)height);

    for (int i = 0; i < height; i++)
        memcpy(part + (size_t)(i + 1) * stride + 1, picture + i * width, (size_t)width);
    for (int round = 0; round < ROUNDS; round++) {
        pixel *swapped = part;

        repeat_rows(part, height, width, true, true);
        repeat_columns(part, height, width, true, true);
        smooth_part(part, next, height, width);
        part = next;
        next = swapped;
    }
    for (int i = 0; i < height; i++)
        memcpy(result + i * width, part + (size_t)(i + 1) * stride + 1, (size_t)width);
    free(next);
    free(part);
    return result;
}

/* The difference between pixels and their right neighbours, on average. */
static double roughness(const pixel *picture)
{
    long long sum = 0;

    for (int i = 0; i < height; i++)
        for (int j = 0; j < width - 1; j++)
            sum += abs(picture[i * width + j] - picture[i * width + j + 1]);
    return (double)sum / width / height;
}

static bool compare(const char *how, const pixel *expected, pixel *result)
{
    bool is_same = memcmp(expected, result, (size_t)width * (size_t)height) == 0;

    if (is_same)
        printf("by %s: the same as one process alone\n", how);
    else
        fprintf(stderr, "smooth: by %s: not the same as one process alone\n", how);
    memset(result, 0, (size_t)width * (size_t)height);
    return is_same;
}

/* ---- the program --------------------------------------------------------------------------- */

/* What every process does; the pictures are on process 0 only. */
static bool smooth_twice(pixel *picture, const char *output)
{
    pixel *expected = NULL, *result = NULL;
    bool is_right = true;

    if (proc_rank == 0) {
        expected = take_smoothed(picture);
        result = take((size_t)width * (size_t)height);
        printf("picture: %d x %d\n", width, height);
    }
    smooth_together(picture, result, exchange_by_messages);
    if (proc_rank == 0)
        is_right = compare("messages", expected, result);
    smooth_together(picture, result, exchange_by_collectives);
    if (proc_rank == 0) {
        is_right = compare("collectives among neighbours", expected, result) && is_right;
        printf("roughness: %.2f, after %d rounds %.2f\n", roughness(picture), ROUNDS,
               roughness(expected));
        is_right = write_picture(output, expected) && is_right;
    }
    free(result);
    free(expected);
    return is_right;
}

static int smooth(const char *program, const char *input, const char *output)
{
    pixel *picture = proc_rank == 0 ? read_picture(input, program) : NULL;
    bool is_right = false;

    MPI_Bcast(&width, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&height, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Dims_create(proc_count, 2, grid_size);
    if (width > 0 && (grid_size[0] > height || grid_size[1] > width)) {
        if (proc_rank == 0)
            fprintf(stderr, "smooth: a picture of %d x %d pixels has no %d x %d parts\n", width,
                    height, grid_size[1], grid_size[0]);
    } else if (width > 0) {
        create_grid();
        is_right = smooth_twice(picture, output);
        free_grid();
    }
    free(picture);
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    bool is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "smooth: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
    const char *odd = argc > 3 ? argv[3] : NULL; /* an argument that is not the name of a file */
    int status;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    for (int i = 1; i < argc && odd == NULL; i++)
        if (argv[i][0] == '-')
            odd = argv[i];
    if (odd != NULL)
        status = show_usage(odd);
    else
        status = smooth(argv[0], argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : "smooth.pgm");
    MPI_Finalize();
    return status;
}
