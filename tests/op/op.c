/* SPDX-License-Identifier: MIT */
/* Every operation on every type, against a reference that computes one element at a time in the
 * widest type there is. Floating-point values are small whole numbers, so that nothing rounds. */
#include "op/op.h"

#include <heddle/criterion.h>
#include <math.h>
#include <string.h>

#include "base/container.h"
#include "../type/random.h"
#include "type/element.h"
#include "type/half.h"
#include "types.h"

enum { ELEMENTS_MAX = 67, ELEMENT_BYTES_MAX = 32 };

enum class_set {
    IN_C_INTEGER = 1 << CLASS_C_INTEGER,
    IN_FORTRAN_INTEGER = 1 << CLASS_FORTRAN_INTEGER,
    IN_FLOATING = 1 << CLASS_FLOATING,
    IN_LOGICAL = 1 << CLASS_LOGICAL,
    IN_COMPLEX = 1 << CLASS_COMPLEX,
    IN_BYTE = 1 << CLASS_BYTE,
    IN_MULTI_LANGUAGE = 1 << CLASS_MULTI_LANGUAGE,
    IN_PAIR = 1 << CLASS_PAIR
};

struct op_fact {
    const char *name;
    MPI_Op handle;
    uintptr_t number;
    unsigned classes;
};

static const struct op_fact op_facts[] = {
#define FACT(name, number, classes) {#name, name, number, classes},
#include "../type/operations.def"
#undef FACT
};

static bool is_allowed(const struct op_fact *op, const struct type_fact *type)
{
    return (op->classes & 1u << type->class) != 0;
}

/* Other libraries take addresses by logical operations, and characters as numbers. */
static bool is_taken(const struct op_fact *op, const struct type_fact *type)
{
    bool is_logical = op->handle == MPI_LAND || op->handle == MPI_LOR || op->handle == MPI_LXOR;
    return is_allowed(op, type) || (is_logical && type->class == CLASS_MULTI_LANGUAGE) ||
           (type->class == CLASS_CHARACTER && (op->classes & IN_C_INTEGER) != 0);
}

static bool is_unsigned(const struct type_fact *fact)
{
    return strstr(fact->name, "UNSIGNED") != NULL || strstr(fact->name, "UINT") != NULL ||
           fact->handle == MPI_BYTE;
}

/* ---- one element, in the widest type -------------------------------------------------------- */

/* Integers and truth values in `whole`, floating-point ones in `real`, the second part of a
 * complex number or of a pair in the second one. */
struct wide {
    int128 whole;
    quad real[2];
};

static int128 read_whole(const void *place, size_t size, bool is_without_sign)
{
    uint128 bits = 0;
    int unused = 128 - 8 * (int)size;

    memcpy(&bits, place, size);
    return is_without_sign ? (int128)bits : (int128)(bits << unused) >> unused;
}

/* Sign, 5 bits of exponent, 10 bits of fraction; whole numbers that have them. */
static int read_half(const char *place)
{
    half bits;
    int exponent;
    double value;

    memcpy(&bits, place, sizeof bits);
    exponent = bits >> 10 & 31;
    value = ldexp((bits & 0x3ff) + (exponent > 0 ? 1024 : 0), exponent > 0 ? exponent - 25 : -24);
    return (int)((bits & 0x8000) != 0 ? -value : value);
}

static void write_half(char *place, int whole)
{
    int exponent = 0;
    double fraction = frexp(abs(whole), &exponent);
    half bits = (half)(whole < 0 ? 0x8000 : 0);

    if (whole != 0)
        bits = (half)(bits | (exponent + 14) << 10 | ((int)ldexp(fraction, 11) & 0x3ff));
    memcpy(place, &bits, sizeof bits);
}

static quad read_real(const char *place, size_t size, bool is_long)
{
    float narrow;
    double usual;
    long double longer;
    quad value;

    switch (size) {
    case 2:
        return read_half(place);
    case 4:
        memcpy(&narrow, place, size);
        return narrow;
    case 8:
        memcpy(&usual, place, size);
        return usual;
    default:
        memcpy(&longer, place, size);
        memcpy(&value, place, size);
        return is_long ? longer : value;
    }
}

static void write_real(char *place, size_t size, bool is_long, int whole)
{
    float narrow = (float)whole;
    double usual = whole;
    long double longer = whole;
    quad value = whole;

    switch (size) {
    case 2:
        write_half(place, whole);
        break;
    case 4:
        memcpy(place, &narrow, size);
        break;
    case 8:
        memcpy(place, &usual, size);
        break;
    default:
        if (is_long)
            memcpy(place, &longer, size);
        else
            memcpy(place, &value, size);
    }
}

