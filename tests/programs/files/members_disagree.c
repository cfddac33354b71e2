/* SPDX-License-Identifier: MIT */
/* Members of a file that call different things, or give different arguments, are all told, and the
 * file can be used after that. */
/* ranks: 2 5 */
/* options: -O0 */
/* mpich: no */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"

static int rank;

static void is_told(int err, int expected, const char *words)
{
    char text[MPI_MAX_ERROR_STRING];
    int class, length;

    MPI_Error_class(err, &class);
    MPI_Error_string(err, text, &length);
    if (class != expected || strstr(text, words) == NULL)
        fprintf(stderr, "class %d, not %d: %s\n", class, expected, text);
    must(class == expected);
    must(strstr(text, words) != NULL);
}

static MPI_File file;
static char name[SCRATCH_NAME_BYTES];

static void opening(void)
{
    const int ways[2] = {MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_MODE_WRONLY | MPI_MODE_CREATE};
    char other[SCRATCH_NAME_BYTES + 1], sentence[SCRATCH_NAME_BYTES + 100];
    MPI_File none = MPI_FILE_NULL;
    MPI_Info info;

    is_told(MPI_File_open(MPI_COMM_WORLD, name, ways[rank == 1], MPI_INFO_NULL, &none),
            MPI_ERR_NOT_SAME, "amode is");
    snprintf(other, sizeof other, "%s%s", name, rank == 1 ? "x" : "");
    is_told(MPI_File_open(MPI_COMM_WORLD, other, ways[0], MPI_INFO_NULL, &none), MPI_ERR_NOT_SAME,
            "filename is");
    is_told(MPI_File_open(MPI_COMM_WORLD, name, rank == 1 ? 0 : ways[0], MPI_INFO_NULL, &none),
            MPI_ERR_AMODE, rank == 1 ? "amode 0 holds" : "arguments of rank 1");
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_nodes", rank == 1 ? "1" : "2");
    snprintf(sentence, sizeof sentence,
             "hint cb_nodes differs: it is \"2\" at rank 0 and \"1\" at rank 1, for \"%s\"", name);
    is_told(MPI_File_open(MPI_COMM_WORLD, name, ways[0], info, &none), MPI_ERR_NOT_SAME, sentence);
    MPI_Info_free(&info);
    must(none == MPI_FILE_NULL);
}

static void hinting(void)
{
    const char *unit = rank == 1 ? "1" : "2";
    MPI_Info info;
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Info_create(&info);
    if (rank > 0 || size == 2) /* also when the first member says nothing */
        MPI_Info_set(info, "striping_unit", unit);
    is_told(MPI_File_set_info(file, info), MPI_ERR_NOT_SAME, "hint striping_unit differs");
    is_told(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", info), MPI_ERR_NOT_SAME,
            "hint striping_unit differs");
    MPI_Info_free(&info);
}

static void calling(void)
{
    MPI_Request request;
    MPI_Datatype type;
    int number = 0, err;

    if (rank == 1)
        err = MPI_File_read_all(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
    else
        err = MPI_File_write_all(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
    is_told(err, MPI_ERR_OTHER, "rank 1 calls MPI_File_read_all in calling (members_disagree.c:");
    if (rank == 1)
        err = MPI_File_sync(file);
    else
        err = MPI_File_iwrite_all(file, &number, 1, MPI_INT, &request);
    if (rank != 1 && err == MPI_SUCCESS)
        err = MPI_Wait(&request, MPI_STATUS_IGNORE);
    is_told(err, MPI_ERR_OTHER, "MPI_File_sync");
    is_told(MPI_File_set_size(file, rank == 1 ? 10 : 20), MPI_ERR_NOT_SAME, "size is");
    is_told(MPI_File_set_atomicity(file, rank == 1), MPI_ERR_NOT_SAME, "flag is");
    is_told(MPI_File_seek_shared(file, rank == 1, MPI_SEEK_SET), MPI_ERR_NOT_SAME,
            "offset and whence are");
    is_told(MPI_File_set_view(file, 0, rank == 1 ? MPI_INT : MPI_DOUBLE, MPI_DOUBLE, "native",
                              MPI_INFO_NULL),
            MPI_ERR_NOT_SAME, "etype's extent");
    is_told(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, rank == 1 ? "native" : "external32",
                              MPI_INFO_NULL),
            MPI_ERR_NOT_SAME, "datarep is");
    is_told(MPI_File_write_all(file, &number, rank == 1 ? -1 : 1, MPI_INT, MPI_STATUS_IGNORE),
            MPI_ERR_COUNT, rank == 1 ? "count -1" : "at rank 1: count -1");
    err = MPI_File_iwrite_all(file, &number, rank == 1 ? -1 : 1, MPI_INT, &request);
    if (rank != 1 && err == MPI_SUCCESS)
        err = MPI_Wait(&request, MPI_STATUS_IGNORE);
    is_told(err, MPI_ERR_COUNT, rank == 1 ? "count -1" : "at rank 1: count -1");
    MPI_Type_contiguous(2, MPI_INT, &type);
    is_told(MPI_File_set_view(file, 0, MPI_INT, rank == 1 ? type : MPI_INT, "native",
                              MPI_INFO_NULL),
            MPI_ERR_TYPE, "filetype is not committed");
    MPI_Type_free(&type);
}

static void pending(void)
{
    MPI_Request request;
    int number = 0;

    MPI_File_iwrite_at(file, 0, &number, 1, MPI_INT, &request);
    is_told(MPI_File_close(&file), MPI_ERR_OTHER, "1 nonblocking access is pending");
    is_told(MPI_File_set_size(file, 10), MPI_ERR_OTHER, "1 nonblocking access is pending");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* A collective access that has not been completed, since rank 0 has not called it. */
static void freeing(void)
{
    MPI_Request request;
    int number = 0;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank > 0) {
        MPI_File_iread_at_all(file, 0, &number, 1, MPI_INT, &request);
        is_told(MPI_Request_free(&request), MPI_ERR_REQUEST, "that of a collective access to a f");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_File_iread_at_all(file, 0, &number, 1, MPI_INT, &request);
    must(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    int number = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    file = open_scratch(name, scratch_folder(), "disagree");
    opening();
    hinting();
    calling();
    pending();
    freeing();
    must(MPI_File_write_at_all(file, rank * 4, &rank, 1, MPI_INT, MPI_STATUS_IGNORE) ==
         MPI_SUCCESS);
    must(MPI_File_read_at(file, rank * 4, &number, 1, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    must(number == rank);
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
