/* SPDX-License-Identifier: MIT */
/* Collectives between two groups, rank 2 and the others, in their three forms. */
#include "memory.h"

enum { COUNT_MAX = 20000, MEMBERS_MAX = 8 };

static int in[COUNT_MAX * MEMBERS_MAX], out[COUNT_MAX * MEMBERS_MAX];
static int count, peers, first_peer, is_alone;
static MPI_Comm between;

/* Rank r's i-th number is r + 10 i. */
static void clear(void)
{
    for (int i = 0; i < count * MEMBERS_MAX; i++) {
        in[i] = rank + 10 * i;
        out[i] = -1;
    }
}

static int is_from(int sender, const int *block, int first)
{
    for (int i = 0; i < count; i++)
        if (block[i] != sender + 10 * (first + i))
            return 0;
    return 1;
}

static int all_from_peers(int first)
{
    for (int peer = 0; peer < peers; peer++)
        if (!is_from(first_peer + peer, out + peer * count, first))
            return 0;
    return 1;
}

static int all_sums(void)
{
    int ranks_sum = 0;

    for (int peer = 0; peer < peers; peer++)
        ranks_sum += first_peer + peer;
    for (int i = 0; i < count; i++)
        if (out[i] != ranks_sum + 10 * i * peers)
            return 0;
    return 1;
}

/* The blocking, the nonblocking and the persistent form; `is_right` must hold after each. */
#define THREE_FORMS(name, started, is_right, ...) \
    static void do_##started(void) \
    { \
        MPI_Request request; \
\
        clear(); \
        together(MPI_##name(__VA_ARGS__, between)); \
        must_be(is_right); \
        clear(); \
        together(MPI_I##started(__VA_ARGS__, between, &request)); \
        together(MPI_Wait(&request, MPI_STATUS_IGNORE)); \
        must_be(is_right); \
        clear(); \
        together(MPI_##name##_init(__VA_ARGS__, between, MPI_INFO_NULL, &request)); \
        together(MPI_Start(&request)); \
        together(MPI_Wait(&request, MPI_STATUS_IGNORE)); \
        must_be(is_right); \
        together(MPI_Request_free(&request)); \
    }

#define ROOT (is_alone ? MPI_ROOT : 0)

THREE_FORMS(Bcast, bcast, is_alone || is_from(size - 1, is_alone ? out : in, 0), in, count, MPI_INT,
            ROOT)
THREE_FORMS(Gather, gather, !is_alone || all_from_peers(0), in, count, MPI_INT, out, count, MPI_INT,
            ROOT)
THREE_FORMS(Scatter, scatter, is_alone || is_from(size - 1, out, rank * count), in, count, MPI_INT,
            out, count, MPI_INT, ROOT)
THREE_FORMS(Reduce, reduce, !is_alone || all_sums(), in, out, count, MPI_INT, MPI_SUM, ROOT)
THREE_FORMS(Allreduce, allreduce, all_sums(), in, out, count, MPI_INT, MPI_SUM)
THREE_FORMS(Allgather, allgather, all_from_peers(0), in, count, MPI_INT, out, count, MPI_INT)
THREE_FORMS(Alltoall, alltoall, all_from_peers(is_alone ? 0 : rank * count), in, count, MPI_INT,
            out, count, MPI_INT)

static void run(void)
{
    static const int elements[] = {1, 300, COUNT_MAX};
    MPI_Comm half;

    is_alone = rank == size - 1;
    peers = is_alone ? size - 1 : 1;
    first_peer = is_alone ? 0 : size - 1;
    together(MPI_Comm_split(MPI_COMM_WORLD, is_alone, rank, &half));
    together(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, is_alone ? 0 : size - 1, 9, &between));
    for (int i = 0; i < 3; i++) {
        count = elements[i];
        do_bcast();
        do_gather();
        do_scatter();
        do_reduce();
        do_allreduce();
        do_allgather();
        do_alltoall();
    }
    together(MPI_Comm_free(&between));
    together(MPI_Comm_free(&half));
}

static const struct scene scenes[] = {{"between", run}, {NULL, NULL}};

int main(int argc, char **argv)
{
    return play(argc, argv, scenes);
}
