/* SPDX-License-Identifier: MIT */
#include "request/request.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/note.h"
#include "rank/name.h"
#include "rank/observe/causal.h"
#include "rank/wait.h"
#include "request/status.h"

/* Requests of a set that a report names one by one. */
enum { REQUESTS_DESCRIBED_MAX = 4 };

static_assert(sizeof(struct request) <= OBJECT_REQUEST_BYTES, "a request fits its slot");

/* ---- the pool ------------------------------------------------------------------------------- */

int request_pool_open(struct rank *self)
{
    struct request_pool *pool = memory_take_zeroed(sizeof *pool);

    if (pool == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a rank's requests");
    self->requests = pool;
    return MPI_SUCCESS;
}

static void destroy_all(struct rank *self, struct request *spare)
{
    while (spare != NULL) {
        struct request *next = spare->next;

        object_destroy(self->world->store, &spare->object);
        spare = next;
    }
}

void request_pool_close(struct rank *self)
{
    struct request_pool *pool = self->requests;

    if (pool == NULL)
        return;
    must(pool->orphans == NULL);
    if (LAWS_ARE_CHECKED)
        request_pool_check(self);
    self->requests = NULL;
    destroy_all(self, pool->spare);
    destroy_all(self, load_relaxed(&pool->spare_sends));
    memory_give(pool);
}

static const char *cause_of(int err)
{
    return note_class() == err ? note_text() : "it failed";
}

static const char *class_name(int err)
{
    switch (err) {
    case MPI_ERR_TRUNCATE:
        return "MPI_ERR_TRUNCATE";
    case MPI_ERR_TYPE:
        return "MPI_ERR_TYPE";
    case MPI_ERR_OTHER:
        return "MPI_ERR_OTHER";
    default:
        return "an error of another class";
    }
}

void request_sweep_orphans(struct rank *self)
{
    struct request *rest, *next;
    int err;

    guard_enter(&self->guard);
    rest = self->requests->orphans;
    self->requests->orphans = NULL;
    guard_leave(&self->guard);
    for (; rest != NULL; rest = next) {
        const struct call started = {.name = "", .site = rest->site};

        next = rest->next;
        must(rest->is_orphan);
        rest->is_orphan = false;
        err = request_give_up(rest);
        if (err != MPI_SUCCESS)
            world_abort_call(self->world, err, &started, "",
                             "%s: a request that was freed before it was done: %s (%s)",
                             rank_name(self).text, cause_of(err), class_name(err));
    }
}

/* The orphans that are waited for: all, or those of a communicator. */
struct orphans {
    struct rank *self;
    const struct comm *comm;
};

/* NULL: none is left. */
static const struct request *find_orphan(const struct orphans *orphans)
{
    const struct request *next;

    guard_enter(&orphans->self->guard);
    next = orphans->self->requests->orphans;
    while (next != NULL && orphans->comm != NULL && next->comm != orphans->comm)
        next = next->next;
    guard_leave(&orphans->self->guard);
    return next;
}

static bool has_orphans(void *subject)
{
    const struct orphans *orphans = subject;

    if (request_has_orphans(orphans->self))
        request_sweep_orphans(orphans->self);
    return request_has_orphans(orphans->self) && find_orphan(orphans) != NULL;
}

static void describe_orphans(void *subject, struct wait_report *wait_report)
{
    fputs("a request that was freed: ", wait_report->words);
    request_describe(find_orphan(subject), wait_report);
}

static const struct wait no_orphans = {.is_pending = has_orphans, .describe = describe_orphans};

void request_wait_orphans(struct rank *self, const struct comm *comm)
{
    rank_wait(self, &no_orphans, &(struct orphans){self, comm});
}

/* ---- life ----------------------------------------------------------------------------------- */

struct request *request_create(struct rank *self, const struct request_class *class,
                               struct comm *comm)
{
    struct request *request;

    guard_enter(&self->guard);
    request = self->requests->spare;
    if (request != NULL)
        self->requests->spare = request->next;
    else
        request = request_reuse_send(self, NULL);
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
    request->is_plain = false;
    request->source = MPI_ANY_SOURCE;
    request->tag = MPI_ANY_TAG;
    request->bytes = 0;
    request->extra = NULL;
    store_relaxed(&request->is_done, false);
    if (comm != NULL)
        request_hold_comm(self, comm);
    return request;
}

struct request *request_create_done(struct rank *self, const struct request_class *class)
{
    struct request *request = request_create(self, class, NULL);

    if (request != NULL)
        request_complete_own(request);
    return request;
}

void request_free(struct request *request)
{
    struct rank *self = request->owner;

    if (request->class->release != NULL)
        request->class->release(request);
    if (request->comm != NULL && !request_leave_comm(self, request->comm))
        comm_drop(request->comm);
    request->object.is_freed = true;
    request->is_persistent = false;
    request->is_inactive = false;
    request->is_orphan = false;
    request->is_cancelled = false;
    request->error = MPI_SUCCESS;
    request->operation = NULL;
    guard_enter(&self->guard);
    request->next = self->requests->spare;
    self->requests->spare = request;
    guard_leave(&self->guard);
}

int request_give_up(struct request *request)
{
    struct request_pool *pool = request->owner->requests;
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
    request->next = pool->orphans;
    pool->orphans = request;
    guard_leave(&request->owner->guard);
    return MPI_SUCCESS;
}

/* ---- completion ----------------------------------------------------------------------------- */

void request_complete(struct request *request)
{
    struct rank *owner = request->owner;

    if (causal_is_there() && guard_is_shared(&owner->guard))
        causal_release(request);
    store_seq_cst(&request->is_done, true); /* edge request.done */
    rank_wake(owner);
}

/* ---- rounds, results ------------------------------------------------------------------------ */

int request_restart(struct request *request)
{
    int err;

    must(request->is_persistent && request->is_inactive);
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

void request_tell_order(const struct request *request, bool is_last)
{
    if (guard_is_shared(&request->owner->guard))
        causal_acquire(request); /* another thread of the rank may have completed it */
    if (request->class->tell_order != NULL)
        request->class->tell_order(request, is_last);
}

int request_error(const struct request *request)
{
    if (request->error != MPI_SUCCESS && request->class->explain != NULL)
        request->class->explain(request);
    return request->error;
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

/* ---- reports -------------------------------------------------------------------------------- */

void request_describe(const struct request *request, struct wait_report *wait_report)
{
    if (request->class->describe != NULL)
        request->class->describe(request, wait_report);
    else
        fputs("a request", wait_report->words);
}

static bool is_left(const struct request *request)
{
    return request != NULL && !request_is_done(request) && !request->is_inactive;
}

void request_describe_set(int count, struct request *const requests[],
                          struct wait_report *wait_report)
{
    int i, left = 0, described = 0;

    for (i = 0; i < count; i++)
        left += is_left(requests[i]);
    if (left > 1)
        fprintf(wait_report->words, "%s %d requests: ",
                wait_report->needs_all ? "all of" : "one of", left);
    for (i = 0; i < count; i++) {
        if (!is_left(requests[i]))
            continue;
        if (described == REQUESTS_DESCRIBED_MAX) {
            fprintf(wait_report->words, "; and %d more", left - described);
            return;
        }
        if (described++ > 0)
            fputs("; ", wait_report->words);
        request_describe(requests[i], wait_report);
    }
}

/* ---- laws ----------------------------------------------------------------------------------- */

void request_check(const struct request *request)
{
    must(request->class != NULL && request->owner != NULL);
    must(request->is_persistent || !request->is_inactive); /* law 2 */
    must(!request->is_orphan || request->object.is_freed); /* law 3 */
}

/* Returns the next. */
static const struct request *check_spare(const struct rank *self, const struct request *spare)
{
    must(spare->object.is_freed && spare->owner == self && spare->operation == NULL);
    must(spare->error == MPI_SUCCESS);
    must(!(spare->is_persistent | spare->is_inactive | spare->is_orphan | spare->is_cancelled));
    must(spare->watched == NULL);
    return spare->next;
}

void request_pool_check(struct rank *self)
{
    const struct request *next;
    int steps = 0;

    for (next = self->requests->spare; next != NULL && steps++ < LAWS_STEPS_MAX;)
        next = check_spare(self, next); /* law 1 */
    steps = 0;
    next = load_relaxed(&self->requests->spare_sends);
    while (next != NULL && steps++ < LAWS_STEPS_MAX) {
        must(next->is_plain && next->comm == NULL && request_is_done(next));
        next = check_spare(self, next);
    }
    for (next = self->requests->orphans; next != NULL; next = next->next) {
        must(next->is_orphan);
        request_check(next);
    }
}
