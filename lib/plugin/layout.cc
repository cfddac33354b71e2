/* SPDX-License-Identifier: MIT */
/* Compares what a datatype describes with what a C type has at the same places. Silence is the rule
 * where there may be a reason: for bytes, unions, bit-fields, and integers of equal size. */
#include "mpi_calls.h"

#include "mpi_types.h"

/* A predefined datatype: one part, or two. Complex numbers are two parts, as C has them. */
struct predefined {
    MPI_Datatype handle;
    const char *name;
    datatype_part first, second;
    HOST_WIDE_INT extent;
};

#define ONE(name, kind, bytes)                             \
    {                                                      \
        name, #name, {kind, bytes, 0}, {kind, 0, 0}, bytes \
    }
#define COMPLEX(name, bytes)                                               \
    {                                                                      \
        name, #name, {REALS, bytes, 0}, {REALS, bytes, bytes}, 2 * (bytes) \
    }
#define PAIR(name, kind, bytes, extent)                                        \
    {                                                                          \
        name, #name, {kind, bytes, 0},                                         \
            {INTEGERS, sizeof(int), std::max<HOST_WIDE_INT>(bytes, 4)}, extent \
    }

static const predefined table[] = {
    ONE(MPI_INT, INTEGERS, sizeof(int)),
    ONE(MPI_DOUBLE, REALS, sizeof(double)),
    ONE(MPI_CHAR, BYTES, 1),
    ONE(MPI_SIGNED_CHAR, BYTES, 1),
    ONE(MPI_UNSIGNED_CHAR, BYTES, 1),
    ONE(MPI_BYTE, BYTES, 1),
    ONE(MPI_PACKED, BYTES, 1),
    ONE(MPI_C_BOOL, BYTES, 1),
    ONE(MPI_CXX_BOOL, BYTES, 1),
    ONE(MPI_INT8_T, BYTES, 1),
    ONE(MPI_UINT8_T, BYTES, 1),
    ONE(MPI_SHORT, INTEGERS, sizeof(short)),
    ONE(MPI_UNSIGNED_SHORT, INTEGERS, sizeof(short)),
    ONE(MPI_UNSIGNED, INTEGERS, sizeof(int)),
    ONE(MPI_LONG, INTEGERS, sizeof(long)),
    ONE(MPI_UNSIGNED_LONG, INTEGERS, sizeof(long)),
    ONE(MPI_LONG_LONG, INTEGERS, sizeof(long long)),
    ONE(MPI_UNSIGNED_LONG_LONG, INTEGERS, sizeof(long long)),
    ONE(MPI_WCHAR, INTEGERS, sizeof(wchar_t)),
    ONE(MPI_INT16_T, INTEGERS, 2),
    ONE(MPI_UINT16_T, INTEGERS, 2),
    ONE(MPI_INT32_T, INTEGERS, 4),
    ONE(MPI_UINT32_T, INTEGERS, 4),
    ONE(MPI_INT64_T, INTEGERS, 8),
    ONE(MPI_UINT64_T, INTEGERS, 8),
    ONE(MPI_AINT, INTEGERS, sizeof(MPI_Aint)),
    ONE(MPI_COUNT, INTEGERS, sizeof(MPI_Count)),
    ONE(MPI_OFFSET, INTEGERS, sizeof(MPI_Offset)),
    ONE(MPI_FLOAT, REALS, sizeof(float)),
    ONE(MPI_LONG_DOUBLE, REALS, sizeof(long double)),
    COMPLEX(MPI_C_FLOAT_COMPLEX, sizeof(float)),
    COMPLEX(MPI_C_DOUBLE_COMPLEX, sizeof(double)),
    COMPLEX(MPI_C_LONG_DOUBLE_COMPLEX, sizeof(long double)),
    COMPLEX(MPI_CXX_FLOAT_COMPLEX, sizeof(float)),
    COMPLEX(MPI_CXX_DOUBLE_COMPLEX, sizeof(double)),
    COMPLEX(MPI_CXX_LONG_DOUBLE_COMPLEX, sizeof(long double)),
    PAIR(MPI_FLOAT_INT, REALS, sizeof(float), 8),
    PAIR(MPI_DOUBLE_INT, REALS, sizeof(double), 16),
    PAIR(MPI_LONG_DOUBLE_INT, REALS, sizeof(long double), 32),
    PAIR(MPI_SHORT_INT, INTEGERS, sizeof(short), 8),
    PAIR(MPI_LONG_INT, INTEGERS, sizeof(long), 16),
    PAIR(MPI_2INT, INTEGERS, sizeof(int), 8),
    ONE(MPI_LOGICAL, INTEGERS, 4),
    ONE(MPI_INTEGER, INTEGERS, 4),
    ONE(MPI_REAL, REALS, 4),
    ONE(MPI_DOUBLE_PRECISION, REALS, 8),
    COMPLEX(MPI_COMPLEX, 4),
    COMPLEX(MPI_DOUBLE_COMPLEX, 8),
    ONE(MPI_CHARACTER, BYTES, 1),
    PAIR(MPI_2INTEGER, INTEGERS, 4, 8),
    COMPLEX(MPI_2REAL, 4),
    COMPLEX(MPI_2DOUBLE_PRECISION, 8),
    ONE(MPI_INTEGER2, INTEGERS, 2),
    ONE(MPI_INTEGER4, INTEGERS, 4),
    ONE(MPI_INTEGER8, INTEGERS, 8),
    ONE(MPI_REAL4, REALS, 4),
    ONE(MPI_REAL8, REALS, 8),
    COMPLEX(MPI_COMPLEX8, 4),
    COMPLEX(MPI_COMPLEX16, 8),
};

