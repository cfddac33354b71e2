/* SPDX-License-Identifier: MIT */
/* Views, types, ways of access and data representations at random, against an array of bytes that a
 * slow reference writes and reads. Bytes are the same in all representations, but other ways lead
 * to them. The seed is printed; HEDDLE_TEST_SEED sets it. */
/* ranks: 1 2 5 */
/* mpich: no */
/* seconds: 120 */
#include <mpi.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../must.h"

enum { ROUNDS = 150, FILE_MAX = 1 << 20, DATA_MAX = 1 << 15, RUNS_MAX = 1 << 12, PARTS = 6 };

static uint64_t state; /* the same at all ranks */
static int rank, size;

static int draw(int low, int high)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (int)((state * UINT64_C(0x2545f4914f6cdd1d) >> 33) % (uint64_t)(high - low + 1));
}

/* The bytes of one element, in order, as places; its extent. */
struct map {
    int bytes;
    int extent;
    int places[RUNS_MAX];
};

/* A type of some units of `unit` bytes that ascends, and its map. In a file, each rank gets every
 * size-th part, so that no two ranks write one byte. */
static MPI_Datatype make_type(int unit, int parts_of, int part, struct map *map)
{
    int lengths[PARTS], places[PARTS], parts = draw(1, PARTS), at = 0, i, j;
    MPI_Datatype type, resized;

    map->bytes = 0;
    for (i = 0; i < parts; i++) {
        int length = draw(0, 40), gap = draw(0, 3) == 0 ? draw(0, 30) : 0;

        if (i == 0 && length == 0)
            length = 1;
        places[i] = (at + gap + part * length) * unit;
        lengths[i] = length * unit;
        for (j = 0; j < lengths[i]; j++)
            map->places[map->bytes++] = places[i] + j;
        at += gap + parts_of * length;
    }
    at += draw(0, 10);
    map->extent = at * unit;
    MPI_Type_create_hindexed(parts, lengths, (MPI_Aint[PARTS]){places[0], places[1], places[2],
                             places[3], places[4], places[5]}, MPI_BYTE, &type);
    MPI_Type_create_resized(type, 0, map->extent, &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&type);
    return resized;
}

static int place_of(const struct map *map, int number)
{
    return number / map->bytes * map->extent + map->places[number % map->bytes];
}

static unsigned char model[FILE_MAX], own[FILE_MAX], *data, *expected;
static int model_size;

static struct map in_file, in_memory;

/* Other data at each rank. */
static void fill_data(int bytes)
{
    uint64_t own_state = state + (uint64_t)rank * UINT64_C(0xbf58476d1ce4e5b9);
    int i;

    for (i = 0; i < bytes; i++) {
        own_state = own_state * UINT64_C(6364136223846793005) + 1442695040888963407;
        data[i] = (unsigned char)(1 + (own_state >> 33) % 255);
    }
}

static MPI_Request request;
static MPI_Status status;

static void access_file(MPI_File file, int is_write, int way, MPI_Offset offset, void *buffer,
                        int count, MPI_Datatype type)
{
    if (way % 2 == 1)
        MPI_File_seek(file, offset, MPI_SEEK_SET);
    switch (way + (is_write ? 0 : 10)) {
    case 0: MPI_File_write_at(file, offset, buffer, count, type, &status); break;
    case 1: MPI_File_write(file, buffer, count, type, &status); break;
    case 2: MPI_File_write_at_all(file, offset, buffer, count, type, &status); break;
    case 3: MPI_File_write_all(file, buffer, count, type, &status); break;
    case 4: MPI_File_iwrite_at(file, offset, buffer, count, type, &request); break;
    case 5: MPI_File_iwrite_all(file, buffer, count, type, &request); break;
    case 6: MPI_File_iwrite_at_all(file, offset, buffer, count, type, &request); break;
    case 7:
        MPI_File_write_all_begin(file, buffer, count, type);
        MPI_File_write_all_end(file, buffer, &status);
        break;
    case 10: MPI_File_read_at(file, offset, buffer, count, type, &status); break;
    case 11: MPI_File_read(file, buffer, count, type, &status); break;
    case 12: MPI_File_read_at_all(file, offset, buffer, count, type, &status); break;
    case 13: MPI_File_read_all(file, buffer, count, type, &status); break;
    case 14: MPI_File_iread_at(file, offset, buffer, count, type, &request); break;
    case 15: MPI_File_iread_all(file, buffer, count, type, &request); break;
    case 16: MPI_File_iread_at_all(file, offset, buffer, count, type, &request); break;
    default:
        MPI_File_read_all_begin(file, buffer, count, type);
        MPI_File_read_all_end(file, buffer, &status);
        break;
    }
    if (way >= 4 && way <= 6)
        MPI_Wait(&request, &status);
}

