/* SPDX-License-Identifier: MIT */
#include "p2p/receive.h"

#include "base/memory.h"
#include "base/note.h"
#include "p2p/describe.h"
#include "p2p/mismatch.h"
#include "p2p/p2p.h"
#include "p2p/status.h"
#include "rank/wait.h"

/* A payload that travelled with its envelope: the first `bytes` of it. */
static void unpack_carried(const struct data *to, const struct envelope *envelope,
                           const unsigned char *rest, MPI_Count bytes)
{
    MPI_Count inside = bytes < INLINE_BYTES_MAX ? bytes : INLINE_BYTES_MAX;

    if (data_is_contiguous(to)) {
        copy_bytes(data_start(to), envelope->payload, (size_t)inside);
        copy_bytes(data_start(to) + inside, rest, (size_t)(bytes - inside));
    } else {
        data_unpack(to, 0, envelope->payload, inside);
        data_unpack(to, inside, rest, bytes - inside);
    }
}

void receive_fill(struct request *request, const struct envelope *envelope,
                  const unsigned char *rest)
{
    const struct data *to = &request->receiving.data;
    MPI_Count sent = envelope_bytes(envelope);
    MPI_Count room = data_bytes(to);

    request->source = envelope->key.source;
    request->tag = envelope->key.tag;
    request->bytes = sent < room ? sent : room;
    if (unlikely(!envelope_fits(envelope, room, to->type)))
        mismatch_find(request, envelope);
    if (envelope->inline_bytes == IN_PARCEL)
        parcel_receive(envelope->parcel, to);
    else
        unpack_carried(to, envelope, rest, request->bytes);
}

bool receive_takes_inline(struct request *request, const struct envelope *envelope)
{
    const struct data *to = &request->receiving.data;

    if (!data_is_contiguous(to) || !envelope_fits(envelope, data_bytes(to), to->type))
        return false;
    request->source = envelope->key.source;
    request->tag = envelope->key.tag;
    request->bytes = envelope->inline_bytes;
    copy_bytes(data_start(to), envelope->payload,
               request->bytes < INLINE_BYTES_MAX ? (size_t)request->bytes : INLINE_BYTES_MAX);
    return true;
}

void receive_deliver(struct request *request, const struct envelope *envelope,
                     const unsigned char *rest)
{
    receive_fill(request, envelope, rest);
    request_complete(request);
}

static struct match_key key_for(const struct comm *comm, int source, int tag)
{
    return (struct match_key){.context = comm->context->id, .source = source, .tag = tag};
}

static bool has_taken(struct rank *self, uint64_t mark)
{
    bool has_popped;

    guard_enter(&self->guard);
    has_popped = mpsc_has_popped(&self->inbox, mark);
    guard_leave(&self->guard);
    return has_popped;
}

/* What was sent in ready mode by now came too early for a receive that is posted next. Another
 * sender that is in the middle of its push holds it up, for a moment. */
static void take_in_ready(struct rank *self)
{
    uint64_t mark = mpsc_mark(&self->inbox);

    while (load_relaxed(&self->ready_coming) > 0 && !has_taken(self, mark))
        if (!p2p_progress(self))
            rank_pause(self);
}

/* The message that was kept before this receive was posted, or posts it. */
static struct waiting *take_kept_or_post(struct rank *self, struct request *request)
{
    struct match *match = &self->p2p->match;
    struct waiting *waiting;

    if (unlikely(load_relaxed(&self->ready_coming) > 0))
        take_in_ready(self);
    guard_enter(&self->guard);
    waiting = match_take(match, &request->receiving.key);
    if (waiting == NULL)
        match_post(match, request);
    else
        takings_note(&self->p2p->takings, &request->receiving.key, request->site,
                     &waiting->envelope);
    guard_leave(&self->guard);
    return waiting;
}

static void receive_kept(struct request *request, struct waiting *waiting)
{
    if (waiting->envelope.is_ready)
        mismatch_is_early(request, &waiting->envelope);
    receive_fill(request, &waiting->envelope, waiting->rest);
    request_complete_own(request);
    memory_give(waiting);
}

