/* SPDX-License-Identifier: MIT */
/* The binary interface: its version, handles as integers, and the facts that a program states about
 * its Fortran. */
#include <stdio.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/argument/info_env.h"
#include "api/argument/local.h"
#include "api/error/raise.h"
#include "api/generated/abi.h"
#include "base/container.h"
#include "base/note.h"

int api_abi_get_version(const struct call *call, int *major, int *minor)
{
    int err = check_pointer(major, "abi_major");

    if (err == MPI_SUCCESS)
        err = check_pointer(minor, "abi_minor");
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *major = MPI_ABI_VERSION;
    *minor = MPI_ABI_SUBVERSION;
    return MPI_SUCCESS;
}

int api_abi_get_info(const struct call *call, MPI_Info *info)
{
    static const char *const pairs[] = {"mpi_aint_size", "8", "mpi_count_size", "8",
                                        "mpi_offset_size", "8", NULL};
    struct local *local;
    struct info *made = NULL;
    int err = local_find(&local);

    static_assert(sizeof(MPI_Aint) == 8 && sizeof(MPI_Count) == 8 && sizeof(MPI_Offset) == 8,
                  "the sizes that MPI_Abi_get_fortran_info returns");
    if (err == MPI_SUCCESS)
        err = check_pointer(info, "info");
    if (err == MPI_SUCCESS && (made = info_of_pairs(pairs)) == NULL)
        err = MPI_ERR_NO_MEM;
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *info = handle_of_info(made);
    return MPI_SUCCESS;
}

/* ---- Fortran ------------------------------------------------------------------------------- */

static const char *const fortran_keys[] = {
    "mpi_logical_size",        "mpi_integer_size",        "mpi_real_size",
    "mpi_double_precision_size", "mpi_logical1_supported", "mpi_logical2_supported",
    "mpi_logical4_supported",  "mpi_logical8_supported",  "mpi_logical16_supported",
    "mpi_integer1_supported",  "mpi_integer2_supported",  "mpi_integer4_supported",
    "mpi_integer8_supported",  "mpi_integer16_supported", "mpi_real2_supported",
    "mpi_real4_supported",     "mpi_real8_supported",     "mpi_real16_supported",
    "mpi_complex4_supported",  "mpi_complex8_supported",  "mpi_complex16_supported",
    "mpi_complex32_supported", "mpi_double_complex_supported",
};

/* Copies the known keys of the user's object into a new one. Returns NULL if there is no memory. */
static struct info *copy_fortran(struct info *from)
{
    struct info *copy = info_create(handle_store());
    char value[MPI_MAX_INFO_VAL];
    int err = MPI_SUCCESS;
    size_t i;

    for (i = 0; copy != NULL && i < ARRAY_LENGTH(fortran_keys) && err == MPI_SUCCESS; i++)
        if (info_read(from, fortran_keys[i], value, sizeof value) > 0)
            err = info_set(copy, fortran_keys[i], value);
    if (err == MPI_SUCCESS)
        return copy;
    info_free(handle_store(), copy);
    return NULL;
}

static int set_fortran(struct local *local, struct info *from)
{
    struct info *copy = copy_fortran(from);
    int err = copy != NULL ? MPI_SUCCESS : note(MPI_ERR_NO_MEM, "no memory for Fortran's sizes");

    lock_take(&local->lock);
    if (err == MPI_SUCCESS && local->fortran_info != NULL)
        err = note(MPI_ERR_ABI, "Fortran's properties have been set before");
    if (err == MPI_SUCCESS)
        info_keep(local->fortran_info = copy);
    lock_release(&local->lock);
    if (err != MPI_SUCCESS)
        info_free(handle_store(), copy);
    return err;
}

