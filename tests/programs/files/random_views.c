/* SPDX-License-Identifier: MIT */
/* Views, types, ways of access, hints and data representations at random, against an array of bytes
 * that a slow reference writes and reads. The seed is printed; HEDDLE_TEST_SEED sets it. */
/* ranks: 1 2 5 */
/* mpich: no */
#include <mpi.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "representations.h"
#include "scratch.h"
#include "ways.h"

enum { ROUNDS = 75, FILE_MAX = 1 << 20, DATA_MAX = 1 << 15, PARTS = 6, WINDOW = 512 << 10 };
enum { ELEMENTS_MAX = PARTS * 40, BASICS_MAX = 16 };

static uint64_t state; /* the same at all ranks */
static int rank, size;

static int draw(int low, int high)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (int)((state * UINT64_C(0x2545f4914f6cdd1d) >> 33) % (uint64_t)(high - low + 1));
}

/* ---- types ----------------------------------------------------------------------------------- */

/* An element of basic ones, in memory and in the file. */
struct element {
    MPI_Datatype type;
    int count;
    enum kind kinds[BASICS_MAX];
    int places[BASICS_MAX], places_in_file[BASICS_MAX];
    int extent, extent_in_file;
};

static void add_basic(struct element *element, enum datarep datarep, enum kind kind)
{
    int i = element->count++;

    element->kinds[i] = kind;
    element->places[i] = element->extent;
    element->places_in_file[i] = element->extent_in_file;
    element->extent += sizes[kind];
    element->extent_in_file += size_in_file(datarep, kind);
}

/* Basic ones with gaps, so that each has room also when it is longer. */
static void make_struct(struct element *element, enum datarep datarep)
{
    MPI_Datatype types[BASICS_MAX], type;
    MPI_Aint places[BASICS_MAX];
    int lengths[BASICS_MAX], parts = draw(2, 4), at = 0, i;

    for (i = 0; i < parts; i++) {
        element->extent = element->extent_in_file = 8 * at++;
        add_basic(element, datarep, (enum kind)draw(0, KINDS - 1));
        types[i] = handle_of(element->kinds[i]);
        places[i] = element->places[i];
        lengths[i] = 1;
        at += draw(0, 3) == 0;
    }
    element->extent = element->extent_in_file = 8 * (at + draw(0, 2));
    MPI_Type_create_struct(parts, lengths, places, types, &type);
    MPI_Type_create_resized(type, 0, element->extent, &element->type);
    MPI_Type_free(&type);
}

/* A byte, some, another basic element, or a struct. */
static void make_element(struct element *element, enum datarep datarep)
{
    int way = draw(0, 3), count = way == 1 ? draw(1, BASICS_MAX) : 1, i;
    enum kind kind = way <= 1 ? BYTE : (enum kind)draw(SHORT, KINDS - 1);

    element->count = element->extent = element->extent_in_file = 0;
    if (way == 3) {
        make_struct(element, datarep);
    } else {
        for (i = 0; i < count; i++)
            add_basic(element, datarep, kind);
        MPI_Type_contiguous(count, handle_of(kind), &element->type);
    }
    MPI_Type_commit(&element->type);
}

/* The elements of a type, in order, as places; its extent. */
struct map {
    const struct element *element;
    int elements;
    int extent;
    int places[ELEMENTS_MAX];
};

/* Where a type's parts are, in elements. */
struct parts {
    int count, lengths[PARTS], places[PARTS];
    int stride; /* 0: there is none */
    int extent;
};

/* In a file, each rank gets every size-th part, so that no two ranks write one byte. */
static void draw_parts(struct parts *parts, int parts_of, int part)
{
    int is_regular = draw(0, 2) == 0, is_dense = draw(0, 3) == 0, at = 0, i;
    int length = draw(1, 40), gap = is_dense ? 0 : draw(0, 30);

    parts->count = draw(1, PARTS);
    parts->stride = is_regular ? gap + parts_of * length : 0;
    for (i = 0; i < parts->count; i++) {
        if (!is_regular && i > 0)
            length = draw(0, 40);
        if (!is_regular)
            gap = !is_dense && draw(0, 3) == 0 ? draw(0, 30) : 0;
        parts->places[i] = at + gap + part * length;
        parts->lengths[i] = length;
        at += gap + parts_of * length;
    }
    parts->extent = at + (is_dense ? 0 : draw(0, 10));
}

