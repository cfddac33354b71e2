/* SPDX-License-Identifier: MIT */
/* Files of MPI that a job leaves open when it aborts are closed with it: those of all ranks, those
 * of one, and one with an access under way.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: no */
#include <dirent.h>
#include <heddle.h>
#include <mpi.h>
#include <stddef.h>
#include <unistd.h>

#include "../must.h"

enum { RANKS = 3, TIMES = 5 };

static const char path[] = "open_files.data";

static int count_open(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;

    must(folder != NULL);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

static int open_and_abort(void *argument)
{
    static char bytes[1000];
    MPI_Request request;
    MPI_File whole, own;

    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &whole);
    MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &own);
    MPI_File_iwrite_at(whole, 0, bytes, sizeof bytes, MPI_CHAR, &request);
    if (heddle_rank() == 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

int main(void)
{
    struct heddle_result result;
    int before = 0, i;

    for (i = 0; i < TIMES; i++) {
        heddle_run(NULL, RANKS, open_and_abort, NULL, &result);
        must(result.status == 3);
        heddle_result_free(&result);
        if (i == 0)
            before = count_open();
    }
    must(count_open() == before);
    unlink(path);
    return 0;
}
