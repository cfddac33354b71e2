/* SPDX-License-Identifier: MIT */
/* Calls with buffers of the types that their datatypes say, or whose types say nothing. The
 * compiler is silent. */
#include <complex.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    double x;
    int y;
} point;
union number {
    int whole;
    float real;
};
enum letter { A };

static int position;
static double reals[10], rows[4][5], *lines[4];
static float floats[10];
static int ints[10], pairs[2][2];
static unsigned number;
static short little;
static bool flag;
static enum letter letter;
static size_t size;
static int64_t wide;
static long long longest;
static MPI_Aint address;
static double _Complex complexes[2];
static float _Complex small_complexes[2];
static point points[2];
static union number numbers[2];
static char chars[80];
static wchar_t letters[4];

/* Macros, because functions would take void pointers. */
#define SEND(buffer, count, datatype) \
    MPI_Send(buffer, count, datatype, 0, 0, MPI_COMM_SELF)
#define SEND_INTS(buffer) MPI_Send((int *)(buffer), 2, MPI_INT, 0, 0, MPI_COMM_SELF)

void send_all(void *anything, MPI_Datatype unknown);
void send_all(void *anything, MPI_Datatype unknown)
{
    MPI_Send(anything, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 1, unknown, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(rows, 20, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(&rows[1][0], 5, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(lines[0], 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(lines, 4, MPI_AINT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 80, MPI_BYTE, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 80, MPI_CHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 80, MPI_PACKED, 0, 0, MPI_COMM_SELF);
    MPI_Send(chars, 10, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(points, 2, MPI_DOUBLE_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(points, 2, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(numbers, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&wide, 1, MPI_LONG, 0, 0, MPI_COMM_SELF);
    MPI_Send(&longest, 1, MPI_INT64_T, 0, 0, MPI_COMM_SELF);
    MPI_Send(&size, 1, MPI_UNSIGNED_LONG, 0, 0, MPI_COMM_SELF);
    MPI_Send(&address, 1, MPI_AINT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(&letter, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(letters, 4, MPI_WCHAR, 0, 0, MPI_COMM_SELF);
    MPI_Send(&flag, 1, MPI_C_BOOL, 0, 0, MPI_COMM_SELF);
    MPI_Send(&little, 1, MPI_SHORT, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes, 2, MPI_C_DOUBLE_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(complexes, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 5, MPI_C_DOUBLE_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(small_complexes, 2, MPI_C_COMPLEX, 0, 0, MPI_COMM_SELF);
    MPI_Send(pairs, 2, MPI_2INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(pairs, 4, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(reals, 0, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send((float *)reals, 20, MPI_FLOAT, 0, 0, MPI_COMM_SELF);
    MPI_Send( /* as bits */ (int *)floats, 10, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Send((const void *)((char *)reals + 8), 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    SEND(reals, 10, MPI_DOUBLE);
    SEND_INTS(reals);
    MPI_Allreduce(MPI_IN_PLACE, reals, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
    MPI_Bcast(MPI_BOTTOM, 0, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Gather(ints, 1, MPI_INT, reals, 4, MPI_BYTE, 0, MPI_COMM_SELF);
    MPI_Unpack(ints, 10, &position, reals, 1, MPI_DOUBLE, MPI_COMM_SELF);
    MPI_Pack(reals, 1, MPI_DOUBLE, ints, 10, &position, MPI_COMM_SELF);
    MPI_Sendrecv(reals, 1, MPI_DOUBLE, 0, 0, ints, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
}