const datatype *predefined_datatype(tree argument)
{
    static std::unordered_map<unsigned HOST_WIDE_INT, datatype> known;

    if (known.empty())
        for (const predefined &each : table) {
            datatype &made = known[(unsigned HOST_WIDE_INT)(uintptr_t)each.handle];

            made = {each.name, {each.first}, each.extent, each.first.offset + each.first.bytes};
            if (each.second.bytes > 0) {
                made.parts.push_back(each.second);
                made.end = each.second.offset + each.second.bytes;
            }
        }
    argument = without_conversions(argument, is_any_type);
    if (TREE_CODE(argument) != INTEGER_CST || !tree_fits_uhwi_p(argument))
        return NULL;
    auto found = known.find(tree_to_uhwi(argument));
    return found == known.end() ? NULL : &found->second;
}

HOST_WIDE_INT bytes_of(tree type)
{
    if (!COMPLETE_TYPE_P(type) || !tree_fits_shwi_p(TYPE_SIZE_UNIT(type)))
        return 0;
    return tree_to_shwi(TYPE_SIZE_UNIT(type));
}

static bool is_named(tree type, const char *name)
{
    for (tree each = TYPE_MAIN_VARIANT(type); each != NULL_TREE; each = TYPE_NEXT_VARIANT(each)) {
        tree own = TYPE_NAME(each);

        if (own != NULL_TREE && TREE_CODE(own) == TYPE_DECL)
            own = DECL_NAME(own);
        if (own != NULL_TREE && strcmp(IDENTIFIER_POINTER(own), name) == 0)
            return true;
    }
    return false;
}

bool holds_anything(tree type)
{
    return lookup_attribute("may_alias", TYPE_ATTRIBUTES(type)) != NULL_TREE ||
           (TREE_CODE(type) == VECTOR_TYPE && INTEGRAL_TYPE_P(TREE_TYPE(type))) ||
           (TREE_CODE(type) == RECORD_TYPE && is_named(type, "max_align_t"));
}

/* The field that has this byte. NULL_TREE: a gap, or a byte that fields share. */
static tree field_at(tree record, HOST_WIDE_INT offset, HOST_WIDE_INT *start)
{
    for (tree field = TYPE_FIELDS(record); field != NULL_TREE; field = DECL_CHAIN(field)) {
        if (TREE_CODE(field) != FIELD_DECL || DECL_BIT_FIELD_TYPE(field) != NULL_TREE ||
            !tree_fits_shwi_p(byte_position(field)))
            continue;
        *start = int_byte_position(field);
        if (offset >= *start && offset < *start + bytes_of(TREE_TYPE(field)))
            return field;
    }
    return NULL_TREE;
}

/* The number, truth value or pointer that has this byte, and the byte's place in it. NULL_TREE:
 * there is none, or it is not certain. */