/* How value and index of a pair are stored. */
struct pair_fact {
    MPI_Datatype handle;
    size_t value_size, index_at, index_size;
    bool is_value_real, is_index_real;
};

static const struct pair_fact pair_facts[] = {
    {MPI_FLOAT_INT, 4, 4, 4, true, false},         {MPI_DOUBLE_INT, 8, 8, 4, true, false},
    {MPI_LONG_INT, 8, 8, 4, false, false},         {MPI_2INT, 4, 4, 4, false, false},
    {MPI_SHORT_INT, 2, 4, 4, false, false},        {MPI_LONG_DOUBLE_INT, 16, 16, 4, true, false},
    {MPI_2REAL, 4, 4, 4, true, true},              {MPI_2DOUBLE_PRECISION, 8, 8, 8, true, true},
    {MPI_2INTEGER, 4, 4, 4, false, false},
};

static const struct pair_fact *pair_of(const struct type_fact *fact)
{
    for (size_t i = 0; i < ARRAY_LENGTH(pair_facts); i++)
        if (pair_facts[i].handle == fact->handle)
            return &pair_facts[i];
    cr_assert_fail("%s is no pair", fact->name);
    return NULL;
}

static quad read_part(const char *place, size_t size, bool is_real)
{
    return is_real ? read_real(place, size, true) : (quad)read_whole(place, size, false);
}

static struct wide read_element(const struct type_fact *fact, const char *place)
{
    struct wide wide = {.whole = 0};

    if (fact->class == CLASS_FLOATING) {
        wide.real[0] = read_real(place, fact->size, !is_quad(fact));
    } else if (fact->class == CLASS_COMPLEX) {
        wide.real[0] = read_real(place, fact->size / 2, !is_quad(fact));
        wide.real[1] = read_real(place + fact->size / 2, fact->size / 2, !is_quad(fact));
    } else if (fact->class == CLASS_PAIR) {
        const struct pair_fact *pair = pair_of(fact);

        wide.real[0] = read_part(place, pair->value_size, pair->is_value_real);
        wide.real[1] = read_part(place + pair->index_at, pair->index_size, pair->is_index_real);
    } else {
        wide.whole = read_whole(place, fact->size, is_unsigned(fact));
    }
    return wide;
}

static void write_part(char *place, size_t size, bool is_real, int value)
{
    int64_t whole = value;

    if (is_real)
        write_real(place, size, true, value);
    else
        memcpy(place, &whole, size);
}

/* Any bits for an integer; few different values elsewhere, so that equal ones meet. */
static void write_element(struct random *random, const struct type_fact *fact, char *place)
{
    int first = (int)random_in(random, -9, 9), second = (int)random_in(random, -9, 9);

    random_fill(random, place, fact->extent);
    if (fact->class == CLASS_FLOATING) {
        write_real(place, fact->size, !is_quad(fact), first);
    } else if (fact->class == CLASS_COMPLEX) {
        write_real(place, fact->size / 2, !is_quad(fact), first);
        write_real(place + fact->size / 2, fact->size / 2, !is_quad(fact), second);
    } else if (fact->class == CLASS_PAIR) {
        const struct pair_fact *pair = pair_of(fact);

        write_part(place, pair->value_size, pair->is_value_real, first);
        write_part(place + pair->index_at, pair->index_size, pair->is_index_real, second);
    } else if (fact->class == CLASS_LOGICAL || first < 0) {
        memset(place, 0, fact->size);
        place[0] = (char)(fact->class == CLASS_LOGICAL ? first > 0 : first);
    }
}

static int128 combine_whole(MPI_Op op, int128 left, int128 right)
{
    switch ((uintptr_t)op) {
    case 0x21:
        return (int128)((uint128)left + (uint128)right);
    case 0x22:
        return left < right ? left : right;
    case 0x23:
        return left > right ? left : right;
    case 0x24:
        return (int128)((uint128)left * (uint128)right);
    case 0x28:
        return left & right;
    case 0x29:
        return left | right;
    case 0x2a:
        return left ^ right;
    case 0x30:
        return left && right;
    case 0x31:
        return left || right;
    default:
        return !left != !right;
    }
}

static struct wide combine(const struct type_fact *fact, MPI_Op op, struct wide left,
                           struct wide right)
{
    const quad *l = left.real, *r = right.real;
    bool is_left = op == MPI_MINLOC || op == MPI_MIN ? l[0] < r[0] : l[0] > r[0];
    struct wide made = {.whole = combine_whole(op, left.whole, right.whole)};

