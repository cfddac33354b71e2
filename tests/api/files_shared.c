/* SPDX-License-Identifier: MIT */
/* Files: the pointer of all, in order and not, and files that are read or written in sequence. */
#include "files.h"

enum { RECORDS = 20, RECORD = 8 };

/* A file of records, each of one rank: counts them. */
static void check_records(MPI_File file, int total)
{
    int *all = calloc((size_t)total * RECORD, sizeof *all);
    int *seen = calloc((size_t)check_size, sizeof *seen);
    MPI_Status status;
    int i, j;

    check_ok(MPI_File_read_at_all(file, 0, all, total * RECORD, MPI_INT, &status));
    check_equal(ints_of(&status), total * RECORD);
    for (i = 0; i < total; i++) {
        for (j = 1; j < RECORD; j++)
            check_equal(all[i * RECORD + j], all[i * RECORD]);
        if (all[i * RECORD] >= 0 && all[i * RECORD] < check_size)
            seen[all[i * RECORD]]++;
    }
    for (i = 0; i < check_size; i++)
        check_equal(seen[i], total / check_size);
    free(all);
    free(seen);
}

static void records_at_the_shared_pointer_are_whole(void)
{
    MPI_File file = file_new();
    MPI_Offset offset;
    MPI_Request request;
    int record[RECORD], i;

    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    for (i = 0; i < RECORD; i++)
        record[i] = check_rank;
    for (i = 0; i < RECORDS; i += 4) {
        check_ok(MPI_File_write_shared(file, record, RECORD, MPI_INT, MPI_STATUS_IGNORE));
        check_ok(MPI_File_write_shared_c(file, record, RECORD, MPI_INT, MPI_STATUS_IGNORE));
        check_ok(MPI_File_iwrite_shared(file, record, RECORD, MPI_INT, &request));
        check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
        check_ok(MPI_File_iwrite_shared_c(file, record, RECORD, MPI_INT, &request));
        check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, RECORDS * RECORD * check_size);
    check_records(file, RECORDS * check_size);
    check_ok(MPI_File_close(&file));
}

static void each_record_is_read_once(void)
{
    MPI_File file = file_new();
    MPI_Request request;
    int record[RECORD], i, sum = 0, all = 0, total = 4 * check_size;

    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    for (i = 0; i < total; i++) {
        int j;

        for (j = 0; j < RECORD; j++)
            record[j] = i;
        if (check_rank == 0)
            check_ok(MPI_File_write_at(file, i * RECORD, record, RECORD, MPI_INT,
                                       MPI_STATUS_IGNORE));
    }
    check_ok(MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_read_shared(file, record, RECORD, MPI_INT, MPI_STATUS_IGNORE));
    sum += record[RECORD - 1];
    check_ok(MPI_File_read_shared_c(file, record, RECORD, MPI_INT, MPI_STATUS_IGNORE));
    sum += record[RECORD - 1];
    check_ok(MPI_File_iread_shared(file, record, RECORD, MPI_INT, &request));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    sum += record[RECORD - 1];
    check_ok(MPI_File_iread_shared_c(file, record, RECORD, MPI_INT, &request));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    sum += record[RECORD - 1];
    MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_equal(all, total * (total - 1) / 2);
    check_ok(MPI_File_close(&file));
}

/* Rank r has r + 1 ints, so rank r's begin behind r (r + 1) / 2. */
static int before_of(int rank)
{
    return rank * (rank + 1) / 2;
}

static void check_order(MPI_File file, int first)
{
    int all[400], total = before_of(check_size), rank, i;
    MPI_Status status;

    check_ok(MPI_File_read_at_all(file, first, all, total, MPI_INT, &status));
    check_equal(ints_of(&status), total);
    for (rank = 0; rank < check_size; rank++)
        for (i = 0; i <= rank; i++)
            check_equal(all[before_of(rank) + i], rank * 100 + i);
}

