/* SPDX-License-Identifier: MIT */
#include "p2p/receive.h"

#include "base/cpu.h"
#include "base/memory.h"
#include "base/note.h"
#include "p2p/cancel.h"
#include "p2p/delivery.h"
#include "p2p/describe.h"
#include "p2p/held.h"
#include "rank/abort.h"
#include "rank/journal.h"
#include "rank/observe/causal.h"
#include "rank/wait.h"
#include "request/completion.h"

enum receive_outcome receive_poll(struct rank *self, const struct receive *receive,
                                  MPI_Status *status)
{
    enum receive_outcome outcome = RECEIVE_NOTHING;
    int polls;

    for (polls = 0; polls < POLLS_BEFORE_WAITING && outcome == RECEIVE_NOTHING; polls++) {
        if (!rank_may_spin(self) || world_is_aborted(self->world))
            return RECEIVE_UNUSUAL;
        cpu_pause();
        outcome = receive_try(self, receive, status);
    }
    return outcome;
}

bool receive_await(struct rank *self, struct request *request)
{
    int polls;

    if (request->class != &receive_class || request->is_inactive)
        return false;
    for (polls = 0; polls < POLLS_BEFORE_WAITING && !inbox_rank_is_busy(self); polls++) {
        bool has_moved = p2p_progress(self);

        if (request_is_done(request))
            return true;
        if (has_moved)
            continue;
        if (!rank_may_spin(self) || world_is_aborted(self->world))
            return false;
        cpu_pause();
    }
    return false;
}

static bool has_taken(struct rank *self, uint64_t mark)
{
    bool has_popped;

    guard_enter(&self->guard);
    has_popped = mpsc_has_popped(&self->inbox, mark);
    guard_leave(&self->guard);
    return has_popped;
}

/* A message that has been sent in ready mode by now came too early for a receive that is posted
 * next. Another sender that is in the middle of its push holds this up for a moment. */
static void take_in_ready(struct rank *self)
{
    uint64_t mark = mpsc_mark(&self->inbox);

    while (load_relaxed(&self->ready_coming) > 0 && !has_taken(self, mark))
        if (!p2p_progress(self))
            rank_pause(self);
}

/* Takes the unexpected message that the receive asks for, or posts the receive. */
static struct unexpected *take_unexpected_or_post(struct rank *self,
                                                  struct receive_request *request)
{
    struct match *match = &self->p2p->match;
    struct unexpected *unexpected;

    if (unlikely(load_relaxed(&self->ready_coming) > 0))
        take_in_ready(self);
    held_gather(self);
    guard_enter(&self->guard);
    request->nth = ++match->begun;
    unexpected = match_take_unexpected(match, &request->key);
    if (unexpected == NULL)
        match_post(match, request);
    else
        wildcard_log_note_receive(&self->p2p->wildcard_log, &request->key, request->number,
                                  request->request.site, &unexpected->envelope);
    if (LAWS_ARE_CHECKED)
        match_check(match);
    guard_leave(&self->guard);
    return unexpected;
}

void receive_unexpected(struct receive_request *request, struct unexpected *unexpected)
{
    if (unexpected->envelope.is_ready)
        mismatch_is_early(request, &unexpected->envelope);
    delivery_fill(request, &unexpected->envelope, unexpected->rest);
    request_complete_own(&request->request);
    memory_give(unexpected);
}

/* The journal numbers receives of any source, and names the source of one that is repeated. One
 * that was cancelled asks for what is never sent. */
static void ask_journal(struct rank *self, const struct receive *receive,
                        struct receive_request *request)
{
    int source;

    request->number = JOURNAL_NO_NUMBER;
    if (receive->source != MPI_ANY_SOURCE)
        return;
    source = journal_begin_receive(self, receive->site, comm_peers(receive->comm)->size,
                                   &request->number);
    if (source == JOURNAL_NEVER_SENT)
        request->key.tag = JOURNAL_NEVER_SENT;
    else
        request->key.source = source;
}

/* The first half, with a request of the caller's, which then waits for it. */
static void begin_receive(struct rank *self, const struct receive *receive,
                          struct receive_request *request)
{
    struct unexpected *unexpected;

    request->request.bytes = 0;
    request->request.source = MPI_PROC_NULL;
    request->request.tag = MPI_ANY_TAG;
    request->request.site = receive->site;
    receive_aim(request, receive);
    if (receive->source == MPI_PROC_NULL) {
        store_relaxed(&request->request.is_done, true);
        return;
    }
    if (unlikely(self->journal != NULL))
        ask_journal(self, receive, request);
    if (causal_is_there() && guard_is_shared(&self->guard))
        causal_release(request); /* another thread of the rank may take the message for it */
    unexpected = take_unexpected_or_post(self, request);
    if (unexpected != NULL)
        receive_unexpected(request, unexpected);
}

