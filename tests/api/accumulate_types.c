/* SPDX-License-Identifier: MIT */
/* Combining with the memory of other members: every operation on every predefined type. */
#include "windows.h"

static const MPI_Datatype types[] = {
#ifdef MPICH_VERSION /* 4.0 ends the job at others */
    MPI_SHORT, MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_UINT8_T, MPI_INT64_T,
#else
    MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT,
    MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG, MPI_WCHAR,
    MPI_C_BOOL, MPI_INT8_T, MPI_UINT8_T, MPI_INT16_T, MPI_UINT16_T, MPI_INT32_T, MPI_UINT32_T,
    MPI_INT64_T, MPI_UINT64_T, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_C_FLOAT_COMPLEX,
    MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_CXX_BOOL, MPI_CXX_FLOAT_COMPLEX,
    MPI_CXX_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX, MPI_AINT, MPI_COUNT, MPI_OFFSET, MPI_BYTE,
    MPI_PACKED, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_DOUBLE_INT, MPI_SHORT_INT, MPI_2INT,
    MPI_LONG_INT, MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER, MPI_LOGICAL, MPI_INTEGER,
    MPI_REAL, MPI_DOUBLE_PRECISION, MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_CHARACTER,
    MPI_LOGICAL1, MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8, MPI_LOGICAL16, MPI_REAL2, MPI_COMPLEX4,
    MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_INTEGER16, MPI_REAL4, MPI_REAL8,
    MPI_REAL16, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32,
#endif
};

static const MPI_Op ops[] = {MPI_SUM,  MPI_PROD, MPI_MIN,  MPI_MAX,  MPI_BAND,   MPI_BOR,
                             MPI_BXOR, MPI_LAND, MPI_LOR,  MPI_LXOR, MPI_MINLOC, MPI_MAXLOC};

enum {
    TYPES = sizeof types / sizeof types[0],
    OPS = sizeof ops / sizeof ops[0],
    COUNT_MAX = 700, /* more than one would do alone */
    BYTES_MAX = 2 * 32 * COUNT_MAX,
};

static char origin[BYTES_MAX], before[BYTES_MAX], expected[BYTES_MAX], result[BYTES_MAX];
ALIGNED static char target[BYTES_MAX];

/* Any bytes that are 0 and 1 make valid numbers, but of long double, whose values are set. */
static void fill(char *bytes, MPI_Datatype type, int count, int factor)
{
    MPI_Aint lb, extent, i;
    long double number;

    MPI_Type_get_extent(type, &lb, &extent);
    memset(bytes, 0, BYTES_MAX);
    for (i = 0; i < count * extent; i++)
        bytes[i] = (char)(i * factor / 3 % 2);
    if (type != MPI_LONG_DOUBLE && type != MPI_LONG_DOUBLE_INT &&
        type != MPI_C_LONG_DOUBLE_COMPLEX && type != MPI_CXX_LONG_DOUBLE_COMPLEX)
        return;
    for (i = 0; i < count * extent; i += sizeof number) {
        number = 1.0L + i * factor % 5;
        if (type != MPI_LONG_DOUBLE_INT || i % extent == 0)
            memcpy(bytes + i, &number, 10);
    }
}

/* The bytes of a long double that are not its own may have any value. */
static int differ(const char *one, const char *other, MPI_Datatype type, int count)
{
    MPI_Aint lb, extent, i;
    int is_long = type == MPI_LONG_DOUBLE || type == MPI_LONG_DOUBLE_INT ||
                  type == MPI_C_LONG_DOUBLE_COMPLEX || type == MPI_CXX_LONG_DOUBLE_COMPLEX;

    MPI_Type_get_extent(type, &lb, &extent);
    for (i = 0; i < count * extent; i++)
        if (one[i] != other[i] && !(is_long && i % 16 >= 10))
            return 1;
    return 0;
}

