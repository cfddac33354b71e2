/* SPDX-License-Identifier: MIT */
/* Packing units, and the bytes of "external32". */
#include <stdint.h>
#include <wchar.h>

#include "check.h"

static void what_is_packed_in_parts_arrives_as_a_whole(void)
{
    char buffer[100];
    int position = 0, number = 7 + check_rank, got[3] = {0}, next = (check_rank + 1) % check_size;
    int previous = (check_rank + check_size - 1) % check_size, more[2] = {1, 2};
    MPI_Status status;

    check_ok(MPI_Pack(&number, 1, MPI_INT, buffer, 100, &position, MPI_COMM_WORLD));
    check_ok(MPI_Pack(more, 2, MPI_INT, buffer, 100, &position, MPI_COMM_WORLD));
    check_ok(MPI_Sendrecv(buffer, position, MPI_PACKED, next, 1, got, 3, MPI_INT, previous, 1,
                          MPI_COMM_WORLD, &status));
    check_equal(got[0], 7 + previous);
    check_equal(got[2], 2);
}

static void any_message_can_be_unpacked(void)
{
    char buffer[100];
    int position = 0, numbers[3] = {3, 4, 5}, first = 0, rest[2] = {0}, count = 0;
    MPI_Status status;

    check_ok(MPI_Sendrecv(numbers, 3, MPI_INT, 0, 1, buffer, 100, MPI_PACKED, 0, 1, MPI_COMM_SELF,
                          &status));
    MPI_Get_count(&status, MPI_PACKED, &count);
    check_equal(count, 12);
    check_ok(MPI_Unpack(buffer, count, &position, &first, 1, MPI_INT, MPI_COMM_SELF));
    check_ok(MPI_Unpack(buffer, count, &position, rest, 2, MPI_INT, MPI_COMM_SELF));
    check_equal(position, 12);
    check_equal(first, 3);
    check_equal(rest[1], 5);
}

/* The bytes that a value has there, and the value that comes back. */
static void check_external(MPI_Datatype type, const void *value, size_t bytes,
                           const char *expected, MPI_Aint there)
{
    char packed[64];
    unsigned char back[64];
    MPI_Aint size = -1, position = 0;

    memset(back, 0xcc, sizeof back);
    check_ok(MPI_Pack_external_size("external32", 1, type, &size));
    check_equal(size, there);
    check_ok(MPI_Pack_external("external32", value, 1, type, packed, sizeof packed, &position));
    check_equal(position, there);
    check(memcmp(packed, expected, (size_t)there) == 0);
    position = 0;
    check_ok(MPI_Unpack_external("external32", packed, there, &position, back, 1, type));
    check(memcmp(back, value, bytes) == 0);
}

static void external_integers_are_big_endian(void)
{
    int number = 0x01020304;
    short small = -2;
    long whole = -5;
    unsigned long large = 0xfedcba98;
    long long longest = 0x0102030405060708;
    char text = 'x';
    wchar_t wide = 0xe4;
    MPI_Aint address = -2;

    check_external(MPI_INT, &number, 4, "\1\2\3\4", 4);
    check_external(MPI_SHORT, &small, 2, "\xff\xfe", 2);
    check_external(MPI_LONG, &whole, 8, "\xff\xff\xff\xfb", 4);
    check_external(MPI_UNSIGNED_LONG, &large, 8, "\xfe\xdc\xba\x98", 4);
    check_external(MPI_LONG_LONG, &longest, 8, "\1\2\3\4\5\6\7\10", 8);
    check_external(MPI_CHAR, &text, 1, "x", 1);
    check_external(MPI_WCHAR, &wide, 4, "\0\xe4", 2);
    check_external(MPI_AINT, &address, 8, "\xff\xff\xff\xff\xff\xff\xff\xfe", 8);
}

static void external_reals_are_ieee(void)
{
    float single = -1.5f;
    double twice = 1.0, complex[2] = {1.0, -2.0};
    struct {
        double value;
        int index;
    } pair = {2.0, 5};

    check_external(MPI_FLOAT, &single, 4, "\xbf\xc0\0\0", 4);
    check_external(MPI_DOUBLE, &twice, 8, "\x3f\xf0\0\0\0\0\0\0", 8);
    check_external(MPI_C_DOUBLE_COMPLEX, complex, 16,
                   "\x3f\xf0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0", 16);
    check_external(MPI_DOUBLE_INT, &pair, 12, "\x40\0\0\0\0\0\0\0\0\0\0\5", 12);
}

