/* SPDX-License-Identifier: MIT */
/* The collective functions with large counts: one table with the three forms of each, kinds of
 * elements with and without gaps, and images of the buffers. A test writes into one image what the
 * receive buffer must hold afterwards. deliver() makes the call and compares every byte, also those
 * of gaps, of holes between blocks and beside the buffer. */
#ifndef COLLECTIVE_LARGE_H
#define COLLECTIVE_LARGE_H

#include <stddef.h>

#include "collective_forms.h"

/* What is tested, and the buffer of a member that neither sends nor receives. MPICH 4.0 reads the
 * buffers of persistent gathers and scatters when the request is made. It delivers wrong elements
 * of gapped types in long scatters and allgathers. Its nonblocking collectives between groups of
 * different sizes fail, and it wants buffers where nothing is sent. */
#ifdef MPICH_VERSION
enum { IS_MPICH = 1, FORMS_HERE = PERSISTENT, LENGTH_MAX = 1000 };
#define NO_BUFFER(buffer) (buffer)
#else
enum { IS_MPICH = 0, FORMS_HERE = FORMS, LENGTH_MAX = 1000000 };
#define NO_BUFFER(buffer) NULL
#endif

/* The arguments of any collective. Those with one buffer, one count or one type have them in the
 * `recv` fields. */
struct call {
    const void *sendbuf;
    MPI_Count sendcount;
    const MPI_Count *sendcounts;
    const MPI_Aint *senddispls;
    MPI_Datatype sendtype;
    const MPI_Datatype *sendtypes;
    void *recvbuf;
    MPI_Count recvcount;
    const MPI_Count *recvcounts;
    const MPI_Aint *recvdispls;
    MPI_Datatype recvtype;
    const MPI_Datatype *recvtypes;
    int root;
    MPI_Op op;
    MPI_Comm comm;
};

typedef int operation(const struct call *a, int form, MPI_Request *request);

#define OPERATION(name, blocking, nonblocking, persistent, ...)                              \
    static inline int name(const struct call *a, int form, MPI_Request *request)             \
    {                                                                                        \
        if (form == BLOCKING)                                                                \
            return blocking(__VA_ARGS__);                                                    \
        if (form == NONBLOCKING)                                                             \
            return nonblocking(__VA_ARGS__, request);                                        \
        return persistent(__VA_ARGS__, MPI_INFO_NULL, request);                              \
    }

#define SEND_BLOCKS a->sendbuf, a->sendcount, a->sendtype
#define SEND_BLOCKS_V a->sendbuf, a->sendcounts, a->senddispls, a->sendtype
#define SEND_BLOCKS_W a->sendbuf, a->sendcounts, a->senddispls, a->sendtypes
#define RECV_BLOCKS a->recvbuf, a->recvcount, a->recvtype
#define RECV_BLOCKS_V a->recvbuf, a->recvcounts, a->recvdispls, a->recvtype
#define RECV_BLOCKS_W a->recvbuf, a->recvcounts, a->recvdispls, a->recvtypes
#define REDUCTION a->sendbuf, a->recvbuf, a->recvcount, a->recvtype, a->op
#define REDUCTION_V a->sendbuf, a->recvbuf, a->recvcounts, a->recvtype, a->op

OPERATION(bcast, MPI_Bcast_c, MPI_Ibcast_c, MPI_Bcast_init_c, RECV_BLOCKS, a->root, a->comm)
OPERATION(gather, MPI_Gather_c, MPI_Igather_c, MPI_Gather_init_c, SEND_BLOCKS, RECV_BLOCKS,
          a->root, a->comm)
OPERATION(gatherv, MPI_Gatherv_c, MPI_Igatherv_c, MPI_Gatherv_init_c, SEND_BLOCKS, RECV_BLOCKS_V,
          a->root, a->comm)
OPERATION(scatter, MPI_Scatter_c, MPI_Iscatter_c, MPI_Scatter_init_c, SEND_BLOCKS, RECV_BLOCKS,
          a->root, a->comm)
OPERATION(scatterv, MPI_Scatterv_c, MPI_Iscatterv_c, MPI_Scatterv_init_c, SEND_BLOCKS_V,
          RECV_BLOCKS, a->root, a->comm)
OPERATION(allgather, MPI_Allgather_c, MPI_Iallgather_c, MPI_Allgather_init_c, SEND_BLOCKS,
          RECV_BLOCKS, a->comm)
OPERATION(allgatherv, MPI_Allgatherv_c, MPI_Iallgatherv_c, MPI_Allgatherv_init_c, SEND_BLOCKS,
          RECV_BLOCKS_V, a->comm)
