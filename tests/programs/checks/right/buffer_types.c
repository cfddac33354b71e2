/* SPDX-License-Identifier: MIT */
/* Buffers that look as if their datatypes did not describe them, and are right (as
 * wrong/buffer_types.c): each program once. */
#include "case.h"
#include "exchange.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct particle {
    int number;
    double at[3];
    float mass;
};

struct list {
    int count;
    double values[];
};

struct header {
    int count, kind;
};

union word {
    int number;
    float value;
};

static int counts[20];
static double field[16];
static struct particle few[4];

static void whole_arrays(int rank, int size)
{
    int *numbers = calloc(10 * (size_t)size, sizeof *numbers);

    exchange(rank, numbers, 10 * size, MPI_INT);
    exchange(rank, numbers + 10, 10 * size - 10, MPI_INT);
    exchange(rank, counts, 10 * size, MPI_INT);
    exchange(rank, field + 1, 15, MPI_DOUBLE);
    free(numbers);
}

static void bytes_of_anything(int rank, int size)
{
    double *numbers = calloc((size_t)size, sizeof *numbers);

    exchange(rank, numbers, 8 * size, MPI_BYTE);
    exchange(rank, few, sizeof few, MPI_BYTE);
    free(numbers);
}

static void packed_numbers(int rank, int size)
{
    char *packed = calloc(100, 1);
    int place = 0;

    MPI_Pack(field, size, MPI_DOUBLE, packed, 100, &place, MPI_COMM_WORLD);
    exchange(rank, packed, place, MPI_PACKED);
    free(packed);
}

static void characters_that_hold_numbers(int rank, int size)
{
    char *memory = malloc(100 * (size_t)size);

    exchange(rank, memory, 10, MPI_DOUBLE);
    exchange(rank, memory + 80, 5, MPI_INT);
    free(memory);
}

static void unions(int rank, int size)
{
    union word *words = calloc((size_t)size, sizeof *words);

    exchange(rank, words, size, MPI_INT);
    exchange(rank, words, size, MPI_FLOAT);
    free(words);
}

static void integers_of_one_size(int rank, int size)
{
    long *longs = calloc((size_t)size, sizeof *longs);
    uint32_t *words = calloc((size_t)size, sizeof *words);
    ptrdiff_t *places = calloc((size_t)size, sizeof *places);

    exchange(rank, longs, size, MPI_LONG_LONG);
    exchange(rank, longs, size, MPI_UINT64_T);
    exchange(rank, words, size, MPI_INT);
    exchange(rank, places, size, MPI_AINT);
    free(longs);
    free(words);
    free(places);
}

static void fortran_types(int rank, int size)
{
    int *numbers = calloc((size_t)size, sizeof *numbers);

    exchange(rank, numbers, size, MPI_INTEGER);
    exchange(rank, numbers, size, MPI_LOGICAL);
    exchange(rank, field, size, MPI_DOUBLE_PRECISION);
    exchange(rank, field, size, MPI_DOUBLE_COMPLEX);
    exchange(rank, field, size, MPI_REAL8);
    free(numbers);
}

static void structures_of_their_type(int rank, int size)
{
    struct particle *many = calloc((size_t)size, sizeof *many);
    MPI_Datatype type, sized;

    MPI_Type_create_struct(3, (const int[]){1, 3, 1},
                           (const MPI_Aint[]){offsetof(struct particle, number),
                                              offsetof(struct particle, at),
                                              offsetof(struct particle, mass)},
                           (const MPI_Datatype[]){MPI_INT, MPI_DOUBLE, MPI_FLOAT}, &type);
    MPI_Type_create_resized(type, 0, sizeof(struct particle), &sized);
    MPI_Type_commit(&sized);
    exchange(rank, many, size, sized);
    exchange(rank, few, 4, sized);
    exchange(rank, &few[1].at, 3, MPI_DOUBLE);
    exchange(rank, &many[1].mass, 1, MPI_FLOAT);
    MPI_Type_free(&type);
    MPI_Type_free(&sized);
    free(many);
}

/* A structure that goes on behind its end has no elements of one kind. */
static void an_open_structure(int rank, int size)
{
    struct list *list = malloc(sizeof *list + 10 * (size_t)size * sizeof(double));

    exchange(rank, list->values, 10 * size, MPI_DOUBLE);
    exchange(rank, &list->count, 1, MPI_INT);
    free(list);
}

static void data_behind_a_header(int rank, int size)
{
    struct header *header = malloc(sizeof *header + 10 * (size_t)size * sizeof(double));
    void *data = header + 1;

    exchange(rank, data, 10 * size, MPI_DOUBLE);
    exchange(rank, header, 2, MPI_INT);
    free(header);
}

