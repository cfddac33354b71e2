/* SPDX-License-Identifier: MIT */
/* Large counts: blocks of more bytes than an int can hold. The memory of a block is one small file,
 * mapped again and again; its end is another file, since nothing else would show whether the last
 * bytes came.
 *
 * ranks: 2
 * options: -O2
 * sanitizer: no */
#define _GNU_SOURCE /* memfd_create */
#include <sys/mman.h>
#include <unistd.h>

#include "collective_large.h"

enum { PIECE = 1 << 22, PIECES = 513, BLOCKS = 2 };

static const MPI_Count block_bytes = (MPI_Count)PIECES * PIECE - 3;

struct memory {
    int file;
    unsigned char *start;
};

static struct memory out, in;
static struct call call;
static MPI_Count counts[BLOCKS];
static MPI_Aint displs[BLOCKS];

/* Each block is the pieces 0, 0, ..., 0, 1 of its own. Their pages are there from the start: a
 * fault at each takes longer than copying it. */
static int memory_open(struct memory *memory)
{
    size_t bytes = (size_t)BLOCKS * PIECES * PIECE;
    int i;

    memory->file = memfd_create("blocks", 0);
    memory->start = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                         -1, 0);
    if (memory->file < 0 || memory->start == MAP_FAILED ||
        ftruncate(memory->file, (off_t)BLOCKS * 2 * PIECE) != 0)
        return 0;
    for (i = 0; i < BLOCKS * PIECES; i++) {
        off_t at = (off_t)PIECE * (i / PIECES * 2 + (i % PIECES == PIECES - 1));

        if (mmap(memory->start + (size_t)i * PIECE, PIECE, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_FIXED | MAP_POPULATE, memory->file, at) == MAP_FAILED)
            return 0;
    }
    return 1;
}

static void memory_close(struct memory *memory)
{
    munmap(memory->start, (size_t)BLOCKS * PIECES * PIECE);
    close(memory->file);
}

/* What a member has for another; bit sets, so that a union of them is told from each. */
static int byte_of(int from, int to, int is_end, int i)
{
    return (i * 7 + i / 1000 + is_end) % 16 << (from == 0 ? 0 : 4) ^ (to != 0);
}

static void fill_blocks(void)
{
    int block, is_end, i;

    for (block = 0; block < BLOCKS; block++)
        for (is_end = 0; is_end < 2; is_end++) {
            size_t piece = (size_t)block * PIECES + (is_end ? PIECES - 1 : 0);
            unsigned char *to = out.start + piece * PIECE, *from = in.start + piece * PIECE;

            for (i = 0; i < PIECE; i++)
                to[i] = (unsigned char)byte_of(check_rank, block, is_end, i);
            memset(from, UNTOUCHED, PIECE);
        }
}

/* Block `block` must be what `from` has for `to`; from 2: what both have. */
static int wrong_bytes(int block, int from, int to)
{
    int is_end, i, wrong = 0;

    for (is_end = 0; is_end < 2; is_end++) {
        size_t piece = (size_t)block * PIECES + (is_end ? PIECES - 1 : 0);
        const unsigned char *got_piece = in.start + piece * PIECE;

        for (i = 0; i < (is_end ? PIECE - 3 : PIECE); i++) {
            int wanted = from < 2 ? byte_of(from, to, is_end, i)
                                  : byte_of(0, to, is_end, i) | byte_of(1, to, is_end, i);

            wrong += got_piece[i] != wanted;
        }
        for (; i < PIECE; i++) /* what is behind the block */
            wrong += got_piece[i] != UNTOUCHED;
    }
    return wrong;
}

/* Opened by the first case and closed by the last: mapping takes longer than all the rest. */
static void call_open(void)
{
    int i;

    if (out.start == NULL)
        check(memory_open(&out) && memory_open(&in));
    fill_blocks();
    for (i = 0; i < BLOCKS; i++) {
        counts[i] = block_bytes;
        displs[i] = i * (MPI_Aint)PIECES * PIECE;
    }
    call = (struct call){
        .sendbuf = out.start, .sendcount = block_bytes, .sendcounts = counts,
        .senddispls = displs, .sendtype = MPI_UINT8_T, .recvbuf = in.start,
        .recvcount = block_bytes, .recvcounts = counts, .recvdispls = displs,
        .recvtype = MPI_UINT8_T, .root = 1, .op = MPI_BOR, .comm = MPI_COMM_WORLD};
}

static void a_broadcast_is_longer_than_an_int(void)
{
    call_open();
    if (check_rank == 1)
        call.recvbuf = out.start;
    check_ok(bcast(&call, BLOCKING, NULL));
    if (check_rank == 0)
        check_equal(wrong_bytes(0, 1, 0), 0);
}

static void a_started_broadcast_is_longer_than_an_int(void)
{
    MPI_Request request;

    call_open();
    if (check_rank == 1)
        call.recvbuf = out.start;
    started(bcast(&call, NONBLOCKING, &request), &request);
    if (check_rank == 0)
        check_equal(wrong_bytes(0, 1, 0), 0);
}

static void blocks_and_displacements_are_longer_than_an_int(void)
{
    int peer;

    call_open();
    check_ok(gatherv(&call, BLOCKING, NULL));
    for (peer = 0; peer < 2 && check_rank == 1; peer++)
        check_equal(wrong_bytes(peer, peer, 0), 0);
    call_open();
    check_ok(scatterv(&call, BLOCKING, NULL));
    check_equal(wrong_bytes(0, 1, check_rank), 0);
}

static void a_reduction_is_longer_than_an_int(void)
{
    call_open();
    check_ok(allreduce(&call, BLOCKING, NULL));
    check_equal(wrong_bytes(0, 2, 0), 0);
    memory_close(&out);
    memory_close(&in);
}

CASES(a_broadcast_is_longer_than_an_int, a_started_broadcast_is_longer_than_an_int,
      blocks_and_displacements_are_longer_than_an_int, a_reduction_is_longer_than_an_int)
