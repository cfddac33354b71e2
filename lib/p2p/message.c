/* SPDX-License-Identifier: MIT */
#include "p2p/message.h"

#include "base/memory.h"
#include "base/note.h"
#include "p2p/describe.h"
#include "p2p/mismatch.h"
#include "p2p/p2p.h"
#include "p2p/receive.h"
#include "p2p/status.h"
#include "rank/wait.h"

struct message {
    struct object object;
    struct rank *self;
    struct comm *comm; /* held */
    struct waiting *waiting;
};

static_assert(sizeof(struct message) <= OBJECT_OTHER_BYTES, "a message fits its slot");

static struct waiting *take(struct message *message, const struct match_key *key)
{
    struct rank *self = message->self;
    uintptr_t site = load_relaxed(&message->object.site);
    struct waiting *waiting;

    guard_enter(&self->guard);
    waiting = match_take(&self->p2p->match, key);
    if (waiting != NULL)
        takings_note(&self->p2p->takings, key, (const void *)site, &waiting->envelope);
    guard_leave(&self->guard);
    return waiting;
}

static struct message *message_create(struct rank *self, struct comm *comm)
{
    struct message *message = object_create(self->world->store, OBJECT_MESSAGE);

    if (message == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a matched message");
        return NULL;
    }
    message->self = self;
    message->comm = comm;
    message->waiting = NULL;
    object_hold(&comm->object);
    return message;
}

static void message_destroy(struct message *message)
{
    comm_drop(message->comm);
    object_destroy(message->self->world->store, &message->object);
}

struct comm *message_comm(const struct message *message)
{
    return message->comm;
}

/* One look with a message object at hand, so that nothing is lost for want of memory. */
struct matched_look {
    struct message *message;
    struct match_key key;
};

/* Asked again when it has found one, it keeps that. */
static bool finds_nothing(void *subject)
{
    struct matched_look *look = subject;

    if (look->message->waiting != NULL)
        return false;
    look->message->waiting = take(look->message, &look->key);
    return look->message->waiting == NULL;
}

static void describe_matched_look(void *subject, struct wait_report *wait_report)
{
    const struct matched_look *look = subject;

    describe_arrival(look->message->comm, &look->key, wait_report);
}

static const struct wait something_found = {finds_nothing, describe_matched_look};

static void fill_from(const struct message *message, MPI_Status *status)
{
    const struct envelope *envelope = &message->waiting->envelope;

    if (status != NULL)
        status_fill(status, envelope->key.source, envelope->key.tag, envelope_bytes(envelope));
}

static int look(struct rank *self, struct comm *comm, int source, int tag, bool waits, bool *flag,
                struct message **message, MPI_Status *status)
{
    struct matched_look subject = {
        .key = {.context = comm->context->id, .source = source, .tag = tag}};

    if (source == MPI_PROC_NULL) {
        if (status != NULL)
            status_fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        *message = NULL;
        *flag = true;
        return MPI_SUCCESS;
    }
    subject.message = message_create(self, comm);
    if (subject.message == NULL)
        return MPI_ERR_NO_MEM;
    if (waits)
        rank_wait(self, &something_found, &subject);
    else
        finds_nothing(&subject);
    *flag = subject.message->waiting != NULL;
    if (!*flag) {
        message_destroy(subject.message);
        return MPI_SUCCESS;
    }
    fill_from(subject.message, status);
    *message = subject.message;
    return MPI_SUCCESS;
}

int message_look(struct rank *self, struct comm *comm, int source, int tag, bool *flag,
                 struct message **message, MPI_Status *status)
{
    return look(self, comm, source, tag, false, flag, message, status);
}

int message_wait_look(struct rank *self, struct comm *comm, int source, int tag,
                      struct message **message, MPI_Status *status)
{
    bool flag;

    return look(self, comm, source, tag, true, &flag, message, status);
}

static void deliver(struct request *request, struct message *message, const struct data *data,
                    const struct call *call)
{
    request->receiving.data = *data;
    request->site = call->site;
    if (message->waiting->envelope.is_ready)
        mismatch_is_early(request, &message->waiting->envelope);
    receive_deliver(request, &message->waiting->envelope, message->waiting->rest);
    memory_give(message->waiting);
    message_destroy(message);
}

int message_receive(struct rank *self, struct message *message, const struct data *data,
                    const struct call *call, MPI_Status *status)
{
    struct request request = {.class = &receive_class, .owner = self};

    if (message == NULL) {
        if (status != NULL)
            status_fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    deliver(&request, message, data, call);
    if (status != NULL)
        request_fill_status(&request, status);
    return request_error(&request);
}

int message_receive_start(struct rank *self, struct message *message, const struct data *data,
                          const struct call *call, struct request **started)
{
    struct request *request =
        request_create(self, &receive_class, message != NULL ? message->comm : NULL);

    if (request == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a request");
    type_hold(data->type);
    request->receiving.data = *data;
    request->receiving.is_posted = false;
    if (message != NULL) {
        deliver(request, message, data, call);
    } else {
        request->source = MPI_PROC_NULL;
        request_complete(request);
    }
    *started = request;
    return MPI_SUCCESS;
}
