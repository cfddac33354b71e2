/* SPDX-License-Identifier: MIT */
/* Files: data representations. */
#include "files.h"

static void check_bytes(MPI_File file, MPI_Offset place, const void *expected, int count)
{
    unsigned char got[64];
    MPI_Status status;
    int bytes;

    check_ok(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    check_ok(MPI_File_read_at(file, place, got, count, MPI_BYTE, &status));
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    check_equal(bytes, count);
    check(memcmp(got, expected, (size_t)count) == 0);
}

#ifndef MPICH_VERSION /* 4.0 ends by an illegal instruction */
static void external32_is_big_endian(void)
{
    const unsigned char expected[] = {1, 2, 3, 4, 0xff, 0xff, 0xff, 0xfe};
    int numbers[2] = {0x01020304, -2}, got[2] = {0, 0};
    MPI_File file = file_new();
    MPI_Status status;

    check_ok(MPI_File_set_view(file, check_rank * 8, MPI_INT, MPI_INT, "external32",
                               MPI_INFO_NULL));
    check_ok(MPI_File_write_all(file, numbers, 2, MPI_INT, &status));
    check_equal(ints_of(&status), 2);
    check_ok(MPI_File_read_at(file, 0, got, 2, MPI_INT, &status));
    check_equal(ints_of(&status), 2);
    check(memcmp(got, numbers, sizeof got) == 0);
    check_bytes(file, check_rank * 8, expected, 8);
    check_ok(MPI_File_close(&file));
}

static void a_struct_is_packed_in_external32(void)
{
    struct pair {
        char letter;
        double number;
    } out[3] = {{'a', 1.0}, {'b', -2.5}, {'c', 3e10}}, in[3];
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {0, (MPI_Aint)(sizeof(struct pair) - sizeof(double))};
    const MPI_Datatype types[2] = {MPI_CHAR, MPI_DOUBLE};
    const unsigned char first[9] = {'a', 0x3f, 0xf0, 0, 0, 0, 0, 0, 0};
    MPI_File file = file_new();
    MPI_Datatype type;
    MPI_Status status;
    int count, i;

    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    check_ok(MPI_File_set_view(file, check_rank * 27, MPI_BYTE, MPI_BYTE, "external32",
                               MPI_INFO_NULL));
    check_ok(MPI_File_write_at_all(file, 0, out, 3, type, &status));
    MPI_Get_count(&status, type, &count);
    check_equal(count, 3);
    memset(in, 0, sizeof in);
    check_ok(MPI_File_read_at_all(file, 0, in, 3, type, &status));
    MPI_Get_count(&status, type, &count);
    check_equal(count, 3);
    for (i = 0; i < 3; i++)
        check(in[i].letter == out[i].letter && in[i].number == out[i].number);
    check_bytes(file, check_rank * 27, first, 9);
    MPI_Type_free(&type);
    check_ok(MPI_File_close(&file));
}

static void a_view_in_external32_counts_its_elements(void)
{
    MPI_File file = file_new();
    long numbers[4] = {1, 2, 3, 4}, got[4] = {0};
    MPI_Datatype every_second;
    MPI_Aint extent = 0;
    MPI_Count large = 0;
    MPI_Offset place;
    MPI_Status status;
    int count;

    MPI_Type_vector(2, 1, 2, MPI_LONG, &every_second);
    MPI_Type_commit(&every_second);
    check_ok(MPI_File_set_view(file, 0, MPI_LONG, every_second, "external32", MPI_INFO_NULL));
    check_ok(MPI_File_get_type_extent(file, MPI_LONG, &extent));
    check_ok(MPI_File_get_type_extent_c(file, MPI_LONG, &large));
    check_equal(large, extent);
    check(extent == 4 || extent == 8); /* 4 until MPI 4.0 */
    check_ok(MPI_File_get_byte_offset(file, 1, &place));
    check_equal(place, 2 * extent);
    check_ok(MPI_File_get_byte_offset(file, 2, &place));
    check_equal(place, 3 * extent);
    check_ok(MPI_File_write_at_all(file, 0, numbers, check_rank == 0 ? 4 : 0, MPI_LONG,
                                   MPI_STATUS_IGNORE));
    check_ok(MPI_File_read_at_all(file, 0, got, 4, MPI_LONG, &status));
    MPI_Get_count(&status, MPI_LONG, &count);
    check_equal(count, 4);
    check(memcmp(got, numbers, sizeof got) == 0);
    MPI_Type_free(&every_second);
    check_ok(MPI_File_close(&file));
}

static void a_short_read_leaves_the_rest_as_it_is(void)
{
    MPI_File file = file_new();
    long number = 5, got[2] = {0, 0x1122334455667788};
    MPI_Datatype two;
    MPI_Status status;
    int count;

    MPI_Type_contiguous(2, MPI_LONG, &two);
    MPI_Type_commit(&two);
    check_ok(MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL));
    check_ok(MPI_File_write_at_all(file, 0, &number, check_rank == 0, MPI_LONG,
                                   MPI_STATUS_IGNORE));
    check_ok(MPI_File_read_at_all(file, 0, got, 1, two, &status));
    MPI_Get_elements(&status, two, &count);
    check_equal(count, 1);
    check_equal(got[0], 5);
    check(got[1] == 0x1122334455667788);
    MPI_Type_free(&two);
    check_ok(MPI_File_close(&file));
}