/* 80 bits here, 128 there; only its first ten bytes mean something. */
static void external_long_doubles_have_sixteen_bytes(void)
{
    long double values[] = {1.0L, -3.25L, 0.0L, 1.0L / 3};
    char one[16] = "\x3f\xff", packed[64];
    MPI_Aint position = 0;
    long double back[4] = {0};
    int i;

    check_external(MPI_LONG_DOUBLE, &values[0], 10, one, 16);
    check_ok(MPI_Pack_external("external32", values, 4, MPI_LONG_DOUBLE, packed, 64, &position));
    position = 0;
    check_ok(MPI_Unpack_external("external32", packed, 64, &position, back, 4, MPI_LONG_DOUBLE));
    for (i = 0; i < 4; i++)
        check(back[i] == values[i]);
}

/* There any byte that is not 0 is true; a _Bool of another value than 0 and 1 is none. */
static void external_truth_values_are_true_or_false(void)
{
    char packed[] = {0, 2, -128, 1}, raw[4];
    _Bool values[4];
    MPI_Aint position = 0;
    int logical = 7;

    check_ok(MPI_Unpack_external("external32", packed, 4, &position, values, 4, MPI_C_BOOL));
    memcpy(raw, values, sizeof raw);
    check(memcmp(raw, "\0\1\1\1", 4) == 0);
    position = 0;
    check_ok(MPI_Unpack_external("external32", "\1\0\0\0", 4, &position, &logical, 1,
                                 MPI_LOGICAL));
    check_equal(logical, 1);
    position = 0;
    check_ok(MPI_Unpack_external("external32", "\0\0\0\0", 4, &position, &logical, 1,
                                 MPI_LOGICAL));
    check_equal(logical, 0);
    position = 0;
    check_ok(MPI_Pack_external("external32", &(int){0x100}, 1, MPI_LOGICAL, packed, 4, &position));
    check(memcmp(packed, "\0\0\1\0", 4) == 0);
}

static void external_data_of_derived_types_have_no_gaps(void)
{
    const int lengths[] = {1, 2};
    const MPI_Aint places[] = {0, 8};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_LONG};
    struct {
        char c;
        long l[2];
    } in[2] = {{'a', {1, -1}}, {'b', {2, 3}}}, out[2];
    char packed[64];
    MPI_Datatype type;
    MPI_Aint position = 0;

    memset(out, 0, sizeof out);
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    check_ok(MPI_Pack_external("external32", in, 2, type, packed, sizeof packed, &position));
    check_equal(position, 18);
    check(memcmp(packed, "a\0\0\0\1\xff\xff\xff\xff" "b\0\0\0\2\0\0\0\3", 18) == 0);
    position = 0;
    check_ok(MPI_Unpack_external("external32", packed, 18, &position, out, 2, type));
    check(out[0].c == 'a' && out[0].l[0] == 1 && out[0].l[1] == -1);
    check(out[1].c == 'b' && out[1].l[1] == 3);
    MPI_Type_free(&type);
}

/* Regular strides, one element and several, behind what is in the buffer already. */
static void strides_are_packed_behind_other_data(void)
{
    int from[24], to[24], packed[12], position, count, i;
    MPI_Datatype column;

    MPI_Type_vector(3, 1, 2, MPI_INT, &column); /* its extent is that of five */
    MPI_Type_commit(&column);
    for (i = 0; i < 24; i++)
        from[i] = i;
    for (count = 0; count <= 3; count++) {
        memset(packed, 0xff, sizeof packed);
        memset(to, 0xff, sizeof to);
        position = 4;
        check_ok(MPI_Pack(from, count, column, packed, sizeof packed, &position, MPI_COMM_WORLD));
        check_equal(position, 4 + 12 * count);
        for (i = 0; i < 3 * count; i++)
            check_equal(packed[1 + i], i / 3 * 5 + i % 3 * 2);
        check_equal(packed[0], -1);
        if (count < 3)
            check_equal(packed[1 + 3 * count], -1);
        position = 4;
        check_ok(
            MPI_Unpack(packed, sizeof packed, &position, to, count, column, MPI_COMM_WORLD));
        check_equal(position, 4 + 12 * count);
        for (i = 0; i < 24; i++)
            check_equal(to[i], i < 5 * count && i % 5 % 2 == 0 ? i : -1);
    }
    MPI_Type_free(&column);
}