/* The parts by one of the constructors. Displacements in bytes are the same in memory and in the
 * file, those in elements are not. */
static MPI_Datatype build_type(const struct parts *parts, MPI_Datatype element, int extent)
{
    MPI_Aint places[PARTS];
    MPI_Datatype type, vector;
    int i;

    for (i = 0; i < parts->count; i++)
        places[i] = (MPI_Aint)parts->places[i] * extent;
    if (parts->stride != 0) {
        if (draw(0, 1) == 0)
            MPI_Type_vector(parts->count, parts->lengths[0], parts->stride, element, &vector);
        else
            MPI_Type_create_hvector(parts->count, parts->lengths[0],
                                    (MPI_Aint)parts->stride * extent, element, &vector);
        MPI_Type_create_hindexed(1, (int[]){1}, places, vector, &type);
        MPI_Type_free(&vector);
    } else if (draw(0, 1) == 0) {
        MPI_Type_indexed(parts->count, parts->lengths, parts->places, element, &type);
    } else {
        MPI_Type_create_hindexed(parts->count, parts->lengths, places, element, &type);
    }
    return type;
}

/* A type of some elements that ascends, and its map; `extent` is an element's, where it is for. */
static MPI_Datatype make_type(const struct element *element, int extent, int parts_of, int part,
                              struct map *map)
{
    MPI_Datatype type, resized;
    struct parts parts;
    int i, j;

    draw_parts(&parts, parts_of, part);
    type = build_type(&parts, element->type, extent);
    map->element = element;
    map->elements = 0;
    for (i = 0; i < parts.count; i++)
        for (j = 0; j < parts.lengths[i]; j++)
            map->places[map->elements++] = (parts.places[i] + j) * extent;
    map->extent = parts.extent * extent;
    MPI_Type_create_resized(type, 0, map->extent, &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&type);
    return resized;
}

static int place_of(const struct map *map, int number)
{
    return number / map->elements * map->extent + map->places[number % map->elements];
}

static unsigned char model[FILE_MAX], own[FILE_MAX], *data, *expected;
static int model_size;

static struct map in_file, in_memory;
static MPI_Status status;

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

/* ---- the reference --------------------------------------------------------------------------- */

/* One access: elements of the view from `offset` on, basic element by basic element. */
struct walk {
    enum datarep datarep;
    int displacement, offset, count;
};

/* Where a basic element of the access is in memory, and in the file. */
static unsigned char *find(const struct walk *walk, unsigned char *memory, int number,
                           enum kind *kind, int *place)
{
    const struct element *element = in_memory.element;
    int of_element = number % element->count;

    *kind = element->kinds[of_element];
    number /= element->count;
    *place = walk->displacement + place_of(&in_file, walk->offset + number) +
             element->places_in_file[of_element];
    return memory + place_of(&in_memory, number) + element->places[of_element];
}

/* One member's part in the reference's file. */
static void write_model(const struct walk *walk)
{
    int i, place, low, end = 0;
    enum kind kind;

    for (i = 0; i < walk->count; i++) {
        const unsigned char *from = find(walk, data, i, &kind, &place);
        int bytes = size_in_file(walk->datarep, kind);

        encode(walk->datarep, kind, from, own + place);
        end = place + bytes > end ? place + bytes : end;
    }
    MPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    low = walk->displacement < end ? walk->displacement : end;
    MPI_Allreduce(MPI_IN_PLACE, own + low, end - low, MPI_UNSIGNED_CHAR, MPI_MAX, MPI_COMM_WORLD);
    for (i = low; i < end; i++)
        if (own[i] != 0)
            model[i] = own[i];
    memset(own + low, 0, (size_t)(end - low));
    model_size = end > model_size ? end : model_size;
}