/* The first half, with a request of the caller's, which then waits for it. */
static void begin(struct rank *self, const struct receive *receive, struct request *request)
{
    struct waiting *waiting;

    request->bytes = 0;
    request->source = MPI_PROC_NULL;
    request->tag = MPI_ANY_TAG;
    request->receiving.data = receive->data;
    request->site = receive->call != NULL ? receive->call->site : NULL;
    if (receive->source == MPI_PROC_NULL) {
        store_relaxed(&request->is_done, true);
        return;
    }
    request->receiving.key.context = receive->comm->context->id;
    request->receiving.key.source = receive->source;
    request->receiving.key.tag = receive->tag;
    waiting = take_kept_or_post(self, request);
    if (waiting != NULL)
        receive_kept(request, waiting);
}

static void cancel_receive(struct request *request)
{
    struct rank *self = request->owner;
    bool is_posted;

    guard_enter(&self->guard);
    is_posted = request->receiving.is_posted;
    if (is_posted)
        match_unpost(&self->p2p->match, request);
    guard_leave(&self->guard);
    if (is_posted) {
        request->is_cancelled = true;
        request_complete(request);
    }
}

/* The arguments of a persistent receive. */
struct operation {
    struct receive receive;
    struct call call;
};

const struct receive *receive_prepared(const struct request *request)
{
    return &request->operation->receive;
}

static void release_receive(struct request *request)
{
    type_drop(request->receiving.data.type);
    memory_give(request->operation);
}

static int restart_receive(struct request *request)
{
    begin(request->owner, &request->operation->receive, request);
    return MPI_SUCCESS;
}

const struct request_class receive_class = {
    .restart = restart_receive,
    .cancel = cancel_receive,
    .release = release_receive,
};

int receive_wait(struct rank *self, const struct receive *receive, MPI_Status *status)
{
    struct request request;

    request.class = &receive_class;
    request.owner = self;
    request.comm = receive->comm;
    request.error = MPI_SUCCESS;
    request.is_inactive = request.is_orphan = request.is_cancelled = false;
    store_relaxed(&request.is_done, false);
    begin(self, receive, &request);
    request_wait(&request);
    if (status != NULL)
        request_fill_status(&request, status);
    return request_error(&request);
}

static struct request *create(struct rank *self, const struct receive *receive)
{
    struct request *request = request_create(self, &receive_class, receive->comm);

    if (request == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a request");
        return NULL;
    }
    /* The type's handle may be freed before the message comes. */
    type_hold(receive->data.type);
    request->receiving.data = receive->data;
    request->receiving.is_posted = false;
    return request;
}

int receive_start(struct rank *self, const struct receive *receive, struct request **started)
{
    struct request *request = create(self, receive);

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    begin(self, receive, request);
    *started = request;
    return MPI_SUCCESS;
}

int receive_prepare(struct rank *self, const struct receive *receive, struct request **prepared)
{
    struct request *request = create(self, receive);

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    request->operation = memory_take(sizeof *request->operation);
    if (request->operation == NULL) {
        request_free(request);
        return note(MPI_ERR_NO_MEM, "no memory for a persistent receive");
    }
    request->operation->receive = *receive;
    if (receive->call != NULL) { /* the caller's, gone when this one starts */
        request->operation->call = *receive->call;
        request->operation->receive.call = &request->operation->call;
    }
    request->is_persistent = true;
    request->is_inactive = true;
    *prepared = request;
    return MPI_SUCCESS;
}

bool receive_look(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status)
{
    struct match_key key = key_for(comm, source, tag);
    struct waiting *waiting;

    if (source == MPI_PROC_NULL) {
        if (status != NULL)
            status_fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return true;
    }
    guard_enter(&self->guard);
    waiting = match_find(&self->p2p->match, &key);
    if (waiting != NULL && status != NULL)
        status_fill(status, waiting->envelope.key.source, waiting->envelope.key.tag,
                    envelope_bytes(&waiting->envelope));
    guard_leave(&self->guard);
    return waiting != NULL;
}

struct look {
    struct rank *self;
    struct comm *comm;
    int source;
    int tag;
    MPI_Status *status;
};

static bool sees_nothing(void *subject)
{
    const struct look *look = subject;

    return !receive_look(look->self, look->comm, look->source, look->tag, look->status);
}

static void describe_look(void *subject, struct wait_report *wait_report)
{
    const struct look *look = subject;
    const struct match_key key = key_for(look->comm, look->source, look->tag);

    describe_arrival(look->comm, &key, wait_report);
}

static const struct wait something_seen = {sees_nothing, describe_look};

void receive_wait_look(struct rank *self, struct comm *comm, int source, int tag,
                       MPI_Status *status)
{
    struct look look = {self, comm, source, tag, status};

    rank_wait(self, &something_seen, &look);
}
