/* SPDX-License-Identifier: MIT */
#include "p2p/send.h"

#include "base/cpu.h"
#include "base/memory.h"
#include "base/note.h"
#include "object/session.h"
#include "p2p/buffer.h"
#include "p2p/delivery.h"
#include "p2p/describe.h"
#include "p2p/facts.h"
#include "p2p/state.h"
#include "rank/choice.h"
#include "rank/observe/causal.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rank/observe/tally.h"
#include "rank/wait.h"
#include "request/completion.h"

static int no_memory_for_send(const struct send *send)
{
    return note(MPI_ERR_NO_MEM, "no memory for a message of %lld bytes to rank %d",
                (long long)data_bytes(&send->data), send->dest);
}

/* ---- protocols ------------------------------------------------------------------------------ */

static int send_descriptor(struct rank *self, const struct send *send, struct rank *receiver,
                           struct rendezvous *rendezvous, const struct send_request *request)
{
    return eager_send_rendezvous(self, send, receiver, rendezvous, request->serial)
               ? MPI_SUCCESS
               : no_memory_for_send(send);
}

/* Ranks that send to each other without a look at what comes fill both inboxes: a sender that finds
 * no room moves its own messages along first, which gives the others room. */
static int send_eager(struct rank *self, const struct send *send, struct rank *receiver,
                      MPI_Count bytes, uint32_t serial)
{
    if (likely(eager_send(self, send, receiver, bytes, serial)) ||
        (p2p_progress(self) && eager_send(self, send, receiver, bytes, serial)) ||
        eager_send_overflow(self, send, receiver, bytes, serial))
        return MPI_SUCCESS;
    return no_memory_for_send(send);
}

static int send_eager_copy(struct rank *self, const struct send *send, struct rank *receiver,
                           const struct send_request *request)
{
    struct rendezvous *rendezvous = rendezvous_create_copy(self, &send->data);

    return rendezvous != NULL ? send_descriptor(self, send, receiver, rendezvous, request)
                              : no_memory_for_send(send);
}

static bool should_pack(const struct rendezvous *rendezvous)
{
    return rendezvous->bytes > 0 && rendezvous->bytes <= PACKED_BYTES_MAX &&
           !data_is_contiguous(&rendezvous->data);
}

static int send_rendezvous(struct rank *self, const struct send *send, struct rank *receiver,
                           struct send_request *request, bool may_buffer)
{
    struct rendezvous *rendezvous = rendezvous_create(self, &send->data);
    int err;

    if (rendezvous == NULL)
        return no_memory_for_send(send);
    request->may_buffer = may_buffer;
    request->is_synchronous = send->mode == SEND_SYNCHRONOUS;
    if (should_pack(rendezvous)) {
        if (!request->may_buffer)
            rendezvous_pack(rendezvous);
        else if (rendezvous_buffer(rendezvous))
            return send_descriptor(self, send, receiver, rendezvous, request);
    }
    err = send_descriptor(self, send, receiver, rendezvous, request);
    if (err != MPI_SUCCESS)
        return err;
    request->rendezvous = rendezvous;
    request->request.site = send->site;
    store_relaxed(&request->request.is_done, false);
    return MPI_SUCCESS;
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
                         const struct send_request *request)
{
    struct buffer_segment *segment;
    struct buffer *buffer;
    unsigned char *room;
    struct rendezvous *rendezvous;
    int err = find_buffer(self, send, &buffer);

    if (err == MPI_SUCCESS)
        err = take_segment(self, buffer, data_bytes(&send->data), &segment, &room);
    if (err != MPI_SUCCESS)
        return err;
    rendezvous = rendezvous_create(self, &send->data);
    if (rendezvous == NULL) {
        segment_give(segment);
        return no_memory_for_send(send);
    }
    rendezvous_buffer_in(rendezvous, segment, room);
    return send_descriptor(self, send, receiver, rendezvous, request);
}

static bool may_buffer(const struct rank *self, const struct send_facts *facts)
{
    return policy_may_buffer(facts, load_relaxed(&self->own.buffered_bytes_max));
}

/* CHOICE_BUFFERING: whether a standard or ready send is done at once, or when its message is
 * received. By default as policy says. */
static void choose_buffering(struct rank *self, const struct send *send, uint32_t serial,
                             struct send_facts *facts)
{
    enum protocol protocol = policy_protocol(facts);
    struct choice_point point = {
        .kind = CHOICE_BUFFERING,
        .count = 2,
        .preset = protocol == PROTOCOL_RENDEZVOUS && !may_buffer(self, facts),
        .subject = {.number = send->dest, .tag = send->tag, .nth = (int)(serial + 1) / 2},
        .site = send->site};

    if (facts->eager == EAGER_BY_SIZE &&
        (facts->mode == SEND_STANDARD || facts->mode == SEND_READY))
        facts->eager = choice_ask(self, &point) == 0 ? EAGER_ALWAYS : EAGER_NEVER;
}

static int send_message(struct rank *self, const struct send *send, struct rank *receiver,
                        const struct send_facts *facts, struct send_request *request,
                        enum protocol protocol)
{
    /* A receive that is posted from here on is too late. */
    if (unlikely(send->mode == SEND_READY))
        fetch_add_relaxed(&receiver->ready_coming, 1);
    switch (protocol) {
    case PROTOCOL_EAGER:
        return send_eager(self, send, receiver, facts->bytes, request->serial);
    case PROTOCOL_EAGER_COPY:
        return send_eager_copy(self, send, receiver, request);
    case PROTOCOL_BUFFERED:
        return send_buffered(self, send, receiver, request);
    default:
        return send_rendezvous(self, send, receiver, request, may_buffer(self, facts));
    }
}

