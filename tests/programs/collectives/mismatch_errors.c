/* SPDX-License-Identifier: MIT */
/* Members that disagree about a collective operation are told, both of them: an error names both
 * ranks, both calls and both places, and nothing hangs. After another operation, form, root or
 * length the communicator's collectives fail for ever; after other blocks only that one. Of
 * persistent operations the call that prepares another one than the first member's fails. */
/* ranks: 2 3 5 */
/* environment: HEDDLE_MISMATCH=2 */
/* flags: -g */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTS = 20000 };

static int rank, size, count, failed, ints[INTS * 8], more[INTS * 8];
static MPI_Comm comm;
static const char *title;

/* The last rank is the odd one. */
static int is_odd(void)
{
    return rank == size - 1;
}

static void fail(const char *what, const char *text)
{
    fprintf(stderr, "%s, %d ints, rank %d of %d: %s: %s\n", title, count, rank, size, what, text);
    failed = 1;
}

/* The sentence of an error names both calls and this file, twice. */
static void check_sentence(int code, const char *one, const char *other)
{
    char text[MPI_MAX_ERROR_STRING];
    const char *place;
    char odd[16];
    int length;

    MPI_Error_string(code, text, &length);
    if (strstr(text, one) == NULL || strstr(text, other) == NULL)
        fail("does not name both calls", text);
    place = strstr(text, "mismatch_errors.c:");
    if (place == NULL || strstr(place + 1, "mismatch_errors.c:") == NULL)
        fail("does not name both places", text);
    sprintf(odd, "rank %d", size - 1);
    if (strstr(text, odd) == NULL)
        fail("does not name the odd rank", text);
}

/* Whether the call itself fails or, where the member had nothing to wait for, the next one. */
static void expect_break(int code, const char *one, const char *other)
{
    int next = code == MPI_SUCCESS ? MPI_Barrier(comm) : code;

    if (next == MPI_SUCCESS)
        fail("no error", "");
    else
        check_sentence(next, one, other);
    if (MPI_Barrier(comm) == MPI_SUCCESS)
        fail("works again", "");
}

static void kinds(void)
{
    title = "another operation";
    expect_break(is_odd() ? MPI_Gather(ints, count, MPI_INT, more, count, MPI_INT, 0, comm)
                          : MPI_Allgather(ints, count, MPI_INT, more, count, MPI_INT, comm),
                 "MPI_Gather", "MPI_Allgather");
}

static void kinds_at_the_root(void)
{
    title = "another operation at the root";
    expect_break(is_odd() ? MPI_Gather(ints, count, MPI_INT, more, count, MPI_INT, size - 1, comm)
                          : MPI_Allgather(ints, count, MPI_INT, more, count, MPI_INT, comm),
                 "MPI_Gather", "MPI_Allgather");
}

static void barriers(void)
{
    title = "a barrier among reductions";
    expect_break(is_odd() ? MPI_Barrier(comm)
                          : MPI_Allreduce(ints, more, count, MPI_INT, MPI_SUM, comm),
                 "MPI_Barrier", "MPI_Allreduce");
}

/* The card of a scan's last member, or of a reduction's root, is read by no member. */
static void calls_without_a_card(void)
{
    title = "a barrier of the last one among scans";
    expect_break(is_odd() ? MPI_Barrier(comm)
                          : MPI_Scan(ints, more, count, MPI_INT, MPI_SUM, comm),
                 "MPI_Barrier", "MPI_Scan");
}

static void calls_of_the_root_without_a_card(void)
{
    title = "a reduction at its root among barriers";
    expect_break(is_odd() ? MPI_Reduce(ints, more, count, MPI_INT, MPI_SUM, size - 1, comm)
                          : MPI_Barrier(comm),
                 "MPI_Barrier", "MPI_Reduce");
}

static void alltoalls_among_alltoallvs(void)
{
    int counts[8], places[8], i;

    title = "an alltoall among alltoallvs";
    for (i = 0; i < size; i++) {
        counts[i] = count;
        places[i] = i * count;
    }
    if (is_odd())
        expect_break(MPI_Alltoall(ints, count, MPI_INT, more, count, MPI_INT, comm),
                     "MPI_Alltoall ", "MPI_Alltoallv");
    else
        expect_break(MPI_Alltoallv(ints, counts, places, MPI_INT, more, counts, places, MPI_INT,
                                   comm),
                     "MPI_Alltoall ", "MPI_Alltoallv");
}

