/* SPDX-License-Identifier: MIT */
/* The constructors of types, except those of arrays. */
#include "api/datatype/datatype.h"
#include "api/generated/datatypes.h"
#include "base/memory.h"
#include "base/note.h"

int api_type_contiguous(const struct call *call, MPI_Count count, MPI_Datatype oldtype,
                        MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_count(count, "count");
    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = type_contiguous(handle_store(), form_of(call), count, old, &created);
    return give_type(call, err, created, newtype);
}

static int check_blocks(MPI_Count count, MPI_Count blocklength, const MPI_Datatype *newtype)
{
    int err = check_count(count, "count");

    if (err == MPI_SUCCESS)
        err = check_count(blocklength, "blocklength");
    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    return err;
}

int api_type_vector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                    MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_blocks(count, blocklength, newtype);
    if (err == MPI_SUCCESS)
        err = type_vector(handle_store(), form_of(call), count, blocklength, stride, old,
                          &created);
    return give_type(call, err, created, newtype);
}

int api_type_create_hvector(const struct call *call, MPI_Count count, MPI_Count blocklength,
                            MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_blocks(count, blocklength, newtype);
    if (err == MPI_SUCCESS)
        err = type_hvector(handle_store(), form_of(call), count, blocklength, stride, old,
                           &created);
    return give_type(call, err, created, newtype);
}

/* Checks lists of blocks with individual lengths. */
static int check_lists(MPI_Count count, struct int_view blocklengths,
                       struct int_view displacements, const MPI_Datatype *newtype)
{
    int err = check_count(count, "count");
    MPI_Count i;

    if (err == MPI_SUCCESS)
        err = check_view(blocklengths, "array_of_blocklengths", count);
    if (err == MPI_SUCCESS)
        err = check_view(displacements, "array_of_displacements", count);
    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    for (i = 0; err == MPI_SUCCESS && i < count; i++)
        if (view_at(blocklengths, (size_t)i) < 0)
            err = note(MPI_ERR_COUNT, "array_of_blocklengths[%lld] %lld is negative",
                       (long long)i, (long long)view_at(blocklengths, (size_t)i));
    return err;
}

int api_type_indexed(const struct call *call, MPI_Count count,
                     struct int_view array_of_blocklengths,
                     struct int_view array_of_displacements, MPI_Datatype oldtype,
                     MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_lists(count, array_of_blocklengths, array_of_displacements, newtype);
    if (err == MPI_SUCCESS)
        err = type_indexed(handle_store(), form_of(call), count, array_of_blocklengths,
                           array_of_displacements, old, &created);
    return give_type(call, err, created, newtype);
}

int api_type_create_hindexed(const struct call *call, MPI_Count count,
                             struct int_view array_of_blocklengths,
                             struct int_view array_of_displacements, MPI_Datatype oldtype,
                             MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_lists(count, array_of_blocklengths, array_of_displacements, newtype);
    if (err == MPI_SUCCESS)
        err = type_hindexed(handle_store(), form_of(call), count, array_of_blocklengths,
                            array_of_displacements, old, &created);
    return give_type(call, err, created, newtype);
}

int api_type_create_indexed_block(const struct call *call, MPI_Count count,
                                  MPI_Count blocklength, struct int_view array_of_displacements,
                                  MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_blocks(count, blocklength, newtype);
    if (err == MPI_SUCCESS)
        err = check_view(array_of_displacements, "array_of_displacements", count);
    if (err == MPI_SUCCESS)
        err = type_indexed_block(handle_store(), form_of(call), count, blocklength,
                                 array_of_displacements, old, &created);
    return give_type(call, err, created, newtype);
}

int api_type_create_hindexed_block(const struct call *call, MPI_Count count,
                                   MPI_Count blocklength, struct int_view array_of_displacements,
                                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_blocks(count, blocklength, newtype);
    if (err == MPI_SUCCESS)
        err = check_view(array_of_displacements, "array_of_displacements", count);
    if (err == MPI_SUCCESS)
        err = type_hindexed_block(handle_store(), form_of(call), count, blocklength,
                                  array_of_displacements, old, &created);
    return give_type(call, err, created, newtype);
}

/* Allocates an array of the types behind the handles. */
static int take_types(MPI_Count count, const MPI_Datatype handles[], const struct type ***types)
{
    const struct type **taken = memory_take((size_t)count * sizeof *taken + 1);
    int err = MPI_SUCCESS;
    MPI_Count i;

    if (taken == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for %lld types", (long long)count);
    for (i = 0; err == MPI_SUCCESS && i < count; i++)
        err = check_type(handles[i], "array_of_types", &taken[i]);
    if (err == MPI_SUCCESS)
        *types = taken;
    else
        memory_give(taken);
    return err;
}

int api_type_create_struct(const struct call *call, MPI_Count count,
                           struct int_view array_of_blocklengths,
                           struct int_view array_of_displacements,
                           const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    const struct type **olds = NULL;
    struct type *created = NULL;
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_lists(count, array_of_blocklengths, array_of_displacements, newtype);
    if (err == MPI_SUCCESS)
        err = check_array(array_of_types, "array_of_types", count);
    if (err == MPI_SUCCESS)
        err = take_types(count, array_of_types, &olds);
    if (err == MPI_SUCCESS)
        err = type_struct(handle_store(), form_of(call), count, array_of_blocklengths,
                          array_of_displacements, olds, &created);
    memory_give(olds);
    return give_type(call, err, created, newtype);
}

int api_type_create_resized(const struct call *call, MPI_Datatype oldtype, MPI_Count lb,
                            MPI_Count extent, MPI_Datatype *newtype)
{
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = type_resized(handle_store(), form_of(call), lb, extent, old, &created);
    return give_type(call, err, created, newtype);
}

/* The removed functions, whose arrays were not const. */

int api_type_hvector(const struct call *call, int count, int blocklength, MPI_Aint stride,
                     MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return api_type_create_hvector(call, count, blocklength, stride, oldtype, newtype);
}

int api_type_hindexed(const struct call *call, int count, const int array_of_blocklengths[],
                      const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype)
{
    return api_type_create_hindexed(call, count, view_narrow(array_of_blocklengths),
                                    view_wide(array_of_displacements), oldtype, newtype);
}

int api_type_struct(const struct call *call, int count, const int array_of_blocklengths[],
                    const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
                    MPI_Datatype *newtype)
{
    return api_type_create_struct(call, count, view_narrow(array_of_blocklengths),
                                  view_wide(array_of_displacements), array_of_types, newtype);
}