    if (fact->class == CLASS_PAIR) {
        made.real[0] = is_left ? l[0] : r[0];
        made.real[1] = is_left ? l[1] : r[1];
        if (l[0] == r[0])
            made.real[1] = l[1] < r[1] ? l[1] : r[1];
    } else if (op == MPI_SUM) {
        made.real[0] = l[0] + r[0];
        made.real[1] = l[1] + r[1];
    } else if (op == MPI_PROD) {
        made.real[0] = l[0] * r[0] - l[1] * r[1];
        made.real[1] = l[0] * r[1] + l[1] * r[0];
    } else {
        made.real[0] = is_left ? l[0] : r[0];
    }
    return made;
}

static bool is_same(const struct type_fact *fact, struct wide expected, const char *place)
{
    struct wide found = read_element(fact, place);
    int128 difference = expected.whole - found.whole;

    if (fact->class == CLASS_FLOATING)
        return expected.real[0] == found.real[0];
    if (fact->class == CLASS_COMPLEX || fact->class == CLASS_PAIR)
        return expected.real[0] == found.real[0] && expected.real[1] == found.real[1];
    return memcmp(&difference, &(int128){0}, fact->size) == 0; /* modulo the width */
}

/* ---- the tests ------------------------------------------------------------------------------ */

struct buffers {
    alignas(64) char left[ELEMENTS_MAX * ELEMENT_BYTES_MAX];
    alignas(64) char right[ELEMENTS_MAX * ELEMENT_BYTES_MAX];
    alignas(64) char out[(ELEMENTS_MAX + 1) * ELEMENT_BYTES_MAX];
    struct wide expected[ELEMENTS_MAX];
};

static void fill(struct random *random, const struct type_fact *fact, const struct op_fact *op,
                 struct buffers *buffers, int count)
{
    for (int i = 0; i < count; i++) {
        char *left = buffers->left + i * (int)fact->extent;
        char *right = buffers->right + i * (int)fact->extent;

        write_element(random, fact, left);
        write_element(random, fact, right);
        buffers->expected[i] = combine(fact, op->handle, read_element(fact, left),
                                       read_element(fact, right));
    }
    memset(buffers->out, 0x5a, sizeof buffers->out);
}

/* In a third place, in that of the right values, or in that of the left ones. */
static void check_results(struct random *random, const struct type_fact *fact,
                          const struct op_fact *op, int count)
{
    static struct buffers buffers;
    const struct type *type = type_predefined(fact->handle);

    for (int place = 0; place < 3; place++) {
        char *outs[] = {buffers.out, buffers.right, buffers.left};
        char *out = outs[place];

        fill(random, fact, op, &buffers, count);
        op_combine(op_predefined(op->handle), buffers.left, buffers.right, out, count, type);
        for (int i = 0; i < count; i++)
            cr_assert(is_same(fact, buffers.expected[i], out + i * (int)fact->extent),
                      "%s of %s, element %d of %d, place %d", op->name, fact->name, i, count,
                      place);
        if (place == 0)
            cr_assert_eq(out[count * (int)fact->extent], 0x5a);
    }
}

Test(op, every_operation_is_right_on_every_type_it_takes)
{
    struct random random = random_start();
    int pairs = 0;

    for (size_t i = 0; i < ARRAY_LENGTH(type_facts); i++) {
        for (size_t j = 0; j < ARRAY_LENGTH(op_facts); j++) {
            if (!is_taken(&op_facts[j], &type_facts[i]))
                continue;
            pairs++;
            for (int count = 0; count <= ELEMENTS_MAX; count++)
                check_results(&random, &type_facts[i], &op_facts[j], count);
        }
    }
    cr_assert_gt(pairs, 300);
}

Test(op, no_operation_takes_a_type_that_the_standard_does_not_list)
{
    for (size_t i = 0; i < ARRAY_LENGTH(type_facts); i++) {
        for (size_t j = 0; j < ARRAY_LENGTH(op_facts); j++) {
            const struct op *op = op_predefined(op_facts[j].handle);

            cr_assert_eq(op_allows(op, type_predefined(type_facts[i].handle)),
                         is_taken(&op_facts[j], &type_facts[i]), "%s of %s", op_facts[j].name,
                         type_facts[i].name);
        }
    }
}

