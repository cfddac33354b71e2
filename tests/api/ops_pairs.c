/* SPDX-License-Identifier: MIT */
/* MPI_MAXLOC and MPI_MINLOC on pair types, with and without a name; operations that are refused. */
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

static void named_pairs_are_found(void)
{
    MPI_Datatype pair = MPI_DATATYPE_NULL;

    check_ok(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair));
    check(pair == MPI_DOUBLE_INT);
    check_ok(MPI_Type_get_value_index(MPI_INT, MPI_INT, &pair));
    check(pair == MPI_2INT);
    check_ok(MPI_Type_get_value_index(MPI_REAL, MPI_REAL, &pair));
    check(pair == MPI_2REAL);
    check_ok(MPI_Type_get_value_index(MPI_LONG_DOUBLE, MPI_INT, &pair));
    check(pair == MPI_LONG_DOUBLE_INT);
}

static void what_cannot_be_a_pair_is_none(void)
{
    MPI_Datatype pair = MPI_INT, vector;

    check_ok(MPI_Type_get_value_index(MPI_C_BOOL, MPI_INT, &pair));
    check(pair == MPI_DATATYPE_NULL);
    check_ok(MPI_Type_get_value_index(MPI_INT, MPI_DOUBLE, &pair));
    check(pair == MPI_DATATYPE_NULL);
    check_ok(MPI_Type_get_value_index(MPI_C_DOUBLE_COMPLEX, MPI_INT, &pair));
    check(pair == MPI_DATATYPE_NULL);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    check_ok(MPI_Type_get_value_index(vector, MPI_INT, &pair));
    check(pair == MPI_DATATYPE_NULL);
    MPI_Type_free(&vector);
}

struct located {
    double value;
    uint64_t index;
};

static void unnamed_pairs_tell_where_the_extremes_are(void)
{
    struct located mine[2] = {{check_rank % 2, 100 + (uint64_t)check_rank},
                              {-check_rank, UINT64_MAX - (uint64_t)check_rank}};
    struct located all[2] = {{0, 0}, {0, 0}};
    MPI_Datatype pair, again, types[2];
    int integers, addresses, count, combiner, size = -1;
    MPI_Aint lb, extent;

    check_ok(MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &pair));
    check_ok(MPI_Type_get_value_index(MPI_DOUBLE, MPI_UINT64_T, &again));
    check(pair == again && pair != MPI_DATATYPE_NULL);
    check_ok(MPI_Type_get_envelope(pair, &integers, &addresses, &count, &combiner));
    check_equal(combiner, MPI_COMBINER_VALUE_INDEX);
    check_equal(count, 2);
    check_ok(MPI_Type_get_contents(pair, 0, 0, 2, NULL, NULL, types));
    check(types[0] == MPI_DOUBLE && types[1] == MPI_UINT64_T);
    MPI_Type_size(pair, &size);
    check_equal(size, 16);
    check_ok(MPI_Allreduce(mine, all, 2, pair, MPI_MAXLOC, MPI_COMM_WORLD));
    check(all[0].value == (check_size > 1) && all[0].index == (check_size > 1 ? 101u : 100u));
    check(all[1].value == 0 && all[1].index == UINT64_MAX);
    check_ok(MPI_Allreduce(mine, all, 2, pair, MPI_MINLOC, MPI_COMM_WORLD));
    check(all[0].value == 0 && all[0].index == 100);
    check(all[1].value == 1 - check_size &&
          all[1].index == UINT64_MAX - (uint64_t)(check_size - 1));
    check_ok(MPI_Type_get_value_index(MPI_FLOAT, MPI_INT8_T, &pair));
    MPI_Type_get_extent(pair, &lb, &extent);
    check_equal(extent, 8);
}

#define UNNAMED(value_type, value_handle, index_type, index_handle)                            \
    do {                                                                                       \
        struct {                                                                               \
            value_type value;                                                                  \
            index_type index;                                                                  \
        } left = {5, 1}, right = {5, 0}, other = {4, 0}, more = {6, 7};                        \
        MPI_Datatype pair;                                                                     \
        MPI_Aint lb = -1, extent = -1;                                                         \
                                                                                               \
        check_ok(MPI_Type_get_value_index(value_handle, index_handle, &pair));                 \
        check_ok(MPI_Type_get_extent(pair, &lb, &extent));                                     \
        check_equal(extent, sizeof left);                                                      \
        check_ok(MPI_Reduce_local(&left, &right, 1, pair, MPI_MAXLOC));                        \
        check(right.value == 5 && right.index == 0);                                           \
        check_ok(MPI_Reduce_local(&left, &other, 1, pair, MPI_MAXLOC));                        \
        check(other.value == 5 && other.index == 1);                                           \
        check_ok(MPI_Reduce_local(&more, &other, 1, pair, MPI_MINLOC));                        \
        check(other.value == 5 && other.index == 1);                                           \
    } while (0)

#define UNNAMED_INDICES(value_type, value_handle)               \
    UNNAMED(value_type, value_handle, int8_t, MPI_INT8_T);      \
    UNNAMED(value_type, value_handle, int16_t, MPI_INT16_T);    \
    UNNAMED(value_type, value_handle, int64_t, MPI_INT64_T);    \
    UNNAMED(value_type, value_handle, uint32_t, MPI_UINT32_T);  \
    UNNAMED(value_type, value_handle, MPI_Aint, MPI_AINT);      \
    UNNAMED(value_type, value_handle, MPI_Count, MPI_COUNT)

