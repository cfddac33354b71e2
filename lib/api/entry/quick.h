/* SPDX-License-Identifier: MIT */
/* The usual case of the calls that programs and libraries make everywhere, for entries that are
 * hardly longer than a call.
 *
 * A function checked_... is the whole of a call, in a text that is compiled twice (UNUSUAL in
 * check.h): the entry contains the fast copy, and the generator makes a function of the other one.
 * A function quick_... is the usual case of a call whose other cases are longer. It returns true if
 * the answer is written; false, without a sentence, when something is unusual, and the function
 * written by hand finds out what. */
#ifndef API_QUICK_H
#define API_QUICK_H

#include <string.h>

#include "api/argument/keyval.h"
#include "api/argument/mode.h"
#include "api/datatype/datatype.h"
#include "api/datatype/packing.h"
#include "api/message/quick_message.h"
#include "api/window/quick_window.h"
#include "base/width.h"
#include "request/status.h"
#include "type/data.h"
#include "type/nest.h"

/* ---- answers about a communicator ------------------------------------------------------------ */

QUICK int checked_comm_rank(bool fast, const struct call *call, MPI_Comm handle, int *rank)
{
    struct comm *comm;
    int err = check_comm(handle, fast ? NULL : "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(rank, fast ? NULL : "rank");
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_comm(call, comm, err);
    *rank = comm->rank;
    return MPI_SUCCESS;
}

QUICK int checked_comm_size(bool fast, const struct call *call, MPI_Comm handle, int *size)
{
    struct comm *comm;
    int err = check_comm(handle, fast ? NULL : "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(size, fast ? NULL : "size");
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_comm(call, comm, err);
    *size = comm_size(comm);
    return MPI_SUCCESS;
}

/* There is a value under a key of the user's, and one thread at a time. */
static inline bool quick_comm_get_attr(MPI_Comm handle, int number, void *attribute_val, int *flag)
{
    const struct comm *comm = handle_comm(handle);
    const struct comm_extras *extras = comm != NULL ? comm_extras(comm) : NULL;
    const struct attribute *next;

    if (unlikely(extras == NULL || attribute_val == NULL || flag == NULL ||
                 guard_is_shared(&rank_self()->guard)))
        return false;
    for (next = extras->attributes; next != NULL; next = next->older) {
        if (next->keyval->number == number) {
            memcpy(attribute_val, &next->value, sizeof next->value);
            *flag = true;
            return true;
        }
    }
    return false;
}

/* A member that is alone does not wait. */
static inline bool quick_barrier(MPI_Comm handle, struct mode mode)
{
    const struct comm *comm = handle_comm(handle);

    (void)mode;
    return likely(comm != NULL) && comm_size(comm) == 1 && !comm_is_inter(comm) &&
           likely(load_relaxed(&comm->self->observer) == NULL);
}

/* ---- answers about a type -------------------------------------------------------------------- */

QUICK int checked_type_size(bool fast, const struct call *call, MPI_Datatype handle,
                            struct int_slot size)
{
    const struct type *type;
    int err = check_type_call(handle, fast ? NULL : "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_slot(size, fast ? NULL : "size");
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_self(call, err);
    slot_write(size, slot_fits(size, type->size) ? type->size : MPI_UNDEFINED);
    return MPI_SUCCESS;
}

QUICK int type_bounds(bool fast, const struct call *call, MPI_Datatype handle, bool is_true,
                      struct int_slot lb, struct int_slot extent)
{
    const struct type *type;
    int err = check_type_call(handle, fast ? NULL : "datatype", &type);

    if (err == MPI_SUCCESS)
        err = check_slot(lb, fast ? NULL : is_true ? "true_lb" : "lb");
    if (err == MPI_SUCCESS)
        err = check_slot(extent, fast ? NULL : is_true ? "true_extent" : "extent");
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_self(call, err);
    slot_write(lb, is_true ? type->true_lb : type->lb);
    slot_write(extent, is_true ? type->true_extent : type->extent);
    return MPI_SUCCESS;
}

QUICK int checked_type_get_extent(bool fast, const struct call *call, MPI_Datatype handle,
                                  struct int_slot lb, struct int_slot extent)
{
    return type_bounds(fast, call, handle, false, lb, extent);
}

QUICK int checked_type_get_true_extent(bool fast, const struct call *call, MPI_Datatype handle,
                                       struct int_slot true_lb, struct int_slot true_extent)
{
    return type_bounds(fast, call, handle, true, true_lb, true_extent);
}

QUICK int checked_get_count(bool fast, const struct call *call, const MPI_Status *status,
                            MPI_Datatype handle, struct int_slot count)
{
    const struct type *type;
    MPI_Count elements;
    int err = rank_is_active() ? MPI_SUCCESS : fast ? UNUSUAL : check_active();

    if (err == MPI_SUCCESS)
        err = check_pointer(status, fast ? NULL : "status");
    if (err == MPI_SUCCESS)
        err = check_type(handle, fast ? NULL : "datatype", &type);
    if (err == MPI_SUCCESS)
        err = check_slot(count, fast ? NULL : "count");
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_self(call, err);
    elements = data_count(status_bytes(status), type);
    slot_write(count, slot_fits(count, elements) ? elements : MPI_UNDEFINED);
    return MPI_SUCCESS;
}

/* ---- packing --------------------------------------------------------------------------------- */

/* Checks the data that are packed or unpacked; the fast copy knows those of usual size. */
QUICK int check_packed(bool fast, const struct data_names *names, const void *buf,
                       MPI_Count count, MPI_Datatype handle, struct data *data)
{
    const struct type *type = fast ? handle_type(handle) : NULL;

    if (!fast)
        return check_data(names, buf, count, handle, data);
    *data = (struct data){.buf = (void *)(uintptr_t)buf, .count = count, .type = type};
    return likely(type != NULL) && likely(type->is_committed) &&
                   likely(buf != NULL && buf != MPI_IN_PLACE) &&
                   likely((uint64_t)count <= INT_MAX) && likely(type->size <= INT_MAX)
               ? MPI_SUCCESS
               : UNUSUAL;
}

QUICK int checked_pack(bool fast, const struct call *call, const void *inbuf, MPI_Count incount,
                       MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                       struct int_slot position, MPI_Comm comm)
{
    struct packing packing = {outbuf, outsize, 0, 0};
    const struct type *type;
    struct comm *where;
    struct data data;
    int err = check_comm(comm, fast ? NULL : "comm", &where);

    if (err == MPI_SUCCESS)
        err = check_packed(fast, &names_packed, inbuf, incount, datatype, &data);
    if (err == MPI_SUCCESS)
        err = packing_check(&packing, fast ? NULL : &names_outbuf, data_bytes(&data), position);
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_comm(call, where, err);
    type = data.type;
    if (fast && type->nest != NULL && incount == 1)
        type->nest->pack(type->nest, inbuf, packing_start(&packing));
    else
        data_pack(&data, 0, packing_start(&packing), packing.bytes);
    slot_write(position, packing.position + packing.bytes);
    return MPI_SUCCESS;
}

QUICK int checked_unpack(bool fast, const struct call *call, const void *inbuf, MPI_Count insize,
                         struct int_slot position, void *outbuf, MPI_Count outcount,
                         MPI_Datatype datatype, MPI_Comm comm)
{
    struct packing packing = {(void *)(uintptr_t)inbuf, insize, 0, 0};
    const struct type *type;
    struct comm *where;
    struct data data;
    int err = check_comm(comm, fast ? NULL : "comm", &where);

    if (err == MPI_SUCCESS)
        err = check_packed(fast, &names_unpacked, outbuf, outcount, datatype, &data);
    if (err == MPI_SUCCESS)
        err = packing_check(&packing, fast ? NULL : &names_inbuf, data_bytes(&data), position);
    if (unlikely(err != MPI_SUCCESS))
        return fast ? UNUSUAL : raise_comm(call, where, err);
    type = data.type;
    if (fast && type->nest != NULL && outcount == 1)
        type->nest->unpack(type->nest, outbuf, packing_start(&packing));
    else
        data_unpack(&data, 0, packing_start(&packing), packing.bytes);
    slot_write(position, packing.position + packing.bytes);
    return MPI_SUCCESS;
}

#endif
