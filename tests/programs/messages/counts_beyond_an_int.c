/* SPDX-License-Identifier: MIT */
/* A message of more bytes, and of more elements, than an int can hold. The buffers are one small
 * file, mapped again and again.
 *
 * ranks: 2
 * options: -O2
 * sanitizer: no */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FILE_BYTES = 1 << 20, TIMES = 2049 };

static char *map(int *descriptor)
{
    FILE *file = tmpfile();
    char *start = mmap(NULL, (size_t)TIMES * FILE_BYTES, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int i;

    if (file == NULL || start == MAP_FAILED || ftruncate(fileno(file), FILE_BYTES) != 0)
        exit(2);
    *descriptor = fileno(file);
    for (i = 0; i < TIMES; i++)
        if (mmap(start + (size_t)i * FILE_BYTES, FILE_BYTES, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_FIXED, *descriptor, 0) == MAP_FAILED)
            exit(2);
    return start;
}

int main(int argc, char **argv)
{
    const MPI_Count bytes = (MPI_Count)TIMES * FILE_BYTES - 3;
    MPI_Count count = 0;
    int rank, descriptor, small = 0, wrong = 0, i;
    char *memory;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memory = map(&descriptor);
    if (rank == 0) {
        for (i = 0; i < FILE_BYTES; i++)
            memory[i] = (char)(i * 7 + i / 256);
        MPI_Send_c(memory, bytes, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv_c(memory, bytes + 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count_c(&status, MPI_CHAR, &count);
        MPI_Get_count(&status, MPI_CHAR, &small);
        for (i = 0; i < FILE_BYTES; i++)
            wrong += memory[i] != (char)(i * 7 + i / 256);
        wrong += count != bytes || small != MPI_UNDEFINED;
    }
    MPI_Finalize();
    return wrong != 0;
}