static void any_number_can_be_a_value_and_any_integer_an_index(void)
{
    UNNAMED_INDICES(signed char, MPI_SIGNED_CHAR);
    UNNAMED_INDICES(uint8_t, MPI_UINT8_T);
    UNNAMED_INDICES(short, MPI_SHORT);
    UNNAMED_INDICES(unsigned short, MPI_UNSIGNED_SHORT);
    UNNAMED_INDICES(int, MPI_INT);
    UNNAMED_INDICES(unsigned, MPI_UNSIGNED);
    UNNAMED_INDICES(long, MPI_LONG);
    UNNAMED_INDICES(unsigned long, MPI_UNSIGNED_LONG);
    UNNAMED_INDICES(MPI_Offset, MPI_OFFSET);
    UNNAMED_INDICES(float, MPI_FLOAT);
    UNNAMED_INDICES(double, MPI_DOUBLE);
    UNNAMED_INDICES(long double, MPI_LONG_DOUBLE);
}

/* The classes that an operation takes, one type of each class; the unit tests try all types. What
 * other libraries take beyond the standard's list is left open: "?". */
static void an_operation_on_another_class_is_refused(void)
{
    static const struct {
        MPI_Op op;
        const char *allowed; /* by position in types */
    } rules[] = {
        {MPI_MAX, "CFR....M?"}, {MPI_MIN, "CFR....M?"},  {MPI_SUM, "CFR.X..M?"},
        {MPI_PROD, "CFR.X..M?"}, {MPI_LAND, "C..L...??"}, {MPI_LOR, "C..L...??"},
        {MPI_LXOR, "C..L...??"}, {MPI_BAND, "CF....BM?"}, {MPI_BOR, "CF....BM?"},
        {MPI_BXOR, "CF....BM?"}, {MPI_MAXLOC, ".....P..."}, {MPI_MINLOC, ".....P..."},
        {MPI_REPLACE, "........."}, {MPI_NO_OP, "........."},
    };
    const MPI_Datatype types[] = {MPI_INT, MPI_INTEGER, MPI_DOUBLE, MPI_C_BOOL,
                                  MPI_C_DOUBLE_COMPLEX, MPI_DOUBLE_INT, MPI_BYTE, MPI_OFFSET,
                                  MPI_CHAR};
    char left[32] = {0}, right[32] = {0};
    size_t i, j;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
        for (j = 0; j < sizeof types / sizeof types[0]; j++) {
            if (rules[i].allowed[j] == '?')
                continue;
            check_class(MPI_Reduce_local(left, right, 1, types[j], rules[i].op),
                        rules[i].allowed[j] == '.' ? MPI_ERR_OP : MPI_SUCCESS);
        }
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

static void none(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    (void)in, (void)inout, (void)len, (void)datatype;
}

static void wrong_arguments_are_refused(void)
{
    int commute, a = 1, b = 2;
    MPI_Op op = MPI_SUM, freed;
    MPI_Datatype open;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Op_free(&op), MPI_ERR_OP);
    check(op == MPI_SUM);
    op = MPI_OP_NULL;
    check_class(MPI_Op_free(&op), MPI_ERR_OP);
    check_class(MPI_Op_commutative(op, &commute), MPI_ERR_OP);
    check_class(MPI_Op_commutative(MPI_SUM, NULL), MPI_ERR_ARG);
    check_class(MPI_Op_create(NULL, 1, &op), MPI_ERR_ARG);
    check_class(MPI_Op_create(none, 1, NULL), MPI_ERR_ARG);
    check_ok(MPI_Op_create(none, 1, &op));
    freed = op;
    check_ok(MPI_Op_free(&op));
    check_class(MPI_Op_commutative(freed, &commute), MPI_ERR_OP);
    check_class(MPI_Reduce_local(&a, &b, 1, MPI_INT, freed), MPI_ERR_OP);
    check_class(MPI_Reduce_local(&a, &b, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
    check_class(MPI_Reduce_local(&a, &b, 1, MPI_DATATYPE_NULL, MPI_SUM), MPI_ERR_TYPE);
    check_class(MPI_Reduce_local(MPI_IN_PLACE, &b, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    check_class(MPI_Reduce_local(&a, NULL, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    MPI_Type_contiguous(1, MPI_INT, &open);
    check_class(MPI_Reduce_local(&a, &b, 1, open, MPI_SUM), MPI_ERR_TYPE);
    MPI_Type_commit(&open);
    check_class(MPI_Reduce_local(&a, &b, 1, open, MPI_SUM), MPI_ERR_OP);
    MPI_Type_free(&open);
    check_class(MPI_Type_get_value_index(MPI_DATATYPE_NULL, MPI_INT, &open), MPI_ERR_TYPE);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

CASES(named_pairs_are_found, what_cannot_be_a_pair_is_none,
      unnamed_pairs_tell_where_the_extremes_are,
      any_number_can_be_a_value_and_any_integer_an_index,
      an_operation_on_another_class_is_refused, wrong_arguments_are_refused)