/* One member's part in the reference's file. */
static void write_model(int displacement, int offset, int bytes)
{
    int i, end = 0;

    memset(own, 0, sizeof own);
    for (i = 0; i < bytes; i++)
        own[displacement + place_of(&in_file, offset + i)] = data[place_of(&in_memory, i)];
    if (bytes > 0)
        end = displacement + place_of(&in_file, offset + bytes - 1) + 1;
    MPI_Allreduce(MPI_IN_PLACE, own, sizeof own, MPI_UNSIGNED_CHAR, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (i = 0; i < FILE_MAX; i++)
        if (own[i] != 0)
            model[i] = own[i];
    model_size = end > model_size ? end : model_size;
}

static void check_read(int displacement, int offset, int bytes)
{
    int i, got, wanted = 0;

    memset(expected, 0xee, DATA_MAX * 4);
    for (i = 0; i < bytes; i++) {
        int place = displacement + place_of(&in_file, offset + i);

        if (place >= model_size)
            break;
        expected[place_of(&in_memory, i)] = model[place];
        wanted++;
    }
    MPI_Get_count(&status, MPI_BYTE, &got);
    must(got == wanted);
    must(memcmp(expected, data, DATA_MAX * 4) == 0);
}

/* A representation of the program's own, in which a byte is a byte. */
static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
    int bytes;

    (void)extra;
    MPI_Type_size(type, &bytes);
    *extent = bytes;
    return MPI_SUCCESS;
}

static void run_round(MPI_File file)
{
    static const char *const datareps[] = {"native", "native", "internal", "external32", "own"};
    const char *datarep = datareps[draw(0, 4)];
    int unit = draw(0, 2) == 0 ? 1 : draw(1, 16), displacement = draw(0, 100);
    MPI_Datatype etype, filetype = make_type(unit, size, rank, &in_file);
    MPI_Datatype type = make_type(unit, 1, 0, &in_memory);
    int count = draw(0, DATA_MAX / in_memory.extent - 1), i, rank_of_more;
    int bytes, offset, room = (FILE_MAX - displacement) / in_file.extent - 1;

    MPI_Type_contiguous(unit, MPI_BYTE, &etype);
    MPI_Type_commit(&etype);
    MPI_File_set_view(file, displacement, etype, filetype, datarep, MPI_INFO_NULL);
    rank_of_more = draw(0, size);
    if (rank_of_more < size && rank != rank_of_more)
        count = count / 2;
    offset = draw(0, 50);
    bytes = count * in_memory.bytes;
    while (offset * unit + bytes > room * in_file.bytes) {
        count /= 2;
        bytes = count * in_memory.bytes;
        if (count == 0)
            offset = 0;
    }
    memset(data, 0, DATA_MAX * 4);
    fill_data(count * in_memory.extent + 1);
    access_file(file, 1, draw(0, 7), offset, data, count, type);
    MPI_Get_count(&status, MPI_BYTE, &i);
    must(i == bytes);
    write_model(displacement, offset * unit, bytes);
    MPI_File_sync(file);
    for (i = 0; i < 3; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        memset(data, 0xee, DATA_MAX * 4);
        access_file(file, 0, draw(0, 7), offset + i, data, count, type);
        check_read(displacement, (offset + i) * unit, bytes);
    }
    MPI_Type_free(&etype);
    MPI_Type_free(&filetype);
    MPI_Type_free(&type);
}

/* All that is in the file. */
static void check_file(MPI_File file)
{
    static unsigned char all[FILE_MAX];
    MPI_Offset bytes;

    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_get_size(file, &bytes);
    must(bytes == model_size);
    MPI_File_read_at(file, 0, all, FILE_MAX, MPI_BYTE, &status);
    must(memcmp(all, model, (size_t)model_size) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    const char *given = getenv("HEDDLE_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    char name[100];
    MPI_File file;
    int round;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (rank == 0)
        fprintf(stderr, "HEDDLE_TEST_SEED=%llu\n", (unsigned long long)seed);
    state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    data = malloc(DATA_MAX * 4);
    expected = malloc(DATA_MAX * 4);
    snprintf(name, sizeof name, "%s/random-%ld", argc > 1 ? argv[1] : "/tmp", (long)getpid());
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_Register_datarep("own", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_of, NULL);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    for (round = 0; round < ROUNDS; round++) {
        run_round(file);
        if (round % 10 == 0)
            check_file(file);
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
