/* SPDX-License-Identifier: MIT */
#include "p2p/request.h"

#include <sched.h>

#include "base/cpu.h"
#include "base/note.h"
#include "p2p/describe.h"
#include "p2p/mismatch.h"
#include "p2p/p2p.h"
#include "p2p/send.h"
#include "p2p/status.h"
#include "rank/wait.h"

/* One or two microseconds. */
enum { LOOKS_BEFORE_ADVANCING = 64 };

/* A message's way to its receiver and back takes longer. */
enum { PAUSES_BEFORE_LOOKING = 3 };

/* Of messages of at least so many bytes (bench/api/ring). */
enum { TURNS_BEFORE_ADVANCING = 2, TURN_BYTES_MIN = 16 << 10 };

static_assert(sizeof(struct request) <= OBJECT_REQUEST_BYTES, "a request fits its slot");

static struct request *take_spare(struct p2p *p2p)
{
    struct request *request = p2p->spare;

    if (request != NULL)
        p2p->spare = request->next;
    return request;
}

struct request *request_create(struct rank *self, const struct request_class *class,
                               struct comm *comm)
{
    struct request *request;

    guard_enter(&self->guard);
    request = take_spare(self->p2p);
    guard_leave(&self->guard);
    if (request == NULL)
        request = object_create(self->world->store, OBJECT_REQUEST);
    if (request == NULL)
        return NULL;
    store_relaxed(&request->object.site, object_site);
    request->object.is_freed = false;
    request->class = class;
    request->owner = self;
    request->comm = comm;
    request->site = NULL;
    request->source = MPI_ANY_SOURCE;
    request->tag = MPI_ANY_TAG;
    request->bytes = 0;
    request->extra = NULL;
    store_relaxed(&request->is_done, false);
    if (comm != NULL)
        request_hold_comm(self, comm);
    return request;
}

void request_free(struct request *request)
{
    struct rank *self = request->owner;

    if (request->class->release != NULL)
        request->class->release(request);
    if (request->comm != NULL)
        request_drop_comm(self, request->comm);
    request->object.is_freed = true;
    request->is_persistent = false;
    request->is_inactive = false;
    request->is_orphan = false;
    request->is_cancelled = false;
    request->error = MPI_SUCCESS;
    request->operation = NULL;
    guard_enter(&self->guard);
    request->next = self->p2p->spare;
    self->p2p->spare = request;
    guard_leave(&self->guard);
}

int request_give_up(struct request *request)
{
    struct p2p *p2p = request->owner->p2p;
    int err = MPI_SUCCESS;

    if (request_test(request)) {
        if (!request->is_inactive)
            err = request_error(request);
        request_free(request);
        return err;
    }
    request->object.is_freed = true; /* the handle; the slot stays until the request is done */
    request->is_orphan = true;
    guard_enter(&request->owner->guard);
    request->next = p2p->orphans;
    p2p->orphans = request;
    guard_leave(&request->owner->guard);
    return MPI_SUCCESS;
}

void request_complete(struct request *request)
{
    struct rank *owner = request->owner;

    store_seq_cst(&request->is_done, true); /* edge request.done */
    rank_wake(owner);
}

static bool is_pending(void *subject)
{
    return !request_is_ready(subject);
}

static bool is_large_send(const struct request *request)
{
    return request->class == &send_class && request->sending.parcel != NULL &&
           request->sending.parcel->bytes >= TURN_BYTES_MIN;
}

/* What has just been offered cannot have been received yet: a look now would only take away the
 * line in which the receiver says so. */
static void let_it_be_received(void)
{
    int i;

    for (i = 0; i < PAUSES_BEFORE_LOOKING; i++)
        cpu_pause();
}

/* A sender whose receiver is about to come gets its message copied straight from its own buffer,
 * which is the fastest: look for a moment before advance takes the parcel back. Where ranks have to
 * take turns a copy costs less than a turn, unless it is large. */
static void look_for_a_moment(struct rank *self, const struct request *next,
                              bool (*is_pending_yet)(void *subject), void *subject)
{
    bool may_spin = rank_may_spin(self);
    int looks = may_spin              ? LOOKS_BEFORE_ADVANCING
                : is_large_send(next) ? TURNS_BEFORE_ADVANCING
                                      : 0;

    if (may_spin && is_pending_yet(subject))
        let_it_be_received();
    while (looks-- > 0 && is_pending_yet(subject)) {
        rank_progress(self);
        if (may_spin)
            cpu_pause();
        else
            sched_yield();
    }
}

static bool is_unfinished(void *subject)
{
    return !request_test(subject);
}

static void describe_one(void *subject, struct wait_report *wait_report)
{
    wait_report->needs_all = true;
    describe_request(subject, wait_report);
}

static const struct wait one_request = {is_unfinished, describe_one};

