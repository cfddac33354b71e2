/* SPDX-License-Identifier: MIT */
/* MPI_Pack shows where a type has its bytes: it packs the numbers of bytes instead of a buffer, a
 * digit of base 256 at a time. The type's contents say of which predefined types they are: those
 * repeat one type, but for structures. */
#include "fortran/section_map.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mpi.h"

enum { DIGITS = 4 };

/* ---- where the bytes are ------------------------------------------------------------------- */

struct packed_places {
    MPI_Count bytes;
    uint32_t *place; /* of each byte that the type names, in its order, from the array's begin */
};

struct span {
    MPI_Count begin, bytes; /* of the array without gaps */
    MPI_Count packed;
};

static bool span_of(struct span *span, MPI_Count count, MPI_Datatype type)
{
    MPI_Count lb, extent, true_extent, size;

    if (PMPI_Type_size_c(type, &size) != MPI_SUCCESS ||
        PMPI_Type_get_extent_c(type, &lb, &extent) != MPI_SUCCESS ||
        PMPI_Type_get_true_extent_c(type, &span->begin, &true_extent) != MPI_SUCCESS)
        return false;
    span->bytes = true_extent + (count - 1) * extent;
    span->packed = count * size;
    return count > 0 && size > 0 && extent >= 0 && span->begin >= 0 &&
           span->begin + span->bytes <= UINT32_MAX;
}

static bool pack_digits(struct packed_places *places, const struct span *span, char *digits,
                        char *packed, MPI_Count count, MPI_Datatype type)
{
    for (int digit = 0; digit < DIGITS; digit++) {
        MPI_Count position = 0;

        for (MPI_Count i = 0; i < span->bytes; i++)
            digits[i] = (char)((uint32_t)(span->begin + i) >> 8 * digit);
        if (PMPI_Pack_c(digits - span->begin, count, type, packed, span->packed, &position,
                        MPI_COMM_SELF) != MPI_SUCCESS ||
            position != span->packed)
            return false;
        for (MPI_Count i = 0; i < span->packed; i++)
            places->place[i] |= (uint32_t)(unsigned char)packed[i] << 8 * digit;
    }
    return true;
}

static bool places_find(struct packed_places *places, MPI_Count count, MPI_Datatype type)
{
    struct span span;
    char *digits, *packed;
    bool is_found;

    if (!span_of(&span, count, type))
        return false;
    digits = malloc((size_t)span.bytes);
    packed = malloc((size_t)span.packed);
    places->bytes = span.packed;
    places->place = calloc((size_t)span.packed, sizeof *places->place);
    is_found = digits != NULL && packed != NULL && places->place != NULL &&
               pack_digits(places, &span, digits, packed, count, type);
    free(digits);
    free(packed);
    return is_found;
}

/* Where a byte of the array without gaps is in the section. */
static MPI_Count place_in(const CFI_cdesc_t *array, uint32_t byte)
{
    MPI_Count element = byte / array->elem_len, place = (MPI_Count)(byte % array->elem_len);

    for (int i = 0; i < array->rank - 1; i++) {
        place += element % array->dim[i].extent * array->dim[i].sm;
        element /= array->dim[i].extent;
    }
    return place + element * array->dim[array->rank - 1].sm;
}

/* ---- which types they have ----------------------------------------------------------------- */

struct map {
    const CFI_cdesc_t *array;
    struct packed_places places;
    MPI_Count at;    /* how many bytes have types */
    MPI_Count count; /* of these: */
    MPI_Count *lengths, *displacements;
    MPI_Datatype *types;
};

static bool add_element(struct map *map, MPI_Datatype type, MPI_Count size)
{
    const uint32_t *place = map->places.place + map->at;
    MPI_Count begin = place_in(map->array, place[0]), last = map->count - 1;

    for (MPI_Count i = 1; i < size; i++)
        if (place_in(map->array, place[i]) - begin != (MPI_Count)place[i] - (MPI_Count)place[0])
            return false;
    map->at += size;
    if (map->count > 0 && map->types[last] == type &&
        map->displacements[last] + map->lengths[last] * size == begin) {
        map->lengths[last]++;
        return true;
    }
    map->lengths[map->count] = 1;
    map->displacements[map->count] = begin;
    map->types[map->count++] = type;
    return true;
}

