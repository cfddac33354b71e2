/* SPDX-License-Identifier: MIT */
#include "p2p/send.h"

#include "base/cpu.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "object/session.h"
#include "p2p/cancel.h"
#include "p2p/p2p.h"
#include "p2p/talk.h"
#include "rank/counters.h"
#include "rank/wait.h"

/* Above this the receiver copies from the sender's buffer if it comes in time
 * (bench/api/pingpong), or above more when they are not contiguous (bench/api/datatypes). */
enum { COPIED_BYTES_MAX = 512, SCATTERED_BYTES_MAX = 4096 };

/* What is not contiguous is packed by its sender as long as one thread has to copy it: then each
 * side stays with its own lines, and those that change hands are full and in a row. What two can
 * share goes from layout to layout (bench/api/datatypes). */
enum { PACKED_BYTES_MAX = SHARE_BYTES_MIN - 1 };

/* Messages in an inbox's spill list: a receiver that is not in MPI. */
enum { SPILLED_MAX = 32768 };

static int no_memory(const struct send *send)
{
    return note(MPI_ERR_NO_MEM, "no memory for a message of %lld bytes to rank %d",
                (long long)data_bytes(&send->data), send->dest);
}

/* Field by field, in place: what is written in one width and copied in another is slow to read. */
void send_write_envelope(struct envelope *envelope, const struct send *send, uint32_t bytes,
                         uint32_t serial)
{
    envelope->key.context = send->comm->context->id;
    envelope->key.source = send->comm->rank;
    envelope->key.tag = send->tag;
    envelope->inline_bytes = bytes & IN_PARCEL;
    envelope->is_ready = send->mode == SEND_READY;
    envelope->serial = serial;
    envelope->sig_hash = sig_hash_fold(send->data.type->sig_hash);
    envelope->site = send->call != NULL ? (uint32_t)(uintptr_t)send->call->site : 0;
}

/* Envelope and payload in one line. */
static int send_inline(const struct send *send, struct rank *receiver, MPI_Count bytes,
                       uint32_t serial)
{
    bool is_behind = talk_is_under_way(send->comm->self, receiver);
    struct mpsc_places places;
    struct envelope elsewhere, *reserved = mpsc_reserve(&receiver->inbox, 0, &places);
    struct envelope *envelope = likely(reserved != NULL) ? reserved : &elsewhere;

    send_write_envelope(envelope, send, (uint32_t)bytes, serial);
    envelope->is_behind = is_behind;
    if (data_is_contiguous(&send->data))
        copy_bytes(envelope->payload, data_start(&send->data), (size_t)bytes);
    else
        data_pack(&send->data, 0, envelope->payload, bytes);
    if (likely(reserved != NULL)) {
        rank_publish(receiver, &places);
        return MPI_SUCCESS;
    }
    return rank_push(receiver, &elsewhere, sizeof elsewhere) ? MPI_SUCCESS : no_memory(send);
}

/* Envelope and payload in several lines; false when the inbox has no room for them now. */
static bool send_carried(const struct send *send, struct rank *receiver, MPI_Count bytes,
                         uint32_t serial)
{
    bool is_behind = talk_is_under_way(send->comm->self, receiver);
    unsigned char packed[CARRIED_BYTES_MAX];
    const unsigned char *payload = packed;
    size_t rest_bytes = (size_t)(bytes - INLINE_BYTES_MAX);
    struct mpsc_places places;
    struct envelope *envelope;

    if (data_is_contiguous(&send->data))
        payload = (const unsigned char *)data_start(&send->data);
    else
        data_pack(&send->data, 0, packed, bytes);
    envelope = mpsc_reserve(&receiver->inbox, rest_bytes, &places);
    if (envelope == NULL)
        return false;
    send_write_envelope(envelope, send, (uint32_t)bytes, serial);
    envelope->is_behind = is_behind;
    memcpy(envelope->payload, payload, INLINE_BYTES_MAX);
    mpsc_write_tail(&receiver->inbox, &places, payload + INLINE_BYTES_MAX, rest_bytes);
    rank_publish(receiver, &places);
    return true;
}

/* Blocking sends have no serial. */
static bool can_be_called_off(uint32_t serial)
{
    return serial != 0;
}

static int push_parcel(const struct send *send, struct rank *receiver, struct parcel *parcel,
                       uint32_t serial)
{
    struct envelope envelope;

    send_write_envelope(&envelope, send, IN_PARCEL, serial);
    envelope.parcel = parcel;
    envelope.parcel_bytes = parcel->bytes;
    envelope.parcel_start = parcel->buffer != NULL ? (const char *)parcel->buffer
                                                   : data_start(&parcel->from);
    if (!can_be_called_off(serial) && talk_say_envelope(send->comm->self, &envelope, receiver))
        return MPI_SUCCESS;
    envelope.is_behind = talk_is_under_way(send->comm->self, receiver);
    if (rank_push(receiver, &envelope, sizeof envelope))
        return MPI_SUCCESS;
    parcel_free(parcel);
    return no_memory(send);
}