/* The part of a basic element before the end of the file is read only where nothing converts. */
static int read_model(const struct walk *walk)
{
    int i, place, wanted = 0;
    enum kind kind;

    memset(expected, 0xee, DATA_MAX * 4);
    for (i = 0; i < walk->count; i++) {
        unsigned char *to = find(walk, expected, i, &kind, &place);

        if (place + size_in_file(walk->datarep, kind) > model_size) {
            if (walk->datarep <= INTERNAL && place < model_size) {
                memcpy(to, model + place, (size_t)(model_size - place));
                wanted += model_size - place;
            }
            break;
        }
        decode(walk->datarep, kind, model + place, to);
        wanted += sizes[kind];
    }
    return wanted;
}

static void check_read(const struct walk *walk)
{
    int got, wanted = read_model(walk);

    MPI_Get_count(&status, MPI_BYTE, &got);
    if (got != wanted || memcmp(expected, data, DATA_MAX * 4) != 0)
        fprintf(stderr, "rank %d, \"%s\": %d of %d bytes\n", rank, datareps[walk->datarep], got,
                wanted);
    must(got == wanted);
    must(memcmp(expected, data, DATA_MAX * 4) == 0);
}

/* ---- representations of the program's own ---------------------------------------------------- */

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
    *extent = size_in_file(*(enum datarep *)extra, kind_of(type));
    return MPI_SUCCESS;
}

/* Basic elements of the type under test, from `position` on. */
static int convert(int is_write, unsigned char *memory, MPI_Count count, unsigned char *there,
                   MPI_Offset position)
{
    const struct walk walk = {.datarep = WIDE};
    MPI_Count i;

    for (i = 0; i < count; i++) {
        enum kind kind;
        int place;
        unsigned char *here = find(&walk, memory, (int)(position + i), &kind, &place);

        (is_write ? encode : decode)(WIDE, kind, is_write ? here : there, is_write ? there : here);
        there += size_in_file(WIDE, kind);
    }
    return MPI_SUCCESS;
}

static int read_plain(void *memory, MPI_Datatype type, int count, void *there, MPI_Offset position,
                      void *extra)
{
    (void)type, (void)extra;
    return convert(0, memory, count, there, position);
}

static int write_plain(void *memory, MPI_Datatype type, int count, void *there,
                       MPI_Offset position, void *extra)
{
    (void)type, (void)extra;
    return convert(1, memory, count, there, position);
}

static int read_large(void *memory, MPI_Datatype type, MPI_Count count, void *there,
                      MPI_Offset position, void *extra)
{
    (void)type, (void)extra;
    return convert(0, memory, count, there, position);
}

static int write_large(void *memory, MPI_Datatype type, MPI_Count count, void *there,
                       MPI_Offset position, void *extra)
{
    (void)type, (void)extra;
    return convert(1, memory, count, there, position);
}

static void register_datareps(void)
{
    static enum datarep unconverted = UNCONVERTED, wide = WIDE;

    MPI_Register_datarep(datareps[UNCONVERTED], MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL,
                         extent_of, &unconverted);
    MPI_Register_datarep(datareps[WIDE], read_plain, write_plain, extent_of, &wide);
    MPI_Register_datarep_c(datareps[WIDE_LARGE], read_large, write_large, extent_of, &wide);
}

/* ---------------------------------------------------------------------------------------------- */

/* How many of the type are accessed? Fewer at most ranks, perhaps, and not more than fit. */
static int draw_count(int displacement, int *offset)
{
    int room = (FILE_MAX - displacement) / in_file.extent - 1;
    int count = draw(0, DATA_MAX / in_memory.extent - 1), rank_of_more = draw(0, size);

    if (rank_of_more < size && rank != rank_of_more)
        count = count / 2;
    *offset = draw(0, 50);
    while (*offset + count * in_memory.elements > room * in_file.elements) {
        count /= 2;
        if (count == 0)
            *offset = 0;
    }
    return count;
}

