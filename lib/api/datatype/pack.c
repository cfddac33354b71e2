/* SPDX-License-Identifier: MIT */
/* Explicit packing. A packing unit has the bytes of a message, without a header. "external32" is
 * the standard's representation for other machines. */
#include <string.h>

#include "api/datatype/datatype.h"
#include "api/datatype/packing.h"
#include "api/generated/datatypes.h"
#include "base/note.h"
#include "type/external.h"

int refuse_packing(const struct packing *packing, const struct packing_names *names)
{
    if (packing->size < 0)
        return note(MPI_ERR_ARG, "%s %lld is negative", names->size, (long long)packing->size);
    if (packing->position < 0 || packing->position > packing->size)
        return note(MPI_ERR_TRUNCATE, "position %lld is outside 0..%lld",
                    (long long)packing->position, (long long)packing->size);
    if (packing->bytes > packing->size - packing->position)
        return note(MPI_ERR_TRUNCATE, "%lld bytes at position %lld go beyond %s %lld",
                    (long long)packing->bytes, (long long)packing->position, names->size,
                    (long long)packing->size);
    return packing->bytes > 0 ? refuse_null(names->buf) : MPI_SUCCESS;
}

int api_pack_size(const struct call *call, MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm,
                  struct int_slot size)
{
    struct comm *where;
    const struct type *type;
    MPI_Count bytes;
    int err = check_comm(comm, "comm", &where);

    if (err == MPI_SUCCESS)
        err = check_count(incount, "incount");
    if (err == MPI_SUCCESS)
        err = check_type(datatype, "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_slot(size, "size");
    if (err != MPI_SUCCESS)
        return raise_comm(call, where, err);
    if (__builtin_mul_overflow(incount, type->size, &bytes) || !slot_fits(size, bytes))
        bytes = MPI_UNDEFINED;
    slot_write(size, bytes);
    return MPI_SUCCESS;
}

static int check_representation(const char *datarep)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(datarep, "datarep");
    if (err == MPI_SUCCESS && strcmp(datarep, "external32") != 0)
        err = note(MPI_ERR_UNSUPPORTED_DATAREP, "datarep \"%.40s\" is not \"external32\"",
                   datarep);
    return err;
}

static int external_bytes(const struct type *type, MPI_Count count, MPI_Count *bytes)
{
    if (!__builtin_mul_overflow(type->external, count, bytes))
        return MPI_SUCCESS;
    return note(MPI_ERR_COUNT, "%lld elements are too many", (long long)count);
}

int api_pack_external(const struct call *call, const char *datarep, const void *inbuf,
                      MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                      struct int_slot position)
{
    struct packing packing = {.buf = outbuf, .size = outsize};
    MPI_Count bytes;
    struct data data;
    int err = check_representation(datarep);

    if (err == MPI_SUCCESS)
        err = check_data(&names_packed, inbuf, incount, datatype, &data);
    if (err == MPI_SUCCESS)
        err = external_bytes(data.type, incount, &bytes);
    if (err == MPI_SUCCESS)
        err = packing_check(&packing, &names_outbuf, bytes, position);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    external_pack(&data, packing_start(&packing));
    slot_write(position, packing.position + packing.bytes);
    return MPI_SUCCESS;
}

int api_unpack_external(const struct call *call, const char *datarep, const void *inbuf,
                        MPI_Count insize, struct int_slot position, void *outbuf,
                        MPI_Count outcount, MPI_Datatype datatype)
{
    struct packing packing = {.buf = (void *)(uintptr_t)inbuf, .size = insize};
    MPI_Count bytes;
    struct data data;
    int err = check_representation(datarep);

    if (err == MPI_SUCCESS)
        err = check_data(&names_unpacked, outbuf, outcount, datatype, &data);
    if (err == MPI_SUCCESS)
        err = external_bytes(data.type, outcount, &bytes);
    if (err == MPI_SUCCESS)
        err = packing_check(&packing, &names_inbuf, bytes, position);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    external_unpack(&data, packing_start(&packing));
    slot_write(position, packing.position + packing.bytes);
    return MPI_SUCCESS;
}

int api_pack_external_size(const struct call *call, const char *datarep, MPI_Count incount,
                           MPI_Datatype datatype, struct int_slot size)
{
    const struct type *type;
    MPI_Count bytes;
    int err = check_representation(datarep);

    if (err == MPI_SUCCESS)
        err = check_count(incount, "incount");
    if (err == MPI_SUCCESS)
        err = check_type(datatype, "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_slot(size, "size");
    if (err == MPI_SUCCESS)
        err = external_bytes(type, incount, &bytes);
    if (err != MPI_SUCCESS)
        return raise_self(call, err);
    slot_write(size, bytes);
    return MPI_SUCCESS;
}
