/* SPDX-License-Identifier: MIT */
/* Reductions. */
#include "api/collective/collective.h"
#include "api/generated/collectives.h"

static const struct data_names names_operand = {"sendbuf", "count", "datatype"};
static const struct data_names names_result = {"recvbuf", "count", "datatype"};

/* The checks of a plain reduction's operation, and of a plain result beside the operand. */
ALWAYS_INLINE int check_plain_operation(struct coll_args *args, MPI_Op op)
{
    args->op = op_predefined(op);
    if (args->op == NULL)
        return UNUSUAL;
    args->kernel = op_kernel_for(args->op, args->send.type);
    return args->kernel != NULL ? MPI_SUCCESS : UNUSUAL;
}

ALWAYS_INLINE int check_plain_result(struct coll_args *args, const void *sendbuf, void *recvbuf,
                                     MPI_Count results)
{
    args->recv = (struct data){recvbuf, results, args->send.type};
    return recvbuf != NULL && recvbuf != MPI_IN_PLACE && recvbuf != sendbuf ? MPI_SUCCESS
                                                                            : UNUSUAL;
}

/* The buffers that count at this member: `operands` elements in the operand, `results` in the
 * result. In place the operand stands in recvbuf. */
ALWAYS_INLINE int check_operands(bool fast, struct coll_args *args, enum coll_kind kind,
                                 const void *sendbuf, MPI_Count operands, void *recvbuf,
                                 MPI_Count results, MPI_Datatype datatype, MPI_Op op)
{
    const bool has_operand = fast || args_are_members(args);
    const bool has_result = kind != COLL_REDUCE || args_are_roots(args);
    const bool is_in_place = has_result && sendbuf == MPI_IN_PLACE &&
                             (fast ? kind != COLL_REDUCE_SCATTER : !comm_is_inter(args->comm));
    int err = MPI_SUCCESS;

    args->is_in_place = is_in_place;
    if (fast) {
        err = collective_check_data(true, NULL, is_in_place ? recvbuf : sendbuf, operands,
                                    datatype, &args->send);
        args->recv.buf = NULL;
        if (err == MPI_SUCCESS && has_result)
            err = check_plain_result(args, sendbuf, recvbuf, results);
        return err == MPI_SUCCESS ? check_plain_operation(args, op) : err;
    }
    if (has_result)
        err = check_data(&names_result, recvbuf, is_in_place ? operands : results, datatype,
                         &args->recv);
    if (err == MPI_SUCCESS && is_in_place)
        args->send = args->recv;
    else if (err == MPI_SUCCESS && has_operand)
        err = check_data(&names_operand, sendbuf, operands, datatype, &args->send);
    args->recv.count = has_result ? results : 0;
    if (err == MPI_SUCCESS && (has_operand || has_result))
        err = check_op(op, has_result ? args->recv.type : args->send.type, &args->op);
    if (err == MPI_SUCCESS && has_operand && has_result && !is_in_place)
        err = collective_check_not_same(&args->send, &args->recv);
    return err;
}

/* The counts of a reduction whose result is scattered: a view, or `recvcount` for each member. */
ALWAYS_INLINE int check_results(bool fast, const struct coll_args *args,
                                const struct blocks *blocks, MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Count *results, MPI_Count *total)
{
    static const struct blocks_names names = {.counts = "recvcounts"};
    const struct type *type = fast ? type_predefined(datatype) : NULL;
    const int size = comm_size(args->comm);
    int err = MPI_SUCCESS;

    *results = recvcount;
    if (blocks != NULL) {
        if (fast && type == NULL)
            return UNUSUAL;
        err = collective_check_blocks(fast, blocks, &names, size, fast ? type->size : 0, total);
        if (err == MPI_SUCCESS)
            *results = view_at(blocks->counts, (size_t)args->comm->rank);
        return err;
    }
    if (fast) {
        if ((uint64_t)recvcount > PLAIN_BYTES_MAX)
            return UNUSUAL;
        *total = recvcount * size;
        return MPI_SUCCESS;
    }
    err = check_count(recvcount, "recvcount");
    if (err == MPI_SUCCESS && __builtin_mul_overflow(recvcount, (MPI_Count)size, total))
        err = note(MPI_ERR_COUNT, "recvcount %lld is too large", (long long)recvcount);
    return err;
}