#endif

static void internal_is_a_representation(void)
{
    MPI_File file = file_new();
    double number = 1.5 + check_rank, got = 0;

    check_ok(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "internal", MPI_INFO_NULL));
    check_ok(MPI_File_write_at(file, check_rank, &number, 1, MPI_DOUBLE, MPI_STATUS_IGNORE));
    check_ok(MPI_File_read_at(file, check_rank, &got, 1, MPI_DOUBLE, MPI_STATUS_IGNORE));
    check(got == number);
    check_ok(MPI_File_close(&file));
}

/* A representation in which an int is text of eight digits. */
enum { DIGITS = 8 };

static int state, calls;

static int extent_of_text(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
    check(extra == &state);
    check(type == MPI_INT);
    *extent = DIGITS;
    return MPI_SUCCESS;
}

static void read_digits(int *to, const char *from, MPI_Count count)
{
    MPI_Count i;

    for (i = 0; i < count; i++) {
        char text[DIGITS + 1] = "";

        memcpy(text, from + i * DIGITS, DIGITS);
        to[i] = atoi(text);
    }
}

static void write_digits(char *to, const int *from, MPI_Count count)
{
    MPI_Count i;

    for (i = 0; i < count; i++) {
        char text[32];

        snprintf(text, sizeof text, "%08d", from[i]);
        memcpy(to + i * DIGITS, text, DIGITS);
    }
}

static int read_text(void *user, MPI_Datatype type, int count, void *in_file, MPI_Offset position,
                     void *extra)
{
    calls++;
    check(extra == &state);
    check(type == MPI_INT);
    read_digits((int *)user + position, in_file, count);
    return MPI_SUCCESS;
}

static int write_text(void *user, MPI_Datatype type, int count, void *in_file,
                      MPI_Offset position, void *extra)
{
    calls++;
    check(extra == &state);
    check(type == MPI_INT);
    write_digits(in_file, (int *)user + position, count);
    return MPI_SUCCESS;
}

static int read_large(void *user, MPI_Datatype type, MPI_Count count, void *in_file,
                      MPI_Offset position, void *extra)
{
    (void)type;
    (void)extra;
    read_digits((int *)user + position, in_file, count);
    return MPI_SUCCESS;
}

static int write_large(void *user, MPI_Datatype type, MPI_Count count, void *in_file,
                       MPI_Offset position, void *extra)
{
    (void)type;
    (void)extra;
    write_digits(in_file, (int *)user + position, count);
    return MPI_SUCCESS;
}

static int refuse(void *user, MPI_Datatype type, int count, void *in_file, MPI_Offset position,
                  void *extra)
{
    (void)user, (void)type, (void)count, (void)in_file, (void)position, (void)extra;
    return MPI_ERR_OTHER;
}

static void use(const char *name)
{
    MPI_File file = file_new();
    int numbers[3] = {check_rank, 42, 1234567}, got[3] = {0}, length = 3 * DIGITS;
    char expected[3 * DIGITS + 1];
    MPI_Status status;

    check_ok(MPI_File_set_view(file, check_rank * length, MPI_INT, MPI_INT, name, MPI_INFO_NULL));
    check_ok(MPI_File_write_all(file, numbers, 3, MPI_INT, &status));
    check_equal(ints_of(&status), 3);
    check_ok(MPI_File_read_at(file, 0, got, 3, MPI_INT, &status));
    check_equal(ints_of(&status), 3);
    check(memcmp(got, numbers, sizeof got) == 0);
    snprintf(expected, sizeof expected, "%08d0000004201234567", check_rank);
    check_bytes(file, check_rank * length, expected, length);
    check_ok(MPI_File_close(&file));
}

static void a_program_registers_its_own(void)
{
    check_ok(MPI_Register_datarep("text", read_text, write_text, extent_of_text, &state));
    use("text");
    check(calls >= 2);
    check_class(MPI_Register_datarep("text", read_text, write_text, extent_of_text, &state),
                MPI_ERR_DUP_DATAREP);
    check_class(MPI_Register_datarep("native", read_text, write_text, extent_of_text, &state),
                MPI_ERR_DUP_DATAREP);
}

static void a_program_registers_functions_of_the_large_form(void)
{
    check_ok(MPI_Register_datarep_c("large text", read_large, write_large, extent_of_text,
                                    &state));
    use("large text");
}

#ifndef MPICH_VERSION
static void a_conversion_may_fail(void)
{
    MPI_File file = file_new();
    int number = 1;

    check_ok(MPI_Register_datarep("refusing", refuse, refuse, extent_of_text, &state));
    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "refusing", MPI_INFO_NULL));
    check_class(MPI_File_write_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE),
                MPI_ERR_CONVERSION);
    check_class(MPI_File_write_at_all(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE),
                MPI_ERR_CONVERSION);
    check_ok(MPI_File_close(&file));
}

CASES(external32_is_big_endian, a_struct_is_packed_in_external32,
      a_view_in_external32_counts_its_elements, a_short_read_leaves_the_rest_as_it_is,
      internal_is_a_representation,
      a_program_registers_its_own, a_program_registers_functions_of_the_large_form,
      a_conversion_may_fail)
#else
CASES(internal_is_a_representation)
#endif
