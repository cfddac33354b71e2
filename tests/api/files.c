/* SPDX-License-Identifier: MIT */
/* Files: opening, closing, deleting, size, group, mode, hints, atomic mode. */
#include "files.h"

static void a_file_is_opened_and_closed(void)
{
    MPI_File file = file_new();

    check(file != MPI_FILE_NULL);
    check_ok(MPI_File_close(&file));
    check(file == MPI_FILE_NULL);
}

static void a_file_that_is_not_there_is_not_opened(void)
{
    MPI_File file = MPI_FILE_NULL;

    check_class(MPI_File_open(MPI_COMM_WORLD, file_name(), MPI_MODE_RDONLY, MPI_INFO_NULL, &file),
                MPI_ERR_NO_SUCH_FILE);
    check(file == MPI_FILE_NULL);
}

static void a_file_is_created_exclusively_once(void)
{
    const char *name = file_name();
    MPI_File file, again = MPI_FILE_NULL;
    int mode = MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY;

    check_ok(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file));
    check_class(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &again),
                MPI_ERR_FILE_EXISTS);
    check_ok(MPI_File_close(&file));
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0)
        check_ok(MPI_File_delete(name, MPI_INFO_NULL));
}

static void modes_that_do_not_go_together_are_refused(void)
{
    const int wrong[] = {
        0,
        MPI_MODE_CREATE,
        MPI_MODE_RDONLY | MPI_MODE_RDWR,
        MPI_MODE_RDONLY | MPI_MODE_WRONLY,
        MPI_MODE_WRONLY | MPI_MODE_RDWR,
        MPI_MODE_RDONLY | MPI_MODE_CREATE,
        MPI_MODE_RDONLY | MPI_MODE_EXCL,
        MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL,
    };
    const char *name = file_name();
    MPI_File file = MPI_FILE_NULL;
    size_t i;

    for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        check_class(MPI_File_open(MPI_COMM_WORLD, name, wrong[i], MPI_INFO_NULL, &file),
                    MPI_ERR_AMODE);
    check(file == MPI_FILE_NULL);
}

static void delete_removes_a_file_and_refuses_one_that_is_not_there(void)
{
    const char *name = file_name();
    MPI_File file;

    check_ok(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                           &file));
    check_ok(MPI_File_close(&file));
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        check_ok(MPI_File_delete(name, MPI_INFO_NULL));
        check_class(MPI_File_delete(name, MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE);
    }
}

static void delete_on_close_removes_the_file(void)
{
    const char *name = file_name();
    MPI_File file;

    check_ok(MPI_File_open(MPI_COMM_WORLD, name,
                           MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                           MPI_INFO_NULL, &file));
    check_ok(MPI_File_close(&file));
    MPI_Barrier(MPI_COMM_WORLD);
    check(access(name, F_OK) != 0);
}

static void the_communicator_may_be_freed_at_once(void)
{
    MPI_Comm copy;
    MPI_File file;
    MPI_Status status;
    int number = check_rank;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    check_ok(MPI_File_open(copy, file_name(),
                           MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                           MPI_INFO_NULL, &file));
    MPI_Comm_free(&copy);
    check_ok(MPI_File_write_at_all(file, check_rank * (MPI_Offset)sizeof number, &number, 1,
                                   MPI_INT, &status));
    check_equal(ints_of(&status), 1);
    check_ok(MPI_File_close(&file));
}

static void each_rank_may_open_a_file_alone(void)
{
    char name[NAME_BYTES + 20];
    MPI_File file;
    MPI_Offset size;

    snprintf(name, sizeof name, "%s-%d", file_name(), check_rank);
    check_ok(MPI_File_open(MPI_COMM_SELF, name,
                           MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                           MPI_INFO_NULL, &file));
    check_ok(MPI_File_write(file, name, check_rank + 1, MPI_CHAR, MPI_STATUS_IGNORE));
    check_ok(MPI_File_get_size(file, &size));
    check_equal(size, check_rank + 1);
    check_ok(MPI_File_close(&file));
}

static void the_size_can_be_set(void)
{
    MPI_File file = file_new();
    MPI_Offset size = -1;

    check_ok(MPI_File_get_size(file, &size));
    check_equal(size, 0);
    check_ok(MPI_File_set_size(file, 1000));
    check_ok(MPI_File_get_size(file, &size));
    check_equal(size, 1000);
    check_ok(MPI_File_set_size(file, 10));
    check_ok(MPI_File_get_size(file, &size));
    check_equal(size, 10);
    check_class(MPI_File_set_size(file, -1), MPI_ERR_ARG);
    check_ok(MPI_File_close(&file));
}

static void preallocate_only_grows(void)
{
    MPI_File file = file_new();
    MPI_Offset size = -1;

    check_ok(MPI_File_preallocate(file, 5000));
    check_ok(MPI_File_get_size(file, &size));
    check_equal(size, 5000);
    check_ok(MPI_File_preallocate(file, 100));
    check_ok(MPI_File_get_size(file, &size));
    check_equal(size, 5000);
    check_ok(MPI_File_preallocate(file, 0));
    check_class(MPI_File_preallocate(file, -1), MPI_ERR_ARG);
    check_ok(MPI_File_close(&file));
}

