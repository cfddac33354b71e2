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
#include "base/width.h"
#include "p2p/status.h"
#include "p2p/straight.h"
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
        if (next->keyval->number == number && likely(!next->keyval->object.is_freed)) {
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
           likely(comm->self->counters == NULL);
}

/* What comes next is part of an entry: so a call's place is where that returns to. Only a message
 * that goes to others notes it. */
#define QUICK static inline __attribute__((always_inline))
#define SITE __builtin_return_address(0)

/* Data that can go straight. */
QUICK bool quick_message(const void *buf, MPI_Count count, MPI_Datatype datatype, int peer, int tag,
                         MPI_Comm handle, struct straight *message)
{
    const struct rank *self = rank_self();
    struct comm *comm = handle_comm(handle);
    const struct type *type = type_predefined(datatype);

    if (unlikely(comm == NULL) || unlikely(self->straight == NULL) || unlikely(type == NULL) ||
        unlikely(!type->is_dense))
        return false;
    if (unlikely(buf == NULL || buf == MPI_IN_PLACE) || unlikely((uint64_t)count > INT_MAX))
        return false;
    *message = (struct straight){
        .comm = comm,
        .type = type,
        .start = (char *)(uintptr_t)buf,
        .count = count,
        .bytes = count * type->size,
        .peer = peer,
        .tag = tag,
    };
    return true;
}

QUICK bool quick_is_dest(const struct straight *message)
{
    return likely((unsigned)message->peer < (unsigned)comm_peers(message->comm)->size) &&
           likely(message->tag >= 0);
}

QUICK bool quick_is_source(const struct straight *wanted)
{
    return likely((unsigned)wanted->peer < (unsigned)comm_peers(wanted->comm)->size ||
                  wanted->peer == MPI_ANY_SOURCE) &&
           likely(wanted->tag >= 0 || wanted->tag == MPI_ANY_TAG);
}

/* To or from nobody: is it data at all? */
QUICK bool quick_nobody(const void *buf, MPI_Count count, MPI_Datatype datatype, int tag,
                        MPI_Comm handle)
{
    return handle_comm(handle) != NULL && type_predefined(datatype) != NULL && count >= 0 &&
           buf != NULL && buf != MPI_IN_PLACE && tag >= 0;
}

QUICK bool quick_send(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm)
{
    struct straight message;

    if (dest == MPI_PROC_NULL)
        return quick_nobody(buf, count, datatype, tag, comm);
    if (!quick_message(buf, count, datatype, dest, tag, comm, &message))
        return false;
    message.site = SITE;
    return quick_is_dest(&message) && straight_send(rank_self(), &message);
}

QUICK bool quick_recv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                      MPI_Comm comm, MPI_Status *status)
{
    struct straight wanted;

    if (source == MPI_PROC_NULL && status == MPI_STATUS_IGNORE)
        return quick_nobody(buf, count, datatype, tag, comm);
    if (!quick_message(buf, count, datatype, source, tag, comm, &wanted))
        return false;
    wanted.site = SITE;
    return quick_is_source(&wanted) && straight_receive(rank_self(), &wanted, status);
}

QUICK bool quick_isend(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                       MPI_Comm comm, MPI_Request *handle)
{
    struct straight message;
    struct request *request;

    if (unlikely(handle == NULL) ||
        !quick_message(buf, count, datatype, dest, tag, comm, &message) ||
        !quick_is_dest(&message))
        return false;
    message.site = SITE;
    request = straight_start_send(rank_self(), &message);
    if (unlikely(request == NULL))
        return false;
    *handle = handle_of_request(request);
    return true;
}

QUICK bool quick_irecv(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                       MPI_Comm comm, MPI_Request *handle)
{
    struct straight wanted;
    struct request *request;

    if (unlikely(handle == NULL) ||
        !quick_message(buf, count, datatype, source, tag, comm, &wanted) ||
        !quick_is_source(&wanted))
        return false;
    wanted.site = SITE;
    request = straight_start_receive(rank_self(), &wanted);
    if (unlikely(request == NULL))
        return false;
    *handle = handle_of_request(request);
    return true;
}

QUICK bool quick_wait(MPI_Request *handle, MPI_Status *status)
{
    struct rank *self = rank_self();
    struct request *request;

    if (unlikely(self == NULL || self->straight == NULL || handle == NULL))
        return false;
    request = handle_request(*handle);
    if (unlikely(request == NULL) || !straight_is_over(self, request))
        return false;
    *handle = MPI_REQUEST_NULL;
    straight_conclude(self, request, status);
    return true;
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

/* What is packed or unpacked, and where it lies in the packing buffer. */
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

/* Done, or a receive for which nothing has come. */
QUICK bool quick_test(MPI_Request *handle, int *flag, MPI_Status *status)
{
    struct rank *self = rank_self();
    struct request *request;
    bool is_done;

    if (unlikely(self == NULL || self->straight == NULL || handle == NULL || flag == NULL))
        return false;
    request = handle_request(*handle);
    if (unlikely(request == NULL) || !straight_is_plain(request))
        return false;
    is_done = request_is_done(request);
    if (!is_done && (request->class != &receive_class || !straight_is_idle(self, STRAIGHT_INBOX)))
        return false;
    *flag = is_done;
    if (is_done) {
        *handle = MPI_REQUEST_NULL;
        straight_conclude(self, request, status);
    }
    return true;
}

/* Nothing has come. */
QUICK bool quick_iprobe(int source, int tag, MPI_Comm handle, int *flag, MPI_Status *status)
{
    struct comm *comm = handle_comm(handle);
    const struct straight wanted = {.comm = comm, .peer = source, .tag = tag};

    (void)status; /* unchanged then */
    if (unlikely(comm == NULL || comm->self->straight == NULL || flag == NULL) ||
        !quick_is_source(&wanted) || !straight_is_idle(comm->self, STRAIGHT_KEPT))
        return false;
    *flag = false;
    return true;
}

/* To oneself, while nothing else is under way: a copy. To and from nobody: nothing. */
QUICK bool quick_sendrecv(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                          int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                          int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct straight message, wanted;

    if (dest == MPI_PROC_NULL)
        return source == MPI_PROC_NULL && status == MPI_STATUS_IGNORE &&
               quick_nobody(sendbuf, sendcount, sendtype, sendtag, comm) &&
               quick_nobody(recvbuf, recvcount, recvtype, recvtag, comm);
    return quick_message(sendbuf, sendcount, sendtype, dest, sendtag, comm, &message) &&
           quick_message(recvbuf, recvcount, recvtype, source, recvtag, comm, &wanted) &&
           quick_is_dest(&message) && quick_is_source(&wanted) &&
           straight_keep(rank_self(), &message, &wanted, status);
}

/* No handle is touched before all are found to be done. One that stands there twice is none the
 * second time. */
QUICK bool quick_waitall(int count, MPI_Request handles[], MPI_Status *statuses)
{
    struct rank *self = rank_self();
    int i;

    if (unlikely(self == NULL || self->straight == NULL || handles == NULL || count < 0))
        return false;
    for (i = 0; i < count; i++) {
        struct request *request = handle_request(handles[i]);

        if (unlikely(request == NULL) || !straight_is_over(self, request))
            return false;
    }
    for (i = 0; i < count; i++) {
        struct request *request = handle_request(handles[i]);

        if (unlikely(request == NULL))
            return false;
        straight_conclude(self, request,
                          statuses != MPI_STATUSES_IGNORE ? &statuses[i] : MPI_STATUS_IGNORE);
        handles[i] = MPI_REQUEST_NULL;
    }
    return true;
}

#endif
