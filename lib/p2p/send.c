/* SPDX-License-Identifier: MIT */
#include "p2p/send.h"

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "p2p/p2p.h"
#include "rank/wait.h"

/* Above this the receiver copies from the sender's buffer if it comes in time
 * (bench/api/pingpong). */
enum { COPIED_AT_ONCE_BYTES_MAX = 1024 };

static int no_memory(const struct send *send)
{
    return note(MPI_ERR_NO_MEM, "no memory for a message of %lld bytes to rank %d",
                (long long)data_bytes(&send->data), send->dest);
}

static struct envelope envelope_for(const struct send *send)
{
    return (struct envelope){
        .key = {.context = send->comm->context->id,
                .source = send->comm->rank,
                .tag = send->tag},
        .motif = motif_fold(send->data.type->motif),
        .site = (uint32_t)(uintptr_t)send->call->site,
    };
}

/* Envelope and payload in one line. */
static int send_inline(const struct send *send, struct rank *receiver, MPI_Count bytes)
{
    struct envelope envelope = envelope_for(send);
    size_t used = offsetof(struct envelope, payload) + (size_t)bytes;

    envelope.inline_bytes = (uint32_t)bytes;
    if (data_is_contiguous(&send->data))
        copy_bytes(envelope.payload, data_start(&send->data), (size_t)bytes);
    else
        data_pack(&send->data, 0, envelope.payload, bytes);
    return rank_push(receiver, &envelope, used) ? MPI_SUCCESS : no_memory(send);
}

static int send_parcel(struct rank *self, const struct send *send, struct rank *receiver,
                       struct request *request)
{
    struct envelope envelope = envelope_for(send);
    struct parcel *parcel = parcel_create(self, &self->p2p->account, &send->data);
    bool is_buffered;

    if (parcel == NULL)
        return no_memory(send);
    request->may_buffer = parcel->bytes <= knobs.buffered_bytes_max;
    is_buffered = request->may_buffer && parcel->bytes <= COPIED_AT_ONCE_BYTES_MAX &&
                  parcel_buffer(parcel);
    envelope.inline_bytes = IN_PARCEL;
    envelope.parcel = parcel;
    if (!rank_push(receiver, &envelope, sizeof envelope)) {
        parcel_free(parcel);
        return no_memory(send);
    }
    request->parcel = is_buffered ? NULL : parcel;
    request->is_done = is_buffered;
    return MPI_SUCCESS;
}

int send_begin(struct rank *self, const struct send *send, struct request *request)
{
    struct rank *receiver;
    MPI_Count bytes;

    request->error = MPI_SUCCESS;
    request->is_done = true;
    request->parcel = NULL;
    if (send->dest == MPI_PROC_NULL)
        return MPI_SUCCESS;
    receiver = comm_peers(send->comm)->members[send->dest];
    bytes = data_bytes(&send->data);
    if (bytes <= INLINE_BYTES_MAX)
        return send_inline(send, receiver, bytes);
    return send_parcel(self, send, receiver, request);
}

bool send_test(struct request *request)
{
    struct parcel *parcel = request->parcel;

    if (parcel_is_delivered(parcel))
        parcel_free(parcel);
    else if (!request->may_buffer || !parcel_buffer(parcel))
        return false;
    request->parcel = NULL;
    request->is_done = true;
    return true;
}

int send_wait(struct rank *self, const struct send *send)
{
    struct request request = {.kind = REQUEST_SEND};
    int err = send_begin(self, send, &request);

    if (err == MPI_SUCCESS && !request.is_done)
        request_wait(self, &request);
    return err;
}

int send_start(struct rank *self, const struct send *send, struct request **started)
{
    struct request *request = request_create(self, REQUEST_SEND, send->comm);
    int err;

    if (request == NULL)
        return no_memory(send);
    err = send_begin(self, send, request);
    if (err != MPI_SUCCESS) {
        request_free(self, request);
        return err;
    }
    *started = request;
    return MPI_SUCCESS;
}