/* Sometimes the access crosses the end of one of the library's windows. */
static int draw_displacement(void)
{
    return draw(0, 2) > 0 ? draw(0, 100) : WINDOW - draw(0, DATA_MAX);
}

/* How the members access the file: one way that all take, or each one of its own. */
static int draw_way(void)
{
    static const int of_one[] = {0, 1, 4};
    int way = draw(0, WAYS + 1), which = draw(0, 2);

    return way < WAYS ? way : of_one[(which + rank) % 3];
}

/* Members beside each other write gaps, or not. */
static void draw_hints(MPI_Info *info)
{
    static const char *const uses[] = {"automatic", "enable", "disable"};
    int sieve_read = draw(0, 8), sieve_write = draw(0, 8), merge = draw(0, 8);
    char nodes[16];

    MPI_Info_create(info);
    MPI_Info_set(*info, "romio_ds_read", uses[(sieve_read + rank) / 3 % 3]);
    MPI_Info_set(*info, "romio_ds_write", uses[(sieve_write + rank) / 3 % 3]);
    MPI_Info_set(*info, "romio_cb_read", uses[merge / 3]);
    MPI_Info_set(*info, "romio_cb_write", uses[merge % 3]);
    snprintf(nodes, sizeof nodes, "%d", draw(1, size));
    MPI_Info_set(*info, "cb_nodes", nodes);
}

static void run_round(MPI_File file)
{
    enum datarep datarep = (enum datarep)draw(0, DATAREPS - 1);
    struct walk walk = {.datarep = datarep, .displacement = draw_displacement()};
    MPI_Datatype filetype, type;
    struct element element;
    int count, bytes, got, i;
    MPI_Info info;

    make_element(&element, datarep);
    filetype = make_type(&element, element.extent_in_file, size, rank, &in_file);
    type = make_type(&element, element.extent, 1, 0, &in_memory);
    draw_hints(&info);
    MPI_File_set_view(file, walk.displacement, element.type, filetype, datareps[datarep], info);
    MPI_Info_free(&info);
    count = draw_count(walk.displacement, &walk.offset);
    walk.count = count * in_memory.elements * element.count;
    MPI_Type_size(type, &bytes);
    memset(data, 0, DATA_MAX * 4);
    fill_data(count * in_memory.extent + 1);
    access_file(file, 1, draw_way(), walk.offset, data, count, type, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    must(got == count * bytes);
    write_model(&walk);
    MPI_File_sync(file);
    for (i = 0; i < 3; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        memset(data, 0xee, DATA_MAX * 4);
        access_file(file, 0, draw_way(), walk.offset, data, count, type, &status);
        check_read(&walk);
        walk.offset++;
    }
    MPI_Type_free(&element.type);
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

static void run_rounds(const char *folder)
{
    char name[SCRATCH_NAME_BYTES];
    MPI_File file;
    int round;

    memset(model, 0, sizeof model);
    model_size = 0;
    file = open_scratch(name, folder, "random");
    for (round = 0; round < ROUNDS; round++) {
        run_round(file);
        if (round % 10 == 0)
            check_file(file);
    }
    MPI_File_close(&file);
}

/* On a disk's file system, as a rule, and on one in memory. */
int main(int argc, char **argv)
{
    const char *given = getenv("HEDDLE_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (rank == 0)
        fprintf(stderr, "HEDDLE_TEST_SEED=%llu\n", (unsigned long long)seed);
    state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    data = malloc(DATA_MAX * 4);
    expected = malloc(DATA_MAX * 4);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    register_datareps();
    run_rounds(argc > 1 ? argv[1] : scratch_folder());
    if (argc <= 1 && access("/dev/shm", W_OK) == 0)
        run_rounds("/dev/shm");
    MPI_Finalize();
    return 0;
}
