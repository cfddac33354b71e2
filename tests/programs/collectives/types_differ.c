/* SPDX-License-Identifier: MIT */
/* Blocks of another type with as many bytes arrive, as other libraries take them; once for each
 * pair of calls a warning names both types and both places. HEDDLE_MISMATCH=2 makes it an error. */
/* ranks: 2 3 5 */
/* flags: -g */
/* mpich: no */
/* variant: told; expect-stderr: warning: rank 0 in MPI_Bcast, .*types_differ.c:[0-9]+.* sends */
/* variant: silent; arguments: silent; environment: HEDDLE_MISMATCH=0 */
/* variant: error; arguments: error; environment: HEDDLE_MISMATCH=2 */
/* variant: asleep; ranks: 5; environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { RANKS_MAX = 5, COUNT_MAX = 20000 };

static int rank, size, count, failed, wants_error;
static int sent[RANKS_MAX * COUNT_MAX], received[RANKS_MAX * COUNT_MAX];
static MPI_Comm comm;

/* The last rank has other types; all have four bytes. */
static MPI_Datatype own_type(void)
{
    return rank == size - 1 ? MPI_FLOAT : MPI_INT;
}

static void fill(void)
{
    int i;

    for (i = 0; i < size * count; i++) {
        sent[i] = rank * 1000003 + i;
        received[i] = -1;
    }
}

/* The block at `place` is what `source` has at `at`, unless the call was to fail. */
static void expect_block(const char *title, int code, const int *block, int source, int at)
{
    int i, wrong = 0;

    if (wants_error)
        return;
    for (i = 0; i < count; i++)
        wrong += block[i] != source * 1000003 + at + i;
    if (code == MPI_SUCCESS && wrong == 0)
        return;
    printf("%s, rank %d of %d, %d elements: code %d, %d wrong\n", title, rank, size, count, code,
           wrong);
    failed = 1;
}

/* One member at least is told of the error. */
static void expect_error(const char *title, int code)
{
    int is_told = code != MPI_SUCCESS, are_told;

    if (!wants_error)
        return;
    MPI_Allreduce(&is_told, &are_told, 1, MPI_INT, MPI_SUM, comm);
    if (are_told > 0)
        return;
    printf("%s, rank %d of %d, %d elements: no error\n", title, rank, size, count);
    failed = 1;
}

static void broadcast(void)
{
    int code;

    fill();
    memcpy(received, sent, sizeof(int) * (size_t)count);
    code = MPI_Bcast(received, count, own_type(), 0, comm);
    expect_block("MPI_Bcast", code, received, 0, 0);
    expect_error("MPI_Bcast", code);
}

static void scatter(void)
{
    int code;

    fill();
    code = MPI_Scatter(sent, count, MPI_INT, received, count, own_type(), 0, comm);
    expect_block("MPI_Scatter", code, received, 0, rank * count);
    expect_error("MPI_Scatter", code);
}

static void gather(void)
{
    int code, i;

    fill();
    code = MPI_Gather(sent, count, own_type(), received, count, MPI_INT, 0, comm);
    for (i = 0; rank == 0 && i < size; i++)
        expect_block("MPI_Gather", code, received + i * count, i, 0);
    expect_error("MPI_Gather", code);
}

static void gather_to_all(void)
{
    int code, i;

    fill();
    code = MPI_Allgather(sent, count, own_type(), received, count, MPI_INT, comm);
    for (i = 0; i < size; i++)
        expect_block("MPI_Allgather", code, received + i * count, i, 0);
    expect_error("MPI_Allgather", code);
}

static void all_to_all(void)
{
    int code, i;

    fill();
    code = MPI_Alltoall(sent, count, own_type(), received, count, MPI_INT, comm);
    for (i = 0; i < size; i++)
        expect_block("MPI_Alltoall", code, received + i * count, i, rank * count);
    expect_error("MPI_Alltoall", code);
}

static void all_to_all_in_place(void)
{
    int code, i;

    fill();
    code = MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, sent, count, own_type(), comm);
    for (i = 0; i < size; i++)
        expect_block("MPI_Alltoall in place", code, sent + i * count, i, rank * count);
    expect_error("MPI_Alltoall in place", code);
}

static void all_to_all_nonblocking(void)
{
    MPI_Request request;
    int counts[RANKS_MAX], places[RANKS_MAX], code, i;

    fill();
    for (i = 0; i < size; i++) {
        counts[i] = count;
        places[i] = i * count;
    }
    code = MPI_Ialltoallv(sent, counts, places, own_type(), received, counts, places, MPI_INT,
                          comm, &request);
    if (code == MPI_SUCCESS)
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < size; i++)
        expect_block("MPI_Ialltoallv", code, received + i * count, i, rank * count);
    expect_error("MPI_Ialltoallv", code);
}

static void neighbors(void)
{
    MPI_Comm ring;
    int code, dims = size, wraps = 1, left = (rank + size - 1) % size, right = (rank + 1) % size;

    fill();
    MPI_Cart_create(comm, 1, &dims, &wraps, 0, &ring);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
    code = MPI_Neighbor_allgather(sent, count, own_type(), received, count, MPI_INT, ring);
    expect_block("MPI_Neighbor_allgather", code, received, left, 0);
    expect_block("MPI_Neighbor_allgather", code, received + count, right, 0);
    expect_error("MPI_Neighbor_allgather", code);
    MPI_Comm_free(&ring);
}

/* Standard error must stay empty from the first call on. */
static FILE *listen_to_stderr(void)
{
    FILE *file = tmpfile();

    if (file == NULL || dup2(fileno(file), STDERR_FILENO) < 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    return file;
}

static void expect_silence(FILE *file)
{
    if (lseek(fileno(file), 0, SEEK_END) == 0)
        return;
    printf("there are warnings\n");
    failed = 1;
}

int main(int argc, char **argv)
{
    FILE *heard = NULL;

    void (*const cases[])(void) = {broadcast,
                                   scatter,
                                   gather,
                                   gather_to_all,
                                   all_to_all,
                                   all_to_all_in_place,
                                   all_to_all_nonblocking,
                                   neighbors};
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    wants_error = argc > 1 && strcmp(argv[1], "error") == 0;
    if (argc > 1 && !wants_error && rank == 0)
        heard = listen_to_stderr();
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (count = 1; count <= COUNT_MAX; count = count == 1 ? 50 : count * 20) {
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
            MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
            cases[i]();
            MPI_Comm_free(&comm);
        }
    MPI_Barrier(MPI_COMM_WORLD);
    if (heard != NULL)
        expect_silence(heard);
    MPI_Finalize();
    return failed;
}