static bool add_all(struct map *map, MPI_Count count, MPI_Datatype type);

struct type_contents {
    MPI_Count counts[3]; /* how many integers, large counts and types */
    int combiner;
    int *integers;
    MPI_Count *large;
    MPI_Aint *addresses;
    MPI_Datatype *types;
};

/* The lengths of a structure's blocks are integers or large counts, behind their number. */
static bool add_contents(struct map *map, const struct type_contents *contents, MPI_Count bytes)
{
    MPI_Count size = 0;

    if (contents->combiner == MPI_COMBINER_STRUCT) {
        for (MPI_Count i = 0; i < contents->counts[2]; i++) {
            MPI_Count length =
                contents->counts[1] > 0 ? contents->large[1 + i] : contents->integers[1 + i];

            if (!add_all(map, length, contents->types[i]))
                return false;
        }
        return true;
    }
    return PMPI_Type_size_c(contents->types[0], &size) == MPI_SUCCESS &&
           (size == 0 || add_all(map, bytes / size, contents->types[0]));
}

static bool is_named(int combiner)
{
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER ||
           combiner == MPI_COMBINER_VALUE_INDEX;
}

static void free_types(const struct type_contents *contents)
{
    for (MPI_Count i = 0; i < contents->counts[2]; i++) {
        MPI_Count unused;
        int combiner = MPI_COMBINER_NAMED;

        PMPI_Type_get_envelope_c(contents->types[i], &unused, &unused, &unused, &unused,
                                 &combiner);
        if (!is_named(combiner))
            PMPI_Type_free(&contents->types[i]);
    }
}

/* Adds one element of a type that is no predefined one. */
static bool add_made(struct map *map, MPI_Datatype type, struct type_contents *contents,
                     MPI_Count addresses, MPI_Count bytes)
{
    bool is_added = false;

    contents->integers = malloc((size_t)(contents->counts[0] + 1) * sizeof *contents->integers);
    contents->large = malloc((size_t)(contents->counts[1] + 1) * sizeof *contents->large);
    contents->addresses = malloc((size_t)(addresses + 1) * sizeof *contents->addresses);
    contents->types = malloc((size_t)(contents->counts[2] + 1) * sizeof *contents->types);
    if (contents->integers != NULL && contents->large != NULL && contents->addresses != NULL &&
        contents->types != NULL &&
        PMPI_Type_get_contents_c(type, contents->counts[0], addresses, contents->counts[1],
                                 contents->counts[2], contents->integers, contents->addresses,
                                 contents->large, contents->types) == MPI_SUCCESS) {
        is_added = add_contents(map, contents, bytes);
        free_types(contents);
    }
    free(contents->integers);
    free(contents->large);
    free(contents->addresses);
    free(contents->types);
    return is_added;
}

static bool add_all(struct map *map, MPI_Count count, MPI_Datatype type)
{
    struct type_contents contents = {0};
    MPI_Count addresses, size;

    if (PMPI_Type_get_envelope_c(type, &contents.counts[0], &addresses, &contents.counts[1],
                                 &contents.counts[2], &contents.combiner) != MPI_SUCCESS ||
        PMPI_Type_size_c(type, &size) != MPI_SUCCESS)
        return false;
    for (MPI_Count i = 0; i < count && size > 0; i++)
        if (is_named(contents.combiner) ? !add_element(map, type, size)
                                        : !add_made(map, type, &contents, addresses, size))
            return false;
    return true;
}

bool section_map(const CFI_cdesc_t *array, MPI_Count count, MPI_Datatype type, MPI_Datatype *made)
{
    struct map map = {.array = array};
    bool is_made = places_find(&map.places, count, type);

    if (is_made) {
        size_t most = (size_t)map.places.bytes;

        map.lengths = malloc(most * sizeof *map.lengths);
        map.displacements = malloc(most * sizeof *map.displacements);
        map.types = malloc(most * sizeof *map.types);
        is_made = map.lengths != NULL && map.displacements != NULL && map.types != NULL &&
                  add_all(&map, count, type) && map.at == map.places.bytes &&
                  PMPI_Type_create_struct_c(map.count, map.lengths, map.displacements, map.types,
                                            made) == MPI_SUCCESS;
    }
    free(map.places.place);
    free(map.lengths);
    free(map.displacements);
    free(map.types);
    return is_made;
}