int send_begin(struct rank *self, const struct send *send, struct send_request *request)
{
    struct rank *receiver = NULL;
    struct send_facts facts;
    enum protocol protocol;
    int err;

    if (send->dest != MPI_PROC_NULL)
        receiver = send_receiver(send);
    send_conclude(request);
    send_name(request, send, receiver, request->serial);
    request->is_local = send->mode == SEND_BUFFERED || send->mode == SEND_COPIED;
    if (receiver == NULL)
        return MPI_SUCCESS;
    facts = send_facts(self, send, receiver, data_bytes(&send->data), request->serial == 0);
    if (choice_is_open(self))
        choose_buffering(self, send, request->serial, &facts);
    protocol = policy_protocol(&facts);
    err = send_message(self, send, receiver, &facts, request, protocol);
    /* Now that the message is on its way: it does not wait for its observer. */
    if (likely(err == MPI_SUCCESS))
        observe(self, .way = policy_way(protocol), .peer = receiver, .bytes = facts.bytes,
                .site = send->site, .facts = &facts, .number = send->dest, .tag = send->tag,
                .context = send->comm->context->id);
    return err;
}

/* ---- the class ------------------------------------------------------------------------------ */

static bool has_moved(const struct request *request)
{
    const struct rendezvous *rendezvous = as_send(request)->rendezvous;

    return rendezvous_is_delivered(rendezvous) || rendezvous_is_cooperative(rendezvous);
}

static bool advance_send(struct request *request)
{
    struct send_request *send = as_send(request);
    struct rendezvous *rendezvous = send->rendezvous;

    must(rendezvous != NULL);
    if (rendezvous_is_cooperative(rendezvous) && rendezvous_help(rendezvous))
        rank_has_worked(request->owner);
    if (rendezvous_is_delivered(rendezvous)) {
        if (send->is_synchronous)
            causal_acquire_back(send->receiver, send->key.source);
        cpu_prefetch_to_write(rendezvous); /* the next one is likely to lie there */
        rendezvous_free(rendezvous);
    } else if (!send->may_buffer || !rendezvous_buffer(rendezvous)) {
        return false;
    }
    send->rendezvous = NULL;
    if (causal_is_there() && guard_is_shared(&request->owner->guard))
        causal_release(request); /* the owner's thread may be another */
    store_relaxed(&request->is_done, true);
    return true;
}

static bool is_being_received(const struct request *request)
{
    const struct rendezvous *rendezvous = as_send(request)->rendezvous;

    return rendezvous != NULL && rendezvous_is_claimed(rendezvous);
}

static bool is_large_send(const struct request *request)
{
    const struct rendezvous *rendezvous = as_send(request)->rendezvous;

    return rendezvous != NULL && rendezvous->bytes >= TURN_BYTES_MIN;
}

/* The arguments of a persistent send. */
struct operation {
    struct send send;
};

static int restart_send(struct request *request)
{
    as_send(request)->serial = send_serial(request->owner);
    return send_begin(request->owner, &request->operation->send, as_send(request));
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

static void tell_send(const struct request *request, struct tally_awaited *awaited)
{
    awaited->site = (uint32_t)(uintptr_t)request->site;
    awaited->who = tally_who(as_send(request)->receiver);
}

const struct request_class send_class = {
    .is_ready = has_moved,
    .advance = advance_send,
    .is_under_way = is_being_received,
    .is_large = is_large_send,
    .restart = restart_send,
    .cancel = cancel_send,
    .describe = describe_send,
    .tell = tell_send,
    .release = release_send,
};

bool send_make_spare(struct rank *self)
{
    struct request *request = request_create(self, &send_class, NULL);

    if (request == NULL)
        return false;
    send_conclude(as_send(request));
    request->is_plain = true;
    request_recycle(self, request);
    return true;
}

/* ---- the four calls ------------------------------------------------------------------------- */

int send_wait(struct rank *self, const struct send *send)
{
    struct send_request sending;
    struct request *request = &sending.request;
    int err;

    request->class = &send_class;
    request->owner = self;
    request->comm = send->comm;
    request->is_inactive = false;
    sending.serial = send_serial_if_chosen(self);
    err = send_begin(self, send, &sending);
    if (err == MPI_SUCCESS)
        request_wait(request);
    return err;
}

int send_start(struct rank *self, const struct send *send, struct request **started)
{
    struct request *request = request_create(self, &send_class, send->comm);
    int err;

    if (request == NULL)
        return no_memory_for_send(send);
    request->is_plain = true;
    request->site = send->site;
    as_send(request)->serial = send_serial(self);
    err = send_begin(self, send, as_send(request));
    if (err != MPI_SUCCESS) {
        request_free(request);
        return err;
    }
    *started = request;
    if (LAWS_ARE_CHECKED)
        request_check(request);
    return MPI_SUCCESS;
}

int send_prepare(struct rank *self, const struct send *send, struct request **prepared)
{
    struct request *request = request_create(self, &send_class, send->comm);

    if (request == NULL)
        return no_memory_for_send(send);
    request->operation = memory_take(sizeof *request->operation);
    if (request->operation == NULL) {
        request_free(request);
        return no_memory_for_send(send);
    }
    type_hold(send->data.type);
    request->operation->send = *send;
    request->is_persistent = true;
    request->is_inactive = true;
    *prepared = request;
    if (LAWS_ARE_CHECKED)
        request_check(request);
    return MPI_SUCCESS;
}
