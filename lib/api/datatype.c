/* SPDX-License-Identifier: MIT */
/* Types of data. None of these calls has a communicator: errors go to MPI_COMM_SELF's handler. */
#include "api/check.h"
#include "api/generated/api.h"
#include "api/handle.h"
#include "api/raise.h"
#include "base/note.h"

static int check_type_call(MPI_Datatype handle, const char *name, const struct type **type)
{
    int err = check_active();

    return err == MPI_SUCCESS ? check_type(handle, name, type) : err;
}

int api_type_contiguous(const struct call *call, MPI_Count count, MPI_Datatype oldtype,
                        MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_count(count, "count");
    if (err == MPI_SUCCESS)
        err = check_output(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = type_contiguous(handle_store(), FORM_PLAIN, count, old, &created);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *newtype = handle_of_type(created);
    return MPI_SUCCESS;
}

int api_type_vector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                    MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_count(count, "count");
    if (err == MPI_SUCCESS)
        err = check_count(blocklength, "blocklength");
    if (err == MPI_SUCCESS)
        err = check_output(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = type_vector(handle_store(), FORM_PLAIN, count, blocklength, stride, old, &created);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *newtype = handle_of_type(created);
    return MPI_SUCCESS;
}

int api_type_commit(const struct call *call, MPI_Datatype *datatype)
{
    const struct type *type;
    struct type *derived;
    int err = check_output(datatype, "datatype");

    if (err == MPI_SUCCESS)
        err = check_type_call(*datatype, "datatype", &type);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    derived = handle_derived_type(*datatype);
    if (derived != NULL) /* predefined types are committed */
        type_commit(derived);
    return MPI_SUCCESS;
}

static int check_derived(const struct type *type, const char *name)
{
    if (!type->is_predefined)
        return MPI_SUCCESS;
    return note(MPI_ERR_TYPE, "%s %s is predefined", name, type->name);
}

int api_type_free(const struct call *call, MPI_Datatype *datatype)
{
    const struct type *type;
    struct type *derived;
    int err = check_output(datatype, "datatype");

    if (err == MPI_SUCCESS)
        err = check_type_call(*datatype, "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_derived(type, "datatype");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    derived = handle_derived_type(*datatype);
    derived->object.is_freed = true;
    type_drop(derived);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

int api_type_size(const struct call *call, MPI_Datatype datatype, struct int_slot size)
{
    const struct type *type;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_output_slot(size, "size");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    slot_write(size, slot_fits(size, type->size) ? type->size : MPI_UNDEFINED);
    return MPI_SUCCESS;
}

int api_type_get_extent(const struct call *call, MPI_Datatype datatype, struct int_slot lb,
                        struct int_slot extent)
{
    const struct type *type;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_output_slot(lb, "lb");
    if (err == MPI_SUCCESS)
        err = check_output_slot(extent, "extent");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    slot_write(lb, type->lb);
    slot_write(extent, type->extent);
    return MPI_SUCCESS;
}