/* A receiver that has too much already is sent no copies: the sender waits for it. */
static bool is_flooded(const struct rank *receiver)
{
    return load_relaxed(&receiver->is_flooded) ||
           load_relaxed(&receiver->inbox.spilled) > SPILLED_MAX;
}

static int send_copy(struct rank *self, const struct send *send, struct rank *receiver,
                     struct request *request)
{
    struct parcel *parcel = parcel_create_copy(self, &send->data);

    if (parcel == NULL)
        return no_memory(send);
    return push_parcel(send, receiver, parcel, request->sending.serial);
}

/* Whether the send may be done before its message is received. */
static bool may_buffer(const struct send *send, const struct rank *receiver, MPI_Count bytes)
{
    return send->mode != SEND_SYNCHRONOUS && knobs.eager == EAGER_BY_SIZE &&
           bytes <= knobs.buffered_bytes_max && !is_flooded(receiver);
}

static bool should_pack(const struct parcel *parcel)
{
    return parcel->bytes > 0 && parcel->bytes <= PACKED_BYTES_MAX &&
           !data_is_contiguous(&parcel->data);
}

static int send_parcel(struct rank *self, const struct send *send, struct rank *receiver,
                       struct request *request)
{
    struct parcel *parcel = parcel_create(self, &send->data);
    int err;

    if (parcel == NULL)
        return no_memory(send);
    request->sending.may_buffer = may_buffer(send, receiver, parcel->bytes);
    if (should_pack(parcel)) {
        if (!request->sending.may_buffer)
            parcel_draft(parcel);
        else if (parcel_buffer(parcel))
            return push_parcel(send, receiver, parcel, request->sending.serial);
    }
    err = push_parcel(send, receiver, parcel, request->sending.serial);
    if (err != MPI_SUCCESS)
        return err;
    request->sending.parcel = parcel;
    request->site = send->call != NULL ? send->call->site : NULL;
    store_relaxed(&request->is_done, false);
    return MPI_SUCCESS;
}

/* By chance, but with a seed the same for each message of a rank. */
static bool choose(struct rank *self)
{
    uint64_t number = fetch_add_relaxed(&self->p2p->choices, 1);
    uint64_t mixed = (uint64_t)knobs.eager << 32 ^ (uint64_t)self->world_rank << 20 ^ number;

    /* Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4), twice. */
    mixed = (mixed ^ mixed >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 29) * UINT64_C(0xd1342543de82ef95);
    return mixed >> 63 != 0;
}

/* A standard or ready send that is done when its message is received, or at once, whatever its
 * size: so programs that need the one or the other show themselves. */
static int send_as_told(struct rank *self, const struct send *send, struct rank *receiver,
                        struct request *request)
{
    bool is_eager = knobs.eager == EAGER_ALWAYS || (knobs.eager > EAGER_ALWAYS && choose(self));

    if (is_eager && data_bytes(&send->data) <= INLINE_BYTES_MAX)
        return send_inline(send, receiver, data_bytes(&send->data), request->sending.serial);
    if (is_eager)
        return send_copy(self, send, receiver, request);
    return send_parcel(self, send, receiver, request);
}

/* The buffer that counts: the communicator's own, else its session's, else the rank's. */
static int find_buffer(struct rank *self, const struct send *send, struct buffer **buffer)
{
    const struct session *session = comm_session(send->comm);

    *buffer = comm_buffer(send->comm);
    if (*buffer == NULL && session != NULL)
        *buffer = session->buffer;
    if (*buffer == NULL)
        *buffer = self->p2p->buffer;
    if (*buffer == NULL)
        return note(MPI_ERR_BUFFER, "no buffer is attached for a buffered send of %lld bytes",
                    (long long)data_bytes(&send->data));
    return MPI_SUCCESS;
}

static int take_segment(struct rank *self, struct buffer *buffer, MPI_Count bytes,
                        struct buffer_segment **segment, unsigned char **room)
{
    guard_enter(&self->guard);
    *segment = buffer_take(buffer, bytes, room);
    guard_leave(&self->guard);
    if (*segment != NULL)
        return MPI_SUCCESS;
    if (buffer->is_automatic)
        return note(MPI_ERR_NO_MEM, "no memory to buffer a message of %lld bytes",
                    (long long)bytes);
    return note(MPI_ERR_BUFFER, "the attached buffer of %lld bytes has no room for %lld more",
                (long long)buffer->bytes, (long long)bytes);
}

static int send_buffered(struct rank *self, const struct send *send, struct rank *receiver,
                         struct request *request)
{
    struct buffer_segment *segment;
    struct buffer *buffer;
    unsigned char *room;
    struct parcel *parcel;
    int err = find_buffer(self, send, &buffer);

    if (err == MPI_SUCCESS)
        err = take_segment(self, buffer, data_bytes(&send->data), &segment, &room);
    if (err != MPI_SUCCESS)
        return err;
    parcel = parcel_create(self, &send->data);
    if (parcel == NULL) {
        segment_give(segment);
        return no_memory(send);
    }
    parcel_buffer_in(parcel, segment, room);
    return push_parcel(send, receiver, parcel, request->sending.serial);
}