static void roots(void)
{
    title = "another root of a broadcast";
    expect_break(MPI_Bcast(ints, count, MPI_INT, is_odd() ? size - 1 : 0, comm), "root 0", "root");
}

static void roots_of_gathers(void)
{
    title = "another root of a gather";
    expect_break(
        MPI_Gather(ints, count, MPI_INT, more, count, MPI_INT, is_odd() ? size - 1 : 0, comm),
        "root 0", "root");
}

static void roots_of_scatters(void)
{
    title = "another root of a scatter";
    expect_break(
        MPI_Scatter(ints, count, MPI_INT, more, count, MPI_INT, is_odd() ? size - 1 : 0, comm),
        "root 0", "root");
}

static void roots_of_reductions(void)
{
    title = "another root of a reduction";
    expect_break(MPI_Reduce(ints, more, count, MPI_INT, MPI_SUM, is_odd() ? size - 1 : 0, comm),
                 "root 0", "root");
}

static void operations(void)
{
    title = "another reduction operation";
    expect_break(MPI_Allreduce(ints, more, count, MPI_INT, is_odd() ? MPI_MAX : MPI_SUM, comm),
                 "MPI_Allreduce", "another operation");
}

static void lengths(void)
{
    title = "another length of a reduction";
    expect_break(MPI_Allreduce(ints, more, count + is_odd(), MPI_INT, MPI_SUM, comm),
                 "MPI_Allreduce", "bytes");
}

static void types(void)
{
    title = "another type of a reduction";
    expect_break(MPI_Allreduce(ints, more, count, is_odd() ? MPI_FLOAT : MPI_INT, MPI_SUM, comm),
                 "MPI_FLOAT", " and ");
}

static void forms(void)
{
    MPI_Request request;
    int code;

    title = "another form";
    if (is_odd()) {
        MPI_Iallreduce(ints, more, count, MPI_INT, MPI_SUM, comm, &request);
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        code = MPI_Allreduce(ints, more, count, MPI_INT, MPI_SUM, comm);
    }
    expect_break(code, "MPI_Iallreduce", "MPI_Allreduce");
}

/* ---- prepared ones --------------------------------------------------------------------------- */

enum prepared {
    BARRIER, BCAST, GATHER, SCATTER, REDUCE, ALLGATHER, ALLTOALL, ALLREDUCE, REDUCE_SCATTER_BLOCK,
    SCAN, EXSCAN, PREPARED
};

static const char *const prepared_names[] = {
    "MPI_Barrier_init",   "MPI_Bcast_init",     "MPI_Gather_init",    "MPI_Scatter_init",
    "MPI_Reduce_init",    "MPI_Allgather_init", "MPI_Alltoall_init",  "MPI_Allreduce_init",
    "MPI_Reduce_scatter_block_init",            "MPI_Scan_init",      "MPI_Exscan_init"};

static int prepare(enum prepared kind, int length, MPI_Datatype type, MPI_Op op, int root,
                   MPI_Request *request)
{
    const MPI_Info none = MPI_INFO_NULL;

    switch (kind) {
    case BARRIER:
        return MPI_Barrier_init(comm, none, request);
    case BCAST:
        return MPI_Bcast_init(ints, length, type, root, comm, none, request);
    case GATHER:
        return MPI_Gather_init(ints, length, type, more, length, type, root, comm, none, request);
    case SCATTER:
        return MPI_Scatter_init(ints, length, type, more, length, type, root, comm, none, request);
    case REDUCE:
        return MPI_Reduce_init(ints, more, length, type, op, root, comm, none, request);
    case ALLGATHER:
        return MPI_Allgather_init(ints, length, type, more, length, type, comm, none, request);
    case ALLTOALL:
        return MPI_Alltoall_init(ints, length, type, more, length, type, comm, none, request);
    case ALLREDUCE:
        return MPI_Allreduce_init(ints, more, length, type, op, comm, none, request);
    case REDUCE_SCATTER_BLOCK:
        return MPI_Reduce_scatter_block_init(ints, more, length, type, op, comm, none, request);
    case SCAN:
        return MPI_Scan_init(ints, more, length, type, op, comm, none, request);
    default:
        return MPI_Exscan_init(ints, more, length, type, op, comm, none, request);
    }
}

/* A member that prepares another operation than the first one gets an error at once, and the others
 * when they go on, also when no member has to wait. `code` and `request` are of this member's
 * call. */
