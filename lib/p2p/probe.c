/* SPDX-License-Identifier: MIT */
#include "p2p/probe.h"

#include "base/memory.h"
#include "base/note.h"
#include "base/random.h"
#include "p2p/describe.h"
#include "p2p/held.h"
#include "p2p/receive.h"
#include "rank/wait.h"

static struct match_key key_for(const struct comm *comm, int source, int tag)
{
    return (struct match_key){.context = comm->context->id, .source = source, .tag = tag};
}

static void fill_status(const struct envelope *envelope, MPI_Status *status)
{
    if (status != NULL)
        status_fill(status, envelope->key.source, envelope->key.tag, envelope_bytes(envelope));
}

/* The status of a probe, or a receive, of MPI_PROC_NULL. */
static void fill_proc_null_status(MPI_Status *status)
{
    if (status != NULL)
        status_fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

/* ---- probes --------------------------------------------------------------------------------- */

static const struct unexpected *find_message(struct p2p *p2p, const struct match_key *key)
{
    return unlikely(p2p->held != NULL) ? held_find_shown(p2p, key)
                                       : match_find_unexpected(&p2p->match, key);
}

/* Finds a message, and describes it in status unless that is NULL. */
static bool find(struct rank *self, const struct match_key *key, MPI_Status *status)
{
    const struct unexpected *message;

    guard_enter(&self->guard);
    message = find_message(self->p2p, key);
    if (message != NULL)
        fill_status(&message->envelope, status);
    guard_leave(&self->guard);
    return message != NULL;
}

struct probe {
    struct rank *self;
    struct comm *comm;
    struct match_key key;
    MPI_Status *status;
};

static bool finds_nothing(void *subject)
{
    const struct probe *probe = subject;

    return !find(probe->self, &probe->key, probe->status);
}

static uint64_t about_key(const struct match_key *key)
{
    return random_mix(random_mix(key->context, (uint32_t)key->source), (uint32_t)key->tag);
}

/* One round of a call that does not wait. True: it has a message. Who probes again and again makes
 * progress, also when there is a message. */
static bool poll(struct rank *self, struct comm *comm, const struct match_key *key,
                 MPI_Status *status)
{
    struct probe probe = {self, comm, *key, status};
    const struct look look = {finds_nothing, &probe, about_key(key)};
    bool is_there;

    if (!choice_is_open(self)) {
        rank_poll(self);
        return find(self, key, status);
    }
    held_probe_begin(self, key);
    is_there = rank_look(self, &look);
    held_probe_end(self);
    return is_there;
}

bool probe_try(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status)
{
    const struct match_key key = key_for(comm, source, tag);

    if (source != MPI_PROC_NULL)
        return poll(self, comm, &key, status);
    fill_proc_null_status(status);
    return true;
}

static void describe_probe(void *subject, struct wait_report *wait_report)
{
    const struct probe *probe = subject;

    describe_arrival(probe->comm, &probe->key, wait_report);
}

static const struct wait message_found = {.is_pending = finds_nothing, .describe = describe_probe};

void probe_wait(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status)
{
    struct probe probe = {self, comm, key_for(comm, source, tag), status};

    if (source == MPI_PROC_NULL) {
        fill_proc_null_status(status);
        return;
    }
    held_probe_begin(self, &probe.key);
    rank_wait(self, &message_found, &probe);
    held_probe_end(self);
}

/* ---- matched probes ------------------------------------------------------------------------- */

struct message {
    struct object object;
    struct rank *self;
    struct comm *comm; /* held */
    struct unexpected *unexpected;
};

static_assert(sizeof(struct message) <= OBJECT_OTHER_BYTES, "a message fits its slot");

static struct unexpected *take(struct message *message, const struct match_key *key)
{
    struct rank *self = message->self;
    uintptr_t site = load_relaxed(&message->object.site);
    struct unexpected *unexpected;

    guard_enter(&self->guard);
    unexpected = self->p2p->held != NULL ? held_take_shown(self->p2p, key)
                                         : match_take_unexpected(&self->p2p->match, key);
    if (unexpected != NULL)
        wildcard_log_note(&self->p2p->wildcard_log, key, (const void *)site, &unexpected->envelope);
    guard_leave(&self->guard);
    return unexpected;
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
    message->unexpected = NULL;
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

/* A probe with a message object at hand, so that nothing is lost for want of memory. */
struct matched_probe {
    struct message *message;
    struct match_key key;
};

/* Asked again when it has taken a message, it keeps that. */
static bool takes_nothing(void *subject)
{
    struct matched_probe *probe = subject;

    if (probe->message->unexpected != NULL)
        return false;
    probe->message->unexpected = take(probe->message, &probe->key);
    return probe->message->unexpected == NULL;
}

static void describe_matched_probe(void *subject, struct wait_report *wait_report)
{
    const struct matched_probe *probe = subject;

    describe_arrival(probe->message->comm, &probe->key, wait_report);
}

static const struct wait message_taken = {.is_pending = takes_nothing,
                                          .describe = describe_matched_probe};

static int probe_matched(struct rank *self, struct comm *comm, int source, int tag, bool waits,
                         bool *flag, struct message **message, MPI_Status *status)
{
    struct matched_probe probe = {.key = key_for(comm, source, tag)};

    if (source == MPI_PROC_NULL) {
        fill_proc_null_status(status);
        *message = NULL;
        *flag = true;
        return MPI_SUCCESS;
    }
    probe.message = message_create(self, comm);
    if (probe.message == NULL)
        return MPI_ERR_NO_MEM;
    if (!waits && poll(self, comm, &probe.key, NULL)) {
        takes_nothing(&probe);
    } else if (waits) {
        held_probe_begin(self, &probe.key);
        rank_wait(self, &message_taken, &probe);
        held_probe_end(self);
    }
    *flag = probe.message->unexpected != NULL;
    if (!*flag) {
        message_destroy(probe.message);
        return MPI_SUCCESS;
    }
    fill_status(&probe.message->unexpected->envelope, status);
    *message = probe.message;
    return MPI_SUCCESS;
}

int message_try(struct rank *self, struct comm *comm, int source, int tag, bool *flag,
                struct message **message, MPI_Status *status)
{
    return probe_matched(self, comm, source, tag, false, flag, message, status);
}

int message_wait(struct rank *self, struct comm *comm, int source, int tag,
                 struct message **message, MPI_Status *status)
{
    bool flag;

    return probe_matched(self, comm, source, tag, true, &flag, message, status);
}

static void deliver(struct receive_request *request, struct message *message,
                    const struct data *data, const void *site)
{
    request->data = *data;
    request->request.site = site;
    receive_unexpected(request, message->unexpected);
    message_destroy(message);
}

int message_receive(struct rank *self, struct message *message, const struct data *data,
                    const void *site, MPI_Status *status)
{
    struct receive_request receiving = {.request = {.class = &receive_class, .owner = self}};

    if (message == NULL) {
        fill_proc_null_status(status);
        return MPI_SUCCESS;
    }
    deliver(&receiving, message, data, site);
    if (status != NULL)
        request_fill_status(&receiving.request, status);
    return request_error(&receiving.request);
}

int message_receive_start(struct rank *self, struct message *message, const struct data *data,
                          const void *site, struct request **started)
{
    struct request *request =
        request_create(self, &receive_class, message != NULL ? message->comm : NULL);

    if (request == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a request");
    type_hold(data->type);
    as_receive(request)->data = *data;
    as_receive(request)->is_posted = false;
    if (message != NULL) {
        deliver(as_receive(request), message, data, site);
    } else {
        request->source = MPI_PROC_NULL;
        request_complete(request);
    }
    *started = request;
    return MPI_SUCCESS;
}
