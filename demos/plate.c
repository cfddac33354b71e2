/* SPDX-License-Identifier: MIT */
/* Heat spreads in a square plate whose edges are kept at a temperature. Each process has a strip of
 * rows, and needs the last row above its strip and the first below it in each step.
 *
 * It is done twice. First the processes send each other these rows. Then the strips lie in a window
 * that all processes share (MPI_Win_allocate_shared): they read the rows where they are, and only
 * meet between two steps. Process 0 compares both plates. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 512, STEPS = 400, PROCS_MAX = SIZE, ROWS_SHOWN = 15, COLUMNS_SHOWN = 32 };

int proc_count, proc_rank;
int first_row, row_count; /* of the own strip */
int above, below;         /* neighbours, or MPI_PROC_NULL */
double seconds[2];

static const char usage[] =
    "usage: plate [-t]\n"
    "Heat in a plate, by messages and in shared memory; for 1 to 512 processes.\n"
    "-t: prints the time that each takes.\n";

static double *take(size_t count)
{
    double *block = calloc(count, sizeof *block);

    if (block == NULL) {
        fprintf(stderr, "plate: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return block;
}

static int first_row_of(int rank)
{
    return (int)((long)SIZE * rank / proc_count);
}

/* The temperature at the beginning: the edge above is hot, a spot in the middle too. */
static double first_heat(int row, int column)
{
    int down = row - SIZE / 2, right = column - SIZE / 3;

    if (row == 0)
        return 100;
    return down * down + right * right < SIZE ? 80 : 0;
}

static void fill(double *strip)
{
    int row, column;

    for (row = 0; row < row_count; row++)
        for (column = 0; column < SIZE; column++)
            strip[row * SIZE + column] = first_heat(first_row + row, column);
}

/* One row, from itself and the rows beside it. The edges of the plate stay as they are. */
static void spread(const double *up, const double *here, const double *down, double *to)
{
    int column;

    to[0] = here[0];
    to[SIZE - 1] = here[SIZE - 1];
    for (column = 1; column + 1 < SIZE; column++)
        to[column] = 0.25 * (up[column] + down[column] + here[column - 1] + here[column + 1]);
}

/* One step of the strip; `up` is the row above it, `down` the row below it. */
static void step(const double *up, const double *from, const double *down, double *to)
{
    int row;

    for (row = 0; row < row_count; row++) {
        const double *here = from + row * SIZE;

        if (first_row + row == 0 || first_row + row == SIZE - 1)
            memcpy(to + row * SIZE, here, SIZE * sizeof *to);
        else
            spread(row > 0 ? here - SIZE : up, here, row + 1 < row_count ? here + SIZE : down,
                   to + row * SIZE);
    }
}

/* ---- by messages ----------------------------------------------------------------------------- */

static double *run_with_messages(void)
{
    size_t strip = (size_t)row_count * SIZE;
    double *from = take(strip), *to = take(strip), *up = take(SIZE), *down = take(SIZE), *swap;
    double start;
    int i;

    fill(from);
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (i = 0; i < STEPS; i++) {
        MPI_Sendrecv(from, SIZE, MPI_DOUBLE, above, 0, down, SIZE, MPI_DOUBLE, below, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(from + strip - SIZE, SIZE, MPI_DOUBLE, below, 0, up, SIZE, MPI_DOUBLE, above,
                     0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        step(up, from, down, to);
        swap = from;
        from = to;
        to = swap;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    seconds[0] = MPI_Wtime() - start;
    free(to);
    free(up);
    free(down);
    return from;
}

/* ---- in shared memory ------------------------------------------------------------------------ */

/* A neighbour's two strips, one behind the other; NULL: there is no neighbour. */
static double *strips_of(MPI_Win win, int rank)
{
    MPI_Aint size;
    double *strips;
    int unit;

    if (rank == MPI_PROC_NULL)
        return NULL;
    MPI_Win_shared_query(win, rank, &size, &unit, &strips);
    return strips;
}

static int rows_of(int rank)
{
    return first_row_of(rank + 1) - first_row_of(rank);
}

static double *run_in_shared_memory(void)
{
    size_t strip = (size_t)row_count * SIZE;
    double *own, *upper, *lower, *result = take(strip), start;
    size_t upper_strip, lower_strip;
    MPI_Win win;
    int i;

    MPI_Win_allocate_shared((MPI_Aint)(2 * strip * sizeof *own), sizeof *own, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &own, &win);
    upper = strips_of(win, above);
    lower = strips_of(win, below);
    upper_strip = upper != NULL ? (size_t)rows_of(above) * SIZE : 0;
    lower_strip = lower != NULL ? (size_t)rows_of(below) * SIZE : 0;
    fill(own);
    MPI_Win_fence(0, win);
    start = MPI_Wtime();
    for (i = 0; i < STEPS; i++) {
        size_t now = (size_t)(i % 2), next = 1 - now;

        step(upper != NULL ? upper + now * upper_strip + upper_strip - SIZE : NULL,
             own + now * strip, lower != NULL ? lower + now * lower_strip : NULL,
             own + next * strip);
        MPI_Win_fence(0, win);
    }
    seconds[1] = MPI_Wtime() - start;
    memcpy(result, own + (size_t)(STEPS % 2) * strip, strip * sizeof *own);
    MPI_Win_free(&win);
    return result;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static double *collect(const double *strip)
{
    double *plate = proc_rank == 0 ? take((size_t)SIZE * SIZE) : NULL;
    int counts[PROCS_MAX], starts[PROCS_MAX], i;

    for (i = 0; i < proc_count; i++) {
        starts[i] = first_row_of(i) * SIZE;
        counts[i] = rows_of(i) * SIZE;
    }
    MPI_Gatherv(strip, row_count * SIZE, MPI_DOUBLE, plate, counts, starts, MPI_DOUBLE, 0,
                MPI_COMM_WORLD);
    return plate;
}

/* Draws the cells around the spot. */
static void draw(const double *plate)
{
    static const char shades[] = " .:-=+*#%@";
    int row, column; /* steps of 8 and of 4 cells */

    for (row = 0; row < ROWS_SHOWN; row++) {
        for (column = 0; column < COLUMNS_SHOWN; column++) {
            double heat = plate[(SIZE / 2 + (row - ROWS_SHOWN / 2) * 8) * SIZE + SIZE / 3 +
                                (column - COLUMNS_SHOWN / 2) * 4];

            putchar(shades[(int)(heat / 10)]);
        }
        putchar('\n');
    }
}

static void tell(const double *one, const double *other)
{
    draw(one);
    printf("%d steps of %d x %d cells: %s\n", STEPS, SIZE, SIZE,
           memcmp(one, other, (size_t)SIZE * SIZE * sizeof *one) == 0
               ? "the same by messages and in shared memory"
               : "messages and shared memory differ");
}

static void run(int tells_time)
{
    double *strips[2], *plates[2];
    int i;

    strips[0] = run_with_messages();
    strips[1] = run_in_shared_memory();
    for (i = 0; i < 2; i++)
        plates[i] = collect(strips[i]);
    if (proc_rank == 0)
        tell(plates[0], plates[1]);
    if (proc_rank == 0 && tells_time)
        printf("by messages %.3f s, in shared memory %.3f s\n", seconds[0], seconds[1]);
    for (i = 0; i < 2; i++) {
        free(strips[i]);
        free(plates[i]);
    }
}

int main(int argc, char **argv)
{
    int status = EXIT_SUCCESS;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &proc_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &proc_count);
    first_row = first_row_of(proc_rank);
    row_count = rows_of(proc_rank);
    above = proc_rank > 0 ? proc_rank - 1 : MPI_PROC_NULL;
    below = proc_rank + 1 < proc_count ? proc_rank + 1 : MPI_PROC_NULL;
    if (argc > 1 && strcmp(argv[1], "-h") == 0) {
        if (proc_rank == 0)
            fputs(usage, stdout);
    } else if (argc > 1 && strcmp(argv[1], "-t") != 0) {
        if (proc_rank == 0)
            fprintf(stderr, "plate: %s is not understood\n%s", argv[1], usage);
        status = EXIT_FAILURE;
    } else if (proc_count > PROCS_MAX) {
        if (proc_rank == 0)
            fprintf(stderr, "plate: %d processes have no row each\n", proc_count);
        status = EXIT_FAILURE;
    } else {
        run(argc > 1);
    }
    MPI_Finalize();
    return status;
}