/* Packed into bytes without gaps. */
static int same_data(const char *one, const char *other, MPI_Datatype type, int count)
{
    static char packed[2][BYTES_MAX];
    int size, at = 0, bytes = 0;

    MPI_Pack(one, count, type, packed[0], BYTES_MAX, &at, MPI_COMM_SELF);
    MPI_Pack(other, count, type, packed[1], BYTES_MAX, &bytes, MPI_COMM_SELF);
    MPI_Type_size(type, &size);
    return at == bytes && at >= size * count && memcmp(packed[0], packed[1], (size_t)at) == 0;
}

static int is_there(MPI_Datatype type)
{
    int size = 0;

    return type != MPI_DATATYPE_NULL && MPI_Type_size(type, &size) == MPI_SUCCESS && size > 0;
}

static int class_of(int code)
{
    int class = code;

    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    return class;
}

static void complain(MPI_Datatype type, int op, int count, int offset, const char *what)
{
    char text[MPI_MAX_OBJECT_NAME + 100], name[MPI_MAX_OBJECT_NAME];
    int length;

    MPI_Type_get_name(type, name, &length);
    snprintf(text, sizeof text, "%d of %s at %d, operation %d: %s", count, name, offset, op, what);
    check_failed(__FILE__, __LINE__, text);
}

/* MPI_Reduce_local says what is allowed, and what comes out. */
static void check_operation(MPI_Win win, MPI_Datatype type, int op, int count, int offset)
{
    int code, class;

    fill(origin, type, count, 5);
    fill(before, type, count, 7);
    memcpy(expected, before, sizeof expected);
    memcpy(target + offset, before, sizeof target / 2);
    class = class_of(MPI_Reduce_local(origin, expected, count, type, ops[op]));
#ifdef MPICH_VERSION
    if (class != MPI_SUCCESS)
        return;
#endif
    MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win);
    code = MPI_Accumulate(origin, count, type, check_rank, offset, count, type, ops[op], win);
    MPI_Win_unlock(check_rank, win);
    if (class_of(code) != class)
        complain(type, op, count, offset, "another class than MPI_Reduce_local's");
    if (differ(target + offset, class == MPI_SUCCESS ? expected : before, type, count))
        complain(type, op, count, offset, "MPI_Accumulate has another result");
    memcpy(target + offset, before, sizeof target / 2);
    memset(result, 3, sizeof result);
    MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win);
    if (count > 1)
        code = MPI_Get_accumulate(origin, count, type, result, count, type, check_rank, offset,
                                  count, type, ops[op], win);
    else
        code = MPI_Fetch_and_op(origin, result, type, check_rank, offset, ops[op], win);
    MPI_Win_unlock(check_rank, win);
    if (class_of(code) != class)
        complain(type, op, count, offset, "fetching has another class");
    if (class != MPI_SUCCESS)
        return;
    if (differ(target + offset, expected, type, count))
        complain(type, op, count, offset, "fetching has another result");
    if (differ(result, before, type, count) && !same_data(result, before, type, count))
        complain(type, op, count, offset, "fetching has another old value");
}

static void check_all_operations(int count, int offset)
{
    int type, op;
    MPI_Win win = window_over(target, sizeof target, 1);

    errors_return();
    for (type = 0; type < TYPES; type++)
        for (op = 0; op < OPS; op++)
            if (is_there(types[type]))
                check_operation(win, types[type], op, count, offset);
    errors_are_fatal();
    MPI_Win_free(&win);
}

static void one_element_of_every_type_is_combined(void)
{
    check_all_operations(1, 0);
}

static void some_elements_of_every_type_are_combined(void)
{
    check_all_operations(5, 0);
}

static void many_elements_of_every_type_are_combined(void)
{
    check_all_operations(COUNT_MAX, 0);
}

static void elements_are_combined_at_odd_addresses(void)
{
#ifndef MPICH_VERSION
    check_all_operations(1, 1);
    check_all_operations(5, 3);
    check_all_operations(COUNT_MAX, 1);
#endif
}