static int send_message(struct rank *self, const struct send *send, struct rank *receiver,
                        MPI_Count bytes, struct request *request)
{
    /* A receive that is posted from here on is too late. */
    if (unlikely(send->mode == SEND_READY))
        fetch_add_relaxed(&receiver->ready_coming, 1);
    if (unlikely(send->mode == SEND_BUFFERED))
        return send_buffered(self, send, receiver, request);
    if (unlikely(knobs.eager != EAGER_BY_SIZE) &&
        (send->mode == SEND_STANDARD || send->mode == SEND_READY))
        return send_as_told(self, send, receiver, request);
    if (unlikely(send->mode == SEND_SYNCHRONOUS ||
                 (is_flooded(receiver) && send->mode != SEND_COPIED)))
        return send_parcel(self, send, receiver, request);
    if (bytes <= TALK_BYTES_MAX && !can_be_called_off(request->sending.serial) &&
        talk_say(self, send, receiver, bytes))
        return MPI_SUCCESS;
    if (bytes <= INLINE_BYTES_MAX)
        return send_inline(send, receiver, bytes, request->sending.serial);
    if (bytes <= CARRIED_BYTES_MAX &&
        send_carried(send, receiver, bytes, request->sending.serial))
        return MPI_SUCCESS;
    if (bytes <= COPIED_BYTES_MAX || send->mode == SEND_COPIED ||
        (bytes <= SCATTERED_BYTES_MAX && !data_is_contiguous(&send->data)))
        return send_copy(self, send, receiver, request);
    return send_parcel(self, send, receiver, request);
}

int send_begin(struct rank *self, const struct send *send, struct request *request)
{
    struct rank *receiver = NULL;
    MPI_Count bytes;
    int err;

    if (send->dest != MPI_PROC_NULL)
        receiver = comm_peers(send->comm)->members[send->dest];
    send_aim(request, send->comm, receiver, send->tag);
    if (receiver == NULL)
        return MPI_SUCCESS;
    bytes = data_bytes(&send->data);
    err = send_message(self, send, receiver, bytes, request);
    /* Now that the message is on its way: it does not wait for its count. */
    if (likely(err == MPI_SUCCESS))
        counters_count(self, COUNTERS_MESSAGE, receiver, bytes);
    return err;
}

/* There is something for advance_send to do. */
static bool has_moved(const struct request *request)
{
    return parcel_is_delivered(request->sending.parcel) ||
           parcel_is_shared(request->sending.parcel);
}

static bool advance_send(struct request *request)
{
    struct parcel *parcel = request->sending.parcel;

    if (parcel_is_shared(parcel) && parcel_help(parcel))
        rank_has_worked(request->owner);
    if (parcel_is_delivered(parcel)) {
        cpu_prefetch_to_write(parcel); /* the next one is likely to lie there */
        parcel_free(parcel);
    } else if (!request->sending.may_buffer || !parcel_buffer(parcel)) {
        return false;
    }
    request->sending.parcel = NULL;
    store_relaxed(&request->is_done, true);
    return true;
}

/* The arguments of a persistent send. */
struct operation {
    struct send send;
    struct call call;
};

static int restart_send(struct request *request)
{
    request->sending.serial = send_serial(request->owner);
    return send_begin(request->owner, &request->operation->send, request);
}

const struct send *send_prepared(const struct request *request)
{
    return &request->operation->send;
}

static void release_send(struct request *request)
{
    if (request->operation != NULL)
        type_drop(request->operation->send.data.type);
    memory_give(request->operation);
}

const struct request_class send_class = {
    .is_ready = has_moved,
    .advance = advance_send,
    .restart = restart_send,
    .cancel = cancel_send,
    .release = release_send,
};

int send_wait(struct rank *self, const struct send *send)
{
    struct request request;
    int err;

    request.class = &send_class;
    request.owner = self;
    request.comm = send->comm;
    request.is_inactive = false;
    request.sending.serial = 0;
    err = send_begin(self, send, &request);
    if (err == MPI_SUCCESS)
        request_wait(&request);
    return err;
}

int send_start(struct rank *self, const struct send *send, struct request **started)
{
    struct request *request = request_create(self, &send_class, send->comm);
    int err;

    if (request == NULL)
        return no_memory(send);
    request->sending.serial = send_serial(self);
    err = send_begin(self, send, request);
    if (err != MPI_SUCCESS) {
        request_free(request);
        return err;
    }
    *started = request;
    return MPI_SUCCESS;
}

int send_prepare(struct rank *self, const struct send *send, struct request **prepared)
{
    struct request *request = request_create(self, &send_class, send->comm);

    if (request == NULL)
        return no_memory(send);
    request->operation = memory_take(sizeof *request->operation);
    if (request->operation == NULL) {
        request_free(request);
        return no_memory(send);
    }
    type_hold(send->data.type);
    request->operation->send = *send;
    if (send->call != NULL) { /* the caller's, gone when this one starts */
        request->operation->call = *send->call;
        request->operation->send.call = &request->operation->call;
    }
    request->is_persistent = true;
    request->is_inactive = true;
    *prepared = request;
    return MPI_SUCCESS;
}
