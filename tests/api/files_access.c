/* SPDX-License-Identifier: MIT */
/* Files: each way of reading and writing, in the plain and the large form. */
#include "files.h"

enum { INTS = 100 };

static int data[INTS], got[INTS];

static void fill(int salt)
{
    int i;

    for (i = 0; i < INTS; i++) {
        data[i] = value_of(check_rank, i) + salt;
        got[i] = -1;
    }
}

static void check_got(void)
{
    check(memcmp(data, got, sizeof data) == 0);
}

static MPI_Offset own_place(void)
{
    return check_rank * (MPI_Offset)sizeof data;
}

/* Completes a request, and returns how many ints it was. */
static int wait_for(MPI_Request *request)
{
    MPI_Status status;

    check_ok(MPI_Wait(request, &status));
    check(*request == MPI_REQUEST_NULL);
    return ints_of(&status);
}

static void blocking_access_at_an_offset(void)
{
    MPI_File file = file_new();
    MPI_Status status;

    fill(1);
    check_ok(MPI_File_write_at(file, own_place(), data, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), INTS);
    check_ok(MPI_File_read_at(file, own_place(), got, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), INTS);
    check_got();
    fill(2);
    check_ok(MPI_File_write_at_c(file, own_place(), data, INTS, MPI_INT, &status));
    check_ok(MPI_File_read_at_c(file, own_place(), got, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), INTS);
    check_got();
    check_ok(MPI_File_close(&file));
}

static void collective_access_at_an_offset(void)
{
    MPI_File file = file_new();
    MPI_Status status;

    fill(1);
    check_ok(MPI_File_write_at_all(file, own_place(), data, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), INTS);
    check_ok(MPI_File_read_at_all(file, own_place(), got, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), INTS);
    check_got();
    fill(2);
    check_ok(MPI_File_write_at_all_c(file, own_place(), data, INTS, MPI_INT, &status));
    check_ok(MPI_File_read_at_all_c(file, own_place(), got, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), INTS);
    check_got();
    check_ok(MPI_File_close(&file));
}

