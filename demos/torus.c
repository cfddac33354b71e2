/* SPDX-License-Identifier: MIT */
/* Conway's game of life on a torus: a grid of processes, the last of which in each direction are
 * neighbours of the first. Each has a part of the world and, around it, the cells of its
 * neighbours, which they send in each generation; a process may well be its own neighbour.
 *
 * In a terminal it draws each generation, and how far it is; elsewhere the last one. Process 0
 * compares that with what it finds alone. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    ROWS = 32, COLUMNS = 72, /* of the world */
    GENERATIONS_DEFAULT = 200, GENERATIONS_MAX = 1000000,
    FRAME_MS = 40,
    TAG_PART = 1, TAG_BACK = 2, TAG_AHEAD = 3,
};

typedef char world[ROWS][COLUMNS]; /* 1: alive */

int proc_count, proc_rank;
MPI_Comm torus_comm;
int torus_size[2];          /* rows and columns of processes */
int part_size[2];           /* rows and columns of this one's part, */
int stride;                 /* how many cells of it lie from one row to the next, */
MPI_Datatype part_type;     /* and its own cells, without the border */
MPI_Datatype edge_types[2]; /* a row without the border; a column with it */

static const char usage[] =
    "usage: torus [generations]\n"
    "Plays life on a torus; for any number of processes that its 32 x 72 cells can be cut into.\n";

/* ---- a part -------------------------------------------------------------------------------- */

/* One generation: `to` is what becomes of the middle of `from`, whose border is there. */
static void live(const char *from, char *to, int rows, int columns)
{
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            const char *here = from + i * (columns + 2) + j;
            const char *above = here - (columns + 2), *below = here + (columns + 2);
            int around = above[-1] + above[0] + above[1] + here[-1] + here[1] + below[-1] +
                         below[0] + below[1];

            to[i * (columns + 2) + j] = around == 3 || (around == 2 && here[0]);
        }
    }
}

/* Both edges across a dimension to the neighbours, theirs into the border. */
static void exchange_edges(char *part, int dimension)
{
    int step = dimension == 0 ? stride : 1, last = part_size[dimension], back, ahead;
    char *first = dimension == 0 ? part + 1 : part;
    MPI_Datatype edge = edge_types[dimension];

    MPI_Cart_shift(torus_comm, dimension, 1, &back, &ahead);
    MPI_Sendrecv(first + step, 1, edge, back, TAG_BACK, first + (last + 1) * step, 1, edge, ahead,
                 TAG_BACK, torus_comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(first + last * step, 1, edge, ahead, TAG_AHEAD, first, 1, edge, back, TAG_AHEAD,
                 torus_comm, MPI_STATUS_IGNORE);
}

/* ---- the torus ----------------------------------------------------------------------------- */

static int first_of(int size, int parts, int part)
{
    return size * part / parts;
}

/* The part of a process, in the world. */
static MPI_Datatype describe_part(int rank)
{
    int sizes[2] = {ROWS, COLUMNS}, subsizes[2], starts[2], coords[2];
    MPI_Datatype type;

    MPI_Cart_coords(torus_comm, rank, 2, coords);
    for (int i = 0; i < 2; i++) {
        starts[i] = first_of(sizes[i], torus_size[i], coords[i]);
        subsizes[i] = first_of(sizes[i], torus_size[i], coords[i] + 1) - starts[i];
    }
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_CHAR, &type);
    MPI_Type_commit(&type);
    return type;
}

static void create_torus(void)
{
    int periodic[2] = {1, 1}, sizes[2] = {ROWS, COLUMNS}, starts[2] = {1, 1}, with_border[2];
    int coords[2];

    MPI_Cart_create(MPI_COMM_WORLD, 2, torus_size, periodic, 0, &torus_comm);
    MPI_Cart_coords(torus_comm, proc_rank, 2, coords);
    for (int i = 0; i < 2; i++) {
        part_size[i] = first_of(sizes[i], torus_size[i], coords[i] + 1) -
                       first_of(sizes[i], torus_size[i], coords[i]);
        with_border[i] = part_size[i] + 2;
    }
    stride = with_border[1];
    MPI_Type_create_subarray(2, with_border, part_size, starts, MPI_ORDER_C, MPI_CHAR, &part_type);
    MPI_Type_contiguous(part_size[1], MPI_CHAR, &edge_types[0]);
    MPI_Type_vector(with_border[0], 1, stride, MPI_CHAR, &edge_types[1]);
    MPI_Type_commit(&part_type);
    MPI_Type_commit(&edge_types[0]);
    MPI_Type_commit(&edge_types[1]);
}

static void free_torus(void)
{
    MPI_Type_free(&edge_types[1]);
    MPI_Type_free(&edge_types[0]);
    MPI_Type_free(&part_type);
    MPI_Comm_free(&torus_comm);
}