static void group_and_mode_are_those_of_the_open(void)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR, got = 0, result;
    MPI_File file = file_open_as(mode);
    MPI_Group group, world;

    check_ok(MPI_File_get_amode(file, &got));
    check_equal(got, mode | MPI_MODE_DELETE_ON_CLOSE);
    check_ok(MPI_File_get_group(file, &group));
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &result);
    check_equal(result, MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    check_ok(MPI_File_close(&file));
}

static int has_value(MPI_Info info, const char *key, const char *expected)
{
    char value[MPI_MAX_INFO_VAL];
    int flag;

    MPI_Info_get(info, key, MPI_MAX_INFO_VAL - 1, value, &flag);
    return flag && strcmp(value, expected) == 0;
}

static void hints_are_kept_and_told(void)
{
    MPI_File file;
    MPI_Info info, used;

    MPI_Info_create(&info);
    MPI_Info_set(info, "striping_unit", "65536");
    check_ok(MPI_File_open(MPI_COMM_WORLD, file_name(),
                           MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, info,
                           &file));
    MPI_Info_set(info, "cb_nodes", "1");
    check_ok(MPI_File_set_info(file, info));
    MPI_Info_free(&info);
    check_ok(MPI_File_get_info(file, &used));
    check(has_value(used, "striping_unit", "65536"));
    check(has_value(used, "cb_nodes", "1"));
    MPI_Info_free(&used);
    check_ok(MPI_File_close(&file));
}

static void append_begins_at_the_end(void)
{
    const char *name = file_name();
    MPI_File file;
    MPI_Offset offset = -1;

    check_ok(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                           &file));
    check_ok(MPI_File_set_size(file, 77));
    check_ok(MPI_File_close(&file));
    check_ok(MPI_File_open(MPI_COMM_WORLD, name,
                           MPI_MODE_APPEND | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                           MPI_INFO_NULL, &file));
    check_ok(MPI_File_get_position(file, &offset));
    check_equal(offset, 77);
    check_ok(MPI_File_get_position_shared(file, &offset));
    check_equal(offset, 77);
    check_ok(MPI_File_seek(file, 0, MPI_SEEK_SET));
    check_ok(MPI_File_write(file, "abc", check_rank == 0 ? 3 : 0, MPI_CHAR, MPI_STATUS_IGNORE));
    check_ok(MPI_File_sync(file));
    check_ok(MPI_File_get_size(file, &offset));
    check_equal(offset, 77);
    check_ok(MPI_File_close(&file));
}

static void atomic_mode_can_be_set(void)
{
    MPI_File file = file_new();
    int flag = 5, number[1000], i;

    check_ok(MPI_File_get_atomicity(file, &flag));
    check_equal(flag, 0);
    check_ok(MPI_File_set_atomicity(file, 1));
    check_ok(MPI_File_get_atomicity(file, &flag));
    check_equal(flag != 0, 1);
    for (i = 0; i < 1000; i++)
        number[i] = check_rank;
    for (i = 0; i < 10; i++) {
        int j;

        check_ok(MPI_File_write_at(file, 0, number, 1000, MPI_INT, MPI_STATUS_IGNORE));
        check_ok(MPI_File_read_at(file, 0, number, 1000, MPI_INT, MPI_STATUS_IGNORE));
        for (j = 1; j < 1000; j++)
            check(number[j] == number[0]);
        for (j = 0; j < 1000; j++)
            number[j] = check_rank;
        check_ok(MPI_File_write_all(file, number, 1000, MPI_INT, MPI_STATUS_IGNORE));
        check_ok(MPI_File_seek(file, 0, MPI_SEEK_SET));
        check_ok(MPI_File_read_at_all(file, 0, number, 1000, MPI_INT, MPI_STATUS_IGNORE));
        for (j = 1; j < 1000; j++)
            check(number[j] == number[0]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    check_ok(MPI_File_close(&file));
}

static void other_programs_see_what_was_written(void)
{
    const char *name = file_name();
    char text[6] = "";
    MPI_File file;
    FILE *stream;

    check_ok(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                           &file));
    if (check_rank == check_size - 1)
        check_ok(MPI_File_write_at(file, 2, "hello", 5, MPI_CHAR, MPI_STATUS_IGNORE));
    check_ok(MPI_File_close(&file));
    stream = fopen(name, "r");
    check(stream != NULL);
    if (stream != NULL) {
        check(fseek(stream, 2, SEEK_SET) == 0);
        check_equal(fread(text, 1, 5, stream), 5);
        check_text(text, "hello");
        fclose(stream);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0)
        MPI_File_delete(name, MPI_INFO_NULL);
}

CASES(a_file_is_opened_and_closed, a_file_that_is_not_there_is_not_opened,
      a_file_is_created_exclusively_once, modes_that_do_not_go_together_are_refused,
      delete_removes_a_file_and_refuses_one_that_is_not_there, delete_on_close_removes_the_file,
      the_communicator_may_be_freed_at_once, each_rank_may_open_a_file_alone, the_size_can_be_set,
      preallocate_only_grows, group_and_mode_are_those_of_the_open, hints_are_kept_and_told,
      append_begins_at_the_end, atomic_mode_can_be_set, other_programs_see_what_was_written)
