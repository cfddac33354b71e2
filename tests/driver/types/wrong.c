/* SPDX-License-Identifier: MIT */
/* Calls with a buffer of another type than its datatype, or shorter than its count. The compiler
 * warns as wrong.c.txt says; right.c has calls that look alike. */
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    int id;
    double x[3];
} particle;
typedef struct {
    double value;
    int place;
} located;
struct header {
    int kind, length;
    short flags[4];
};

static double reals[10], *lines[4];
static float floats[10];
static int ints[10], rows[3][4], position, counts[2] = {6, 6}, displs[2] = {0, 6};
static long wide;
static bool flag;
static int64_t numbers[4];
static char packed[16];
static double _Complex complexes[2];
static particle particles[8];
static located locations[4];
static struct header header;
static struct {
    int few[4];
    double many[10];
} fields;

void send_types(MPI_Request *request, MPI_Win win, double *pointer, MPI_File file);
void send_types(MPI_Request *request, MPI_Win win, double *pointer, MPI_File file)
{
    int i, err;

    for (i = 0; i < 3; i++)
        if (i == 1)
            MPI_Send(reals, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Recv(ints, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Send(floats, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&wide, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(lines, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&lines[1], 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes, 2, MPI_C_FLOAT_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(rows, 12, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Allreduce(ints, reals, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Allreduce(reals, ints, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Gather(ints, 1, MPI_INT, reals, 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Unpack(packed, 10, &position, reals, 1, MPI_INT, MPI_COMM_SELF);
    MPI_Irecv(reals, 8, MPI_FLOAT, 0, 0, MPI_COMM_SELF, request);
    MPI_Get(reals, 8, MPI_FLOAT, 0, 0, 8, MPI_FLOAT, win);
    err = MPI_Bcast(reals, 8, MPI_LONG, 0, MPI_COMM_SELF);
    if (err == MPI_SUCCESS && PMPI_Send(ints, 1, MPI_FLOAT, 0, 0, MPI_COMM_SELF) == 0)
        return;
    MPI_Send(&pointer, 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&flag, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&numbers[1], 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&particles[2].x[1], 1, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send((void *)&wide, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&wide, 1, MPI_CHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(particles, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&header, 4, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(locations, 2, MPI_2INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 2, MPI_DOUBLE_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send_c(ints, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Psend_init(ints, 2, 5, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, request);
    MPI_Bcast_init(ints, 2, MPI_LONG, 0, MPI_COMM_SELF, MPI_INFO_NULL, request);
    MPI_File_write_at_all(file, 0, reals, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Accumulate(ints, 4, MPI_DOUBLE, 0, 0, 4, MPI_DOUBLE, MPI_SUM, win);
    MPI_Gatherv(ints, 4, MPI_INT, floats, counts, displs, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Pack(reals,
             4, MPI_FLOAT, packed, 16, &position, MPI_COMM_SELF);
}

void send_counts(MPI_Request *request, int n, MPI_Win *win);
void send_counts(MPI_Request *request, int n, MPI_Win *win)
{
    int few[4] = {0}, *half = malloc(5 * sizeof *half), large = 8, *some;
    double *block = calloc(10, sizeof(double));
    int parts[2] = {6, 6}, places[2] = {0, 6};

    MPI_Send(few, 5, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 11, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&reals[4], 7, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals + 9, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&reals[n], 11, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Recv(&large, 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Send(half, 10, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(block + 2, 9, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    some = n > 0 ? few : half;
    MPI_Send(some, 6, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(rows, sizeof(rows), MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(packed, 17, MPI_BYTE, 0, 0, MPI_COMM_SELF);
    MPI_Send(packed, 17, MPI_PACKED, 0, 0, MPI_COMM_SELF);
    MPI_Pack(few, 4, MPI_INT, packed, 20, &position, MPI_COMM_SELF);
    MPI_Buffer_attach(packed, 1000);
    MPI_Win_create(ints, sizeof(reals), 1, MPI_INFO_NULL, MPI_COMM_SELF, win);
    MPI_Psend_init(ints, 3, 4, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, request);
    MPI_Allgather(few, 4, MPI_INT, ints, 11, MPI_INT, MPI_COMM_SELF);
    MPI_Bcast(fields.many, 12, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Alltoallv(few, parts, places, MPI_INT, ints, parts, places, MPI_INT, MPI_COMM_SELF);
    free(half);
    free(block);
}

void send_derived(void);
void send_derived(void)
{
    MPI_Datatype row, column, point, resized, types[2] = {MPI_INT, MPI_DOUBLE};
    int lengths[2] = {1, 3};
    MPI_Aint places[2] = {offsetof(particle, id), sizeof(int)};

    MPI_Type_contiguous(4, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    MPI_Send(rows, 1, row, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 3, row, 0, 0, MPI_COMM_SELF);
    MPI_Type_vector(3, 1, 5, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Send(&rows[0][2], 1, column, 0, 0, MPI_COMM_SELF);
    MPI_Type_create_struct(2, lengths, places, types, &point);
    MPI_Type_create_resized(point, 0, sizeof(particle), &resized);
    MPI_Type_commit(&resized);
    MPI_Send(particles, 8, resized, 0, 0, MPI_COMM_SELF);
    MPI_Type_free(&row);
    MPI_Type_free(&column);
    MPI_Type_free(&point);
    MPI_Type_free(&resized);
}
