/* SPDX-License-Identifier: MIT */
/* Fox's algorithm: two matrices are multiplied by q * q processes, each of which keeps one block
 * of either and computes one block of the product.
 *
 * What is multiplied here is a photograph X with the matrix C of the cosine transform: C * X * C'
 * are the picture's frequencies. The largest 5 % of them are kept, C' * frequencies * C is a
 * picture again, and the program prints how near that comes to the first one.
 *
 * As many such programs do, it keeps what all its functions need in global variables. Each process
 * has its own: its rank, its place in the grid, its row and its column. */
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int proc_count;     /* processes that take part */
int proc_rank;      /* which of them this one is */
int grid_size;      /* q: the grid has q rows and q columns of processes */
int grid_coords[2]; /* this one's row and column */
MPI_Comm grid_comm; /* the processes of the grid, */
MPI_Comm row_comm;  /* of this one's row, */
MPI_Comm col_comm;  /* and of its column */

int width, height; /* of the picture */
int block_size;    /* a block has as many rows and columns */
int matrix_size;   /* and a matrix as many: q blocks, filled up with zeros */

enum { PICTURE_SIZE_MAX = 4096, KEPT_PERCENT = 5, TAG_PART = 1, TAG_SHIFT = 2 };

static const char usage[] =
    "usage: fox [picture.pgm [result.pgm]]\n"
    "Keeps the largest 5 % of a picture's frequencies; for 1, 4, 9, 16 ... processes.\n"
    "Without names it reads demos/data/camera.pgm and writes fox.pgm.\n";

/* ---- the grid ------------------------------------------------------------------------------ */

static void create_grid_communicators(void)
{
    int dims[2] = {grid_size, grid_size};
    int periodic[2] = {1, 1}; /* what leaves a column at the top comes back at its bottom */
    int along_row[2] = {0, 1}, along_column[2] = {1, 0};

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &grid_comm);
    MPI_Cart_coords(grid_comm, proc_rank, 2, grid_coords);
    MPI_Cart_sub(grid_comm, along_row, &row_comm);
    MPI_Cart_sub(grid_comm, along_column, &col_comm);
}

static void free_grid_communicators(void)
{
    MPI_Comm_free(&col_comm);
    MPI_Comm_free(&row_comm);
    MPI_Comm_free(&grid_comm);
}

/* ---- matrices ------------------------------------------------------------------------------ */

static double *take_matrix(int rows, int columns)
{
    double *matrix = calloc((size_t)rows * (size_t)columns, sizeof *matrix);

    if (matrix == NULL) {
        fprintf(stderr, "fox: no memory for %d x %d numbers\n", rows, columns);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return matrix;
}

static double *take_block(void)
{
    return take_matrix(block_size, block_size);
}

/* The product is added to c. */
static void multiply(int size, const double *a, const double *b, double *c)
{
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++)
            for (int j = 0; j < size; j++)
                c[i * size + j] += a[i * size + k] * b[k * size + j];
}

/* Rows and columns [first, first + size) of the matrix of the cosine transform of `length` values,
 * or of its transpose; zeros outside of it. */
static void fill_cosines(double *cosines, int size, const int first[2], int length,
                         bool is_transposed)
{
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            int row = first[0] + i, column = first[1] + j;
            int frequency = is_transposed ? column : row, place = is_transposed ? row : column;
            double scale = sqrt((frequency == 0 ? 1.0 : 2.0) / length);
            double turn = acos(-1.0) * (2 * place + 1) * frequency / (2 * length);

            cosines[i * size + j] = row < length && column < length ? scale * cos(turn) : 0.0;
        }
    }
}

static double *take_cosine_block(int length, bool is_transposed)
{
    const int first[2] = {grid_coords[0] * block_size, grid_coords[1] * block_size};
    double *block = take_block();

    fill_cosines(block, block_size, first, length, is_transposed);
    return block;
}

/* ---- the parallel part --------------------------------------------------------------------- */

/* Process 0 deals a matrix out: strips of rows down the first column of the grid, then of each
 * strip the blocks along the row. In a strip, the rows of a block lie a whole row apart. */
static void scatter_blocks(const double *matrix, double *block)
{
    double *strip = take_matrix(block_size, matrix_size);
    int strip_length = block_size * matrix_size;
    MPI_Request request;
    MPI_Datatype part;

    MPI_Type_vector(block_size, block_size, matrix_size, MPI_DOUBLE, &part);
    MPI_Type_commit(&part);
    if (grid_coords[1] == 0)
        MPI_Scatter(matrix, strip_length, MPI_DOUBLE, strip, strip_length, MPI_DOUBLE, 0, col_comm);
    MPI_Irecv(block, block_size * block_size, MPI_DOUBLE, 0, TAG_PART, row_comm, &request);
    for (int j = 0; grid_coords[1] == 0 && j < grid_size; j++)
        MPI_Send(strip + j * block_size, 1, part, j, TAG_PART, row_comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&part);
    free(strip);
}

