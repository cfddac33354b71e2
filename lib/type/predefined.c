/* SPDX-License-Identifier: MIT */
/* The predefined types: a table of constants, indexed by handle. */
#include <stddef.h>

#include "base/container.h"
#include "base/note.h"
#include "type/element.h"
#include "type/signature.h"
#include "type/type.h"

enum handle {
#define TYPE(name, handle, storage, class, element, external) HANDLE_##name = (handle),
#include "type/predefined.def"
};

enum position {
    POSITION_NONE,
#define TYPE(name, handle, storage, class, element, external) POSITION_##name,
#include "type/predefined.def"
    POSITION_END
};

enum external {
#define TYPE(name, handle, storage, class, element, external) EXTERNAL_##name = (external),
#define PAIR(name, handle, storage, value, index, element)
#include "type/predefined.def"
};

#define SIG_HASH_OF_ONE(handle) ((handle) == HANDLE_PACKED ? SIG_HASH_ANY : SIG_HASH_DIGIT(handle))
/* A type followed by itself is a repetition of one type. */
#define SIG_HASH_OF_TWO(first, second)      \
    ((first) == (second)                 \
         ? SIG_HASH_DIGIT(first)            \
         : (uint64_t)(((uint128)SIG_HASH_DIGIT(first) * SEQUENCE_RADIX + SIG_HASH_DIGIT(second)) % \
                      SEQUENCE_MODULUS))

#define RUN(start, length) \
    {.offset = (start), .count = 1, .stride = (length), .bytes = (length)}

/* The only pair type with a gap between value and index. */
static const struct run short_int_fields[] = {
    {.offset = 0, .before = 0},
    {.offset = offsetof(struct short_int, index), .before = sizeof(short)},
    {.before = sizeof(short) + sizeof(int)},
};

#define LAYOUT_OF_PAIR(storage, value_bytes, index_bytes)                              \
    {                                                                                  \
        .count = 1, .stride = (value_bytes) + (index_bytes),                           \
        .bytes = (value_bytes) + (index_bytes),                                        \
        .runs = offsetof(storage, index) == (value_bytes) ? NULL : short_int_fields,   \
        .body_count = offsetof(storage, index) == (value_bytes) ? 0 : 2                \
    }

#define FIELD_BYTES(storage, field) sizeof(((storage *)0)->field)

/* Declared first because pairs refer to their parts. */
static const struct type types[POSITION_END];

static const struct type types[POSITION_END] = {
#define TYPE(type_name, handle, storage, type_class, type_element, type_external)           \
    [POSITION_##type_name] = {                                                              \
        .size = sizeof(storage),                                                            \
        .elements = 1,                                                                      \
        .sig_hash_length = 1,                                                                  \
        .extent = sizeof(storage),                                                          \
        .true_extent = sizeof(storage),                                                     \
        .sig_hash = SIG_HASH_OF_ONE(HANDLE_##type_name),                                          \
        .layout = RUN(0, sizeof(storage)),                                                  \
        .is_dense = true,                                                                   \
        .is_named = true,                                                                   \
        .is_predefined = true,                                                              \
        .number = HANDLE_##type_name,                                                       \
        .alignment = _Alignof(storage),                                                     \
        .class = CLASS_##type_class,                                                        \
        .element = ELEMENT_##type_element,                                                  \
        .external = (type_external),                                                        \
        .name = "MPI_" #type_name,                                                          \
        .contents = {.combiner = MPI_COMBINER_NAMED},                                       \
        .is_committed = true,                                                               \
    },
#define PAIR(type_name, handle, storage, value_type, index_type, type_element)              \
    [POSITION_##type_name] = {                                                              \
        .size = FIELD_BYTES(storage, value) + FIELD_BYTES(storage, index),                  \
        .extent = sizeof(storage),                                                          \
        .true_extent = offsetof(storage, index) + FIELD_BYTES(storage, index),              \
        .elements = 2,                                                                      \
        .external = EXTERNAL_##value_type + EXTERNAL_##index_type,                          \
        .sig_hash_length = HANDLE_##value_type == HANDLE_##index_type ? 1 : 2,                 \
        .sig_hash = SIG_HASH_OF_TWO(HANDLE_##value_type, HANDLE_##index_type),                    \
        .pair = {&types[POSITION_##value_type], &types[POSITION_##index_type]},             \
        .layout = LAYOUT_OF_PAIR(storage, FIELD_BYTES(storage, value),                      \
                                 FIELD_BYTES(storage, index)),                              \
        .is_dense = sizeof(storage) ==                                                      \
                    FIELD_BYTES(storage, value) + FIELD_BYTES(storage, index),              \
        .is_named = true,                                                                   \
        .is_predefined = true,                                                              \
        .number = HANDLE_##type_name,                                                       \
        .alignment = _Alignof(storage),                                                     \
        .class = CLASS_PAIR,                                                                \
        .element = ELEMENT_##type_element,                                                  \
        .name = "MPI_" #type_name,                                                          \
        .contents = {.combiner = MPI_COMBINER_NAMED},                                       \
        .is_committed = true,                                                               \
    },
#include "type/predefined.def"
};

const struct type *const types_by_handle[TYPE_HANDLES] = {
#define TYPE(name, handle, storage, class, element, external) \
    [(handle) - TYPE_HANDLE_FIRST] = &types[POSITION_##name],
#include "type/predefined.def"
};

const struct type *type_named_pair(const struct type *value, const struct type *index)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(types); i++)
        if (types[i].pair[0] != NULL && types[i].pair[0] == value && types[i].pair[1] == index)
            return &types[i];
    return NULL;
}

int type_match_size(int class, int bytes, const struct type **type)
{
    const struct {
        int class;
        int position;
    } sized[] = {
        {MPI_TYPECLASS_REAL, POSITION_REAL4},       {MPI_TYPECLASS_REAL, POSITION_REAL8},
        {MPI_TYPECLASS_REAL, POSITION_REAL16},      {MPI_TYPECLASS_COMPLEX, POSITION_COMPLEX8},
        {MPI_TYPECLASS_COMPLEX, POSITION_COMPLEX16}, {MPI_TYPECLASS_COMPLEX, POSITION_COMPLEX32},
        {MPI_TYPECLASS_INTEGER, POSITION_INTEGER1}, {MPI_TYPECLASS_INTEGER, POSITION_INTEGER2},
        {MPI_TYPECLASS_INTEGER, POSITION_INTEGER4}, {MPI_TYPECLASS_INTEGER, POSITION_INTEGER8},
        {MPI_TYPECLASS_INTEGER, POSITION_INTEGER16}, {MPIX_TYPECLASS_LOGICAL, POSITION_LOGICAL1},
        {MPIX_TYPECLASS_LOGICAL, POSITION_LOGICAL2}, {MPIX_TYPECLASS_LOGICAL, POSITION_LOGICAL4},
        {MPIX_TYPECLASS_LOGICAL, POSITION_LOGICAL8}, {MPIX_TYPECLASS_LOGICAL, POSITION_LOGICAL16},
        {MPI_TYPECLASS_REAL, POSITION_REAL2},       {MPI_TYPECLASS_COMPLEX, POSITION_COMPLEX4},
    };
    bool has_class = false;
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(sized); i++) {
        if (sized[i].class != class)
            continue;
        has_class = true;
        if (types[sized[i].position].size == bytes) {
            *type = &types[sized[i].position];
            return MPI_SUCCESS;
        }
    }
    if (!has_class)
        return note(MPI_ERR_ARG, "typeclass %d is no class of types", class);
    return note(MPI_ERR_ARG, "size %d: no type of that class has it", bytes);
}