/* Through the interface, which has to ask. */
MPI_TestCase(op, each_forbidden_pair_is_an_error, .ranks = 1, .forbids_leaks = 1)
{
    alignas(64) static const char left[ELEMENT_BYTES_MAX];
    alignas(64) char right[ELEMENT_BYTES_MAX] = {0};

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (size_t i = 0; i < ARRAY_LENGTH(type_facts); i++)
        for (size_t j = 0; j < ARRAY_LENGTH(op_facts); j++) {
            int class = -1;

            MPI_Error_class(MPI_Reduce_local(left, right, 1, type_facts[i].handle,
                                             op_facts[j].handle),
                            &class);
            cr_assert_eq(class,
                         is_taken(&op_facts[j], &type_facts[i]) ? MPI_SUCCESS : MPI_ERR_OP);
        }
}

Test(op, a_derived_type_is_not_taken)
{
    struct store *store = store_create();
    struct type *type;

    cr_assert_eq(type_contiguous(store, FORM_PLAIN, 1, type_predefined(MPI_INT), &type),
                 MPI_SUCCESS);
    for (size_t j = 0; j < ARRAY_LENGTH(op_facts); j++)
        cr_assert_not(op_allows(op_predefined(op_facts[j].handle), type));
    type_drop(type);
    store_destroy(store);
}

Test(op, operations_are_found_by_handle_and_nothing_else_is)
{
    for (uintptr_t number = 0; number < 1024; number++) {
        const struct op_fact *fact = NULL;
        const struct op *op = op_predefined((MPI_Op)number);

        for (size_t j = 0; j < ARRAY_LENGTH(op_facts); j++)
            if (op_facts[j].number == number)
                fact = &op_facts[j];
        cr_assert_eq(op != NULL, fact != NULL, "%#zx", number);
        if (fact == NULL)
            continue;
        cr_assert_eq((uintptr_t)fact->handle, number);
        cr_assert_str_eq(op->name, fact->name);
        cr_assert(op->commutes);
    }
    cr_assert_null(op_predefined(MPI_OP_NULL));
}

Test(op, the_left_operand_is_the_incoming_one)
{
    double in = NAN, inout = 1.0;

    op_apply(op_predefined(MPI_MAX), &in, &inout, 1, type_predefined(MPI_DOUBLE));
    cr_assert_eq(inout, 1.0); /* a NaN on the left goes */
    in = 2.0;
    inout = NAN;
    op_apply(op_predefined(MPI_MAX), &in, &inout, 1, type_predefined(MPI_DOUBLE));
    cr_assert(isnan(inout)); /* one on the right stays */
    in = 0.0;
    inout = -0.0;
    op_apply(op_predefined(MPI_MIN), &in, &inout, 1, type_predefined(MPI_DOUBLE));
    cr_assert(signbit(inout)); /* and so does the right one of two zeros */
}

Test(op, the_gap_in_a_pair_is_left_alone)
{
    struct double_int in = {2.0, 3}, inout = {1.0, 4};
    const char gap[4] = "gap";

    memcpy((char *)&inout + 12, gap, sizeof gap);
    op_apply(op_predefined(MPI_MAXLOC), &in, &inout, 1, type_predefined(MPI_DOUBLE_INT));
    cr_assert_eq(inout.value, 2.0);
    cr_assert_eq(inout.index, 3);
    cr_assert_eq(memcmp((char *)&inout + 12, gap, sizeof gap), 0);
}

/* Where the compiler has the type, every value of it, and floats of any magnitude. */
Test(op, halves_are_rounded_as_the_compiler_does)
{
#ifdef __FLT16_MAX__
    struct random random = random_start();

    for (uint32_t bits = 0; bits < 65536; bits++) {
        half number = (half)bits;
        _Float16 same;
        float got = half_to_float(number), expected;

        memcpy(&same, &number, sizeof same);
        expected = (float)same;
        cr_assert(memcmp(&got, &expected, sizeof got) == 0 || isnan(expected), "%x", bits);
        cr_assert(half_of_float(got) == number || isnan(expected), "%x", bits);
    }
    for (int i = 0; i < 1000000; i++) {
        uint32_t bits = (uint32_t)(random_bits(&random) >> 32);
        float number;
        _Float16 expected;
        half got;

        if (i % 2 == 0) /* about the magnitudes of halves, and ties */
            bits = (bits & 0x80fff000) + 0x33000000 + (bits & 0xf000000);
        memcpy(&number, &bits, sizeof number);
        expected = (_Float16)number;
        got = half_of_float(number);
        cr_assert(memcmp(&got, &expected, sizeof got) == 0 || isnan(number), "%x", bits);
    }
#endif
    cr_assert_eq(half_of_float(65520.0f), 0x7c00);
    cr_assert_eq(half_of_float(-0.0f), 0x8000);
    cr_assert(isnan(half_to_float(half_of_float(NAN))));
}