/* The way back. */
static void gather_blocks(const double *block, double *matrix)
{
    double *strip = take_matrix(block_size, matrix_size);
    int strip_length = block_size * matrix_size;
    MPI_Request request;
    MPI_Datatype part;

    MPI_Type_vector(block_size, block_size, matrix_size, MPI_DOUBLE, &part);
    MPI_Type_commit(&part);
    MPI_Isend(block, block_size * block_size, MPI_DOUBLE, 0, TAG_PART, row_comm, &request);
    for (int j = 0; grid_coords[1] == 0 && j < grid_size; j++)
        MPI_Recv(strip + j * block_size, 1, part, j, TAG_PART, row_comm, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (grid_coords[1] == 0)
        MPI_Gather(strip, strip_length, MPI_DOUBLE, matrix, strip_length, MPI_DOUBLE, 0, col_comm);
    MPI_Type_free(&part);
    free(strip);
}

/* Fox's algorithm: a * b, block by block. In step l the process of row i that has column i + l
 * shows its block of a to its row; all multiply it with their block of b, and then pass that one
 * on to the process above. After q steps everything that belongs together has met. */
static double *multiply_blocks(const double *a_block, const double *b_block)
{
    int length = block_size * block_size;
    size_t bytes = (size_t)length * sizeof(double);
    double *a = take_block(), *b = take_block(), *next = take_block(), *product = take_block();
    int above, below;

    memcpy(b, b_block, bytes);
    MPI_Cart_shift(col_comm, 0, -1, &below, &above);
    for (int l = 0; l < grid_size; l++) {
        int shower = (grid_coords[0] + l) % grid_size;
        double *passed_on = b;

        if (grid_coords[1] == shower)
            memcpy(a, a_block, bytes);
        MPI_Bcast(a, length, MPI_DOUBLE, shower, row_comm);
        multiply(block_size, a, b, product);
        MPI_Sendrecv(b, length, MPI_DOUBLE, above, TAG_SHIFT, next, length, MPI_DOUBLE, below,
                     TAG_SHIFT, col_comm, MPI_STATUS_IGNORE);
        b = next;
        next = passed_on;
    }
    free(next);
    free(b);
    free(a);
    return product;
}

/* On process 0 the matrix becomes C * matrix * C', or C' * matrix * C on the way back. */
static void transform(double *matrix, bool is_way_back)
{
    double *left = take_cosine_block(height, is_way_back);
    double *right = take_cosine_block(width, !is_way_back);
    double *block = take_block(), *half, *whole;

    scatter_blocks(matrix, block);
    half = multiply_blocks(left, block);
    whole = multiply_blocks(half, right);
    gather_blocks(whole, matrix);
    free(whole);
    free(half);
    free(block);
    free(right);
    free(left);
}

/* ---- the picture, on process 0 ------------------------------------------------------------- */

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
static unsigned char *read_picture(const char *name, const char *program)
{
    FILE *file = open_picture(name, program);
    unsigned char *pixels = NULL;
    int white = 0;

    if (name == NULL)
        name = "demos/data/camera.pgm";
    if (file == NULL) {
        fprintf(stderr, "fox: cannot read %s\n", name);
        return NULL;
    }
    if (fscanf(file, "P5 %9d %9d %9d", &width, &height, &white) == 3 && fgetc(file) != EOF &&
        white == 255 && width >= 1 && width <= PICTURE_SIZE_MAX && height >= 1 &&
        height <= PICTURE_SIZE_MAX)
        pixels = malloc((size_t)width * (size_t)height);
    if (pixels == NULL || fread(pixels, (size_t)width, (size_t)height, file) < (size_t)height) {
        fprintf(stderr, "fox: %s is not a whole picture in 8-bit binary PGM form\n", name);
        free(pixels);
        pixels = NULL;
        width = 0;
    }
    fclose(file);
    return pixels;
}

static bool write_picture(const char *name, const unsigned char *pixels)
{
    FILE *file = fopen(name, "wb");
    bool is_written = file != NULL && fprintf(file, "P5\n%d %d\n255\n", width, height) > 0 &&
                      fwrite(pixels, (size_t)width, (size_t)height, file) == (size_t)height;

    if (file != NULL && fclose(file) != 0)
        is_written = false;
    if (!is_written)
        fprintf(stderr, "fox: cannot write %s\n", name);
    return is_written;
}

static double *take_matrix_of(const unsigned char *pixels)
{
    double *matrix = take_matrix(matrix_size, matrix_size);

    for (int i = 0; i < height; i++)
        for (int j = 0; j < width; j++)
            matrix[i * matrix_size + j] = pixels[i * width + j];
    return matrix;
}

/* Whether the frequencies are what one process alone finds, but for rounding. */
static bool check_product(const unsigned char *pixels, const double *frequencies)
{
    const int origin[2] = {0, 0};
    double *picture = take_matrix_of(pixels), *factor = take_matrix(matrix_size, matrix_size);
    double *half = take_matrix(matrix_size, matrix_size);
    double *whole = take_matrix(matrix_size, matrix_size);
    double error = 0.0;

    fill_cosines(factor, matrix_size, origin, height, false);
    multiply(matrix_size, factor, picture, half);
    fill_cosines(factor, matrix_size, origin, width, true);
    multiply(matrix_size, half, factor, whole);
    for (int i = 0; i < matrix_size * matrix_size; i++)
        error = fmax(error, fabs(whole[i] - frequencies[i]));
    free(whole);
    free(half);
    free(factor);
    free(picture);
    if (error < 1e-6)
        printf("product: the same as that of one process\n");
    else
        fprintf(stderr, "fox: the product differs by %g from that of one process\n", error);
    return error < 1e-6;
}

static int compare_falling(const void *left, const void *right)
{
    double difference = *(const double *)right - *(const double *)left;

    return (difference > 0) - (difference < 0);
}

/* All other values become zeros. */
static void keep_largest(double *frequencies)
{
    int count = matrix_size * matrix_size, kept = 0;
    double *sizes = take_matrix(matrix_size, matrix_size);
    double largest_dropped;

    for (int i = 0; i < count; i++)
        sizes[i] = fabs(frequencies[i]);
    qsort(sizes, (size_t)count, sizeof *sizes, compare_falling);
    largest_dropped = sizes[width * height * KEPT_PERCENT / 100];
    free(sizes);
    for (int i = 0; i < count; i++) {
        if (fabs(frequencies[i]) > largest_dropped)
            kept++;
        else
            frequencies[i] = 0.0;
    }
    printf("frequencies: kept %d of %d\n", kept, width * height);
}

/* Puts the matrix in the place of the pixels; how near it comes to them, in decibels. */
static double replace_pixels(unsigned char *pixels, const double *matrix)
{
    double error = 0.0;

    for (int i = 0; i < height; i++) {
        for (int j = 0; j < width; j++) {
            unsigned char *pixel = &pixels[i * width + j];
            double value = fmin(fmax(round(matrix[i * matrix_size + j]), 0.0), 255.0);

            error += (value - *pixel) * (value - *pixel) / width / height;
            *pixel = (unsigned char)value;
        }
    }
    return 10.0 * log10(255.0 * 255.0 / error);
}

/* ---- the program --------------------------------------------------------------------------- */

/* What every process does; the names count on process 0 only. */
static int compress(const char *program, const char *input, const char *output)
{
    unsigned char *pixels = proc_rank == 0 ? read_picture(input, program) : NULL;
    double *matrix = NULL;
    bool is_right = true;

    MPI_Bcast(&width, 1, MPI_INT, 0, grid_comm);
    MPI_Bcast(&height, 1, MPI_INT, 0, grid_comm);
    if (width == 0)
        return EXIT_FAILURE;
    block_size = ((width > height ? width : height) + grid_size - 1) / grid_size;
    matrix_size = block_size * grid_size;
    if (proc_rank == 0)
        matrix = take_matrix_of(pixels);
    transform(matrix, false);
    if (proc_rank == 0) {
        printf("picture: %d x %d\n", width, height);
        is_right = check_product(pixels, matrix);
        keep_largest(matrix);
    }
    transform(matrix, true);
    if (proc_rank == 0) {
        printf("reconstruction: PSNR %.2f dB\n", replace_pixels(pixels, matrix));
        is_right = write_picture(output, pixels) && is_right;
    }
    free(matrix);
    free(pixels);
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    bool is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "fox: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
    const char *odd = argc > 3 ? argv[3] : NULL; /* an argument that is not the name of a file */
    int status = EXIT_SUCCESS;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    grid_size = (int)lround(sqrt(proc_count));
    for (int i = 1; i < argc && odd == NULL; i++)
        if (argv[i][0] == '-')
            odd = argv[i];
    if (odd != NULL) {
        status = show_usage(odd);
    } else if (grid_size * grid_size != proc_count) {
        if (proc_rank == 0)
            printf("fox: the number of processes must be a perfect square; %d is none\n",
                   proc_count);
    } else {
        create_grid_communicators();
        status = compress(argv[0], argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : "fox.pgm");
        free_grid_communicators();
    }
    MPI_Finalize();
    return status;
}
