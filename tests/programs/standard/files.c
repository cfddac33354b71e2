/* SPDX-License-Identifier: MIT */
/* Examples of chapters 14 and 15: files, the profiling interface and the tools' interface. */
#include "example.h"

enum { WORDS = 10, SIDE = 100, COLUMNS = 25 };

static MPI_File open_as(const char *name, int mode, MPI_Datatype type)
{
    MPI_File file;

    MPI_File_open(comm, name, mode, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    MPI_File_set_view(file, 0, type, type, "native", MPI_INFO_NULL);
    return file;
}

static MPI_File open_new(MPI_Datatype type)
{
    return open_as("workfile", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, type);
}

/* A file of as many numbers. */
static void make_file(int count)
{
    MPI_File file = open_as("myoldfile", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_FLOAT);
    int i;

    for (i = rank; i < count; i += size) {
        const float value = (float)i;

        MPI_File_write_at(file, i, &value, 1, MPI_FLOAT, IGNORE);
    }
    MPI_File_close(&file);
}

static bool has_bit(int mode, int bit)
{
    return (mode & bit) != 0;
}

static void example_14_1(void)
{
    MPI_File file = open_new(MPI_INT);
    int mode;

    MPI_File_get_amode(file, &mode);
    must(has_bit(mode, MPI_MODE_RDWR) && !has_bit(mode, MPI_MODE_RDONLY));
    MPI_File_close(&file);
}

static void example_14_2(void)
{
    enum { BUFFER = 7 };
    float values[BUFFER];
    int total = 0, count = BUFFER;
    MPI_Status status;
    MPI_File file;

    make_file(25);
    file = open_as("myoldfile", MPI_MODE_RDONLY, MPI_FLOAT);
    while (count == BUFFER) {
        MPI_File_read(file, values, BUFFER, MPI_FLOAT, &status);
        MPI_Get_count(&status, MPI_FLOAT, &count);
        must(count == 0 || values[0] == (float)total);
        total += count;
    }
    must(total == 25);
    MPI_File_close(&file);
}

static void example_14_3(void)
{
    float first[WORDS], second[WORDS];
    MPI_Request requests[2];
    MPI_File file;

    make_file(2 * WORDS);
    file = open_as("myoldfile", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_FLOAT);
    MPI_File_iread(file, first, WORDS, MPI_FLOAT, &requests[0]);
    MPI_File_iread(file, second, WORDS, MPI_FLOAT, &requests[1]);
    MPI_Wait(&requests[0], IGNORE);
    MPI_Wait(&requests[1], IGNORE);
    must(first[0] == 0 && second[0] == WORDS);
    MPI_File_close(&file);
}

static void fill(int values[])
{
    int i;

    for (i = 0; i < WORDS; i++)
        values[i] = 5;
}

/* Atomic mode: all of the write is before the read, or nothing. */
static void example_14_5(void)
{
    int values[WORDS], count, i;
    MPI_Status status;
    MPI_File file = open_new(MPI_INT);

    fill(values);
    MPI_File_set_atomicity(file, 1);
    AT(0)
    MPI_File_write_at(file, 0, values, WORDS, MPI_INT, IGNORE);
    AT(1) {
        memset(values, 0, sizeof values);
        MPI_File_read_at(file, 0, values, WORDS, MPI_INT, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        must(count == 0 || count == WORDS);
        for (i = 0; i < count; i++)
            must(values[i] == 5);
    }
    MPI_File_close(&file);
}

static void example_14_6(void)
{
    int values[WORDS];
    MPI_File file = open_new(MPI_INT);

    fill(values);
    AT(0)
    MPI_File_write_at(file, 0, values, WORDS, MPI_INT, IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(comm);
    MPI_File_sync(file);
    AT(1) {
        memset(values, 0, sizeof values);
        MPI_File_read_at(file, 0, values, WORDS, MPI_INT, IGNORE);
        must(values[0] == 5 && values[WORDS - 1] == 5);
    }
    MPI_File_close(&file);
}

/* Nonblocking operations on one handle: those in order, and in atomic mode those that are not. */
static void example_14_8(void)
{
    int two = 2, four = 4, read = 0;
    MPI_Request requests[2];
    MPI_File file;
    char name[32];

    snprintf(name, sizeof name, "myfile%d", rank);
    MPI_File_open(MPI_COMM_SELF, name,
                  MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_set_atomicity(file, 1);
    MPI_File_write_at(file, 10, &two, 1, MPI_INT, IGNORE);
    MPI_File_iwrite_at(file, 10, &four, 1, MPI_INT, &requests[0]);
    MPI_File_iread_at(file, 10, &read, 1, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests, IGNORE_ALL);
    must(read == 2 || read == 4);
    MPI_File_set_atomicity(file, 0);
    MPI_File_iwrite_at(file, 10, &four, 1, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], IGNORE);
    MPI_File_iread_at(file, 10, &read, 1, MPI_INT, &requests[1]);
    MPI_Wait(&requests[1], IGNORE);
    must(read == 4);
    MPI_File_close(&file);
}

static void compute(float buffer[], int round)
{
    int i;

    for (i = 0; i < WORDS; i++)
        buffer[i] = (float)(round * 100 + rank);
}

static void example_14_9(void)
{
    enum { ROUNDS = 4 };
    float buffers[2][WORDS], read[WORDS];
    MPI_Datatype part;
    MPI_File file;
    int round;

    MPI_File_open(comm, "workfile", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_Type_create_resized(MPI_FLOAT, 0, size * (MPI_Aint)sizeof(float), &part);
    MPI_Type_commit(&part);
    MPI_File_set_view(file, rank * (MPI_Offset)sizeof(float), MPI_FLOAT, part, "native",
                      MPI_INFO_NULL);
    compute(buffers[0], 0);
    MPI_File_write_all_begin(file, buffers[0], WORDS, MPI_FLOAT);
    for (round = 1; round < ROUNDS; round++) {
        compute(buffers[round % 2], round);
        MPI_File_write_all_end(file, buffers[1 - round % 2], IGNORE);
        MPI_File_write_all_begin(file, buffers[round % 2], WORDS, MPI_FLOAT);
    }
    MPI_File_write_all_end(file, buffers[1 - round % 2], IGNORE);
    MPI_File_read_at(file, (ROUNDS - 1) * WORDS, read, WORDS, MPI_FLOAT, IGNORE);
    must(read[0] == (float)((ROUNDS - 1) * 100 + rank));
    MPI_Type_free(&part);
    MPI_File_close(&file);
}

/* 14.11 is the same in Fortran. */
static void example_14_10(void)
{
    static double part[SIDE][COLUMNS];
    const int sizes[] = {SIDE, SIDE}, parts[] = {SIDE, COLUMNS};
    int starts[] = {0, rank * COLUMNS}, i, j;
    MPI_Datatype type;
    MPI_File file;

    for (i = 0; i < SIDE; i++)
        for (j = 0; j < COLUMNS; j++)
            part[i][j] = i * SIDE + starts[1] + j;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    file = open_new(MPI_DOUBLE);
    MPI_File_set_view(file, 0, MPI_DOUBLE, type, "native", MPI_INFO_NULL);
    MPI_File_write_all(file, part, SIDE * COLUMNS, MPI_DOUBLE, IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(comm);
    MPI_File_sync(file);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    MPI_File_read_at(file, SIDE, part, 4 * COLUMNS, MPI_DOUBLE, IGNORE);
    must(part[0][0] == SIDE && part[3][0] == SIDE + 3 * COLUMNS);
    MPI_Type_free(&type);
    MPI_File_close(&file);
}

/* ---- tools ----------------------------------------------------------------------------------- */

static int total_bytes;
static double total_time;

int MPI_Send(const void *buffer, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm to)
{
    const double start = MPI_Wtime();
    const int result = PMPI_Send(buffer, count, datatype, dest, tag, to);
    int bytes;

    total_time += MPI_Wtime() - start;
    MPI_Type_size(datatype, &bytes);
    total_bytes += count * bytes;
    return result;
}

static void example_15_1(void)
{
    double values[WORDS] = {0};

    total_bytes = 0;
    AT(0) {
        MPI_Send(values, WORDS, MPI_DOUBLE, 1, 0, comm);
        must(total_bytes == WORDS * 8 && total_time >= 0);
    }
    AT(1)
    MPI_Recv(values, WORDS, MPI_DOUBLE, 0, 0, comm, IGNORE);
}

static void example_15_5(void)
{
    int level, count, i, verbosity, bind, scope, length;
    char name[100];
    MPI_Datatype type;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &level) == MPI_SUCCESS);
    must(MPI_T_cvar_get_num(&count) == MPI_SUCCESS);
    for (i = 0; i < count; i++) {
        int error;

        length = sizeof name;
        error = MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, NULL, NULL, NULL, &bind,
                                    &scope);
        must(error == MPI_SUCCESS || error == MPI_T_ERR_INVALID_INDEX);
    }
    must(MPI_T_finalize() == MPI_SUCCESS);
}

/* 15.7, with any variable that is a level and a number, bound to nothing: its library has no
 * variable of that name. */
static void example_15_7(void)
{
    int level, count, i, class, bind, readonly, continuous, atomic, verbosity, elements;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    MPI_Datatype type;
    MPI_T_enum kinds;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &level) == MPI_SUCCESS);
    MPI_T_pvar_get_num(&count);
    MPI_T_pvar_session_create(&session);
    for (i = 0; i < count; i++) {
        unsigned long long values[64];

        if (MPI_T_pvar_get_info(i, NULL, NULL, &verbosity, &class, &type, &kinds, NULL, NULL, &bind,
                                &readonly, &continuous, &atomic) != MPI_SUCCESS ||
            bind != MPI_T_BIND_NO_OBJECT)
            continue;
        must(MPI_T_pvar_handle_alloc(session, i, NULL, &handle, &elements) == MPI_SUCCESS);
        if (!continuous)
            must(MPI_T_pvar_start(session, handle) == MPI_SUCCESS);
        if (elements <= 64)
            must(MPI_T_pvar_read(session, handle, values) == MPI_SUCCESS);
        MPI_T_pvar_handle_free(session, &handle);
    }
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
}

int main(int argc, char **argv)
{
    static const struct example examples[] = {
        {"14.1", example_14_1, 1},   {"14.2", example_14_2, 1}, {"14.3", example_14_3, 1},
        {"14.5", example_14_5, 2},   {"14.6", example_14_6, 2}, {"14.8", example_14_8, 1},
        {"14.9", example_14_9, 1},   {"15.1", example_15_1, 2}, {"15.5", example_15_5, 1},
        {"14.10", example_14_10, 4}, {"15.7", example_15_7, 1},
    };

    MPI_Init(&argc, &argv);
    begin_examples();
    RUN_EXAMPLES(argc, argv, examples);
    end_examples();
    return 0;
}