void request_wait(struct request *request)
{
    struct rank *self = request->owner;

    if (request_is_done(request))
        return;
    if (request->class->is_ready != NULL)
        look_for_a_moment(self, request, is_pending, request);
    rank_wait(self, &one_request, request);
}

struct requests {
    int count;
    struct request *const *all;
    int done; /* so many from the first on are */
};

static bool some_are_pending(void *subject)
{
    struct requests *requests = subject;

    for (; requests->done < requests->count; requests->done++) {
        struct request *next = requests->all[requests->done];

        if (next != NULL && (is_pending(next) || !request_test(next)))
            return true;
    }
    return false;
}

/* The first that is not done. Those before it are work enough to be patient for another while. */
static bool some_are_unfinished(void *subject)
{
    struct requests *requests = subject;
    int before = requests->done;

    for (; requests->done < requests->count; requests->done++) {
        struct request *next = requests->all[requests->done];

        if (next != NULL && !request_test(next)) {
            if (requests->done > before)
                rank_has_worked(next->owner);
            return true;
        }
    }
    return false;
}

static void describe_all(void *subject, struct wait_report *wait_report)
{
    const struct requests *requests = subject;

    wait_report->needs_all = true;
    describe_requests(requests->count, requests->all, wait_report);
}

static const struct wait all_requests = {some_are_unfinished, describe_all};

static bool is_being_received(const struct request *request)
{
    return request != NULL && request->class == &send_class &&
           request->sending.parcel != NULL && parcel_is_taken(request->sending.parcel);
}

/* A receiver that is at one of several messages comes to the next: a copy would only cost time. */
static void look_as_long_as_some_move(struct rank *self, struct requests *requests)
{
    int before;

    do {
        if (!some_are_pending(requests))
            return;
        before = requests->done;
        look_for_a_moment(self, requests->all[before], some_are_pending, requests);
    } while (requests->done < requests->count && rank_may_spin(self) &&
             (requests->done > before || is_being_received(requests->all[requests->done])));
}

void request_wait_all(struct rank *self, int count, struct request *const all[])
{
    struct requests requests = {.count = count, .all = all};

    look_as_long_as_some_move(self, &requests);
    /* Each send gets its chance of being buffered before the first of them is waited for. */
    if (request_test_all(count, all))
        return;
    requests.done = 0;
    rank_wait(self, &all_requests, &requests);
}

bool request_test_all(int count, struct request *const all[])
{
    bool all_done = true;
    int i;

    for (i = 0; i < count; i++)
        if (all[i] != NULL && !request_test(all[i]))
            all_done = false;
    return all_done;
}

int request_test_any(int count, struct request *const all[])
{
    int i;

    for (i = 0; i < count; i++)
        if (all[i] != NULL && !all[i]->is_inactive && request_test(all[i]))
            return i;
    return MPI_UNDEFINED;
}

static bool none_is_done(void *subject)
{
    struct requests *requests = subject;

    requests->done = request_test_any(requests->count, requests->all);
    return requests->done == MPI_UNDEFINED;
}

static void describe_any(void *subject, struct wait_report *wait_report)
{
    const struct requests *requests = subject;

    describe_requests(requests->count, requests->all, wait_report);
}

static const struct wait any_request = {none_is_done, describe_any};

int request_wait_any(struct rank *self, int count, struct request *const all[])
{
    struct requests requests = {.count = count, .all = all};
    bool is_there_one = false;
    int i;

    for (i = 0; i < count; i++)
        is_there_one |= all[i] != NULL && !all[i]->is_inactive;
    if (!is_there_one)
        return MPI_UNDEFINED;
    rank_wait(self, &any_request, &requests);
    return requests.done;
}

int request_restart(struct request *request)
{
    int err;

    request->error = MPI_SUCCESS;
    request->is_cancelled = false;
    store_relaxed(&request->is_done, false);
    request->is_inactive = false;
    err = request->class->restart(request);
    request->is_inactive = err != MPI_SUCCESS;
    return err;
}

void request_cancel(struct request *request)
{
    if (request->is_cancelled)
        return;
    if (!request_is_done(request) || request->class->is_ready != NULL)
        if (request->class->cancel != NULL)
            request->class->cancel(request);
}

int request_error(const struct request *request)
{
    if (request->error != MPI_SUCCESS && request->class->explain != NULL) {
        request->class->explain(request);
        return request->error;
    }
    return request->error == MPI_SUCCESS ? MPI_SUCCESS : mismatch_explain(request);
}

int request_fill_status(struct request *request, MPI_Status *status)
{
    if (request == NULL || request->is_inactive) {
        status_fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    status_fill(status, request->source, request->tag, request->bytes);
    status_set_cancelled(status, request->is_cancelled);
    return request->class->query != NULL ? request->class->query(request, status) : MPI_SUCCESS;
}