/* Memory of one type that the program uses as another: the call knows better. */
static void memory_used_otherwise(int rank, int size)
{
    double *work = calloc(10 * (size_t)size, sizeof *work);
    int *numbers = (int *)work;

    if (rank == 0)
        MPI_Send(numbers, 10, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(numbers, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(work);
}

static void memory_of_nothing(int rank, int size)
{
    void *memory = malloc(100 * (size_t)size);

    exchange(rank, memory, 10, MPI_DOUBLE);
    exchange(rank, memory, 10, MPI_INT);
    free(memory);
}

/* Blocks come again where others were, with other types and sizes. */
static void blocks_that_come_again(int rank, int size)
{
    int i;

    for (i = 0; i < 50; i++) {
        int *numbers = malloc(10 * (size_t)size * sizeof *numbers);
        double *values;

        exchange(rank, numbers, 10, MPI_INT);
        free(numbers);
        values = malloc(10 * (size_t)size * sizeof *values);
        exchange(rank, values, 10 * size, MPI_DOUBLE);
        values = realloc(values, 100 * (size_t)size * sizeof *values);
        exchange(rank, values, 100 * size, MPI_DOUBLE);
        free(values);
    }
}

/* The C library lets the block grow. */
static void a_line_that_grows(int rank, int size)
{
    char *line = malloc(8);
    size_t room = 8;
    FILE *file = tmpfile();

    (void)size;
    fputs("a line of some length\nand another one, which is longer by far than the first\n", file);
    rewind(file);
    while (getline(&line, &room, file) > 0)
        exchange(rank, line, (int)strlen(line), MPI_CHAR);
    fclose(file);
    free(line);
}

/* Absolute addresses lead from one object to another. */
static void several_objects(int rank, int size)
{
    double *values = calloc((size_t)size, sizeof *values);
    MPI_Aint places[2], first;
    MPI_Datatype type, relative;

    MPI_Get_address(counts, &places[0]);
    MPI_Get_address(values, &places[1]);
    MPI_Type_create_struct(2, (const int[]){20, 2}, places,
                           (const MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &type);
    MPI_Type_commit(&type);
    exchange(rank, MPI_BOTTOM, 1, type);
    first = places[0];
    places[0] -= first;
    places[1] -= first;
    MPI_Type_create_struct(2, (const int[]){20, 2}, places,
                           (const MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &relative);
    MPI_Type_commit(&relative);
    exchange(rank, counts, 1, relative);
    MPI_Type_free(&type);
    MPI_Type_free(&relative);
    free(values);
}

static void every_other_column(int rank, int size)
{
    double *matrix = calloc(10 * (size_t)size, sizeof *matrix);
    MPI_Datatype column;

    MPI_Type_vector(size, 1, 10, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    exchange(rank, matrix, 1, column);
    exchange(rank, matrix + 9, 1, column);
    MPI_Type_free(&column);
    free(matrix);
}

static void values_with_places(int rank, int size)
{
    struct {
        double value;
        int place;
    } *pairs = calloc((size_t)size, sizeof *pairs), best[4];

    (void)rank;
    MPI_Allreduce(pairs, best, size, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    free(pairs);
}

static void in_place_and_nothing(int rank, int size)
{
    int *numbers = calloc((size_t)size, sizeof *numbers);

    MPI_Allreduce(MPI_IN_PLACE, numbers, size, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    exchange(rank, numbers + size, 0, MPI_DOUBLE);
    free(numbers);
}

static void parts_of_windows(int rank, int size)
{
    double *values = calloc(10 * (size_t)size, sizeof *values);
    const void *origin = values;
    MPI_Win win;

    MPI_Win_create(field, sizeof field, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(origin, 10, MPI_DOUBLE, 1, 8, 10, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    free(values);
}

PROGRAMS(PROGRAM(whole_arrays), PROGRAM(bytes_of_anything), PROGRAM(packed_numbers),
         PROGRAM(characters_that_hold_numbers), PROGRAM(unions), PROGRAM(integers_of_one_size),
         PROGRAM(fortran_types), PROGRAM(structures_of_their_type), PROGRAM(an_open_structure),
         PROGRAM(data_behind_a_header), PROGRAM(memory_used_otherwise),
         PROGRAM(memory_of_nothing), PROGRAM(blocks_that_come_again),
         PROGRAM(a_line_that_grows), PROGRAM(several_objects), PROGRAM(every_other_column),
         PROGRAM(values_with_places), PROGRAM(in_place_and_nothing), PROGRAM(parts_of_windows))
