/* SPDX-License-Identifier: MIT */
/* Reductions. */
#include "api/collective.h"

#include "api/collective_straight.h"
#include "api/generated/api.h"
#include "base/note.h"

static const struct data_names names_operand = {"sendbuf", "count", "datatype"};
static const struct data_names names_result = {"recvbuf", "count", "datatype"};

/* Which buffers count at this member. */
struct sides {
    bool has_operand;
    bool has_result;
    bool may_be_in_place;
};

static struct sides both_sides(const struct coll_call *operation)
{
    return (struct sides){true, true, !comm_is_inter(operation->comm)};
}

/* `operands` elements in the operand, `results` in the result. In place the operand stands in
 * recvbuf. */
static int check_operands(struct coll_call *operation, struct sides sides, const void *sendbuf,
                          MPI_Count operands, void *recvbuf, MPI_Count results,
                          MPI_Datatype datatype, MPI_Op op)
{
    int err = MPI_SUCCESS;

    operation->is_in_place = sides.may_be_in_place && sendbuf == MPI_IN_PLACE;
    if (sides.has_result)
        err = check_data(&names_result, recvbuf, operation->is_in_place ? operands : results,
                         datatype, &operation->recv);
    if (err == MPI_SUCCESS && operation->is_in_place)
        operation->send = operation->recv;
    else if (err == MPI_SUCCESS && sides.has_operand)
        err = check_data(&names_operand, sendbuf, operands, datatype, &operation->send);
    operation->recv.count = sides.has_result ? results : 0;
    if (err == MPI_SUCCESS && (sides.has_operand || sides.has_result))
        err = check_op(op, sides.has_result ? operation->recv.type : operation->send.type,
                       &operation->op);
    if (err == MPI_SUCCESS && sides.has_operand && sides.has_result && !operation->is_in_place)
        err = collective_check_not_same(&operation->send, &operation->recv);
    return err;
}

int api_reduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, root) &&
        straight_to_root(&straight, sendbuf, count, datatype, recvbuf, count, datatype) &&
        straight_op(&straight, op) && straight_goes(&straight, &mode, straight_reduce, &err))
        return err;
    operation = collective_of(COLL_REDUCE);
    err = collective_check_root(&operation, comm, root);
    if (err == MPI_SUCCESS) {
        bool is_root = coll_call_is_root(&operation);
        struct sides sides = {.has_operand = coll_call_is_member(&operation),
                              .has_result = is_root,
                              .may_be_in_place = is_root && !comm_is_inter(operation.comm)};

        err = check_operands(&operation, sides, sendbuf, count, recvbuf, count, datatype, op);
    }
    return collective_finish(call, &operation, mode, err);
}

static int reduce_to_all(const struct call *call, enum coll_kind kind, straight_way *way,
                         const void *sendbuf, void *recvbuf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    int err;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_blocks(&straight, sendbuf, count, datatype, recvbuf, count, datatype) &&
        straight_op(&straight, op) && straight_goes(&straight, &mode, way, &err))
        return err;
    operation = collective_of(kind);
    err = check_comm(comm, "comm", &operation.comm);
    if (err == MPI_SUCCESS && kind != COLL_ALLREDUCE)
        err = check_intra(operation.comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_operands(&operation, both_sides(&operation), sendbuf, count, recvbuf, count,
                             datatype, op);
    return collective_finish(call, &operation, mode, err);
}

int api_allreduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce_to_all(call, COLL_ALLREDUCE, straight_allreduce, sendbuf, recvbuf, count,
                         datatype, op, comm, mode);
}

int api_scan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce_to_all(call, COLL_SCAN, straight_scan, sendbuf, recvbuf, count, datatype, op,
                         comm, mode);
}

int api_exscan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce_to_all(call, COLL_EXSCAN, straight_exscan, sendbuf, recvbuf, count, datatype, op,
                         comm, mode);
}

int api_reduce_scatter_block(const struct call *call, const void *sendbuf, void *recvbuf,
                             MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                             struct mode mode)
{
    struct straight_call straight;
    struct coll_call operation;
    MPI_Count total;
    int err;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        (uint64_t)recvcount <= STRAIGHT_BYTES_MAX &&
        straight_slices(&straight, sendbuf, recvcount * comm_size(straight.comm), recvbuf,
                        recvcount, datatype) &&
        straight_op(&straight, op) &&
        straight_goes(&straight, &mode, straight_reduce_scatter, &err))
        return err;
    operation = collective_of(COLL_REDUCE_SCATTER);
    err = check_comm(comm, "comm", &operation.comm);
    if (err == MPI_SUCCESS)
        err = check_count(recvcount, "recvcount");
    if (err == MPI_SUCCESS &&
        __builtin_mul_overflow(recvcount, (MPI_Count)comm_size(operation.comm), &total))
        err = note(MPI_ERR_COUNT, "recvcount %lld is too large", (long long)recvcount);
    if (err == MPI_SUCCESS)
        err = check_operands(&operation, both_sides(&operation), sendbuf, total, recvbuf,
                             recvcount, datatype, op);
    return collective_finish(call, &operation, mode, err);
}

int api_reduce_scatter(const struct call *call, const void *sendbuf, void *recvbuf,
                       struct int_view recvcounts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       struct mode mode)
{
    const struct blocks_names names = {.counts = "recvcounts"};
    const struct blocks blocks = {.counts = recvcounts};
    struct straight_call straight;
    struct coll_call operation;
    MPI_Count total;
    int err;

    if (straight_open(&straight, call, &mode, comm, 0) &&
        straight_counts(comm_size(straight.comm), recvcounts, datatype, &total) &&
        straight_slices(&straight, sendbuf, total, recvbuf,
                        view_at(recvcounts, (size_t)straight.comm->rank), datatype) &&
        straight_op(&straight, op)) {
        straight.recv_blocks = &blocks;
        if (straight_goes(&straight, &mode, straight_reduce_scatter, &err))
            return err;
    }
    operation = collective_of(COLL_REDUCE_SCATTER);
    err = check_comm(comm, "comm", &operation.comm);
    operation.recv_blocks = blocks;
    if (err == MPI_SUCCESS)
        err = collective_check_blocks(&operation.recv_blocks, &names, comm_size(operation.comm),
                                      &total);
    if (err == MPI_SUCCESS)
        err = check_operands(&operation, both_sides(&operation), sendbuf, total, recvbuf,
                             view_at(recvcounts, (size_t)operation.comm->rank), datatype, op);
    return collective_finish(call, &operation, mode, err);
}
