/* SPDX-License-Identifier: MIT */
/* Messages of more than 2 and more than 4 GB, by large counts and by derived types, with the
 * largest tag. Most pages of a buffer are the same few, mapped again and again, so that little
 * memory is needed; the first, the last and one in the middle have contents of their own. */
/* ranks: 2 */
/* expect-stdout: 5 of 5 came */
/* sanitizer: no */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHUNK ((size_t)64 << 20)

enum { CHUNKS = 66, WAYS = 5 }; /* 4.1 GiB */

static int rank, tag;
static char *buffer;

static int is_own(int chunk)
{
    return chunk == 0 || chunk == 35 || chunk == CHUNKS - 1;
}

/* Chunks of their own differ from each other; all others are one. The pages are there from the
 * start, because a fault at each page takes longer than copying it. */
static char *map(void)
{
    int file = memfd_create("chunk", 0), chunk;
    char *all = mmap(NULL, CHUNKS * CHUNK, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (all == MAP_FAILED || file < 0 || ftruncate(file, (off_t)CHUNK) != 0)
        return NULL;
    for (chunk = 0; chunk < CHUNKS; chunk++)
        if (!is_own(chunk) &&
            mmap(all + (size_t)chunk * CHUNK, CHUNK, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_FIXED | MAP_POPULATE, file, 0) == MAP_FAILED)
            return NULL;
    close(file);
    return all;
}

static unsigned char value_at(int way, int chunk, size_t i)
{
    return (unsigned char)(i * 31 + (size_t)way * 7 + (is_own(chunk) ? (size_t)chunk : 99));
}

/* Every 4093rd byte is enough to see what is out of place. */
enum { STEP = 4093 };

static void fill(int way)
{
    int chunk;
    size_t i;

    for (chunk = 0; chunk < CHUNKS; chunk++)
        if (is_own(chunk) || chunk == 1)
            for (i = 0; i < CHUNK; i++)
                buffer[(size_t)chunk * CHUNK + i] = (char)value_at(way, chunk, i);
}

/* The first `bytes` came. */
static int is_whole(int way, size_t bytes)
{
    size_t at;

    for (at = 0; at < bytes; at += STEP)
        if ((unsigned char)buffer[at] != value_at(way, (int)(at / CHUNK), at % CHUNK))
            return 0;
    at = bytes - 1;
    return (unsigned char)buffer[at] == value_at(way, (int)(at / CHUNK), at % CHUNK);
}

/* Sets the type and count of a message. Returns the bytes of the buffer that it covers. */
static size_t describe(int way, MPI_Datatype *type, MPI_Count *count)
{
    const MPI_Count gib = (MPI_Count)1 << 30;
    size_t all = CHUNKS * CHUNK;
    MPI_Datatype part;

    *type = MPI_BYTE;
    switch (way) {
    case 0: /* one more than an int counts */
        *count = 2 * gib;
        return 2 * (size_t)gib;
    case 1: /* all, in bytes */
        *count = (MPI_Count)all;
        return all;
    case 2: /* more than 4 GiB in few elements */
        *type = MPI_DOUBLE;
        *count = (MPI_Count)(all / sizeof(double));
        return all;
    case 3: /* one element that large */
        MPI_Type_contiguous((int)(all / 4096), MPI_BYTE, &part);
        MPI_Type_contiguous(4096, part, type);
        MPI_Type_free(&part);
        break;
    default: /* in rows */
        MPI_Type_vector(CHUNKS * 64, 1 << 20, 1 << 20, MPI_BYTE, type);
    }
    MPI_Type_commit(type);
    *count = 1;
    return all;
}

static int is_told_rightly(const MPI_Status *status, MPI_Datatype type, MPI_Count count,
                           size_t bytes)
{
    MPI_Count got, elements;
    int small;

    MPI_Get_count_c(status, MPI_BYTE, &elements);
    MPI_Get_count_c(status, type, &got);
    MPI_Get_count(status, MPI_BYTE, &small);
    return got == count && elements == (MPI_Count)bytes && small == MPI_UNDEFINED &&
           status->MPI_TAG == tag && status->MPI_SOURCE == 0;
}

static int receive(int way, MPI_Datatype type, MPI_Count count, size_t bytes)
{
    MPI_Status status, probed;
    MPI_Request request;

    if (way % 2 == 0) {
        MPI_Irecv_c(buffer, count, type, 0, tag, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
        probed = status;
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Probe(0, tag, MPI_COMM_WORLD, &probed);
        MPI_Recv_c(buffer, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    }
    if (is_whole(way, bytes) && is_told_rightly(&status, type, count, bytes) &&
        is_told_rightly(&probed, type, count, bytes))
        return 1;
    printf("way %d: %zu bytes did not come\n", way, bytes);
    return 0;
}

static int transfer(int way)
{
    MPI_Datatype type;
    MPI_Count count;
    size_t bytes = describe(way, &type, &count);
    int came = 0;

    if (rank == 0) {
        fill(way);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send_c(buffer, count, type, 1, tag, MPI_COMM_WORLD);
    } else {
        came = receive(way, type, count, bytes);
    }
    if (way > 2)
        MPI_Type_free(&type);
    return came;
}

int main(int argc, char **argv)
{
    int way, flag, *tag_ub, came = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &flag);
    tag = *tag_ub;
    buffer = map();
    if (buffer == NULL) {
        puts("no memory for the buffers");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (way = 0; way < WAYS; way++)
        came += transfer(way);
    if (rank == 1)
        printf("%d of %d came\n", came, WAYS);
    MPI_Finalize();
    return 0;
}