static void expect_disagreement(int code, MPI_Request request, const char *one, const char *other)
{
    int own = code != MPI_SUCCESS, sum = 0;

    if (own && request != MPI_REQUEST_NULL)
        fail("a request, too", "");
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum == 0)
        fail("the preparing call returns no error", "");
    if (!own) {
        MPI_Start(&request);
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    expect_break(code, one, other);
}

/* Each pair of them, and as many of them as can with a root that only sends. */
static void prepared_kinds(void)
{
    int i;

    title = "another prepared operation";
    for (i = 0; i < PREPARED * PREPARED; i++) {
        enum prepared odd = (enum prepared)(i / PREPARED), even = (enum prepared)(i % PREPARED);
        int root = odd == BCAST || odd == SCATTER ? size - 1 : 0;
        MPI_Request request = MPI_REQUEST_NULL;
        int code;

        if (odd == even)
            continue;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        code = prepare(is_odd() ? odd : even, count, MPI_INT, MPI_SUM, root, &request);
        expect_disagreement(code, request, prepared_names[odd], prepared_names[even]);
        MPI_Comm_free(&comm);
    }
}

/* Each is its own root, or sends to a root that thinks another one is. */
static void prepared_roots(void)
{
    static const enum prepared kinds[] = {BCAST, GATHER, SCATTER, REDUCE};
    size_t i;

    title = "another root of a prepared operation";
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        int own = kinds[i] == BCAST || kinds[i] == SCATTER, code;
        MPI_Request request = MPI_REQUEST_NULL;

        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        code = prepare(kinds[i], count, MPI_INT, MPI_SUM, is_odd() == own ? size - 1 : 0, &request);
        expect_disagreement(code, request, prepared_names[kinds[i]], "root 0");
        MPI_Comm_free(&comm);
    }
}

/* The root is not even among those who differ, in a group of three. */
static void prepared_reductions(void)
{
    static const enum prepared kinds[] = {REDUCE, ALLREDUCE, SCAN};
    int i;

    title = "another prepared reduction";
    for (i = 0; i < 9; i++) {
        enum prepared kind = kinds[i / 3];
        const char *difference[] = {"another operation", "another datatype", "bytes"};
        MPI_Request request = MPI_REQUEST_NULL;
        int code;

        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        code = prepare(kind, count + (is_odd() && i % 3 == 2),
                       is_odd() && i % 3 == 1 ? MPI_FLOAT : MPI_INT,
                       is_odd() && i % 3 == 0 ? MPI_MAX : MPI_SUM, 0, &request);
        expect_disagreement(code, request, prepared_names[kind], difference[i % 3]);
        MPI_Comm_free(&comm);
    }
}

/* After that nothing can be prepared any more, and what has been before fails. */
static void prepared_later(void)
{
    MPI_Request before, request = MPI_REQUEST_NULL;
    int code;

    title = "prepared after a disagreement";
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Bcast_init(ints, count, MPI_INT, 0, comm, MPI_INFO_NULL, &before);
    MPI_Barrier(comm);
    code = prepare(is_odd() ? SCAN : BCAST, count, MPI_INT, MPI_SUM, 0, &request);
    expect_disagreement(code, request, "MPI_Scan_init", "MPI_Bcast_init");
    request = MPI_REQUEST_NULL;
    code = prepare(BARRIER, 0, MPI_INT, MPI_SUM, 0, &request);
    if (code == MPI_SUCCESS || request != MPI_REQUEST_NULL)
        fail("a barrier can be prepared", "");
    else
        check_sentence(code, "MPI_Scan_init", "MPI_Bcast_init");
    MPI_Start(&before);
    if (MPI_Wait(&before, MPI_STATUS_IGNORE) == MPI_SUCCESS)
        fail("what was prepared before works", "");
    MPI_Request_free(&before);
    MPI_Comm_free(&comm);
}

/* ---- amounts of data ------------------------------------------------------------------------- */

/* Some member fails with a sentence about two calls; then all goes on. */
static void expect_mismatch(int code, const char *one)
{
    int sum = 0, own = code != MPI_SUCCESS;

    if (code != MPI_SUCCESS)
        check_sentence(code, one, one);
    if (MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm) != MPI_SUCCESS)
        fail("does not go on", "");
    if (sum == 0)
        fail("no error anywhere", "");
}

static void blocks_of_broadcasts(void)
{
    title = "another length of a broadcast";
    expect_mismatch(MPI_Bcast(ints, count + is_odd(), MPI_INT, 0, comm), "MPI_Bcast");
}

