/* SPDX-License-Identifier: MIT */
/* With HEDDLE_IO=2, members of one collective write that write the same byte are told, with both
 * calls, and nothing is written. */
/* ranks: 2 5 */
/* options: -O0 */
/* environment: HEDDLE_IO=2 */
/* mpich: no */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"

enum { INTS = 100000 };

static int data[INTS];

static MPI_File file;

/* Also of data that are converted, in whichever form of the call; then nothing is written. */
static void is_told_of_converted(void)
{
    MPI_Offset bytes = -1;
    MPI_Request request;
    int class;

    must(MPI_File_set_size(file, 0) == MPI_SUCCESS);
    must(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL) ==
         MPI_SUCCESS);
    MPI_Error_class(MPI_File_write_at_all(file, 0, data, 7, MPI_INT, MPI_STATUS_IGNORE), &class);
    must(class == MPI_ERR_OTHER);
    MPI_Error_class(MPI_File_write_at_all_begin(file, 5, data, 7, MPI_INT), &class);
    must(class == MPI_ERR_OTHER);
    must(MPI_File_iwrite_at_all(file, 5, data, INTS, MPI_INT, &request) == MPI_SUCCESS);
    MPI_Error_class(MPI_Wait(&request, MPI_STATUS_IGNORE), &class);
    must(class == MPI_ERR_OTHER);
    MPI_File_get_size(file, &bytes);
    must(bytes == 0);
}

/* In atomic mode one of the members wins, and the program is right. */
static void is_not_told_of_atomic(void)
{
    must(MPI_File_set_atomicity(file, 1) == MPI_SUCCESS);
    must(MPI_File_write_at_all(file, 0, data, 7, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    char name[SCRATCH_NAME_BYTES], text[MPI_MAX_ERROR_STRING];
    MPI_Offset end = (MPI_Offset)sizeof data;
    int rank, size, err, class, length;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    file = open_scratch(name, scratch_folder(), "overlap");
    must(MPI_File_write_at_all(file, rank * end, data, INTS, MPI_INT, MPI_STATUS_IGNORE) ==
         MPI_SUCCESS);
    err = MPI_File_write_at_all(file, rank * (end - 4), data, INTS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Error_class(err, &class);
    MPI_Error_string(err, text, &length);
    must(class == MPI_ERR_OTHER);
    must(strstr(text, "is written by rank ") != NULL);
    must(strstr(text, "MPI_File_write_at_all in main (overlapping_writes.c:60), and by rank ") !=
         NULL);
    if (size == 2)
        must(strstr(text, "byte 399996 of ") != NULL);
    is_told_of_converted();
    is_not_told_of_atomic();
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
