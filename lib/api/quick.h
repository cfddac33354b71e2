/* SPDX-License-Identifier: MIT */
/* The usual case of the calls that programs and libraries make everywhere, for entries that are
 * hardly longer than a call. True: the answer is written. False, without a word: something is
 * unusual, and the function itself finds out what. */
#ifndef API_QUICK_H
#define API_QUICK_H

#include <string.h>

#include "api/handle.h"
#include "api/keyval.h"
#include "api/mode.h"
#include "api/quick_message.h"
#include "api/quick_window.h"
#include "base/width.h"
#include "request/status.h"
#include "type/data.h"
#include "type/nest.h"

static inline bool quick_comm_rank(MPI_Comm handle, int *rank)
{
    const struct comm *comm = handle_comm(handle);

    if (unlikely(comm == NULL || rank == NULL))
        return false;
    *rank = comm->rank;
    return true;
}

static inline bool quick_comm_size(MPI_Comm handle, int *size)
{
    const struct comm *comm = handle_comm(handle);

    if (unlikely(comm == NULL || size == NULL))
        return false;
    *size = comm_size(comm);
    return true;
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

/* One member waits for nobody. */
static inline bool quick_barrier(MPI_Comm handle, struct mode mode)
{
    const struct comm *comm = handle_comm(handle);

    (void)mode;
    return likely(comm != NULL) && comm_size(comm) == 1 && !comm_is_inter(comm) &&
           likely(load_relaxed(&comm->self->observer) == NULL);
}

/* NULL also when MPI is not active. */
QUICK const struct type *quick_type(MPI_Datatype handle)
{
    const struct rank *self = rank_self();

    if (unlikely(self == NULL || self->p2p == NULL))
        return NULL;
    return handle_type(handle);
}

QUICK bool quick_type_size(MPI_Datatype handle, struct int_slot size)
{
    const struct type *type = quick_type(handle);

    if (unlikely(type == NULL || slot_is_null(size) || !slot_fits(size, type->size)))
        return false;
    slot_write(size, type->size);
    return true;
}

QUICK bool quick_type_get_extent(MPI_Datatype handle, struct int_slot lb, struct int_slot extent)
{
    const struct type *type = quick_type(handle);

    if (unlikely(type == NULL || slot_is_null(lb) || slot_is_null(extent)))
        return false;
    slot_write(lb, type->lb);
    slot_write(extent, type->extent);
    return true;
}

QUICK bool quick_type_get_true_extent(MPI_Datatype handle, struct int_slot true_lb,
                                      struct int_slot true_extent)
{
    const struct type *type = quick_type(handle);

    if (unlikely(type == NULL || slot_is_null(true_lb) || slot_is_null(true_extent)))
        return false;
    slot_write(true_lb, type->true_lb);
    slot_write(true_extent, type->true_extent);
    return true;
}

QUICK bool quick_get_count(const MPI_Status *status, MPI_Datatype handle, struct int_slot count)
{
    const struct type *type = quick_type(handle);
    MPI_Count elements;

    if (unlikely(type == NULL || status == MPI_STATUS_IGNORE || slot_is_null(count)))
        return false;
    elements = data_count(status_bytes(status), type);
    if (unlikely(!slot_fits(count, elements)))
        return false;
    slot_write(count, elements);
    return true;
}

/* The data that are packed or unpacked, and their place in the packing buffer. */
struct quick_packing {
    struct data data;
    char *at;
    MPI_Count bytes;
};

QUICK bool quick_packing(void *buf, MPI_Count count, MPI_Datatype datatype, void *packed,
                         MPI_Count size, struct int_slot position, MPI_Comm comm,
                         struct quick_packing *packing)
{
    const struct type *type;
    MPI_Count from;

    if (unlikely(handle_comm(comm) == NULL) || unlikely((type = handle_type(datatype)) == NULL) ||
        unlikely(!type->is_committed) || unlikely(slot_is_null(position)))
        return false;
    if (unlikely(buf == NULL || buf == MPI_IN_PLACE) || unlikely(packed == NULL) ||
        unlikely((uint64_t)count > INT_MAX) || unlikely(type->size > INT_MAX))
        return false;
    from = slot_read(position);
    packing->data = (struct data){.buf = buf, .count = count, .type = type};
    packing->at = (char *)packed + from;
    packing->bytes = count * type->size;
    if (unlikely(from < 0 || packing->bytes > size - from))
        return false;
    slot_write(position, from + packing->bytes);
    return true;
}

QUICK bool quick_pack(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                      MPI_Count outsize, struct int_slot position, MPI_Comm comm)
{
    struct quick_packing packing;
    const struct type *type;

    if (!quick_packing((void *)(uintptr_t)inbuf, incount, datatype, outbuf, outsize, position,
                       comm, &packing))
        return false;
    type = packing.data.type;
    if (type->nest != NULL && incount == 1)
        type->nest->pack(type->nest, inbuf, packing.at);
    else
        data_pack(&packing.data, 0, packing.at, packing.bytes);
    return true;
}

QUICK bool quick_unpack(const void *inbuf, MPI_Count insize, struct int_slot position,
                        void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    struct quick_packing packing;
    const struct type *type;

    if (!quick_packing(outbuf, outcount, datatype, (void *)(uintptr_t)inbuf, insize, position,
                       comm, &packing))
        return false;
    type = packing.data.type;
    if (type->nest != NULL && outcount == 1)
        type->nest->unpack(type->nest, outbuf, packing.at);
    else
        data_unpack(&packing.data, 0, packing.at, packing.bytes);
    return true;
}

#endif