/* The whole world to process 0. */
static void gather_world(const char *part, world cells)
{
    MPI_Request request;

    MPI_Isend(part, 1, part_type, 0, TAG_PART, torus_comm, &request);
    for (int rank = 0; proc_rank == 0 && rank < proc_count; rank++) {
        MPI_Datatype type = describe_part(rank);

        MPI_Recv(cells, 1, type, rank, TAG_PART, torus_comm, MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* ---- the world ----------------------------------------------------------------------------- */

/* A few cells that live long, and a glider. All processes know them. */
static void create_world(world cells)
{
    static const int alive[][2] = {{15, 35}, {15, 36}, {16, 34}, {16, 35}, {17, 35},
                                   {2, 3}, {3, 4}, {4, 2}, {4, 3}, {4, 4}};

    memset(cells, 0, sizeof(world));
    for (size_t i = 0; i < sizeof alive / sizeof *alive; i++)
        cells[alive[i][0]][alive[i][1]] = 1;
}

static void fill_part(char *part, const world cells)
{
    int coords[2], row, column;

    MPI_Cart_coords(torus_comm, proc_rank, 2, coords);
    row = first_of(ROWS, torus_size[0], coords[0]);
    column = first_of(COLUMNS, torus_size[1], coords[1]);
    for (int i = 0; i < part_size[0]; i++)
        memcpy(part + (i + 1) * stride + 1, &cells[row + i][column], (size_t)part_size[1]);
}

/* What one process alone finds. */
static void live_alone(world cells, int generations)
{
    static char around[ROWS + 2][COLUMNS + 2], next[ROWS + 2][COLUMNS + 2];

    for (int generation = 0; generation < generations; generation++) {
        for (int i = 0; i < ROWS + 2; i++)
            for (int j = 0; j < COLUMNS + 2; j++)
                around[i][j] = cells[(i + ROWS - 1) % ROWS][(j + COLUMNS - 1) % COLUMNS];
        live(around[0], next[0], ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++)
            memcpy(cells[i], &next[i + 1][1], COLUMNS);
    }
}

static int count_alive(const world cells)
{
    int count = 0;

    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            count += cells[i][j];
    return count;
}

/* Two rows of cells in one of characters. */
static void draw_world(const world cells)
{
    static const char *const pairs[] = {" ", "\u2580", "\u2584", "\u2588"};

    for (int i = 0; i < ROWS; i += 2) {
        for (int j = 0; j < COLUMNS; j++)
            fputs(pairs[cells[i][j] + 2 * cells[i + 1][j]], stdout);
        putchar('\n');
    }
}

static void draw_frame(const world cells, int generation, int generations)
{
    int done = (int)((long long)generation * COLUMNS / generations);

    fputs(generation == 1 ? "\033[2J\033[H" : "\033[H", stdout);
    draw_world(cells);
    for (int j = 0; j < COLUMNS; j++)
        fputs(j < done ? "\u2501" : "\u2500", stdout);
    printf("\n%d of %d \n", generation, generations);
    fflush(stdout);
    nanosleep(&(struct timespec){.tv_nsec = FRAME_MS * 1000000L}, NULL);
}

/* ---- the program --------------------------------------------------------------------------- */

static bool tell_result(world cells, int generations, bool is_drawn)
{
    static world expected;
    bool is_same;

    create_world(expected);
    live_alone(expected, generations);
    is_same = memcmp(expected, cells, sizeof(world)) == 0;
    if (!is_drawn)
        draw_world(cells);
    printf("generation %d: %d cells are alive\n", generations, count_alive(cells));
    if (is_same)
        printf("the same as one process alone finds\n");
    else
        fprintf(stderr, "torus: not the same as one process alone finds\n");
    return is_same;
}

static int play(int generations)
{
    static char parts[2][(ROWS + 2) * (COLUMNS + 2)];
    static world cells;
    int is_drawn = isatty(STDOUT_FILENO);
    bool is_right = true;

    create_torus();
    create_world(cells);
    fill_part(parts[0], cells);
    MPI_Bcast(&is_drawn, 1, MPI_INT, 0, torus_comm);
    for (int generation = 1; generation <= generations; generation++) {
        char *part = parts[(generation - 1) % 2], *next = parts[generation % 2];

        exchange_edges(part, 0);
        exchange_edges(part, 1);
        live(part, next, part_size[0], part_size[1]);
        if (is_drawn)
            gather_world(next, cells);
        if (is_drawn && proc_rank == 0)
            draw_frame(cells, generation, generations);
    }
    gather_world(parts[generations % 2], cells);
    if (proc_rank == 0)
        is_right = tell_result(cells, generations, is_drawn);
    free_torus();
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Told by process 0, once for all. */
static int show_usage(const char *odd)
{
    bool is_help = strcmp(odd, "-h") == 0;

    if (proc_rank == 0 && !is_help)
        fprintf(stderr, "torus: %s is not understood\n", odd);
    if (proc_rank == 0)
        fputs(usage, is_help ? stdout : stderr);
    return is_help ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char *argv[])
{
    const char *odd = argc > 2 ? argv[2] : NULL;
    long generations = GENERATIONS_DEFAULT;
    int status = EXIT_FAILURE;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    if (argc == 2) {
        char *end;

        generations = strtol(argv[1], &end, 10);
        if (*end != '\0' || generations < 1 || generations > GENERATIONS_MAX)
            odd = argv[1];
    }
    MPI_Dims_create(proc_count, 2, torus_size);
    if (torus_size[1] < torus_size[0]) { /* the world is wider than it is high */
        int larger = torus_size[0];

        torus_size[0] = torus_size[1];
        torus_size[1] = larger;
    }
    if (odd != NULL)
        status = show_usage(odd);
    else if (torus_size[0] <= ROWS && torus_size[1] <= COLUMNS)
        status = play((int)generations);
    else if (proc_rank == 0)
        fprintf(stderr, "torus: a world of %d x %d cells has no %d x %d parts\n", ROWS, COLUMNS,
                torus_size[0], torus_size[1]);
    MPI_Finalize();
    return status;
}