OPERATION(alltoall, MPI_Alltoall_c, MPI_Ialltoall_c, MPI_Alltoall_init_c, SEND_BLOCKS, RECV_BLOCKS,
          a->comm)
OPERATION(alltoallv, MPI_Alltoallv_c, MPI_Ialltoallv_c, MPI_Alltoallv_init_c, SEND_BLOCKS_V,
          RECV_BLOCKS_V, a->comm)
OPERATION(alltoallw, MPI_Alltoallw_c, MPI_Ialltoallw_c, MPI_Alltoallw_init_c, SEND_BLOCKS_W,
          RECV_BLOCKS_W, a->comm)
OPERATION(reduce, MPI_Reduce_c, MPI_Ireduce_c, MPI_Reduce_init_c, REDUCTION, a->root, a->comm)
OPERATION(allreduce, MPI_Allreduce_c, MPI_Iallreduce_c, MPI_Allreduce_init_c, REDUCTION, a->comm)
OPERATION(reduce_scatter, MPI_Reduce_scatter_c, MPI_Ireduce_scatter_c, MPI_Reduce_scatter_init_c,
          REDUCTION_V, a->comm)
OPERATION(reduce_scatter_block, MPI_Reduce_scatter_block_c, MPI_Ireduce_scatter_block_c,
          MPI_Reduce_scatter_block_init_c, REDUCTION, a->comm)
OPERATION(scan, MPI_Scan_c, MPI_Iscan_c, MPI_Scan_init_c, REDUCTION, a->comm)
OPERATION(exscan, MPI_Exscan_c, MPI_Iexscan_c, MPI_Exscan_init_c, REDUCTION, a->comm)
OPERATION(neighbor_allgather, MPI_Neighbor_allgather_c, MPI_Ineighbor_allgather_c,
          MPI_Neighbor_allgather_init_c, SEND_BLOCKS, RECV_BLOCKS, a->comm)
OPERATION(neighbor_allgatherv, MPI_Neighbor_allgatherv_c, MPI_Ineighbor_allgatherv_c,
          MPI_Neighbor_allgatherv_init_c, SEND_BLOCKS, RECV_BLOCKS_V, a->comm)
OPERATION(neighbor_alltoall, MPI_Neighbor_alltoall_c, MPI_Ineighbor_alltoall_c,
          MPI_Neighbor_alltoall_init_c, SEND_BLOCKS, RECV_BLOCKS, a->comm)
OPERATION(neighbor_alltoallv, MPI_Neighbor_alltoallv_c, MPI_Ineighbor_alltoallv_c,
          MPI_Neighbor_alltoallv_init_c, SEND_BLOCKS_V, RECV_BLOCKS_V, a->comm)
OPERATION(neighbor_alltoallw, MPI_Neighbor_alltoallw_c, MPI_Ineighbor_alltoallw_c,
          MPI_Neighbor_alltoallw_init_c, SEND_BLOCKS_W, RECV_BLOCKS_W, a->comm)

/* ---- Elements ---- */

struct value {
    int number;
    double real;
};

/* Where an element of a type has its parts; no real: -1. */
struct layout {
    MPI_Datatype type;
    MPI_Aint extent;
    int number_at, real_at;
};

/* An int and a double in elements of `extent` bytes that begin at `lb`. */
static inline struct layout layout_make(int number_at, int real_at, MPI_Count lb, MPI_Count extent)
{
    struct layout layout = {MPI_DATATYPE_NULL, (MPI_Aint)extent, number_at, real_at};
    MPI_Count lengths[2] = {1, 1}, places[2] = {number_at, real_at};
    MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, parts;

    check_ok(MPI_Type_create_struct_c(2, lengths, places, types, &parts));
    check_ok(MPI_Type_create_resized_c(parts, lb, extent, &layout.type));
    check_ok(MPI_Type_commit(&layout.type));
    check_ok(MPI_Type_free(&parts));
    return layout;
}

static inline struct layout layout_of_ints(void)
{
    return (struct layout){MPI_INT, sizeof(int), 0, -1};
}

/* ---- Members ---- */

/* COMMS of collective_forms.h, MPI_COMM_SELF, and the even ranks of the world beside the odd. */
enum { ALONE = COMMS, BETWEEN, PLACES };

static MPI_Comm comm;
static int place, rank, size, peers, is_inter, is_first;

/* Numbers distinguish the groups of an intercommunicator. */
static inline int mine(int who)
{
    return who + (is_inter && !is_first ? 500 : 0);
}

static inline int theirs(int who)
{
    return who + (is_inter && is_first ? 500 : 0);
}

