/* SPDX-License-Identifier: MIT */
/* With HEDDLE_IO=2, members of one collective write that write the same byte are told, with both
 * calls. */
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

int main(int argc, char **argv)
{
    char name[SCRATCH_NAME_BYTES], text[MPI_MAX_ERROR_STRING];
    MPI_Offset end = (MPI_Offset)sizeof data;
    int rank, size, err, class, length;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    file = open_scratch(name, "/tmp", "overlap");
    must(MPI_File_write_at_all(file, rank * end, data, INTS, MPI_INT, MPI_STATUS_IGNORE) ==
         MPI_SUCCESS);
    err = MPI_File_write_at_all(file, rank * (end - 4), data, INTS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Error_class(err, &class);
    MPI_Error_string(err, text, &length);
    must(class == MPI_ERR_OTHER);
    must(strstr(text, "is written by rank ") != NULL);
    must(strstr(text, "MPI_File_write_at_all in main (overlapping_writes.c:31), and by rank ") !=
         NULL);
    if (size == 2)
        must(strstr(text, "byte 399996 of ") != NULL);
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
