/* SPDX-License-Identifier: MIT */
/* Files: views, their offsets, and what is not seen through them. */
#include "files.h"

enum { RECORD = 4, RECORDS = 50, INTS = RECORD * RECORDS };

/* Records of RECORD ints, one of each rank in turn. */
static MPI_Datatype interleaved(void)
{
    MPI_Datatype record, type;

    MPI_Type_contiguous(RECORD, MPI_INT, &record);
    MPI_Type_create_resized(record, 0, (MPI_Aint)(check_size * RECORD * sizeof(int)), &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&record);
    return type;
}

static void set_interleaved(MPI_File file, MPI_Offset header)
{
    MPI_Datatype type = interleaved();

    check_ok(MPI_File_set_view(file, header + check_rank * RECORD * (MPI_Offset)sizeof(int),
                               MPI_INT, type, "native", MPI_INFO_NULL));
    MPI_Type_free(&type);
}

static void check_interleaved(MPI_File file, MPI_Offset header)
{
    int *all = malloc((size_t)(INTS * check_size) * sizeof *all), i, j, rank;
    MPI_Status status;

    check_ok(MPI_File_set_view(file, header, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_ok(MPI_File_read_at_all(file, 0, all, INTS * check_size, MPI_INT, &status));
    check_equal(ints_of(&status), INTS * check_size);
    for (i = 0; i < RECORDS; i++)
        for (rank = 0; rank < check_size; rank++)
            for (j = 0; j < RECORD; j++)
                check_equal(all[(i * check_size + rank) * RECORD + j],
                            value_of(rank, i * RECORD + j));
    free(all);
}

static void records_of_all_are_interleaved(void)
{
    MPI_File file = file_new();
    int data[INTS], got[INTS], i, way;
    MPI_Status status;

    for (i = 0; i < INTS; i++)
        data[i] = value_of(check_rank, i);
    for (way = 0; way < 2; way++) {
        MPI_Offset header = way * 100000;

        set_interleaved(file, header);
        if (way == 0)
            check_ok(MPI_File_write_all(file, data, INTS, MPI_INT, &status));
        else
            check_ok(MPI_File_write(file, data, INTS, MPI_INT, &status));
        check_equal(ints_of(&status), INTS);
        memset(got, 0, sizeof got);
        check_ok(MPI_File_read_at(file, 0, got, INTS, MPI_INT, &status));
        check(memcmp(got, data, sizeof data) == 0);
        memset(got, 0, sizeof got);
        check_ok(MPI_File_read_at_all(file, 5, got + 5, INTS - 5, MPI_INT, &status));
        check(memcmp(got + 5, data + 5, sizeof data - 5 * sizeof(int)) == 0);
        check_ok(MPI_File_sync(file));
        MPI_Barrier(MPI_COMM_WORLD);
        check_interleaved(file, header);
    }
    check_ok(MPI_File_close(&file));
}

static void what_is_not_seen_is_not_touched(void)
{
    MPI_File file = file_new();
    int zeros[4 * 8], one[8] = {1, 1, 1, 1, 1, 1, 1, 1}, i;
    MPI_Datatype type;

    memset(zeros, 0, sizeof zeros);
    MPI_Type_vector(8, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    check_ok(MPI_File_write_at_all(file, 0, zeros, check_rank == 0 ? 4 * 8 : 0, MPI_INT,
                                   MPI_STATUS_IGNORE));
    check_ok(MPI_File_set_view(file, 4, MPI_INT, type, "native", MPI_INFO_NULL));
    check_ok(MPI_File_write_at_all(file, 0, one, check_rank == check_size - 1 ? 8 : 0, MPI_INT,
                                   MPI_STATUS_IGNORE));
    check_ok(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    check_ok(MPI_File_read_at_all(file, 0, zeros, 4 * 8, MPI_INT, MPI_STATUS_IGNORE));
    for (i = 0; i < 4 * 8; i++)
        check_equal(zeros[i], i % 4 == 1);
    MPI_Type_free(&type);
    check_ok(MPI_File_close(&file));
}

static void memory_may_have_gaps_too(void)
{
    MPI_File file = file_new();
    int data[2 * INTS], got[2 * INTS], i;
    MPI_Datatype gaps;
    MPI_Status status;

    for (i = 0; i < 2 * INTS; i++) {
        data[i] = value_of(check_rank, i / 2);
        got[i] = -1;
    }
    MPI_Type_vector(INTS, 1, 2, MPI_INT, &gaps);
    MPI_Type_commit(&gaps);
    set_interleaved(file, 12);
    check_ok(MPI_File_write_all(file, data, 1, gaps, &status));
    check_equal(ints_of(&status), INTS);
    check_ok(MPI_File_read_at_all(file, 0, got, 1, gaps, &status));
    for (i = 0; i < 2 * INTS; i++)
        check_equal(got[i], i % 2 == 0 ? data[i] : -1);
    memset(got, 0, sizeof got);
    check_ok(MPI_File_read_at(file, 0, got, 1, gaps, &status));
    check_equal(ints_of(&status), INTS);
    for (i = 0; i < 2 * INTS; i += 2)
        check_equal(got[i], data[i]);
    check_ok(MPI_File_write_at(file, 0, data, 1, gaps, MPI_STATUS_IGNORE));
    check_ok(MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    check_interleaved(file, 12);
    MPI_Type_free(&gaps);
    check_ok(MPI_File_close(&file));
}

static void a_block_of_an_array_is_a_view(void)
{
    const int sizes[2] = {6, 4 * check_size}, part[2] = {6, 4}, start[2] = {0, 4 * check_rank};
    MPI_File file = file_new();
    int own[24], all[24 * 8], i, j;
    MPI_Datatype type;

    if (check_size > 8)
        return;
    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (i = 0; i < 24; i++)
        own[i] = value_of(check_rank, i);
    check_ok(MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL));
    check_ok(MPI_File_write_all(file, own, 24, MPI_INT, MPI_STATUS_IGNORE));
    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_ok(MPI_File_read_all(file, all, 24 * check_size, MPI_INT, MPI_STATUS_IGNORE));
    for (i = 0; i < 6; i++)
        for (j = 0; j < sizes[1]; j++)
            check_equal(all[i * sizes[1] + j], value_of(j / 4, i * 4 + j % 4));
    MPI_Type_free(&type);
    check_ok(MPI_File_close(&file));
}

static void offsets_are_converted(void)
{
    MPI_File file = file_new();
    MPI_Datatype type;
    MPI_Offset place = -1;
    int i;

    MPI_Type_vector(2, 3, 5, MPI_INT, &type);
    MPI_Type_commit(&type);
    check_ok(MPI_File_set_view(file, 100, MPI_INT, type, "native", MPI_INFO_NULL));
    for (i = 0; i < 20; i++) {
        int copy = i / 6, in_copy = i % 6;

        check_ok(MPI_File_get_byte_offset(file, i, &place));
        check_equal(place, 100 + copy * 32 + (in_copy / 3 * 5 + in_copy % 3) * 4);
    }
#ifndef MPICH_VERSION
    check_class(MPI_File_get_byte_offset(file, -1, &place), MPI_ERR_ARG);
#endif
    MPI_Type_free(&type);
    check_ok(MPI_File_close(&file));
}

static void the_end_is_behind_the_last_visible_byte(void)
{
    MPI_File file = file_new();
    MPI_Datatype type;
    MPI_Offset offset;
    int size;

    MPI_Type_vector(2, 3, 5, MPI_INT, &type); /* of 8 ints the first 3 and the last 3 */
    MPI_Type_commit(&type);
    for (size = 0; size < 80; size++) {
        int ints = (size + 3) / 4, copy = ints / 8, rest = ints % 8;
        int visible = copy * 6 + (rest < 3 ? rest : rest < 5 ? 3 : rest - 2);

        check_ok(MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL));
        check_ok(MPI_File_set_size(file, size));
        check_ok(MPI_File_seek(file, 0, MPI_SEEK_END));
        check_ok(MPI_File_get_position(file, &offset));
        check_equal(offset, visible);
    }
    MPI_Type_free(&type);
    check_ok(MPI_File_close(&file));
}

static void a_view_sets_the_pointers_to_the_beginning(void)
{
    MPI_File file = file_new();
    MPI_Offset offset = -1;

    check_ok(MPI_File_seek(file, 10, MPI_SEEK_SET));
    check_ok(MPI_File_seek_shared(file, 10, MPI_SEEK_SET));
    check_ok(MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_ok(MPI_File_get_position(file, &offset));
    check_equal(offset, 0);
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, 0);
    check_ok(MPI_File_close(&file));
}

static void the_view_is_told(void)
{
    MPI_File file = file_new();
    MPI_Datatype type = interleaved(), etype, filetype;
    MPI_Offset disp = -1;
    MPI_Aint lb, extent;
    char datarep[MPI_MAX_DATAREP_STRING] = "";
    int size, integers, addresses, types, combiner;

    check_ok(MPI_File_get_view(file, &disp, &etype, &filetype, datarep));
    check_equal(disp, 0);
    check(etype == MPI_BYTE);
    check(filetype == MPI_BYTE);
    check_text(datarep, "native");
    check_ok(MPI_File_set_view(file, 24, MPI_INT, type, "native", MPI_INFO_NULL));
    MPI_Type_free(&type);
    check_ok(MPI_File_get_view(file, &disp, &etype, &filetype, datarep));
    check_equal(disp, 24);
    check(etype == MPI_INT);
    MPI_Type_size(filetype, &size);
    check_equal(size, RECORD * (int)sizeof(int));
    MPI_Type_get_extent(filetype, &lb, &extent);
    check_equal(lb, 0);
    check_equal(extent, (MPI_Aint)(check_size * RECORD * sizeof(int)));
    MPI_Type_get_envelope(filetype, &integers, &addresses, &types, &combiner);
    check(combiner != MPI_COMBINER_NAMED);
    MPI_Type_free(&filetype);
    check_ok(MPI_File_close(&file));
}

static void views_that_cannot_be_are_refused(void)
{
    MPI_File file = file_new();
    const int lengths[2] = {1, 1}, falling[2] = {3, 0};
    MPI_Datatype type, pair;

    check_class(MPI_File_set_view(file, -5, MPI_INT, MPI_INT, "native", MPI_INFO_NULL),
                MPI_ERR_ARG);
    check_class(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native",
                                  MPI_INFO_NULL),
                MPI_ERR_ARG);
    check_class(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "unheard of", MPI_INFO_NULL),
                MPI_ERR_UNSUPPORTED_DATAREP);
#ifndef MPICH_VERSION /* 4.0 has other classes */
    check_class(MPI_File_set_view(file, 0, MPI_DATATYPE_NULL, MPI_INT, "native", MPI_INFO_NULL),
                MPI_ERR_TYPE);
#endif
    MPI_Type_contiguous(3, MPI_INT, &type);
    check_class(MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
    MPI_Type_commit(&type);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    check_class(MPI_File_set_view(file, 0, pair, type, "native", MPI_INFO_NULL), MPI_ERR_ARG);
    MPI_Type_free(&type);
    MPI_Type_free(&pair);
#ifdef MPICH_VERSION
    (void)lengths;
    (void)falling;
#else
    MPI_Type_indexed(2, lengths, falling, MPI_INT, &type);
    MPI_Type_commit(&type);
    check_class(MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL), MPI_ERR_ARG);
    MPI_Type_free(&type);
#endif
    check_ok(MPI_File_close(&file));
}

static void a_member_may_see_nothing(void)
{
    MPI_File file = file_new();
    MPI_Datatype none;
    MPI_Status status;
    int number = 7;

    MPI_Type_contiguous(0, MPI_INT, &none);
    MPI_Type_commit(&none);
    check_ok(MPI_File_set_view(file, 0, MPI_INT, check_rank == 0 ? MPI_INT : none, "native",
                               MPI_INFO_NULL));
    check_ok(MPI_File_write_all(file, &number, check_rank == 0, MPI_INT, &status));
    check_equal(ints_of(&status), check_rank == 0);
    MPI_Type_free(&none);
    check_ok(MPI_File_close(&file));
}

static void a_file_may_be_longer_than_4_gb(void)
{
    const MPI_Offset far = (MPI_Offset)5 << 30;
    MPI_File file = file_new();
    MPI_Offset size;
    int number = value_of(check_rank, 3), got = 0;

    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_ok(MPI_File_write_at_all(file, far / 4 + check_rank, &number, 1, MPI_INT,
                                   MPI_STATUS_IGNORE));
    check_ok(MPI_File_read_at(file, far / 4 + check_rank, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
    check_equal(got, number);
    check_ok(MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_File_get_size(file, &size));
    check(size == far + check_size * (MPI_Offset)sizeof number);
    check_ok(MPI_File_read_at(file, far / 8, &got, 1, MPI_INT, MPI_STATUS_IGNORE));
    check_equal(got, 0);
    check_ok(MPI_File_close(&file));
}

CASES(records_of_all_are_interleaved, what_is_not_seen_is_not_touched, memory_may_have_gaps_too,
      a_block_of_an_array_is_a_view, offsets_are_converted,
      the_end_is_behind_the_last_visible_byte, a_view_sets_the_pointers_to_the_beginning,
      the_view_is_told, views_that_cannot_be_are_refused, a_member_may_see_nothing,
      a_file_may_be_longer_than_4_gb)