int api_abi_set_fortran_info(const struct call *call, MPI_Info handle)
{
    struct local *local;
    struct info *info;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_info(handle, "info", &info);
    if (err == MPI_SUCCESS)
        err = set_fortran(local, info);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_abi_get_fortran_info(const struct call *call, MPI_Info *handle)
{
    struct local *local;
    struct info *copy = NULL;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_pointer(handle, "info");
    if (err == MPI_SUCCESS && local->fortran_info != NULL) {
        copy = info_copy(handle_store(), local->fortran_info);
        err = copy != NULL ? MPI_SUCCESS : note(MPI_ERR_NO_MEM, "no memory for an info object");
    }
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *handle = copy != NULL ? handle_of_info(copy) : MPI_INFO_NULL;
    return MPI_SUCCESS;
}

static int check_logical(int size, const void *of_true, const void *of_false)
{
    int err = check_pointer(of_true, "logical_true");

    if (err == MPI_SUCCESS)
        err = check_pointer(of_false, "logical_false");
    if (err == MPI_SUCCESS && (size < 1 || size > LOGICAL_BYTES_MAX || (size & (size - 1)) != 0))
        return note(MPI_ERR_ARG, "logical_size %d is no size of a LOGICAL", size);
    return err;
}

int api_abi_set_fortran_booleans(const struct call *call, int size, void *of_true, void *of_false)
{
    struct fortran_logical *logical;
    struct local *local;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_logical(size, of_true, of_false);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    logical = &local->logical;
    lock_take(&local->lock);
    if (logical->bytes != 0)
        err = note(MPI_ERR_ABI, "Fortran's logical values have been set before");
    if (err == MPI_SUCCESS) {
        logical->bytes = size;
        memcpy(logical->of_true, of_true, (size_t)size);
        memcpy(logical->of_false, of_false, (size_t)size);
    }
    lock_release(&local->lock);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_abi_get_fortran_booleans(const struct call *call, int size, void *of_true, void *of_false,
                                 int *is_set)
{
    struct local *local;
    int err = local_find(&local);

    if (err == MPI_SUCCESS)
        err = check_pointer(is_set, "is_set");
    if (err == MPI_SUCCESS)
        err = check_logical(size, of_true, of_false);
    if (err == MPI_SUCCESS && local->logical.bytes != 0 && local->logical.bytes != size)
        err = note(MPI_ERR_ABI, "Fortran's logical values were set for %d bytes, not %d",
                   local->logical.bytes, size);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *is_set = local->logical.bytes != 0;
    if (*is_set) {
        memcpy(of_true, local->logical.of_true, (size_t)size);
        memcpy(of_false, local->logical.of_false, (size_t)size);
    }
    return MPI_SUCCESS;
}

/* ---- handles as integers ------------------------------------------------------------------- */

/* Predefined handles are smaller, and are their own numbers. */
enum { PREDEFINED_END = 0x1000 };

static int number_of(const void *handle)
{
    if ((uintptr_t)handle < PREDEFINED_END)
        return (int)(uintptr_t)handle;
    return PREDEFINED_END + object_number(handle_store(), handle);
}

static void *handle_of(enum object_kind kind, int number)
{
    if (number < PREDEFINED_END)
        return (void *)(uintptr_t)number;
    return object_of_number(handle_store(), kind, number - PREDEFINED_END);
}

/* A number that is not a handle's converts to the null handle. */
#define CONVERSIONS(type, lower, kind, null)                                        \
    int api_##lower##_toint(type handle)                                            \
    {                                                                               \
        return number_of(handle);                                                   \
    }                                                                               \
    type api_##lower##_fromint(int number)                                          \
    {                                                                               \
        type handle = handle_of(kind, number);                                      \
                                                                                    \
        return handle != NULL ? handle : null;                                      \
    }

CONVERSIONS(MPI_Comm, comm, OBJECT_COMM, MPI_COMM_NULL)
CONVERSIONS(MPI_Errhandler, errhandler, OBJECT_ERRHANDLER, MPI_ERRHANDLER_NULL)
CONVERSIONS(MPI_File, file, OBJECT_FILE, MPI_FILE_NULL)
CONVERSIONS(MPI_Group, group, OBJECT_GROUP, MPI_GROUP_NULL)
CONVERSIONS(MPI_Info, info, OBJECT_INFO, MPI_INFO_NULL)
CONVERSIONS(MPI_Message, message, OBJECT_MESSAGE, MPI_MESSAGE_NULL)
CONVERSIONS(MPI_Op, op, OBJECT_OP, MPI_OP_NULL)
CONVERSIONS(MPI_Request, request, OBJECT_REQUEST, MPI_REQUEST_NULL)
CONVERSIONS(MPI_Session, session, OBJECT_SESSION, MPI_SESSION_NULL)
CONVERSIONS(MPI_Datatype, type, OBJECT_TYPE, MPI_DATATYPE_NULL)
CONVERSIONS(MPI_Win, win, OBJECT_WIN, MPI_WIN_NULL)
