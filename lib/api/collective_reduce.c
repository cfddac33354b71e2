/* SPDX-License-Identifier: MIT */
/* Reductions. */
#include "api/collective.h"

#include "api/collective_plain.h"
#include "api/generated/collectives.h"
#include "base/note.h"

static const struct data_names names_operand = {"sendbuf", "count", "datatype"};
static const struct data_names names_result = {"recvbuf", "count", "datatype"};

/* Which buffers count at this member. */
struct sides {
    bool has_operand;
    bool has_result;
    bool may_be_in_place;
};

static struct sides both_sides(const struct coll_args *args)
{
    return (struct sides){true, true, !comm_is_inter(args->comm)};
}

/* `operands` elements in the operand, `results` in the result. In place the operand stands in
 * recvbuf. */
static int check_operands(struct coll_args *args, struct sides sides, const void *sendbuf,
                          MPI_Count operands, void *recvbuf, MPI_Count results,
                          MPI_Datatype datatype, MPI_Op op)
{
    int err = MPI_SUCCESS;

    args->is_in_place = sides.may_be_in_place && sendbuf == MPI_IN_PLACE;
    if (sides.has_result)
        err = check_data(&names_result, recvbuf, args->is_in_place ? operands : results,
                         datatype, &args->recv);
    if (err == MPI_SUCCESS && args->is_in_place)
        args->send = args->recv;
    else if (err == MPI_SUCCESS && sides.has_operand)
        err = check_data(&names_operand, sendbuf, operands, datatype, &args->send);
    args->recv.count = sides.has_result ? results : 0;
    if (err == MPI_SUCCESS && (sides.has_operand || sides.has_result))
        err = check_op(op, sides.has_result ? args->recv.type : args->send.type,
                       &args->op);
    if (err == MPI_SUCCESS && sides.has_operand && sides.has_result && !args->is_in_place)
        err = collective_check_not_same(&args->send, &args->recv);
    return err;
}

int api_reduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err;

    if (plain_open(&args, COLL_REDUCE, call, &mode, comm, root) &&
        plain_to_root(&args, sendbuf, count, datatype, recvbuf, count, datatype) &&
        plain_op(&args, op))
        return collective_run(&args, &mode, coll_reduce);
    args = collective_of(COLL_REDUCE, call, &mode);
    err = collective_check_root(&args, comm, root);
    if (err == MPI_SUCCESS) {
        bool is_root = args_are_roots(&args);
        struct sides sides = {.has_operand = args_are_members(&args),
                              .has_result = is_root,
                              .may_be_in_place = is_root && !comm_is_inter(args.comm)};

        err = check_operands(&args, sides, sendbuf, count, recvbuf, count, datatype, op);
    }
    return collective_finish(&args, &mode, coll_reduce, err);
}

static int reduce_to_all(const struct call *call, enum coll_kind kind, coll_entry *entry,
                         const void *sendbuf, void *recvbuf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    struct coll_args args;
    int err;

    if (plain_open(&args, kind, call, &mode, comm, 0) &&
        plain_blocks(&args, sendbuf, count, datatype, recvbuf, count, datatype) &&
        plain_op(&args, op))
        return collective_run(&args, &mode, entry);
    args = collective_of(kind, call, &mode);
    err = check_comm(comm, "comm", &args.comm);
    if (err == MPI_SUCCESS && kind != COLL_ALLREDUCE)
        err = check_intra(args.comm, "comm");
    if (err == MPI_SUCCESS)
        err = check_operands(&args, both_sides(&args), sendbuf, count, recvbuf, count,
                             datatype, op);
    return collective_finish(&args, &mode, entry, err);
}

int api_allreduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce_to_all(call, COLL_ALLREDUCE, coll_allreduce, sendbuf, recvbuf, count,
                         datatype, op, comm, mode);
}

int api_scan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce_to_all(call, COLL_SCAN, coll_scan, sendbuf, recvbuf, count, datatype, op,
                         comm, mode);
}

int api_exscan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce_to_all(call, COLL_EXSCAN, coll_exscan, sendbuf, recvbuf, count, datatype, op,
                         comm, mode);
}

int api_reduce_scatter_block(const struct call *call, const void *sendbuf, void *recvbuf,
                             MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                             struct mode mode)
{
    struct coll_args args;
    MPI_Count total;
    int err;

    if (plain_open(&args, COLL_REDUCE_SCATTER, call, &mode, comm, 0) &&
        (uint64_t)recvcount <= PLAIN_BYTES_MAX &&
        plain_slices(&args, sendbuf, recvcount * comm_size(args.comm), recvbuf,
                        recvcount, datatype) &&
        plain_op(&args, op))
        return collective_run(&args, &mode, coll_reduce_scatter);
    args = collective_of(COLL_REDUCE_SCATTER, call, &mode);
    err = check_comm(comm, "comm", &args.comm);
    if (err == MPI_SUCCESS)
        err = check_count(recvcount, "recvcount");
    if (err == MPI_SUCCESS &&
        __builtin_mul_overflow(recvcount, (MPI_Count)comm_size(args.comm), &total))
        err = note(MPI_ERR_COUNT, "recvcount %lld is too large", (long long)recvcount);
    if (err == MPI_SUCCESS)
        err = check_operands(&args, both_sides(&args), sendbuf, total, recvbuf,
                             recvcount, datatype, op);
    return collective_finish(&args, &mode, coll_reduce_scatter, err);
}

int api_reduce_scatter(const struct call *call, const void *sendbuf, void *recvbuf,
                       struct int_view recvcounts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       struct mode mode)
{
    const struct blocks_names names = {.counts = "recvcounts"};
    const struct blocks blocks = {.counts = recvcounts};
    struct coll_args args;
    MPI_Count total;
    int err;

    if (plain_open(&args, COLL_REDUCE_SCATTER, call, &mode, comm, 0) &&
        plain_counts(comm_size(args.comm), recvcounts, datatype, &total) &&
        plain_slices(&args, sendbuf, total, recvbuf,
                        view_at(recvcounts, (size_t)args.comm->rank), datatype) &&
        plain_op(&args, op)) {
        args.recv_blocks = &blocks;
        return collective_run(&args, &mode, coll_reduce_scatter);
    }
    args = collective_of(COLL_REDUCE_SCATTER, call, &mode);
    err = check_comm(comm, "comm", &args.comm);
    args.recv_blocks = &blocks;
    if (err == MPI_SUCCESS)
        err = collective_check_blocks(&blocks, &names, comm_size(args.comm),
                                      &total);
    if (err == MPI_SUCCESS)
        err = check_operands(&args, both_sides(&args), sendbuf, total, recvbuf,
                             view_at(recvcounts, (size_t)args.comm->rank), datatype, op);
    return collective_finish(&args, &mode, coll_reduce_scatter, err);
}
