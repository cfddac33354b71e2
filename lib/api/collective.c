/* SPDX-License-Identifier: MIT */
/* Collective operations. An argument that counts only at the root is looked at only there. */
#include "coll/coll.h"

#include "api/check.h"
#include "api/generated/api.h"
#include "api/raise.h"
#include "base/note.h"

/* The side of an operation at a member where it does not count. */
static struct data no_data(void)
{
    return (struct data){.type = type_predefined(MPI_BYTE)};
}

static int run(const struct coll_call *operation)
{
    return coll_run(rank_self(), operation);
}

/* The first bytes of both would be the same byte. */
static int check_not_same(const struct data *send, const struct data *recv)
{
    if (likely(send->buf != recv->buf || send->buf == MPI_BOTTOM))
        return MPI_SUCCESS;
    if (data_bytes(send) == 0 || data_bytes(recv) == 0 ||
        send->type->true_lb != recv->type->true_lb)
        return MPI_SUCCESS;
    return note(MPI_ERR_BUFFER, "sendbuf and recvbuf are the same; MPI_IN_PLACE is for that");
}

/* The arrays of a v form; *total: all the elements. */
static int check_blocks(struct int_view counts, const char *counts_name, struct int_view displs,
                        int blocks, MPI_Count *total)
{
    int i;

    *total = 0;
    if (view_is_null(counts))
        return note(MPI_ERR_ARG, "%s is NULL", counts_name);
    if (view_is_null(displs))
        return note(MPI_ERR_ARG, "displs is NULL");
    for (i = 0; i < blocks; i++) {
        MPI_Count count = view_at(counts, (size_t)i);

        if (count < 0)
            return note(MPI_ERR_COUNT, "%s[%d] %lld is negative", counts_name, i,
                        (long long)count);
        if (__builtin_add_overflow(*total, count, total))
            return note(MPI_ERR_COUNT, "%s: their sum is too large", counts_name);
    }
    return MPI_SUCCESS;
}

/* Many blocks in one buffer: *data is one block, or has no count when each has its own, in a v
 * form, which is one that has a name for the counts. */
static int check_many(const struct coll_call *operation, const struct data_names *names,
                      const char *counts_name, const void *buf, MPI_Count count,
                      MPI_Datatype datatype, struct data *data)
{
    int blocks = comm_size(operation->comm);
    int err;

    if (counts_name == NULL)
        return check_data(names, buf, count, datatype, data);
    err = check_blocks(operation->counts, counts_name, operation->displacements, blocks, &count);
    if (err == MPI_SUCCESS)
        err = check_data(names, buf, count, datatype, data);
    if (err == MPI_SUCCESS)
        data->count = 0;
    return err;
}

/* Does a block of the v form lie where the one block of the other side lies? */
static int check_blocks_not_same(const struct coll_call *operation, const struct data *one,
                                 struct data many)
{
    int i;

    if (view_is_null(operation->counts))
        return check_not_same(one, &many);
    for (i = 0; i < comm_size(operation->comm); i++) {
        many.count = view_at(operation->counts, (size_t)i);
        if (view_at(operation->displacements, (size_t)i) == 0 &&
            check_not_same(one, &many) != MPI_SUCCESS)
            return MPI_ERR_BUFFER;
    }
    return MPI_SUCCESS;
}

