/* SPDX-License-Identifier: MIT */
#include "type/value.h"

#include <criterion/criterion.h>
#include <string.h>

#include "type/element.h"

static const char *value(MPI_Datatype type, const void *bytes)
{
    static char text[VALUE_TEXT_BYTES];

    value_describe(type_predefined(type), bytes, text);
    return text;
}

Test(value, writes_whole_numbers)
{
    cr_assert_str_eq(value(MPI_INT8_T, &(int8_t){-1}), "-1");
    cr_assert_str_eq(value(MPI_UINT8_T, &(uint8_t){255}), "255");
    cr_assert_str_eq(value(MPI_SHORT, &(short){-300}), "-300");
    cr_assert_str_eq(value(MPI_INT, &(int){-7}), "-7");
    cr_assert_str_eq(value(MPI_UNSIGNED, &(unsigned){UINT32_MAX}), "4294967295");
    cr_assert_str_eq(value(MPI_LONG, &(long){INT64_MIN}), "-9223372036854775808");
    cr_assert_str_eq(value(MPI_UINT64_T, &(uint64_t){UINT64_MAX}), "18446744073709551615");
    cr_assert_str_eq(value(MPI_INTEGER, &(int){3}), "3");
    cr_assert_str_eq(value(MPI_C_BOOL, &(_Bool){true}), "1");
}

Test(value, writes_characters_and_bytes)
{
    cr_assert_str_eq(value(MPI_CHAR, "a"), "'a'");
    cr_assert_str_eq(value(MPI_CHAR, "\n"), "10");
    cr_assert_str_eq(value(MPI_BYTE, "\x1f"), "0x1f");
    cr_assert_str_eq(value(MPI_WCHAR, &(int){0x41}), "0x41000000");
}

Test(value, writes_real_numbers_with_as_few_digits_as_tell_them_apart)
{
    cr_assert_str_eq(value(MPI_FLOAT, &(float){0.1f}), "0.1");
    cr_assert_str_eq(value(MPI_FLOAT, &(float){16777215}), "16777215");
    cr_assert_str_eq(value(MPI_DOUBLE, &(double){0.1}), "0.1");
    cr_assert_str_eq(value(MPI_DOUBLE, &(double){-1e300}), "-1e+300");
    cr_assert_str_eq(value(MPI_DOUBLE, &(double){0.1 + 0.2}), "0.30000000000000004");
    cr_assert_str_eq(value(MPI_LONG_DOUBLE, &(long double){2.5L}), "2.5");
    cr_assert_str_eq(value(MPI_REAL16, &(quad){-4}), "-4");
    cr_assert_str_eq(value(MPI_REAL2, &(half){0x3c00}), "1");
    cr_assert_str_eq(value(MPI_DOUBLE, &(double){0.0 / 0.0}) + (value(MPI_DOUBLE,
                     &(double){0.0 / 0.0})[0] == '-'), "nan");
}

Test(value, writes_both_parts_of_complex_numbers)
{
    cr_assert_str_eq(value(MPI_C_COMPLEX, &(struct complex_float){1, -0.5f}), "(1, -0.5)");
    cr_assert_str_eq(value(MPI_C_DOUBLE_COMPLEX, &(struct complex_double){0, 2}), "(0, 2)");
    cr_assert_str_eq(value(MPI_COMPLEX4, &(struct complex_half){0x3c00, 0xbc00}), "(1, -1)");
}

Test(value, tells_two_that_differ_apart)
{
    const uint64_t nans[] = {0x7ff8000000000000, 0x7ff8000000000001};
    char one[VALUE_TEXT_BYTES], other[VALUE_TEXT_BYTES];

    value_describe_two(type_predefined(MPI_DOUBLE), &nans[0], &nans[1], one, other);
    cr_assert_str_eq(one, "0x000000000000f87f");
    cr_assert_str_eq(other, "0x010000000000f87f");
}
