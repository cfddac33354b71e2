/* SPDX-License-Identifier: MIT */
/* Places beyond the last one that a file can have are neither read nor written, and every call says
 * so; nothing is counted as written that is not. */
/* ranks: 1 2 5 */
/* mpich: no */
#include <limits.h>
#include <mpi.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"

enum { INTS = 4 };

static int data[INTS];
static MPI_File file;
static MPI_Request request;

static void is_told(int err)
{
    char text[MPI_MAX_ERROR_STRING];
    int class, length;

    MPI_Error_class(err, &class);
    MPI_Error_string(err, text, &length);
    if (class != MPI_ERR_ARG || strstr(text, "beyond what a file can have") == NULL)
        fprintf(stderr, "class %d, not %d: %s\n", class, MPI_ERR_ARG, text);
    must(class == MPI_ERR_ARG);
    must(strstr(text, "beyond what a file can have") != NULL);
}

/* Each way to access the file at an offset. */
static void try(MPI_Offset offset)
{
    MPI_Offset place;

    is_told(MPI_File_write_at(file, offset, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    is_told(MPI_File_read_at(file, offset, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    is_told(MPI_File_write_at_all(file, offset, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    is_told(MPI_File_read_at_all(file, offset, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    is_told(MPI_File_write_at_all_begin(file, offset, data, INTS, MPI_INT));
    is_told(MPI_File_iwrite_at(file, offset, data, INTS, MPI_INT, &request));
    is_told(MPI_File_iread_at_all(file, offset, data, INTS, MPI_INT, &request));
    is_told(MPI_File_get_byte_offset(file, offset, &place));
    must(MPI_File_seek(file, offset, MPI_SEEK_SET) == MPI_SUCCESS);
    is_told(MPI_File_write(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    is_told(MPI_File_read_all(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    must(MPI_File_seek_shared(file, offset, MPI_SEEK_SET) == MPI_SUCCESS);
    is_told(MPI_File_write_shared(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    is_told(MPI_File_write_ordered(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    must(MPI_File_write_at_all(file, offset, data, 0, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    char name[SCRATCH_NAME_BYTES];
    MPI_Offset size = -1;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    file = open_scratch(name, scratch_folder(), "far");
    try(LLONG_MAX - 20);
    MPI_Type_create_resized(MPI_INT, 0, 16, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    try(LLONG_MAX / 16);
    try(LLONG_MAX / 8);
    MPI_File_set_view(file, LLONG_MAX - 10, MPI_INT, type, "native", MPI_INFO_NULL);
    try(0);
    MPI_File_set_view(file, LLONG_MAX - 10, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    try(0);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    try(LLONG_MAX / 4 - 4);
    MPI_Type_free(&type);
    MPI_File_get_size(file, &size);
    must(size == 0);
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
