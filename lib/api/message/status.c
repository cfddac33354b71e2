/* SPDX-License-Identifier: MIT */
/* Reading and modifying statuses. */
#include "request/status.h"

#include "api/argument/check.h"
#include "api/error/raise.h"
#include "api/generated/external.h"
#include "api/generated/point-to-point.h"
#include "base/note.h"
#include "type/type.h"

static int check_status(const MPI_Status *status, const void *output, const char *output_name)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(status, "status");
    return err == MPI_SUCCESS ? check_pointer(output, output_name) : err;
}

int api_test_cancelled(const struct call *call, const MPI_Status *status, int *flag)
{
    int err = check_status(status, flag, "flag");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *flag = status_is_cancelled(status);
    return MPI_SUCCESS;
}

int api_status_set_cancelled(const struct call *call, MPI_Status *status, int flag)
{
    int err = check_status(status, status, "status");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    status_set_cancelled(status, flag != 0);
    return MPI_SUCCESS;
}

/* Returns the number of whole basic elements in the first bytes of the type. */
static MPI_Count whole_elements(const struct type *type, MPI_Count bytes)
{
    MPI_Count elements = type_elements(type, bytes);

    while (elements == MPI_UNDEFINED)
        elements = type_elements(type, --bytes);
    return elements;
}

/* Finds the number of bytes of that many basic elements of the type. */
static int find_bytes(const struct type *type, MPI_Count count, MPI_Count *bytes)
{
    MPI_Count rest, low = 0, high = type->size;

    *bytes = 0;
    if (type->elements == 0)
        return MPI_SUCCESS;
    rest = count % type->elements;
    while (low < high) {
        MPI_Count middle = low + (high - low) / 2;

        if (whole_elements(type, middle) < rest)
            low = middle + 1;
        else
            high = middle;
    }
    if (!__builtin_mul_overflow(count / type->elements, type->size, bytes) &&
        !__builtin_add_overflow(*bytes, low, bytes))
        return MPI_SUCCESS;
    return note(MPI_ERR_COUNT, "count %lld: that many elements have more than 2^63 - 1 bytes",
                (long long)count);
}

int api_status_set_elements(const struct call *call, MPI_Status *status, MPI_Datatype datatype,
                            MPI_Count count)
{
    const struct type *type;
    MPI_Count bytes;
    int err = check_status(status, status, "status");

    if (err == MPI_SUCCESS)
        err = check_type(datatype, "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_count(count, "count");
    if (err == MPI_SUCCESS)
        err = find_bytes(type, count, &bytes);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    status_set_bytes(status, bytes);
    return MPI_SUCCESS;
}

int api_status_get_source(const struct call *call, const MPI_Status *status, int *source)
{
    int err = check_status(status, source, "source");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *source = status->MPI_SOURCE;
    return MPI_SUCCESS;
}

int api_status_set_source(const struct call *call, MPI_Status *status, int source)
{
    int err = check_status(status, status, "status");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    status->MPI_SOURCE = source;
    return MPI_SUCCESS;
}

int api_status_get_tag(const struct call *call, const MPI_Status *status, int *tag)
{
    int err = check_status(status, tag, "tag");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *tag = status->MPI_TAG;
    return MPI_SUCCESS;
}

int api_status_set_tag(const struct call *call, MPI_Status *status, int tag)
{
    int err = check_status(status, status, "status");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    status->MPI_TAG = tag;
    return MPI_SUCCESS;
}

int api_status_get_error(const struct call *call, const MPI_Status *status, int *error)
{
    int err = check_status(status, error, "error");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    *error = status->MPI_ERROR;
    return MPI_SUCCESS;
}

int api_status_set_error(const struct call *call, MPI_Status *status, int error)
{
    int err = check_status(status, status, "status");

    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    status->MPI_ERROR = error;
    return MPI_SUCCESS;
}