static void access_at_the_individual_pointer(void)
{
    MPI_File file = file_new();
    MPI_Status status;
    MPI_Offset offset = -1;

    check_ok(MPI_File_set_view(file, own_place() * 2, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    fill(1);
    check_ok(MPI_File_write(file, data, INTS / 2, MPI_INT, &status));
    check_ok(MPI_File_write_c(file, data + INTS / 2, INTS / 2, MPI_INT, &status));
    check_equal(ints_of(&status), INTS / 2);
    check_ok(MPI_File_get_position(file, &offset));
    check_equal(offset, INTS);
    check_ok(MPI_File_write_all(file, data, INTS / 2, MPI_INT, &status));
    check_ok(MPI_File_write_all_c(file, data + INTS / 2, INTS / 2, MPI_INT, &status));
    check_ok(MPI_File_get_position(file, &offset));
    check_equal(offset, 2 * INTS);
    check_ok(MPI_File_seek(file, -2 * INTS, MPI_SEEK_CUR));
    check_ok(MPI_File_read(file, got, INTS / 2, MPI_INT, &status));
    check_ok(MPI_File_read_c(file, got + INTS / 2, INTS / 2, MPI_INT, &status));
    check_equal(ints_of(&status), INTS / 2);
    check_got();
    fill(1);
    check_ok(MPI_File_read_all(file, got, INTS / 2, MPI_INT, &status));
    check_ok(MPI_File_read_all_c(file, got + INTS / 2, INTS / 2, MPI_INT, &status));
    check_equal(ints_of(&status), INTS / 2);
    check_got();
    check_ok(MPI_File_close(&file));
}

static void nonblocking_access(void)
{
    MPI_File file = file_new();
    MPI_Request request;

    fill(1);
    check_ok(MPI_File_iwrite_at(file, own_place(), data, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_ok(MPI_File_iread_at(file, own_place(), got, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_got();
    fill(2);
    check_ok(MPI_File_iwrite_at_c(file, own_place(), data, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_ok(MPI_File_iread_at_c(file, own_place(), got, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_got();
    fill(3);
    check_ok(MPI_File_seek(file, own_place(), MPI_SEEK_SET));
    check_ok(MPI_File_iwrite(file, data, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_ok(MPI_File_iwrite_c(file, data + INTS / 2, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_ok(MPI_File_seek(file, own_place(), MPI_SEEK_SET));
    check_ok(MPI_File_iread(file, got, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_ok(MPI_File_iread_c(file, got + INTS / 2, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_got();
    check_ok(MPI_File_close(&file));
}

static void nonblocking_collective_access(void)
{
    MPI_File file = file_new();
    MPI_Request request;

    fill(1);
    check_ok(MPI_File_iwrite_at_all(file, own_place(), data, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_ok(MPI_File_iread_at_all(file, own_place(), got, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_got();
    fill(2);
    check_ok(MPI_File_iwrite_at_all_c(file, own_place(), data, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_ok(MPI_File_iread_at_all_c(file, own_place(), got, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), INTS);
    check_got();
    fill(3);
    check_ok(MPI_File_seek(file, own_place(), MPI_SEEK_SET));
    check_ok(MPI_File_iwrite_all(file, data, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_ok(MPI_File_iwrite_all_c(file, data + INTS / 2, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_ok(MPI_File_seek(file, own_place(), MPI_SEEK_SET));
    check_ok(MPI_File_iread_all(file, got, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_ok(MPI_File_iread_all_c(file, got + INTS / 2, INTS / 2, MPI_INT, &request));
    check_equal(wait_for(&request), INTS / 2);
    check_got();
    check_ok(MPI_File_close(&file));
}

static void many_nonblocking_accesses_are_outstanding(void)
{
    enum { MANY = 20, LARGE = 20000 };
    MPI_File file = file_new();
    MPI_Request requests[2 * MANY];
    MPI_Status statuses[2 * MANY];
    int *out = malloc(MANY * LARGE * sizeof *out), *in = malloc(MANY * LARGE * sizeof *in), i;

    for (i = 0; i < MANY * LARGE; i++)
        out[i] = value_of(check_rank, i);
    for (i = 0; i < MANY; i++) {
        MPI_Offset place = ((MPI_Offset)i * check_size + check_rank) * LARGE * 4;

        if (i % 2 == 0)
            check_ok(MPI_File_iwrite_at(file, place, out + i * LARGE, LARGE, MPI_INT,
                                        &requests[i]));
        else
            check_ok(MPI_File_iwrite_at_all(file, place, out + i * LARGE, LARGE, MPI_INT,
                                            &requests[i]));
    }
    check_ok(MPI_Waitall(MANY, requests, statuses));
    for (i = 0; i < MANY; i++)
        check_equal(ints_of(&statuses[i]), LARGE);
    for (i = 0; i < MANY; i++) {
        MPI_Offset place = ((MPI_Offset)i * check_size + check_rank) * LARGE * 4;

        if (i % 3 == 0)
            check_ok(MPI_File_iread_at_all(file, place, in + i * LARGE, LARGE, MPI_INT,
                                           &requests[i]));
        else
            check_ok(MPI_File_iread_at(file, place, in + i * LARGE, LARGE, MPI_INT,
                                       &requests[i]));
    }
    check_ok(MPI_Waitall(MANY, requests, statuses));
    check(memcmp(in, out, MANY * LARGE * sizeof *out) == 0);
    free(in);
    free(out);
    check_ok(MPI_File_close(&file));
}

static void split_access_at_an_offset(void)
{
    MPI_File file = file_new();
    MPI_Status status;

    fill(1);
    check_ok(MPI_File_write_at_all_begin(file, own_place(), data, INTS, MPI_INT));
    check_ok(MPI_File_write_at_all_end(file, data, &status));
    check_equal(ints_of(&status), INTS);
    check_ok(MPI_File_read_at_all_begin(file, own_place(), got, INTS, MPI_INT));
    check_ok(MPI_File_read_at_all_end(file, got, &status));
    check_equal(ints_of(&status), INTS);
    check_got();
    fill(2);
    check_ok(MPI_File_write_at_all_begin_c(file, own_place(), data, INTS, MPI_INT));
    check_ok(MPI_File_write_at_all_end(file, data, &status));
    check_ok(MPI_File_read_at_all_begin_c(file, own_place(), got, INTS, MPI_INT));
    check_ok(MPI_File_read_at_all_end(file, got, MPI_STATUS_IGNORE));
    check_got();
    check_ok(MPI_File_close(&file));
}

static void split_access_at_the_individual_pointer(void)
{
    MPI_File file = file_new();
    MPI_Status status;

    fill(1);
    check_ok(MPI_File_seek(file, own_place(), MPI_SEEK_SET));
    check_ok(MPI_File_write_all_begin(file, data, INTS / 2, MPI_INT));
    check_ok(MPI_File_write_all_end(file, data, &status));
    check_ok(MPI_File_write_all_begin_c(file, data + INTS / 2, INTS / 2, MPI_INT));
    check_ok(MPI_File_write_all_end(file, data + INTS / 2, &status));
    check_equal(ints_of(&status), INTS / 2);
    check_ok(MPI_File_seek(file, own_place(), MPI_SEEK_SET));
    check_ok(MPI_File_read_all_begin(file, got, INTS / 2, MPI_INT));
    check_ok(MPI_File_read_all_end(file, got, &status));
    check_ok(MPI_File_read_all_begin_c(file, got + INTS / 2, INTS / 2, MPI_INT));
    check_ok(MPI_File_read_all_end(file, got + INTS / 2, &status));
    check_equal(ints_of(&status), INTS / 2);
    check_got();
    check_ok(MPI_File_close(&file));
}

static void accesses_of_nothing_succeed(void)
{
    MPI_File file = file_new();
    MPI_Request request;
    MPI_Status status;

    check_ok(MPI_File_write(file, NULL, 0, MPI_INT, &status));
    check_equal(ints_of(&status), 0);
    check_ok(MPI_File_read(file, NULL, 0, MPI_INT, &status));
    check_ok(MPI_File_write_all(file, NULL, 0, MPI_INT, &status));
    check_equal(ints_of(&status), 0);
    check_ok(MPI_File_read_all(file, NULL, 0, MPI_INT, &status));
    check_ok(MPI_File_iread_all(file, NULL, 0, MPI_INT, &request));
    check_equal(wait_for(&request), 0);
    check_ok(MPI_File_write_ordered(file, NULL, 0, MPI_INT, &status));
    fill(1);
    check_ok(MPI_File_write_at_all(file, 0, data, check_rank == 0 ? INTS : 0, MPI_INT, &status));
    check_equal(ints_of(&status), check_rank == 0 ? INTS : 0);
    check_ok(MPI_File_close(&file));
}

static void a_read_ends_at_the_end_of_the_file(void)
{
    MPI_File file = file_new();
    MPI_Status status;
    MPI_Offset offset;
    MPI_Request request;

    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    fill(1);
    check_ok(MPI_File_write_at_all(file, 0, data, check_rank == 0 ? 10 : 0, MPI_INT,
                                   MPI_STATUS_IGNORE));
    check_ok(MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_sync(file));
    check_ok(MPI_File_read_at(file, 7, got, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), 3);
    check_equal(got[3], -1);
    check_ok(MPI_File_read_at(file, 10, got, INTS, MPI_INT, &status));
    check_equal(ints_of(&status), 0);
    check_ok(MPI_File_read_at_all(file, 8, got, INTS, MPI_INT, &status));
#ifndef MPICH_VERSION /* 4.0 tells what was asked for */
    check_equal(ints_of(&status), 2);
#endif
    check_ok(MPI_File_iread_at(file, 9, got, INTS, MPI_INT, &request));
    check_equal(wait_for(&request), 1);
    check_ok(MPI_File_seek(file, 0, MPI_SEEK_END));
    check_ok(MPI_File_get_position(file, &offset));
    check_equal(offset, 10);
    check_ok(MPI_File_close(&file));
}

static void a_request_may_be_given_up(void)
{
    MPI_File file = file_new();
    MPI_Request request;
    int flag = 0;

    fill(1);
    check_ok(MPI_File_iwrite_at(file, own_place(), data, INTS, MPI_INT, &request));
    check_ok(MPI_Request_free(&request));
    check_ok(MPI_File_iread_at(file, own_place(), got, INTS, MPI_INT, &request));
    while (!flag)
        check_ok(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_sync(file));
    check_ok(MPI_File_read_at(file, own_place(), got, INTS, MPI_INT, MPI_STATUS_IGNORE));
    check_got();
    check_ok(MPI_File_close(&file));
}

CASES(blocking_access_at_an_offset, collective_access_at_an_offset,
      access_at_the_individual_pointer, nonblocking_access, nonblocking_collective_access,
      many_nonblocking_accesses_are_outstanding, split_access_at_an_offset,
      split_access_at_the_individual_pointer, accesses_of_nothing_succeed,
      a_read_ends_at_the_end_of_the_file, a_request_may_be_given_up)