/* `count` elements; of a reduction whose result is scattered those of each member's part, unless
 * `blocks` has their counts. */
ALWAYS_INLINE int check_reduction(bool fast, struct coll_args *args, enum coll_kind kind,
                                  const struct call *call, const void *sendbuf, void *recvbuf,
                                  const struct blocks *blocks, MPI_Count count,
                                  MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
                                  const struct mode *mode)
{
    MPI_Count results = count, total = count;
    int err = collective_open(fast, args, kind, call, mode, comm, root);

    if (kind == COLL_REDUCE_SCATTER)
        args->recv_blocks = blocks;
    if (err == MPI_SUCCESS && kind == COLL_REDUCE_SCATTER)
        err = check_results(fast, args, blocks, count, datatype, &results, &total);
    if (err == MPI_SUCCESS)
        err = check_operands(fast, args, kind, sendbuf, total, recvbuf, results, datatype, op);
    return err == MPI_SUCCESS ? collective_check_mode(fast, mode) : err;
}

static __attribute__((cold, noinline)) int
reduce_slowly(enum coll_kind kind, coll_entry *entry, const struct call *call, const void *sendbuf,
              void *recvbuf, const struct blocks *blocks, MPI_Count count, MPI_Datatype datatype,
              MPI_Op op, int root, MPI_Comm comm, const struct mode *mode)
{
    struct coll_args args;
    int err = check_reduction(false, &args, kind, call, sendbuf, recvbuf, blocks, count, datatype,
                              op, root, comm, mode);

    return collective_run(&args, mode, entry, err);
}

ALWAYS_INLINE int reduce(enum coll_kind kind, coll_entry *entry, const struct call *call,
                         const void *sendbuf, void *recvbuf, const struct blocks *blocks,
                         MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root,
                         MPI_Comm comm, const struct mode *mode)
{
    struct coll_args args;
    int err = check_reduction(true, &args, kind, call, sendbuf, recvbuf, blocks, count, datatype,
                              op, root, comm, mode);

    if (unlikely(err != MPI_SUCCESS))
        return reduce_slowly(kind, entry, call, sendbuf, recvbuf, blocks, count, datatype, op,
                             root, comm, mode);
    return collective_run(&args, mode, entry, MPI_SUCCESS);
}

int api_reduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, struct mode mode)
{
    return reduce(COLL_REDUCE, coll_reduce, call, sendbuf, recvbuf, NULL, count, datatype, op, root,
                  comm, &mode);
}

int api_allreduce(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce(COLL_ALLREDUCE, coll_allreduce, call, sendbuf, recvbuf, NULL, count, datatype, op,
                  0, comm, &mode);
}

int api_scan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce(COLL_SCAN, coll_scan, call, sendbuf, recvbuf, NULL, count, datatype, op, 0,
                  comm, &mode);
}

int api_exscan(const struct call *call, const void *sendbuf, void *recvbuf, MPI_Count count,
               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, struct mode mode)
{
    return reduce(COLL_EXSCAN, coll_exscan, call, sendbuf, recvbuf, NULL, count, datatype, op, 0,
                  comm, &mode);
}

int api_reduce_scatter_block(const struct call *call, const void *sendbuf, void *recvbuf,
                             MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                             struct mode mode)
{
    return reduce(COLL_REDUCE_SCATTER, coll_reduce_scatter, call, sendbuf, recvbuf, NULL,
                  recvcount, datatype, op, 0, comm, &mode);
}

int api_reduce_scatter(const struct call *call, const void *sendbuf, void *recvbuf,
                       struct int_view recvcounts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       struct mode mode)
{
    const struct blocks blocks = {.counts = recvcounts};

    return reduce(COLL_REDUCE_SCATTER, coll_reduce_scatter, call, sendbuf, recvbuf, &blocks, 0,
                  datatype, op, 0, comm, &mode);
}
