/* SPDX-License-Identifier: MIT */
/* Users' reduction operations, and local reductions. */
#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/collectives.h"
#include "base/note.h"

static int create_op(const struct call *call, MPI_User_function *function,
                     MPI_User_function_c *function_c, int commute, MPI_Op *op)
{
    struct op *created;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_callback(function != NULL || function_c != NULL, "user_fn");
    if (err == MPI_SUCCESS)
        err = check_pointer(op, "op");
    if (err == MPI_SUCCESS)
        err = op_create(handle_store(), function, function_c, commute != 0, &created);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *op = (MPI_Op)(void *)created;
    return MPI_SUCCESS;
}

int api_op_create(const struct call *call, MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    return create_op(call, user_fn, NULL, commute, op);
}

int api_op_create_c(const struct call *call, MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    return create_op(call, NULL, user_fn, commute, op);
}

static int check_op_call(MPI_Op handle, const struct op **op)
{
    int err = check_active();

    return err == MPI_SUCCESS ? check_op_handle(handle, op) : err;
}

int api_op_free(const struct call *call, MPI_Op *op)
{
    const struct op *freed;
    int err = check_pointer(op, "op");

    if (err == MPI_SUCCESS)
        err = check_op_call(*op, &freed);
    if (err == MPI_SUCCESS && !op_is_users(freed))
        err = note(MPI_ERR_OP, "op %s is predefined", freed->name);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    handle_users_op(*op)->object.is_freed = true;
    op_drop(freed);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

int api_op_commutative(const struct call *call, MPI_Op op, int *commute)
{
    const struct op *asked;
    int err = check_op_call(op, &asked);

    if (err == MPI_SUCCESS)
        err = check_pointer(commute, "commute");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *commute = asked->commutes;
    return MPI_SUCCESS;
}

int api_reduce_local(const struct call *call, const void *inbuf, void *inoutbuf, MPI_Count count,
                     MPI_Datatype datatype, MPI_Op op)
{
    const struct op *combining;
    struct data in, inout;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_data(&(struct data_names){"inbuf", "count", "datatype"}, inbuf, count,
                         datatype, &in);
    if (err == MPI_SUCCESS)
        err = check_data(&(struct data_names){"inoutbuf", "count", "datatype"}, inoutbuf, count,
                         datatype, &inout);
    if (err == MPI_SUCCESS)
        err = check_op(op, in.type, &combining);
    if (err == MPI_SUCCESS && in.buf == inout.buf && data_bytes(&in) > 0 && in.buf != MPI_BOTTOM)
        err = note(MPI_ERR_BUFFER, "inbuf and inoutbuf are the same");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    op_apply(combining, in.buf, inout.buf, count, in.type);
    return MPI_SUCCESS;
}