/* With a chooser: messages have come that no receive has got yet. */
static bool has_messages(struct rank *self)
{
    struct mailbox *mailbox;
    bool has_messages;

    if (!choice_is_open(self))
        return false;
    guard_enter(&self->guard);
    has_messages = inbox_peek(self, &mailbox) != NULL;
    guard_leave(&self->guard);
    return has_messages;
}

static void cancel_receive(struct request *request)
{
    struct rank *self = request->owner;
    struct receive_request *receive = as_receive(request);
    bool is_posted;

    if (journal_is_followed(self) && journal_has_receive(self, receive->number))
        request_wait(request); /* it was too late */
    if (has_messages(self) && cancel_is_too_late(request, CHOICE_NO_NUMBER, 0, 0))
        held_gather(self);
    guard_enter(&self->guard);
    is_posted = receive->is_posted;
    if (is_posted) {
        match_unpost(&self->p2p->match, receive);
        if (receive->key.source == MPI_ANY_SOURCE && self->p2p->wildcard_log.journal != NULL)
            journal_note_receive(self->journal, receive->number, JOURNAL_CANCELLED);
    }
    guard_leave(&self->guard);
    if (is_posted) {
        request->is_cancelled = true;
        request_complete(request);
    }
}

/* The arguments of a persistent receive. */
struct operation {
    struct receive receive;
};

static void move_buffer(struct request *request, ptrdiff_t shift)
{
    struct data *data = &request->operation->receive.data;

    data->buf = (void *)((uintptr_t)data->buf + (uintptr_t)shift);
}

struct receive *receive_prepared(const struct request *request)
{
    return &request->operation->receive;
}

static void release_receive(struct request *request)
{
    type_drop(as_receive(request)->data.type);
    memory_give(request->operation);
}

static int restart_receive(struct request *request)
{
    begin_receive(request->owner, &request->operation->receive, as_receive(request));
    return MPI_SUCCESS;
}

static void explain_receive(const struct request *request)
{
    mismatch_explain(as_receive(request));
}

static void tell_order(const struct request *request, bool is_last)
{
    delivery_tell_completion(as_receive(request), is_last);
}

const struct request_class receive_class = {
    .restart = restart_receive,
    .move_buffer = move_buffer,
    .cancel = cancel_receive,
    .explain = explain_receive,
    .tell_order = tell_order,
    .describe = describe_receive,
    .release = release_receive,
};

int receive_wait_posted(struct rank *self, const struct receive *receive, MPI_Status *status)
{
    struct receive_request receiving;
    struct request *request = &receiving.request;

    request->class = &receive_class;
    request->owner = self;
    request->comm = receive->comm;
    request->error = MPI_SUCCESS;
    request->is_inactive = request->is_orphan = request->is_cancelled = false;
    store_relaxed(&request->is_done, false);
    begin_receive(self, receive, &receiving);
    request_wait(request);
    delivery_tell_completion(&receiving, true);
    if (status != NULL)
        request_fill_status(request, status);
    return request_error(request);
}

struct request *receive_create(struct rank *self, const struct receive *receive)
{
    struct request *request = request_create(self, &receive_class, receive->comm);

    if (request == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a request");
        return NULL;
    }
    /* The type's handle may be freed before the message comes. */
    type_hold(receive->data.type);
    as_receive(request)->data = receive->data;
    as_receive(request)->is_posted = false;
    as_receive(request)->nth = 0;
    return request;
}

void receive_begin(struct rank *self, const struct receive *receive, struct request *request)
{
    request->is_plain = receive->data.type->is_named;
    begin_receive(self, receive, as_receive(request));
    if (LAWS_ARE_CHECKED)
        request_check(request);
}

int receive_start(struct rank *self, const struct receive *receive, struct request **started)
{
    struct request *request = receive_create(self, receive);

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    receive_begin(self, receive, request);
    *started = request;
    return MPI_SUCCESS;
}

int receive_prepare(struct rank *self, const struct receive *receive, struct request **prepared)
{
    struct request *request = receive_create(self, receive);

    if (request == NULL)
        return MPI_ERR_NO_MEM;
    request->operation = memory_take(sizeof *request->operation);
    if (request->operation == NULL) {
        request_free(request);
        return note(MPI_ERR_NO_MEM, "no memory for a persistent receive");
    }
    request->operation->receive = *receive;
    request->is_persistent = true;
    request->is_inactive = true;
    *prepared = request;
    if (LAWS_ARE_CHECKED)
        request_check(request);
    return MPI_SUCCESS;
}
