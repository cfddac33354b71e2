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

CASES(what_is_packed_in_parts_arrives_as_a_whole, any_message_can_be_unpacked,
      external_integers_are_big_endian, external_reals_are_ieee,
      external_long_doubles_have_sixteen_bytes, external_data_of_derived_types_have_no_gaps)
