/* SPDX-License-Identifier: MIT */
/* Barrier, and the collective operations that move data among all members. */
#include "api/collective/collective.h"

#include "api/collective/collective_sides.h"
#include "api/generated/collectives.h"

ALWAYS_INLINE int check_barrier(bool fast, struct coll_args *args, const struct call *call,
                                MPI_Comm comm, const struct mode *mode)
{
    int err = collective_open(fast, args, COLL_BARRIER, call, mode, comm, 0);

    return err == MPI_SUCCESS ? collective_check_mode(fast, mode) : err;
}

int api_barrier(const struct call *call, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err = check_barrier(true, &args, call, comm, &mode);

    if (unlikely(err != MPI_SUCCESS))
        err = check_barrier(false, &args, call, comm, &mode);
    return collective_run(&args, &mode, coll_barrier, err);
}

ALWAYS_INLINE int check_bcast(bool fast, struct coll_args *args, const struct call *call,
                              void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                              MPI_Comm comm, const struct mode *mode)
{
    int err = collective_open(fast, args, COLL_BCAST, call, mode, comm, root);

    if (err == MPI_SUCCESS && (fast || root != MPI_PROC_NULL))
        err = collective_check_data(fast, &names_buffer, buffer, count, datatype, &args->send);
    return err == MPI_SUCCESS ? collective_check_mode(fast, mode) : err;
}

int api_bcast(const struct call *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
              int root, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err = check_bcast(true, &args, call, buffer, count, datatype, root, comm, &mode);

    if (unlikely(err != MPI_SUCCESS))
        err = check_bcast(false, &args, call, buffer, count, datatype, root, comm, &mode);
    return collective_run(&args, &mode, coll_bcast, err);
}

/* Sides of one block, or of blocks that are all alike. */
ALWAYS_INLINE struct coll_side sent(const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return side_of_one(&names_sending, buf, count, datatype);
}

ALWAYS_INLINE struct coll_side received(const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return side_of_one(&names_receiving, buf, count, datatype);
}

int api_gather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
               MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
               int root, MPI_Comm comm, struct mode mode)
{
    return collective_move(COLL_GATHER, coll_gather, call, sent(sendbuf, sendcount, sendtype),
                           received(recvbuf, recvcount, recvtype), root, comm, &mode);
}

int api_gatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                struct int_view displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
                struct mode mode)
{
    struct blocks blocks = {.counts = recvcounts, .displacements = displs};

    return collective_move(
        COLL_GATHER, coll_gather, call, sent(sendbuf, sendcount, sendtype),
        side_of_many(&names_receiving, &names_of_received, recvbuf, &blocks, recvtype), root, comm,
        &mode);
}

int api_scatter(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm, struct mode mode)
{
    return collective_move(COLL_SCATTER, coll_scatter, call, sent(sendbuf, sendcount, sendtype),
                           received(recvbuf, recvcount, recvtype), root, comm, &mode);
}

int api_scatterv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                 struct int_view displs, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm, struct mode mode)
{
    struct blocks blocks = {.counts = sendcounts, .displacements = displs};

    return collective_move(
        COLL_SCATTER, coll_scatter, call,
        side_of_many(&names_sending, &names_of_sent, sendbuf, &blocks, sendtype),
        received(recvbuf, recvcount, recvtype), root, comm, &mode);
}

int api_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode)
{
    return collective_move(COLL_ALLGATHER, coll_allgather, call,
                           sent(sendbuf, sendcount, sendtype),
                           received(recvbuf, recvcount, recvtype), 0, comm, &mode);
}

int api_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                   struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm, struct mode mode)
{
    struct blocks blocks = {.counts = recvcounts, .displacements = displs};

    return collective_move(
        COLL_ALLGATHER, coll_allgather, call, sent(sendbuf, sendcount, sendtype),
        side_of_many(&names_receiving, &names_of_received, recvbuf, &blocks, recvtype), 0, comm,
        &mode);
}

int api_alltoall(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm, struct mode mode)
{
    return collective_move(COLL_ALLTOALL, coll_alltoall, call, sent(sendbuf, sendcount, sendtype),
                           received(recvbuf, recvcount, recvtype), 0, comm, &mode);
}

int api_alltoallv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, MPI_Datatype sendtype, void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls, MPI_Datatype recvtype,
                  MPI_Comm comm, struct mode mode)
{
    struct blocks to = {.counts = sendcounts, .displacements = sdispls};
    struct blocks from = {.counts = recvcounts, .displacements = rdispls};

    return collective_move(
        COLL_ALLTOALL, coll_alltoall, call,
        side_of_many(&names_sending, &names_of_send_blocks, sendbuf, &to, sendtype),
        side_of_many(&names_receiving, &names_of_recv_blocks, recvbuf, &from, recvtype), 0, comm,
        &mode);
}

int api_alltoallw(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                  struct int_view sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                  struct int_view recvcounts, struct int_view rdispls,
                  const MPI_Datatype recvtypes[], MPI_Comm comm, struct mode mode)
{
    struct typed_blocks to, from;
    int err = collective_move(COLL_ALLTOALL, coll_alltoall, call,
                              side_of_typed(&names_sending_types, &names_of_send_blocks, sendbuf,
                                            &to, sendcounts, sdispls, sendtypes),
                              side_of_typed(&names_receiving_types, &names_of_recv_blocks, recvbuf,
                                            &from, recvcounts, rdispls, recvtypes),
                              0, comm, &mode);

    side_close(&to);
    side_close(&from);
    return err;
}
