/* SPDX-License-Identifier: MIT */
/* Datatypes as objects: their life, size, bounds and names, and how many elements a message
 * held. */
#include "api/datatype/datatype.h"

#include <stdio.h>

#include "api/generated/datatypes.h"
#include "api/object/type_attribute.h"
#include "base/note.h"
#include "request/status.h"
#include "type/rank_types.h"

int api_type_dup(const struct call *call, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    struct attribute *copies = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = type_copy_attributes(oldtype, &copies);
    if (err == MPI_SUCCESS)
        err = type_dup(handle_store(), old, &created);
    if (err == MPI_SUCCESS)
        created->attributes = copies;
    else
        attributes_give(handle_store(), copies);
    return give_type(call, err, created, newtype);
}

int api_type_commit(const struct call *call, MPI_Datatype *datatype)
{
    const struct type *type;
    struct type *derived;
    int err = check_pointer(datatype, "datatype");

    if (err == MPI_SUCCESS)
        err = check_type_call(*datatype, "datatype", &type);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    derived = handle_derived_type(*datatype);
    if (derived != NULL) /* named types are always committed */
        type_commit(derived);
    return MPI_SUCCESS;
}

static int check_derived(const struct type *type, const char *name)
{
    if (!type->is_predefined)
        return MPI_SUCCESS;
    return note(MPI_ERR_TYPE, "%s %s is predefined", name, rank_types_type_name(rank_self(), type));
}

int api_type_free(const struct call *call, MPI_Datatype *datatype)
{
    const struct type *type;
    struct type *derived;
    int err = check_pointer(datatype, "datatype");

    if (err == MPI_SUCCESS)
        err = check_type_call(*datatype, "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_derived(type, "datatype");
    if (err == MPI_SUCCESS && type->object.is_freed) /* a type lent to a reduction function */
        err = refuse_handle(MPI_ERR_TYPE, "datatype", *datatype, OBJECT_TYPE);
    if (err == MPI_SUCCESS)
        err = type_delete_attributes(*datatype);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    derived = handle_derived_type(*datatype);
    derived->object.is_freed = true;
    type_drop(derived);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

int api_type_size_x(const struct call *call, MPI_Datatype datatype, MPI_Count *size)
{
    return api_type_size(call, datatype, slot_wide(size));
}

int api_type_get_extent_x(const struct call *call, MPI_Datatype datatype, MPI_Count *lb,
                          MPI_Count *extent)
{
    return api_type_get_extent(call, datatype, slot_wide(lb), slot_wide(extent));
}

int api_type_get_true_extent_x(const struct call *call, MPI_Datatype datatype, MPI_Count *true_lb,
                               MPI_Count *true_extent)
{
    return api_type_get_true_extent(call, datatype, slot_wide(true_lb), slot_wide(true_extent));
}

int api_type_extent(const struct call *call, MPI_Datatype datatype, MPI_Aint *extent)
{
    MPI_Count lb;

    return api_type_get_extent(call, datatype, slot_wide(&lb), slot_wide(extent));
}

/* Finds the type for a query of one bound, and raises errors. */
static int find_bounded(const struct call *call, MPI_Datatype datatype,
                        const MPI_Aint *displacement, const struct type **type)
{
    int err = check_type_call(datatype, "datatype", type);

    if (err == MPI_SUCCESS)
        err = check_pointer(displacement, "displacement");
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_type_lb(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement)
{
    const struct type *type = NULL;
    int err = find_bounded(call, datatype, displacement, &type);

    if (err == MPI_SUCCESS)
        *displacement = type->lb;
    return err;
}

int api_type_ub(const struct call *call, MPI_Datatype datatype, MPI_Aint *displacement)
{
    const struct type *type = NULL;
    int err = find_bounded(call, datatype, displacement, &type);

    if (err == MPI_SUCCESS)
        *displacement = type->lb + type->extent;
    return err;
}

int api_type_set_name(const struct call *call, MPI_Datatype datatype, const char *type_name)
{
    const struct type *type;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_pointer(type_name, "type_name");
    if (err == MPI_SUCCESS)
        err = rank_types_name_type(rank_self(), type, type_name);
    return err == MPI_SUCCESS ? MPI_SUCCESS : raise_self(call, err);
}

int api_type_get_name(const struct call *call, MPI_Datatype datatype, char *type_name,
                      int *resultlen)
{
    const struct type *type = NULL;
    const char *name = "MPI_DATATYPE_NULL";
    int err = datatype == MPI_DATATYPE_NULL ? check_active()
                                            : check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_pointer(type_name, "type_name");
    if (err == MPI_SUCCESS)
        err = check_pointer(resultlen, "resultlen");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    if (type != NULL)
        name = rank_types_type_name(rank_self(), type);
    *resultlen = snprintf(type_name, MPI_MAX_OBJECT_NAME, "%s", name);
    return MPI_SUCCESS;
}

static int check_status(const MPI_Status *status)
{
    if (status != MPI_STATUS_IGNORE)
        return MPI_SUCCESS;
    return refuse_null("status");
}

int api_get_elements(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                     struct int_slot count)
{
    const struct type *type;
    MPI_Count elements;
    int err = check_type_call(datatype, "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_status(status);
    if (err == MPI_SUCCESS)
        err = check_slot(count, "count");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    elements = type_elements(type, status_bytes(status));
    slot_write(count, slot_fits(count, elements) ? elements : MPI_UNDEFINED);
    return MPI_SUCCESS;
}

int api_get_elements_x(const struct call *call, const MPI_Status *status, MPI_Datatype datatype,
                       MPI_Count *count)
{
    return api_get_elements(call, status, datatype, slot_wide(count));
}

int api_get_address(const struct call *call, const void *location, MPI_Aint *address)
{
    int err = check_pointer(address, "address");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

/* Addresses are unsigned, and wrap around. */
MPI_Aint api_aint_add(MPI_Aint base, MPI_Aint disp)
{
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)disp);
}

MPI_Aint api_aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return (MPI_Aint)((uintptr_t)addr1 - (uintptr_t)addr2);
}