/* Opens a communicator; 0: there is none, since one rank has no second group. */
static inline int place_open(int number)
{
    MPI_Comm local;

    place = number;
    is_inter = number == BETWEEN;
    is_first = check_rank % 2 == 0;
    if (is_inter && (check_size < 2 || (check_size % 2 && IS_MPICH)))
        return 0;
    if (is_inter) {
        check_ok(MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &local));
        check_ok(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, is_first ? 1 : 0, 7, &comm));
        check_ok(MPI_Comm_free(&local));
        check_ok(MPI_Comm_remote_size(comm, &peers));
    } else if (number == ALONE) {
        check_ok(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    } else {
        comm = comm_number(number);
    }
    rank = comm_rank(comm);
    size = comm_size(comm);
    if (!is_inter)
        peers = size;
    return 1;
}

/* ---- Images ---- */

enum { MARGIN = 64, UNTOUCHED = 0xA5 };

/* What is sent; what the receive buffer holds before the call, after it, and must hold then. */
static unsigned char *sent, *before, *got, *expected;
static size_t image_bytes;

static inline void images_open(size_t elements, MPI_Aint extent)
{
    image_bytes = 2 * MARGIN + (elements * (size_t)extent + 7) / 8 * 8;
    sent = malloc(image_bytes);
    before = malloc(image_bytes);
    got = malloc(image_bytes);
    expected = malloc(image_bytes);
}

static inline void images_close(void)
{
    free(sent);
    free(before);
    free(got);
    free(expected);
}

static inline void images_clear(void)
{
    memset(sent, UNTOUCHED, image_bytes);
    memset(before, UNTOUCHED, image_bytes);
    memset(expected, UNTOUCHED, image_bytes);
}

static inline void image_invert(unsigned char *image)
{
    unsigned long long *words = (unsigned long long *)(void *)image;
    size_t i;

    for (i = 0; i < image_bytes / sizeof *words; i++)
        words[i] = ~words[i];
}

/* `place` counts elements. */
static inline void put(unsigned char *image, const struct layout *layout, MPI_Aint place,
                       struct value value)
{
    unsigned char *at = image + MARGIN + place * layout->extent;

    memcpy(at + layout->number_at, &value.number, sizeof value.number);
    if (layout->real_at >= 0)
        memcpy(at + layout->real_at, &value.real, sizeof value.real);
}

/* The elements that one member has for another, of which each block is different. */
static inline void put_block(unsigned char *image, const struct layout *layout, MPI_Aint place,
                             int from, int to, int count)
{
    int i;

    for (i = 0; i < count; i++)
        put(image, layout, place + i,
            (struct value){element(from, to, i), element(to, from, i) * 0.25});
}

/* Names the first byte that differs. */
static inline void check_image(const char *file, int line, const char *name, int form, int round)
{
    static const char *const forms[FORMS] = {"blocking", "nonblocking", "persistent"};
    size_t at = 0;
    char what[200];

    if (memcmp(got, expected, image_bytes) == 0)
        return;
    while (got[at] == expected[at])
        at++;
    snprintf(what, sizeof what, "%s %s, start %d, communicator %d, member %d of %d: byte %lld",
             forms[form], name, round + 1, place, rank, size, (long long)at - MARGIN);
    check_failed(file, line, what);
}

/* Makes the call in a form and compares. A persistent request reads the buffers when it starts:
 * other bytes are in them while it is made. It is started twice; `flip`: the second time with each
 * byte the other way round. */
static inline void deliver_at(const char *file, int line, const char *name, operation *call,
                              const struct call *arguments, int form, int flip)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int round;

    memcpy(got, before, image_bytes);
    if (form == PERSISTENT) {
        image_invert(sent);
        image_invert(got);
    }
    check_classes(file, line, name, call(arguments, form, &request), MPI_SUCCESS);
    if (form == PERSISTENT)
        image_invert(sent);
    for (round = 0; round < (form == PERSISTENT ? 2 : 1); round++) {
        if (round > 0 && flip) {
            image_invert(sent);
            image_invert(before);
            image_invert(expected);
        }
        if (form == PERSISTENT) {
            memcpy(got, before, image_bytes);
            check_ok(MPI_Start(&request));
        }
        if (form != BLOCKING)
            check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
        check_image(file, line, name, form, round);
    }
    if (form == PERSISTENT)
        check_ok(MPI_Request_free(&request));
    check(request == MPI_REQUEST_NULL);
}

#define deliver(operation, arguments, form)                                                  \
    deliver_at(__FILE__, __LINE__, #operation, operation, arguments, form, 1)
#define deliver_reduction(operation, arguments, form)                                        \
    deliver_at(__FILE__, __LINE__, #operation, operation, arguments, form, 0)

#endif