int api_barrier(const struct call *call, MPI_Comm comm)
{
    struct coll_call operation = {.kind = COLL_BARRIER, .send = no_data(), .recv = no_data()};
    int err = check_comm(comm, "comm", &operation.comm);

    if (err == MPI_SUCCESS)
        err = run(&operation);
    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

int api_bcast(const struct call *call, void *buffer, MPI_Count count, MPI_Datatype datatype,
              int root, MPI_Comm comm)
{
    struct coll_call operation = {.kind = COLL_BCAST, .root = root, .recv = no_data()};
    int err = check_comm(comm, "comm", &operation.comm);

    if (err == MPI_SUCCESS)
        err = check_data(&names_buffer, buffer, count, datatype, &operation.send);
    if (err == MPI_SUCCESS)
        err = check_root(operation.comm, root);
    if (err == MPI_SUCCESS)
        err = run(&operation);
    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

/* The one block that a member of a gather has. */
static int check_own_block(struct coll_call *operation, bool may_be_in_place, const void *buf,
                           MPI_Count count, MPI_Datatype datatype)
{
    operation->is_in_place = may_be_in_place && buf == MPI_IN_PLACE;
    if (operation->is_in_place)
        return MPI_SUCCESS;
    return check_data(&names_sending, buf, count, datatype, &operation->send);
}

static int gather(struct coll_call *operation, const char *counts_name, MPI_Comm comm,
                  const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype)
{
    bool is_root;
    int err = check_comm(comm, "comm", &operation->comm);

    if (err == MPI_SUCCESS)
        err = check_root(operation->comm, operation->root);
    if (err != MPI_SUCCESS)
        return err;
    is_root = operation->comm->rank == operation->root;
    err = check_own_block(operation, is_root, sendbuf, sendcount, sendtype);
    if (err == MPI_SUCCESS && is_root)
        err = check_many(operation, &names_receiving, counts_name, recvbuf, recvcount, recvtype,
                         &operation->recv);
    if (err == MPI_SUCCESS && is_root && !operation->is_in_place)
        err = check_blocks_not_same(operation, &operation->send, operation->recv);
    return err == MPI_SUCCESS ? run(operation) : err;
}

int api_gather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
               MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
               int root, MPI_Comm comm)
{
    struct coll_call operation = {
        .kind = COLL_GATHER, .root = root, .send = no_data(), .recv = no_data()};
    int err = gather(&operation, NULL, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                     recvtype);

    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

int api_gatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                struct int_view displs, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct coll_call operation = {.kind = COLL_GATHER,
                                  .root = root,
                                  .send = no_data(),
                                  .recv = no_data(),
                                  .counts = recvcounts,
                                  .displacements = displs};
    int err = gather(&operation, "recvcounts", comm, sendbuf, sendcount, sendtype, recvbuf, 0,
                     recvtype);

    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

static int scatter(struct coll_call *operation, const char *counts_name, MPI_Comm comm,
                   const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype)
{
    bool is_root;
    int err = check_comm(comm, "comm", &operation->comm);

    if (err == MPI_SUCCESS)
        err = check_root(operation->comm, operation->root);
    if (err != MPI_SUCCESS)
        return err;
    is_root = operation->comm->rank == operation->root;
    operation->is_in_place = is_root && recvbuf == MPI_IN_PLACE;
    if (is_root)
        err = check_many(operation, &names_sending, counts_name, sendbuf, sendcount, sendtype,
                         &operation->send);
    if (err == MPI_SUCCESS && !operation->is_in_place)
        err = check_data(&names_receiving, recvbuf, recvcount, recvtype, &operation->recv);
    if (err == MPI_SUCCESS && is_root && !operation->is_in_place)
        err = check_blocks_not_same(operation, &operation->recv, operation->send);
    return err == MPI_SUCCESS ? run(operation) : err;
}

int api_scatter(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm)
{
    struct coll_call operation = {
        .kind = COLL_SCATTER, .root = root, .send = no_data(), .recv = no_data()};
    int err = scatter(&operation, NULL, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                      recvtype);

    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

int api_scatterv(const struct call *call, const void *sendbuf, struct int_view sendcounts,
                 struct int_view displs, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct coll_call operation = {.kind = COLL_SCATTER,
                                  .root = root,
                                  .send = no_data(),
                                  .recv = no_data(),
                                  .counts = sendcounts,
                                  .displacements = displs};
    int err = scatter(&operation, "sendcounts", comm, sendbuf, 0, sendtype, recvbuf, recvcount,
                      recvtype);

    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

static int allgather(struct coll_call *operation, const char *counts_name, MPI_Comm comm,
                     const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                     void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype)
{
    int err = check_comm(comm, "comm", &operation->comm);

    if (err == MPI_SUCCESS)
        err = check_own_block(operation, true, sendbuf, sendcount, sendtype);
    if (err == MPI_SUCCESS)
        err = check_many(operation, &names_receiving, counts_name, recvbuf, recvcount, recvtype,
                         &operation->recv);
    if (err == MPI_SUCCESS && !operation->is_in_place)
        err = check_blocks_not_same(operation, &operation->send, operation->recv);
    return err == MPI_SUCCESS ? run(operation) : err;
}

int api_allgather(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm)
{
    struct coll_call operation = {
        .kind = COLL_ALLGATHER, .send = no_data(), .recv = no_data()};
    int err = allgather(&operation, NULL, comm, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                        recvtype);

    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

int api_allgatherv(const struct call *call, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, struct int_view recvcounts,
                   struct int_view displs, MPI_Datatype recvtype, MPI_Comm comm)
{
    struct coll_call operation = {.kind = COLL_ALLGATHER,
                                  .send = no_data(),
                                  .recv = no_data(),
                                  .counts = recvcounts,
                                  .displacements = displs};
    int err = allgather(&operation, "recvcounts", comm, sendbuf, sendcount, sendtype, recvbuf, 0,
                        recvtype);

    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

/* The operands: in place they stand in recvbuf, and are described by its count and type. */
static int check_operands(struct coll_call *operation, bool may_be_in_place, const void *sendbuf,
                          void *recvbuf, bool has_result, MPI_Count count, MPI_Datatype datatype,
                          MPI_Op op)
{
    int err = MPI_SUCCESS;

    operation->is_in_place = may_be_in_place && sendbuf == MPI_IN_PLACE;
    if (has_result)
        err = check_data(&(struct data_names){"recvbuf", "count", "datatype"}, recvbuf, count,
                         datatype, &operation->recv);
    if (err == MPI_SUCCESS && operation->is_in_place)
        operation->send = operation->recv;
    else if (err == MPI_SUCCESS)
        err = check_data(&(struct data_names){"sendbuf", "count", "datatype"}, sendbuf, count,
                         datatype, &operation->send);
    if (err == MPI_SUCCESS)
        err = check_op(op, operation->send.type, &operation->op);
    if (err == MPI_SUCCESS && has_result && !operation->is_in_place)
        err = check_not_same(&operation->send, &operation->recv);
    return err;
}

int api_reduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    struct coll_call operation = {.kind = COLL_REDUCE, .root = root, .recv = no_data()};
    int err = check_comm(comm, "comm", &operation.comm);

    if (err == MPI_SUCCESS)
        err = check_root(operation.comm, root);
    if (err == MPI_SUCCESS) {
        bool is_root = operation.comm->rank == root;

        err = check_operands(&operation, is_root, sendbuf, recvbuf, is_root, count, datatype, op);
    }
    if (err == MPI_SUCCESS)
        err = run(&operation);
    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}

int api_allreduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    struct coll_call operation = {.kind = COLL_ALLREDUCE};
    int err = check_comm(comm, "comm", &operation.comm);

    if (err == MPI_SUCCESS)
        err = check_operands(&operation, true, sendbuf, recvbuf, true, count, datatype, op);
    if (err == MPI_SUCCESS)
        err = run(&operation);
    return err == MPI_SUCCESS ? err : raise_comm(call, operation.comm, err);
}