static tree leaf_at(tree type, HOST_WIDE_INT *offset)
{
    for (;;) {
        HOST_WIDE_INT start;
        tree field;

        if (holds_anything(type))
            return NULL_TREE;
        switch (TREE_CODE(type)) {
        case ARRAY_TYPE:
        case VECTOR_TYPE:
            type = TREE_TYPE(type);
            if (bytes_of(type) == 0)
                return NULL_TREE;
            *offset %= bytes_of(type);
            break;
        case RECORD_TYPE:
            field = field_at(type, *offset, &start);
            if (field == NULL_TREE)
                return NULL_TREE;
            *offset -= start;
            type = TREE_TYPE(field);
            break;
        case INTEGER_TYPE:
        case ENUMERAL_TYPE:
        case BOOLEAN_TYPE:
        case REAL_TYPE:
        case COMPLEX_TYPE:
        case POINTER_TYPE:
            return type;
        default:
            return NULL_TREE;
        }
    }
}

static bool suits(const datatype_part &described, tree leaf, HOST_WIDE_INT offset)
{
    HOST_WIDE_INT bytes = bytes_of(leaf);

    if (described.kind == BYTES || bytes == 0 || (bytes == 1 && TREE_CODE(leaf) != BOOLEAN_TYPE))
        return true;
    if (TREE_CODE(leaf) == COMPLEX_TYPE) {
        if (!SCALAR_FLOAT_TYPE_P(TREE_TYPE(leaf)))
            return true;
        bytes /= 2;
        offset %= bytes;
        leaf = TREE_TYPE(leaf);
    }
    return offset == 0 && described.bytes == bytes &&
           described.kind == (SCALAR_FLOAT_TYPE_P(leaf) ? REALS : INTEGERS);
}

bool contradicts(const datatype &type, tree element, HOST_WIDE_INT count, contradiction *first)
{
    enum { ELEMENTS_MAX = 64 };
    HOST_WIDE_INT bytes = bytes_of(element);

    if (bytes == 0)
        return false;
    count = std::min<HOST_WIDE_INT>(count, ELEMENTS_MAX);
    for (HOST_WIDE_INT i = 0; i < count; i++)
        for (const datatype_part &each : type.parts) {
            HOST_WIDE_INT offset = i * type.extent + each.offset, rest;
            tree leaf;

            if (offset < 0)
                return false;
            rest = offset % bytes;
            leaf = leaf_at(element, &rest);
            if (leaf != NULL_TREE && !suits(each, leaf, rest)) {
                *first = {each, offset - rest, leaf};
                return true;
            }
        }
    return false;
}

std::string shown_part(const datatype_part &described)
{
    std::string what = described.kind == REALS ? "a floating-point number of " : "an integer of ";

    return what + std::to_string(described.bytes) + " bytes";
}

const char *datatype_for(tree type)
{
    const struct {
        tree type;
        const char *name;
    } names[] = {
        {integer_type_node, "MPI_INT"},
        {unsigned_type_node, "MPI_UNSIGNED"},
        {long_integer_type_node, "MPI_LONG"},
        {long_unsigned_type_node, "MPI_UNSIGNED_LONG"},
        {long_long_integer_type_node, "MPI_LONG_LONG"},
        {long_long_unsigned_type_node, "MPI_UNSIGNED_LONG_LONG"},
        {short_integer_type_node, "MPI_SHORT"},
        {short_unsigned_type_node, "MPI_UNSIGNED_SHORT"},
        {float_type_node, "MPI_FLOAT"},
        {double_type_node, "MPI_DOUBLE"},
        {long_double_type_node, "MPI_LONG_DOUBLE"},
        {complex_float_type_node, "MPI_C_FLOAT_COMPLEX"},
        {complex_double_type_node, "MPI_C_DOUBLE_COMPLEX"},
        {boolean_type_node, is_cxx() ? "MPI_CXX_BOOL" : "MPI_C_BOOL"},
    };

    type = TYPE_MAIN_VARIANT(type);
    for (const auto &each : names)
        if (each.type != NULL_TREE && TYPE_MAIN_VARIANT(each.type) == type)
            return each.name;
    if (TREE_CODE(type) == ENUMERAL_TYPE && bytes_of(type) == sizeof(int))
        return "MPI_INT";
    return NULL;
}