static void ordered_accesses_follow_the_ranks(void)
{
    MPI_File file = file_new();
    MPI_Offset offset;
    MPI_Status status;
    int own[20], back[20], total = before_of(check_size), i;

    for (i = 0; i <= check_rank; i++)
        own[i] = check_rank * 100 + i;
    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_ok(MPI_File_write_ordered(file, own, check_rank + 1, MPI_INT, &status));
    check_equal(ints_of(&status), check_rank + 1);
    check_ok(MPI_File_write_ordered_c(file, own, check_rank + 1, MPI_INT, &status));
    check_ok(MPI_File_write_ordered_begin(file, own, check_rank + 1, MPI_INT));
    check_ok(MPI_File_write_ordered_end(file, own, &status));
    check_equal(ints_of(&status), check_rank + 1);
    check_ok(MPI_File_write_ordered_begin_c(file, own, check_rank + 1, MPI_INT));
    check_ok(MPI_File_write_ordered_end(file, own, &status));
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, 4 * total);
    for (i = 0; i < 4; i++)
        check_order(file, i * total);
    check_ok(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    check_ok(MPI_File_read_ordered(file, back, check_rank + 1, MPI_INT, &status));
    check(memcmp(back, own, (size_t)(check_rank + 1) * sizeof *own) == 0);
    memset(back, 0, sizeof back);
    check_ok(MPI_File_read_ordered_c(file, back, check_rank + 1, MPI_INT, &status));
    check(memcmp(back, own, (size_t)(check_rank + 1) * sizeof *own) == 0);
    memset(back, 0, sizeof back);
    check_ok(MPI_File_read_ordered_begin(file, back, check_rank + 1, MPI_INT));
    check_ok(MPI_File_read_ordered_end(file, back, &status));
    check(memcmp(back, own, (size_t)(check_rank + 1) * sizeof *own) == 0);
    memset(back, 0, sizeof back);
    check_ok(MPI_File_read_ordered_begin_c(file, back, check_rank + 1, MPI_INT));
    check_ok(MPI_File_read_ordered_end(file, back, &status));
    check(memcmp(back, own, (size_t)(check_rank + 1) * sizeof *own) == 0);
    check_ok(MPI_File_close(&file));
}

static void the_shared_pointer_can_be_moved(void)
{
    MPI_File file = file_new();
    MPI_Offset offset = -1;

    check_ok(MPI_File_set_size(file, 40));
    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_ok(MPI_File_seek_shared(file, 7, MPI_SEEK_SET));
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, 7);
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_seek_shared(file, -2, MPI_SEEK_CUR));
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, 5);
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_seek_shared(file, 1, MPI_SEEK_END));
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, 11);
#ifndef MPICH_VERSION /* in 4.0 only one rank is told */
    check_class(MPI_File_seek_shared(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
#endif
    check_ok(MPI_File_get_position(file, &offset));
    check_equal(offset, 0);
    check_ok(MPI_File_close(&file));
}

static void the_shared_pointer_stays_in_what_a_file_can_have(void)
{
    const MPI_Offset last = (MPI_Offset)(INT64_MAX / sizeof(int));
    MPI_File file = file_new();
    MPI_Offset offset = -1;
    const int value = 1;

    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_ok(MPI_File_seek_shared(file, last, MPI_SEEK_SET));
#ifndef MPICH_VERSION /* 4.0 does not look */
    check_class(MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
#endif
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, last);
    check_ok(MPI_File_close(&file));
}

static void a_sequential_file_has_only_the_shared_pointer(void)
{
    MPI_File file = file_open_as(MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
    MPI_Offset offset;
    int number = 3;

    check_class(MPI_File_write_at(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE),
                MPI_ERR_UNSUPPORTED_OPERATION);
    check_class(MPI_File_write(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE),
                MPI_ERR_UNSUPPORTED_OPERATION);
    check_class(MPI_File_seek(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION);
#ifndef MPICH_VERSION
    check_class(MPI_File_get_position(file, &offset), MPI_ERR_UNSUPPORTED_OPERATION);
#endif
    check_ok(MPI_File_write_shared(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    check_ok(MPI_File_write_ordered(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    check_ok(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
                               MPI_INFO_NULL));
    check_ok(MPI_File_write_ordered(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE));
    check_ok(MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_get_size(file, &offset));
    check_equal(offset, 3 * check_size * (int)sizeof number);
    check_ok(MPI_File_close(&file));
}

CASES(records_at_the_shared_pointer_are_whole, each_record_is_read_once,
      ordered_accesses_follow_the_ranks, the_shared_pointer_can_be_moved,
      the_shared_pointer_stays_in_what_a_file_can_have,
      a_sequential_file_has_only_the_shared_pointer)
