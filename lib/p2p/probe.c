/* SPDX-License-Identifier: MIT */
#include "p2p/probe.h"

#include "base/memory.h"
#include "base/note.h"
#include "base/random.h"
#include "p2p/describe.h"
#include "p2p/held.h"
#include "p2p/receive.h"
#include "rank/journal.h"
#include "rank/wait.h"

static struct match_key key_for(const struct comm *comm, int source, int tag)
{
    return (struct match_key){.context = comm->context->id, .source = source, .tag = tag};
}

/* Under the guard. */
static void note_seen(struct p2p *p2p, const struct envelope *envelope)
{
    p2p->seen_serial = envelope->serial;
    p2p->seen_source = envelope->key.source;
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

struct probe {
    struct rank *self;
    struct comm *comm;
    struct match_key key;
    MPI_Status *status; /* describes the message; may be NULL */
    int source;         /* of the message */
};

static bool finds_nothing(void *subject)
{
    struct probe *probe = subject;
    const struct unexpected *message;

    guard_enter(&probe->self->guard);
    message = find_message(probe->self->p2p, &probe->key);
    if (message != NULL) {
        note_seen(probe->self->p2p, &message->envelope);
        fill_status(&message->envelope, probe->status);
        probe->source = message->envelope.key.source;
    }
    guard_leave(&probe->self->guard);
    return message == NULL;
}

/* A probe of any source that a journal repeats asks for the source that it has found before. False:
 * it has found none. */
static bool follow_probe(struct rank *self, struct comm *comm, struct match_key *key)
{
    int source;

    if (key->source != MPI_ANY_SOURCE || !journal_take(self, JOURNAL_PROBE, &source))
        return true;
    if (source >= comm_peers(comm)->size)
        journal_refuse(self, &self->call, "a message of rank %d", source);
    if (source != JOURNAL_NO_MESSAGE)
        key->source = source;
    return source != JOURNAL_NO_MESSAGE;
}

static void note_source(struct rank *self, const struct match_key *key, int source)
{
    if (key->source == MPI_ANY_SOURCE)
        journal_note(self, JOURNAL_PROBE, source);
}

static uint64_t about_key(const struct match_key *key)
{
    return random_mix(random_mix(key->context, (uint32_t)key->source), (uint32_t)key->tag);
}

/* One round of a call that does not wait. True: it has a message. A rank that probes again and
 * again makes progress, also when there is a message. */
static bool poll(struct probe *probe)
{
    struct rank *self = probe->self;
    const struct look look = {finds_nothing, probe, about_key(&probe->key)};
    bool is_there;

    if (!choice_is_open(self) && self->journal == NULL) {
        rank_poll(self);
        return !finds_nothing(probe);
    }
    held_probe_begin(self, &probe->key);
    is_there = rank_look(self, &look);
    held_probe_end(self);
    return is_there;
}

static void describe_probe(void *subject, struct wait_report *wait_report)
{
    const struct probe *probe = subject;

    describe_arrival(probe->comm, &probe->key, wait_report);
}

static const struct wait message_found = {.is_pending = finds_nothing, .describe = describe_probe};

bool probe_try(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status)
{
    struct probe probe = {self, comm, key_for(comm, source, tag), status, source};

    if (source == MPI_PROC_NULL) {
        fill_proc_null_status(status);
        return true;
    }
    if (!poll(&probe))
        return false;
    note_source(self, &probe.key, probe.source);
    if (journal_is_followed(self) && follow_probe(self, comm, &probe.key))
        rank_wait(self, &message_found, &probe);
    return true;
}

void probe_wait(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status)
{
    struct probe probe = {self, comm, key_for(comm, source, tag), status, source};

    if (source == MPI_PROC_NULL) {
        fill_proc_null_status(status);
        return;
    }
    (void)follow_probe(self, comm, &probe.key);
    held_probe_begin(self, &probe.key);
    rank_wait(self, &message_found, &probe);
    held_probe_end(self);
    note_source(self, &probe.key, probe.source);
}

/* ---- matched probes ------------------------------------------------------------------------- */

struct message {
    struct object object;
    struct rank *self;
    struct comm *comm; /* held */
    struct unexpected *unexpected;
};

static_assert(sizeof(struct message) <= OBJECT_OTHER_BYTES, "a message fits its slot");

static struct unexpected *take_unexpected(struct message *message, const struct match_key *key)
{
    struct rank *self = message->self;
    uintptr_t site = load_relaxed(&message->object.site);
    struct unexpected *unexpected;

    guard_enter(&self->guard);
    unexpected = self->p2p->held != NULL ? held_take_shown(self->p2p, key)
                                         : match_take_unexpected(&self->p2p->match, key);
    if (unexpected != NULL) {
        note_seen(self->p2p, &unexpected->envelope);
        wildcard_log_note(&self->p2p->wildcard_log, key, (const void *)site, &unexpected->envelope);
    }
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
    probe->message->unexpected = take_unexpected(probe->message, &probe->key);
    return probe->message->unexpected == NULL;
}

static void describe_matched_probe(void *subject, struct wait_report *wait_report)
{
    const struct matched_probe *probe = subject;

    describe_arrival(probe->message->comm, &probe->key, wait_report);
}

static const struct wait message_taken = {.is_pending = takes_nothing,
                                          .describe = describe_matched_probe};

/* A call that does not wait has seen a message, which another thread may take meanwhile. */
static void take_seen(struct rank *self, struct matched_probe *probe)
{
    if (journal_is_followed(self) && follow_probe(self, probe->message->comm, &probe->key))
        rank_wait(self, &message_taken, probe);
    else if (!journal_is_followed(self))
        takes_nothing(probe);
}

static void wait_to_take(struct rank *self, struct matched_probe *probe)
{
    (void)follow_probe(self, probe->message->comm, &probe->key);
    held_probe_begin(self, &probe->key);
    rank_wait(self, &message_taken, probe);
    held_probe_end(self);
}

static int probe_matched(struct rank *self, struct comm *comm, int source, int tag, bool waits,
                         bool *flag, struct message **message, MPI_Status *status)
{
    struct matched_probe probe = {.key = key_for(comm, source, tag)};
    struct probe seen = {self, comm, probe.key, NULL, source};
    bool is_to_be_taken;

    if (source == MPI_PROC_NULL) {
        fill_proc_null_status(status);
        *message = NULL;
        *flag = true;
        return MPI_SUCCESS;
    }
    probe.message = message_create(self, comm);
    if (probe.message == NULL)
        return MPI_ERR_NO_MEM;
    is_to_be_taken = waits || poll(&seen);
    if (waits)
        wait_to_take(self, &probe);
    else if (is_to_be_taken)
        take_seen(self, &probe);
    *flag = probe.message->unexpected != NULL;
    if (is_to_be_taken)
        note_source(self, &probe.key,
                    *flag ? probe.message->unexpected->envelope.key.source : JOURNAL_NO_MESSAGE);
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

static void deliver_probed(struct receive_request *request, struct message *message,
                           const struct data *data, const void *site)
{
    request->data = *data;
    request->key = message->unexpected->envelope.key;
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
    deliver_probed(&receiving, message, data, site);
    delivery_tell_completion(&receiving, true);
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
    as_receive(request)->nth = 0;
    as_receive(request)->number = JOURNAL_NO_NUMBER;
    if (message != NULL) {
        deliver_probed(as_receive(request), message, data, site);
    } else {
        request->source = MPI_PROC_NULL;
        request_complete(request);
    }
    *started = request;
    return MPI_SUCCESS;
}