static void check_replacing(MPI_Win win, MPI_Datatype type, int count, int offset)
{
    fill(origin, type, count, 5);
    fill(before, type, count, 7);
    memcpy(target + offset, before, sizeof target / 2);
    memset(result, 0, sizeof result);
    MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win);
    check_ok(MPI_Get_accumulate(NULL, 0, MPI_INT, result, count, type, check_rank, offset, count,
                                type, MPI_NO_OP, win));
    MPI_Win_flush(check_rank, win);
    if (!same_data(result, before, type, count) ||
        !same_data(target + offset, before, type, count))
        complain(type, -1, count, offset, "MPI_NO_OP");
    check_ok(MPI_Accumulate(origin, count, type, check_rank, offset, count, type, MPI_REPLACE,
                            win));
    MPI_Win_flush(check_rank, win);
    if (!same_data(target + offset, origin, type, count))
        complain(type, -1, count, offset, "MPI_REPLACE");
    if (count == 1) {
        check_ok(MPI_Fetch_and_op(before, result, type, check_rank, offset, MPI_REPLACE, win));
        MPI_Win_flush(check_rank, win);
        if (!same_data(result, origin, type, 1) || !same_data(target + offset, before, type, 1))
            complain(type, -1, count, offset, "MPI_REPLACE of one");
        memset(result, 0, sizeof result);
        check_ok(MPI_Fetch_and_op(NULL, result, type, check_rank, offset, MPI_NO_OP, win));
        MPI_Win_flush(check_rank, win);
        if (!same_data(result, before, type, 1))
            complain(type, -1, count, offset, "MPI_NO_OP of one");
    }
    MPI_Win_unlock(check_rank, win);
}

static void data_of_every_type_are_replaced_and_read(void)
{
#ifndef MPICH_VERSION /* 4.0 refuses some types */
    int type;
    MPI_Win win = window_over(target, sizeof target, 1);

    errors_return();
    for (type = 0; type < TYPES; type++)
        if (is_there(types[type])) {
            check_replacing(win, types[type], 1, 0);
            check_replacing(win, types[type], 3, 8);
            check_replacing(win, types[type], 1, 1);
            check_replacing(win, types[type], COUNT_MAX, 0);
        }
    errors_are_fatal();
    MPI_Win_free(&win);
#endif
}

static void every_integer_type_can_be_swapped(void)
{
#ifndef MPICH_VERSION
    static const MPI_Datatype swapped[] = {
        MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED,
        MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG, MPI_INT8_T, MPI_UINT8_T,
        MPI_INT16_T, MPI_UINT16_T, MPI_INT32_T, MPI_UINT32_T, MPI_INT64_T, MPI_UINT64_T,
        MPI_C_BOOL, MPI_CXX_BOOL, MPI_LOGICAL, MPI_INTEGER, MPI_AINT, MPI_OFFSET, MPI_COUNT,
        MPI_BYTE, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_LOGICAL1,
        MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8, MPI_INTEGER16, MPI_LOGICAL16,
    };
    size_t i;
    int offset;
    MPI_Win win = window_over(target, sizeof target, 1);

    errors_return();
    MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win);
    for (i = 0; i < sizeof swapped / sizeof swapped[0]; i++)
        for (offset = 0; offset < 2 && is_there(swapped[i]); offset++) {
            fill(origin, swapped[i], 1, 5);
            fill(before, swapped[i], 1, 7);
            memcpy(target + offset, before, 32);
            memset(result, 3, 64);
            check_ok(MPI_Compare_and_swap(before, origin, result, swapped[i], check_rank, offset,
                                          win));
            MPI_Win_flush(check_rank, win);
            check(same_data(result, before, swapped[i], 1));
            check_ok(MPI_Compare_and_swap(origin, before, result, swapped[i], check_rank, offset,
                                          win));
            MPI_Win_flush(check_rank, win);
            check(same_data(result, before, swapped[i], 1));
            check(same_data(target + offset, origin, swapped[i], 1));
        }
    MPI_Win_unlock(check_rank, win);
    errors_are_fatal();
    MPI_Win_free(&win);
#endif
}

CASES(one_element_of_every_type_is_combined, some_elements_of_every_type_are_combined,
      many_elements_of_every_type_are_combined, elements_are_combined_at_odd_addresses,
      data_of_every_type_are_replaced_and_read, every_integer_type_can_be_swapped)
