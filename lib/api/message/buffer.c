/* SPDX-License-Identifier: MIT */
/* Memory for buffered sends: the rank's, those of sessions and of communicators. */
#include "p2p/buffer.h"

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/point-to-point.h"
#include "base/note.h"
#include "p2p/flush.h"
#include "p2p/p2p.h"

static int attach(struct buffer **place, void *memory, MPI_Count bytes)
{
    if (memory != MPI_BUFFER_AUTOMATIC && bytes < 0)
        return note(MPI_ERR_ARG, "size %lld is negative", (long long)bytes);
    if (memory == NULL)
        return note(MPI_ERR_BUFFER, "buffer is NULL");
    if (*place != NULL)
        return note(MPI_ERR_BUFFER, "a buffer of %lld bytes is attached already",
                    (long long)(*place)->bytes);
    *place = buffer_create(memory, bytes);
    return *place != NULL ? MPI_SUCCESS : note(MPI_ERR_NO_MEM, "no memory to attach a buffer");
}

static int check_attached(const struct buffer *buffer)
{
    return buffer != NULL ? MPI_SUCCESS : note(MPI_ERR_BUFFER, "no buffer is attached");
}

/* buffer_addr is the address of the user's pointer, whatever that points to. */
static int detach(struct buffer **place, void *buffer_addr, struct int_slot size)
{
    struct buffer *buffer = *place;
    int err = check_attached(buffer);

    if (err == MPI_SUCCESS)
        err = check_pointer(buffer_addr, "buffer_addr");
    if (err == MPI_SUCCESS)
        err = check_slot(size, "size");
    if (err != MPI_SUCCESS)
        return err;
    *place = NULL;
    flush_wait(rank_self(), buffer);
    memcpy(buffer_addr, &buffer->memory, sizeof buffer->memory);
    slot_write(size, slot_fits(size, buffer->bytes) ? buffer->bytes : MPI_UNDEFINED);
    buffer_detach(buffer);
    buffer_drop(buffer);
    return MPI_SUCCESS;
}

static int flush(struct buffer *buffer)
{
    int err = check_attached(buffer);

    if (err == MPI_SUCCESS)
        flush_wait(rank_self(), buffer);
    return err;
}

static int start_flush(struct buffer *buffer, struct comm *comm, MPI_Request *request)
{
    struct request *started;
    int err = check_attached(buffer);

    if (err == MPI_SUCCESS)
        err = check_pointer(request, "request");
    if (err == MPI_SUCCESS)
        err = flush_start(rank_self(), buffer, comm, &started);
    if (err == MPI_SUCCESS)
        *request = handle_of_request(started);
    return err;
}

int api_buffer_attach(const struct call *call, void *buffer, MPI_Count size)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = attach(&rank_self()->p2p->buffer, buffer, size);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_buffer_detach(const struct call *call, void *buffer_addr, struct int_slot size)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = detach(&rank_self()->p2p->buffer, buffer_addr, size);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_buffer_flush(const struct call *call)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = flush(rank_self()->p2p->buffer);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_buffer_iflush(const struct call *call, MPI_Request *request)
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = start_flush(rank_self()->p2p->buffer, NULL, request);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}

int api_comm_attach_buffer(const struct call *call, MPI_Comm handle, void *buffer, MPI_Count size)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS && comm_make_extras(comm) == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for a communicator's buffer");
    if (err == MPI_SUCCESS)
        err = attach(&comm_extras(comm)->buffer, buffer, size);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_detach_buffer(const struct call *call, MPI_Comm handle, void *buffer_addr,
                           struct int_slot size)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS && comm_make_extras(comm) == NULL)
        err = note(MPI_ERR_NO_MEM, "no memory for a communicator's buffer");
    if (err == MPI_SUCCESS)
        err = detach(&comm_extras(comm)->buffer, buffer_addr, size);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_flush_buffer(const struct call *call, MPI_Comm handle)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = flush(comm_buffer(comm));
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_comm_iflush_buffer(const struct call *call, MPI_Comm handle, MPI_Request *request)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = start_flush(comm_buffer(comm), comm, request);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_session_attach_buffer(const struct call *call, MPI_Session handle, void *buffer,
                              MPI_Count size)
{
    struct session *session;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = attach(&session->buffer, buffer, size);
    return err == MPI_SUCCESS ? err : raise_session(call, session, err);
}

int api_session_detach_buffer(const struct call *call, MPI_Session handle, void *buffer_addr,
                              struct int_slot size)
{
    struct session *session;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = detach(&session->buffer, buffer_addr, size);
    return err == MPI_SUCCESS ? err : raise_session(call, session, err);
}

int api_session_flush_buffer(const struct call *call, MPI_Session handle)
{
    struct session *session;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = flush(session->buffer);
    return err == MPI_SUCCESS ? err : raise_session(call, session, err);
}

int api_session_iflush_buffer(const struct call *call, MPI_Session handle, MPI_Request *request)
{
    struct session *session;
    int err = check_session(handle, &session);

    if (err == MPI_SUCCESS)
        err = start_flush(session->buffer, NULL, request);
    return err == MPI_SUCCESS ? err : raise_session(call, session, err);
}
