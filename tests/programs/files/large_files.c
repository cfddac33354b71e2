/* SPDX-License-Identifier: MIT */
/* A file of more than 4 GB with holes: what lies beyond is found there, holes are zeros, and a long
 * collective call takes no more memory than some buffers. */
/* ranks: 1 3 */
/* mpich: no */
#include <mpi.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "scratch.h"

enum { INTS = 1000, RECORD = 96, PART = 24 << 20, GROWTH_MAX_KB = 16 << 10 };

static const MPI_Offset FAR = ((MPI_Offset)1 << 32) - 2000, STEP = (MPI_Offset)1 << 33;

static int rank, size;
static MPI_File file;

/* The first 2000 bytes lie below 4 GB, and the next rank's are 8 GB on. */
static void check_far(void)
{
    int data[INTS], got[INTS], i;
    MPI_Offset at = FAR + rank * STEP, bytes;

    for (i = 0; i < INTS; i++)
        data[i] = rank * INTS + i + 1;
    must(MPI_File_write_at_all(file, at, data, sizeof data, MPI_BYTE, MPI_STATUS_IGNORE) ==
         MPI_SUCCESS);
    memset(got, 0, sizeof got);
    must(MPI_File_read_at(file, at, got, sizeof got, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    must(memcmp(data, got, sizeof data) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_size(file, &bytes);
    must(bytes == FAR + (size - 1) * STEP + (MPI_Offset)sizeof data);
    must(MPI_File_read_at_all(file, at - 4000, got, sizeof got, MPI_BYTE, MPI_STATUS_IGNORE) ==
         MPI_SUCCESS);
    for (i = 0; i < INTS; i++)
        must(got[i] == 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static long peak_kb(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Records in turn, beyond 4 GB, of 24 MB a rank. */
static void check_memory(void)
{
    char *data = malloc(PART);
    MPI_Datatype record, type;
    int i, own = 1;
    long before;

    for (i = 0; i < PART; i++)
        data[i] = (char)(rank + i);
    MPI_Type_contiguous(RECORD, MPI_BYTE, &record);
    MPI_Type_create_resized(record, 0, (MPI_Aint)RECORD * size, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, FAR + rank * (MPI_Offset)RECORD, MPI_BYTE, type, "native",
                      MPI_INFO_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    before = peak_kb();
    must(MPI_File_write_at_all(file, 0, data, PART, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    must(MPI_File_read_at_all(file, 0, data, PART, MPI_BYTE, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    must(peak_kb() - before < GROWTH_MAX_KB);
    for (i = 0; i < PART; i++)
        own &= data[i] == (char)(rank + i);
    must(own);
    MPI_Type_free(&record);
    MPI_Type_free(&type);
    free(data);
}

int main(int argc, char **argv)
{
    char name[SCRATCH_NAME_BYTES];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    file = open_scratch(name, argc > 1 ? argv[1] : scratch_folder(), "large");
    check_far();
    check_memory();
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
