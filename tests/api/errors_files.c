/* SPDX-License-Identifier: MIT */
/* Files: error handlers, wrong arguments rule by rule, and what a file cannot do. */
#include "files.h"

static MPI_File seen;
static int times, code_seen;

static void handle(MPI_File *file, int *code, ...)
{
    seen = *file;
    MPI_Error_class(*code, &code_seen);
    times++;
}

static void errors_are_returned_unless_the_program_says_otherwise(void)
{
    MPI_Errhandler handler;
    MPI_File file = file_new();

    check_ok(MPI_File_get_errhandler(MPI_FILE_NULL, &handler));
    check(handler == MPI_ERRORS_RETURN);
    check_ok(MPI_File_get_errhandler(file, &handler));
    check(handler == MPI_ERRORS_RETURN);
    check_ok(MPI_File_close(&file));
}

static void files_begin_with_the_handler_of_no_file(void)
{
    MPI_Errhandler handler, got;
    MPI_File before = file_new(), file;

    MPI_File_create_errhandler(handle, &handler);
    check_ok(MPI_File_set_errhandler(MPI_FILE_NULL, handler));
    file = file_new();
    check_ok(MPI_File_get_errhandler(before, &got));
    check(got == MPI_ERRORS_RETURN);
    check_ok(MPI_File_get_errhandler(file, &got));
    check(got == handler);
#ifndef MPICH_VERSION /* 4.0 counts wrong */
    MPI_Errhandler_free(&got);
#endif
    times = 0;
    check_class(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
    check_equal(times, 1);
    check(seen == file);
    check_equal(code_seen, MPI_ERR_ARG);
    check_ok(MPI_File_set_errhandler(file, MPI_ERRORS_RETURN));
    check_class(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
    check_equal(times, 1);
    check_class(MPI_File_delete("/a folder that is not there/file", MPI_INFO_NULL),
                MPI_ERR_NO_SUCH_FILE);
    check_equal(times, 2);
    check(seen == MPI_FILE_NULL);
    check_ok(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN));
    MPI_Errhandler_free(&handler);
    check_ok(MPI_File_close(&before));
    check_ok(MPI_File_close(&file));
}

static void a_request_that_fails_calls_the_files_handler(void)
{
    MPI_Errhandler handler;
    MPI_File file = file_open_as(MPI_MODE_CREATE | MPI_MODE_WRONLY);
    MPI_Request request = MPI_REQUEST_NULL;
    int number;

    MPI_File_create_errhandler(handle, &handler);
    check_ok(MPI_File_set_errhandler(file, handler));
    times = 0;
    check_class(MPI_File_iread(file, &number, 1, MPI_INT, &request), MPI_ERR_ACCESS);
    check(times > 0);
    times = 0;
    check(request == MPI_REQUEST_NULL);
    check_class(MPI_File_iread_all(file, &number, 1, MPI_INT, &request), MPI_ERR_ACCESS);
    check(times > 0);
    check(request == MPI_REQUEST_NULL);
    MPI_Errhandler_free(&handler);
    check_ok(MPI_File_close(&file));
}

static void calls_check_their_file(void)
{
    MPI_File none = MPI_FILE_NULL, file = file_new(), copy = file;
    MPI_Offset offset;
    MPI_Group group;
    MPI_Info info;
    int number = 0;

    check_class(MPI_File_close(&none), MPI_ERR_FILE);
    check_class(MPI_File_get_size(none, &offset), MPI_ERR_FILE);
    check_class(MPI_File_set_size(none, 0), MPI_ERR_FILE);
    check_class(MPI_File_get_group(none, &group), MPI_ERR_FILE);
    check_class(MPI_File_get_info(none, &info), MPI_ERR_FILE);
    check_class(MPI_File_write(none, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_FILE);
    check_class(MPI_File_write_all(none, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_FILE);
    check_class(MPI_File_seek(none, 0, MPI_SEEK_SET), MPI_ERR_FILE);
#ifndef MPICH_VERSION
    check_class(MPI_File_sync(none), MPI_ERR_FILE);
#endif
    check_ok(MPI_File_close(&file));
#ifndef MPICH_VERSION /* 4.0 looks into memory that it has freed */
    check_class(MPI_File_get_size(copy, &offset), MPI_ERR_FILE);
#endif
    (void)copy;
}

static void accesses_check_their_arguments(void)
{
    MPI_File file = file_new();
    MPI_Datatype type;
    int number = 0;

    MPI_Type_contiguous(2, MPI_INT, &type);
    check_class(MPI_File_write_at(file, -1, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_File_write(file, &number, -1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    check_class(MPI_File_read(file, &number, -1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    check_class(MPI_File_write(file, &number, 1, MPI_DATATYPE_NULL, MPI_STATUS_IGNORE),
                MPI_ERR_TYPE);
    check_class(MPI_File_write(file, &number, 1, type, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
    check_class(MPI_File_write_at_all(file, -1, &number, 1, MPI_INT, MPI_STATUS_IGNORE),
                MPI_ERR_ARG);
    check_class(MPI_File_read_all(file, &number, -1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
#ifndef MPICH_VERSION
    check_class(MPI_File_write(file, NULL, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
#endif
    check_class(MPI_File_seek(file, 0, 77), MPI_ERR_ARG);
    check_class(MPI_File_seek(file, -1, MPI_SEEK_END), MPI_ERR_ARG);
    MPI_Type_free(&type);
    check_ok(MPI_File_close(&file));
}

static void accesses_are_whole_etypes(void)
{
    MPI_File file = file_new();
    char letter = 'a';

    check_ok(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    check_class(MPI_File_write(file, &letter, 1, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_IO);
    check_ok(MPI_File_close(&file));
}

static void a_file_is_used_as_it_was_opened(void)
{
    const char *name = file_name();
    MPI_File file;
    int number = 0;

    check_ok(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                           &file));
    check_class(MPI_File_read(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ACCESS);
    check_class(MPI_File_read_all(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ACCESS);
    check_ok(MPI_File_close(&file));
    check_ok(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE,
                           MPI_INFO_NULL, &file));
    check_class(MPI_File_write(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_READ_ONLY);
    check_class(MPI_File_write_all(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE),
                MPI_ERR_READ_ONLY);
    check_class(MPI_File_set_size(file, 10), MPI_ERR_READ_ONLY);
#ifndef MPICH_VERSION
    check_class(MPI_File_preallocate(file, 10), MPI_ERR_READ_ONLY);
#endif
    check_ok(MPI_File_close(&file));
}

static void names_that_no_file_has_are_refused(void)
{
    MPI_File file = MPI_FILE_NULL;
    MPI_Comm inter, half;
    char *name = malloc(20000);
    int class;

    memset(name, 'x', 19999);
    name[19999] = '\0';
    check(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                        &file) != MPI_SUCCESS);
    check(MPI_File_open(MPI_COMM_WORLD, "/", MPI_MODE_RDWR, MPI_INFO_NULL, &file) !=
          MPI_SUCCESS);
    MPI_Error_class(MPI_File_open(MPI_COMM_NULL, "x", MPI_MODE_RDONLY, MPI_INFO_NULL, &file),
                    &class);
    check_equal(class, MPI_ERR_COMM);
    if (check_size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, check_rank > 0, 0, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, check_rank > 0 ? 0 : 1, 0, &inter);
        check_class(MPI_File_open(inter, "x", MPI_MODE_RDONLY, MPI_INFO_NULL, &file),
                    MPI_ERR_COMM);
        MPI_Comm_free(&inter);
        MPI_Comm_free(&half);
    }
    check(file == MPI_FILE_NULL);
    free(name);
}

static void split_accesses_match(void)
{
    MPI_File file = file_new();
    int number = 1, other = 2;

    check_ok(MPI_File_write_all_begin(file, &number, 1, MPI_INT));
#ifndef MPICH_VERSION
    check(MPI_File_write_all_end(file, &other, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    check(MPI_File_read_all_end(file, &number, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    check(MPI_File_write_all(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    check(MPI_File_sync(file) != MPI_SUCCESS);
    check(MPI_File_close(&file) != MPI_SUCCESS);
#endif
    check(MPI_File_write_all_begin(file, &number, 1, MPI_INT) != MPI_SUCCESS);
    check_ok(MPI_File_write_all_end(file, &number, MPI_STATUS_IGNORE));
    check(MPI_File_write_all_end(file, &number, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    (void)other;
    check_ok(MPI_File_close(&file));
}

CASES(errors_are_returned_unless_the_program_says_otherwise,
      files_begin_with_the_handler_of_no_file, a_request_that_fails_calls_the_files_handler,
      calls_check_their_file, accesses_check_their_arguments, accesses_are_whole_etypes,
      a_file_is_used_as_it_was_opened, names_that_no_file_has_are_refused, split_accesses_match)