/* From MPI_BOTTOM, and nothing at all to and from nowhere. */
static void data_anywhere_and_nowhere_are_packed(void)
{
    int from[5] = {1, 2, 3, 4, 5}, to[5] = {0}, packed[3], position = 0;
    MPI_Datatype there, back;
    MPI_Aint address;

    MPI_Get_address(from, &address);
    MPI_Type_create_hindexed_block(3, 1, (MPI_Aint[]){address, address + 8, address + 16},
                                   MPI_INT, &there);
    MPI_Get_address(to, &address);
    MPI_Type_create_hindexed_block(3, 1, (MPI_Aint[]){address, address + 8, address + 16},
                                   MPI_INT, &back);
    MPI_Type_commit(&there);
    MPI_Type_commit(&back);
    check_ok(
        MPI_Pack(MPI_BOTTOM, 1, there, packed, sizeof packed, &position, MPI_COMM_SELF));
    check_equal(position, 12);
    check_equal(packed[1], 3);
    position = 0;
    check_ok(
        MPI_Unpack(packed, sizeof packed, &position, MPI_BOTTOM, 1, back, MPI_COMM_SELF));
    check_equal(to[4], 5);
    check_equal(to[1], 0);
    check_ok(MPI_Pack(NULL, 0, MPI_INT, packed, 12, &position, MPI_COMM_SELF));
    check_ok(MPI_Unpack(packed, 12, &position, NULL, 0, MPI_INT, MPI_COMM_SELF));
    check_equal(position, 12);
    MPI_Type_free(&there);
    MPI_Type_free(&back);
}

static void the_large_forms_do_the_same(void)
{
    int from[9], to[9] = {0}, packed[6], i;
    unsigned char there[24];
    MPI_Count position = 0, size = -1;
    MPI_Datatype column;

    MPI_Type_vector_c(3, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    for (i = 0; i < 9; i++)
        from[i] = i;
    check_ok(MPI_Pack_size_c(2, column, MPI_COMM_WORLD, &size));
    check(size >= 24);
    check_ok(MPI_Pack_c(from, 1, column, packed, sizeof packed, &position, MPI_COMM_WORLD));
    check_ok(MPI_Pack_c(from + 1, 1, column, packed, sizeof packed, &position, MPI_COMM_WORLD));
    check_equal(position, 24);
    position = 0;
    check_ok(MPI_Unpack_c(packed, 24, &position, to, 1, column, MPI_COMM_WORLD));
    check_ok(MPI_Unpack_c(packed, 24, &position, to + 1, 1, column, MPI_COMM_WORLD));
    check_equal(position, 24);
    for (i = 0; i < 9; i++)
        check_equal(to[i], i < 6 ? i : 0);

    memset(to, 0, sizeof to);
    check_ok(MPI_Pack_external_size_c("external32", 1, column, &size));
    check_equal(size, 12);
    position = 4;
    check_ok(MPI_Pack_external_c("external32", from, 1, column, there, sizeof there, &position));
    check_equal(position, 16);
    check(memcmp(there + 4, "\0\0\0\0\0\0\0\2\0\0\0\4", 12) == 0);
    position = 4;
    check_ok(MPI_Unpack_external_c("external32", there, 24, &position, to, 1, column));
    check_equal(position, 16);
    check_equal(to[4], 4);
    MPI_Type_free(&column);
}

CASES(what_is_packed_in_parts_arrives_as_a_whole, any_message_can_be_unpacked,
      strides_are_packed_behind_other_data, data_anywhere_and_nowhere_are_packed,
      the_large_forms_do_the_same,
      external_integers_are_big_endian, external_reals_are_ieee,
      external_long_doubles_have_sixteen_bytes, external_truth_values_are_true_or_false,
      external_data_of_derived_types_have_no_gaps)