static void blocks_of_gathers(void)
{
    title = "another length of a gathered block";
    expect_mismatch(MPI_Gather(ints, count + is_odd(), MPI_INT, more, count, MPI_INT, 0, comm),
                    "MPI_Gather");
}

static void blocks_of_scatters(void)
{
    title = "another length of a scattered block";
    expect_mismatch(MPI_Scatter(ints, count, MPI_INT, more, count + is_odd(), MPI_INT, 0, comm),
                    "MPI_Scatter");
}

static void blocks_of_allgathers(void)
{
    title = "another length of an allgathered block";
    expect_mismatch(MPI_Allgather(ints, count - is_odd(), MPI_INT, more, count, MPI_INT, comm),
                    "MPI_Allgather");
}

static void types_of_alltoalls(void)
{
    title = "another type of a block";
    expect_mismatch(
        MPI_Alltoall(ints, count, is_odd() ? MPI_FLOAT : MPI_INT, more, count, MPI_INT, comm),
        "MPI_Alltoall");
}

static void types_of_broadcasts(void)
{
    title = "another type of a broadcast";
    expect_mismatch(MPI_Bcast(ints, count, is_odd() ? MPI_FLOAT : MPI_INT, 0, comm), "MPI_FLOAT");
}

/* The members know their neighbours: there has been an operation among them. */
static void make_ring(void)
{
    MPI_Comm wide = comm;
    int closed = 1;

    MPI_Cart_create(wide, 1, &size, &closed, 0, &comm);
    MPI_Comm_free(&wide);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, more, 1, MPI_INT, comm);
}

static void kinds_among_neighbors(void)
{
    title = "another operation among neighbours";
    make_ring();
    expect_break(
        is_odd() ? MPI_Neighbor_allgather(ints, count, MPI_INT, more, count, MPI_INT, comm)
                 : MPI_Neighbor_alltoall(ints, count, MPI_INT, more, count, MPI_INT, comm),
        "MPI_Neighbor_allgather", "MPI_Neighbor_alltoall");
}

static void blocks_among_neighbors(void)
{
    title = "another length of a neighbour's block";
    make_ring();
    expect_mismatch(
        MPI_Neighbor_alltoall(ints, count + is_odd(), MPI_INT, more, count, MPI_INT, comm),
        "MPI_Neighbor_alltoall");
}

static void types_among_neighbors(void)
{
    title = "another type of a neighbour's block";
    make_ring();
    expect_mismatch(MPI_Neighbor_alltoall(ints, count, is_odd() ? MPI_FLOAT : MPI_INT, more, count,
                                          is_odd() ? MPI_FLOAT : MPI_INT, comm),
                    "MPI_Neighbor_alltoall");
}

static void types_of_alltoallws(void)
{
    MPI_Datatype sent[8], received[8];
    int counts[8], places[8], i;

    title = "another type of one block";
    for (i = 0; i < size; i++) {
        counts[i] = count;
        places[i] = i * count * (int)sizeof ints[0];
        sent[i] = is_odd() && i == 0 ? MPI_FLOAT : MPI_INT;
        received[i] = MPI_INT;
    }
    expect_mismatch(
        MPI_Alltoallw(ints, counts, places, sent, more, counts, places, received, comm),
        "MPI_Alltoallw");
}

static void run(void (*body)(void))
{
    static const int counts[] = {1, 5, 40, 300, 10000};
    size_t i;

    for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        count = counts[i];
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        body();
        MPI_Comm_free(&comm);
    }
}

/* On the card, beside it, and in place. */
static void run_prepared(void)
{
    static const int counts[] = {1, 40, 10000};
    size_t i;

    for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        count = counts[i];
        prepared_kinds();
        prepared_roots();
        prepared_reductions();
        prepared_later();
    }
}

int main(int argc, char **argv)
{
    void (*const bodies[])(void) = {
        kinds,      kinds_at_the_root,    barriers,          roots,
        calls_without_a_card, calls_of_the_root_without_a_card, alltoalls_among_alltoallvs,
        roots_of_gathers, roots_of_scatters, roots_of_reductions, operations,
        lengths,    types,                forms,
        blocks_of_broadcasts, blocks_of_gathers, blocks_of_scatters, blocks_of_allgathers,
        types_of_alltoalls, types_of_broadcasts, kinds_among_neighbors, blocks_among_neighbors,
        types_among_neighbors, types_of_alltoallws};
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        run(bodies[i]);
    run_prepared();
    MPI_Finalize();
    return failed;
}
