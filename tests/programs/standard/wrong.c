/* SPDX-License-Identifier: MIT */
/* Examples that the report calls erroneous or unsafe. An argument chooses one; without, their
 * numbers are written, each with the kind that is told and what mpiexec needs besides -check. */
#include "example.h"

enum { WORDS = 10 };

static float a[4 * WORDS], b[4 * WORDS];
static int one = 1, two = 2;

static void example_3_3(void)
{
    AT(0)
    MPI_Send(a, WORDS, MPI_FLOAT, 1, 0, comm);
    AT(1)
    MPI_Recv(b, 4 * WORDS, MPI_BYTE, 0, 0, comm, IGNORE);
}

static void example_3_9(void)
{
    if (rank > 1)
        return;
    MPI_Recv(b, WORDS, MPI_FLOAT, 1 - rank, 0, comm, IGNORE);
    MPI_Send(a, WORDS, MPI_FLOAT, 1 - rank, 0, comm);
}

static void example_3_10(void)
{
    if (rank > 1)
        return;
    MPI_Send(a, WORDS, MPI_FLOAT, 1 - rank, 0, comm);
    MPI_Recv(b, WORDS, MPI_FLOAT, 1 - rank, 0, comm, IGNORE);
}

/* In most runs each message is received with its type. */
static void example_3_20(void)
{
    MPI_Status status;
    int i;

    AT(0)
    MPI_Send(&one, 1, MPI_INT, 2, 0, comm);
    AT(1)
    MPI_Send(a, 1, MPI_FLOAT, 2, 0, comm);
    for (i = 0; rank == 2 && i < 2; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        if (status.MPI_SOURCE == 0)
            MPI_Recv(&one, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, IGNORE);
        else
            MPI_Recv(a, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, IGNORE);
    }
}

static void example_6_5(void)
{
    const int counts[] = {100, 100, 100, 100}, places[] = {0, 90, 180, 270};
    int all[400], own[100] = {0};

    MPI_Gatherv(own, 100, MPI_INT, all, counts, places, MPI_INT, 0, comm);
}

static void example_6_26(void)
{
    AT(0) {
        MPI_Bcast(&one, 1, MPI_INT, 0, comm);
        MPI_Bcast(&two, 1, MPI_INT, 1, comm);
    } else {
        MPI_Bcast(&two, 1, MPI_INT, 1, comm);
        MPI_Bcast(&one, 1, MPI_INT, 0, comm);
    }
}

static MPI_Comm pair_of(int first, int second)
{
    MPI_Comm pair;

    MPI_Comm_split(comm, rank == first || rank == second ? 0 : MPI_UNDEFINED,
                   rank == first ? 0 : 1, &pair);
    return pair;
}

static void example_6_27(void)
{
    MPI_Comm pairs[] = {pair_of(0, 1), pair_of(1, 2), pair_of(2, 0)};

    if (rank < 3) {
        MPI_Bcast(&one, 1, MPI_INT, 0, pairs[rank]);
        MPI_Bcast(&two, 1, MPI_INT, 0, pairs[(rank + 2) % 3]);
        MPI_Comm_free(&pairs[rank]);
        MPI_Comm_free(&pairs[(rank + 2) % 3]);
    }
}

static void example_6_28(void)
{
    AT(0) {
        MPI_Bcast(&one, 1, MPI_INT, 0, comm);
        MPI_Send(&two, 1, MPI_INT, 1, 0, comm);
    } else {
        AT(1)
        MPI_Recv(&two, 1, MPI_INT, 0, 0, comm, IGNORE);
        MPI_Bcast(&one, 1, MPI_INT, 0, comm);
    }
}

static void example_6_31(void)
{
    MPI_Request request;

    AT(0) {
        MPI_Ibarrier(comm, &request);
        MPI_Bcast(&one, 1, MPI_INT, 0, comm);
    } else {
        MPI_Bcast(&one, 1, MPI_INT, 0, comm);
        MPI_Ibarrier(comm, &request);
    }
    MPI_Wait(&request, IGNORE);
}

static void example_6_33(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int from[4] = {0}, to[4];

    if (rank == 0)
        MPI_Ialltoall(from, 1, MPI_INT, to, 1, MPI_INT, comm, &request);
    else
        MPI_Alltoall(from, 1, MPI_INT, to, 1, MPI_INT, comm);
    MPI_Wait(&request, IGNORE);
}

static void example_8_1(void)
{
    int sides[] = {0, 3, 0};

    MPI_Dims_create(7, 3, sides);
}

static void example_11_4(void)
{
    AT(0)
    MPI_Send(a, WORDS, MPI_FLOAT, 1, 0, comm);
}

static MPI_File open_file(void)
{
    MPI_File file;

    MPI_File_open(comm, "workfile", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    MPI_File_set_view(file, 0, MPI_FLOAT, MPI_FLOAT, "native", MPI_INFO_NULL);
    return file;
}

static void example_14_4(void)
{
    MPI_File file = open_file();

    MPI_File_read_all_begin(file, a, WORDS, MPI_FLOAT);
    MPI_File_read_all(file, b, WORDS, MPI_FLOAT, IGNORE);
    MPI_File_read_all_end(file, a, IGNORE);
    MPI_File_close(&file);
}

static void example_14_7(void)
{
    MPI_File file = open_file();

    AT(0) {
        MPI_File_write_at(file, 0, a, WORDS, MPI_FLOAT, IGNORE);
        MPI_File_sync(file);
        MPI_Barrier(comm);
    } else {
        MPI_Barrier(comm);
        MPI_File_sync(file);
        MPI_File_read_at(file, 0, b, WORDS, MPI_FLOAT, IGNORE);
    }
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *number, *told;
        void (*run)(void);
    } examples[] = {
        {"3.3", "mpi-type-mismatch", example_3_3},
        {"3.9", "mpi-deadlock", example_3_9},
        {"3.10", "mpi-unsafe-send", example_3_10},
        {"3.20", "mpi-type-mismatch -explore all", example_3_20},
        {"6.5", "mpi-buffer-overlap", example_6_5},
        {"6.26", "mpi-error", example_6_26},
        {"6.27", "mpi-deadlock", example_6_27},
        {"6.28", "mpi-deadlock", example_6_28},
        {"6.31", "mpi-error", example_6_31},
        {"6.33", "mpi-error", example_6_33},
        {"8.1", "mpi-error", example_8_1},
        {"11.4", "mpi-unreceived", example_11_4},
        {"14.4", "mpi-error", example_14_4},
        {"14.7", "mpi-deadlock", example_14_7},
    };
    const int count = (int)(sizeof examples / sizeof examples[0]);
    int i;

    MPI_Init(&argc, &argv);
    begin_examples();
    for (i = 0; i < count; i++)
        if (argc > 1 && strcmp(argv[1], examples[i].number) == 0)
            examples[i].run();
        else if (argc == 1 && rank == 0)
            printf("%s %s\n", examples[i].number, examples[i].told);
    end_examples();
    return 0;
}
