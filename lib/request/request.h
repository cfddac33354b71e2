/* SPDX-License-Identifier: MIT */
/* A promise that is completed exactly once and awaited by its owner: the object behind an
 * MPI_Request.
 *
 * A request knows nothing of what completes it: that is the business of its class, which may be a
 * message (p2p/requests.h), a collective operation, or a function of the user's (generalized.h). A
 * class that needs more than `extra` puts a struct request in front of a structure of its own, of
 * at most OBJECT_REQUEST_BYTES.
 *
 * A blocking operation uses a request on its stack. A persistent request becomes active by
 * request_restart, and inactive when the user has got its completion.
 *
 * Spare requests: a request that is given up is kept for the next one, of whichever class. What it
 * holds then is law 1, so that a new request need not write it.
 *
 * Sends that are done at once have spare requests of their own: of no communicator, since no call
 * asks for it any more, and with the way in which they end, so that little has to be written.
 *
 * Laws (request_check, request_pool_check)
 *   1. A spare request is freed, holds nothing, is not watched, has no error, and is neither
 *      persistent, inactive, orphaned nor cancelled. That of a send is done, too, plain, and of no
 *      communicator.
 *   2. Only a persistent request is inactive.
 *   3. An orphan's handle is freed; it is in its rank's list of orphans until it is done.
 *
 * Edges
 *   request.done  completion publishes the result of the operation to the thread that awaits it. */
#ifndef REQUEST_REQUEST_H
#define REQUEST_REQUEST_H

#include <stdbool.h>

#include "base/must.h"
#include "comm/comm.h"
#include "object/object.h"

struct file_object;
struct pending_buffer;
struct request;
struct tally_awaited;
struct wait_report;

struct request_class {
    /* Would `advance` complete an active request now? Has no side effects. NULL: only progress
     * completes it. */
    bool (*is_ready)(const struct request *request);
    /* Does what can be done without waiting; true when the request is done. NULL: nothing. */
    bool (*advance)(struct request *request);
    /* Its peer is working at it: another look pays more than `advance`. NULL: it is not known. */
    bool (*is_under_way)(const struct request *request);
    /* True if the operation is so large that its peer should get the processor before `advance`.
     * NULL: it is not. */
    bool (*is_large)(const struct request *request);
    /* Begins another round of a persistent request: 0 or a class with its note. */
    int (*restart)(struct request *request);
    /* An inactive persistent request receives that many bytes further on from now on. NULL: it
     * receives nothing. */
    void (*move_buffer)(struct request *request, ptrdiff_t shift);
    /* Tries to cancel; the request is done when that succeeds. NULL: it cannot be cancelled. */
    void (*cancel)(struct request *request);
    /* Completes the status beyond source, tag, bytes; 0 or a class. NULL: nothing to add. */
    int (*query)(struct request *request, MPI_Status *status);
    /* Leaves the sentence about request->error. NULL: there is none. */
    void (*explain)(const struct request *request);
    /* Says in a report what would complete it. NULL: "a request". */
    void (*describe)(const struct request *request, struct wait_report *wait_report);
    /* Says, of a request that is done, what a wait for it was for (rank/observe/tally.h). NULL: it
     * is counted elsewhere, or it is unknown. */
    void (*tell)(const struct request *request, struct tally_awaited *awaited);
    /* The thread has learnt that the operation is complete: what its peers had done before comes
     * before all that the thread does now (rank/observe/causal.h). is_last: no thread learns of it
     * later. NULL: nothing does. */
    void (*tell_order)(const struct request *request, bool is_last);
    /* Gives up what the class holds. NULL: nothing. */
    void (*release)(struct request *request);
    /* The file whose error handler an error is raised by. NULL: the communicator's. */
    struct file_object *(*file)(const struct request *request);
    bool has_to_be_completed; /* the handle of an active one that is not done cannot be freed */
};

struct request {
    struct object object;
    const struct request_class *class;
    struct rank *owner;
    struct comm *comm; /* held by a request that has a handle; NULL: of no communicator */
    const void *site;  /* of the call that made it; NULL: not known */
    _Atomic(bool) is_done;
    bool is_plain; /* it holds nothing but comm, and its fields are all of its status */
    bool is_persistent;
    bool is_inactive; /* persistent, and not started */
    bool is_orphan;   /* its handle was freed before it was done */
    bool is_cancelled;

    /* How it ended. */
    int error;
    int source;
    int tag;
    MPI_Count bytes; /* received */

    void *extra;                 /* of its class */
    struct operation *operation; /* a persistent request's arguments; of its class */
    struct request *next;        /* among the spare requests, or the orphans */
    struct pending_buffer *watched; /* check's entries of its buffers, newest first; NULL: none */
};

/* A rank's requests without a handle. Under the rank's guard. */
struct request_pool {
    struct request *spare;
    /* Requests that sends which were done at once have left; they belong to no communicator. A look
     * at whether there is one needs no guard. */
    _Atomic(struct request *) spare_sends;
    struct request *orphans; /* freed before they were done */
};

/* Owner only. */
int request_pool_open(struct rank *self); /* 0, MPI_ERR_NO_MEM */
/* When there are no orphans any more. */
void request_pool_close(struct rank *self);

/* Frees the orphans that are done. No call can ask how they ended, so an error ends the job. */
void request_sweep_orphans(struct rank *self);
static inline bool request_has_orphans(const struct rank *self)
{
    return unlikely(self->requests->orphans != NULL);
}
/* Waits until all orphans are done; those of a communicator, if that is not NULL. */
void request_wait_orphans(struct rank *self, const struct comm *comm);

/* A communicator is held by threads of its own rank only: no locked instruction for just one. */
static inline void request_hold_comm(const struct rank *self, struct comm *comm)
{
    if (guard_is_shared(&self->guard))
        object_hold(&comm->object);
    else
        store_relaxed(&comm->object.references, load_relaxed(&comm->object.references) + 1);
}

/* Gives the communicator up without a locked instruction. False: this may be its last user; then
 * the caller drops it, without the guard. */
static inline bool request_leave_comm(const struct rank *self, struct comm *comm)
{
    int references = load_relaxed(&comm->object.references);

    if (unlikely(guard_is_shared(&self->guard)) || unlikely(references == 1))
        return false;
    store_relaxed(&comm->object.references, references - 1);
    return true;
}

/* Under the guard: a spare request of that class, with a handle; holds comm. Its owner and what law
 * 1 says need not be written; how it ended is not written. NULL: there is no spare request. */
static inline struct request *request_reuse(struct rank *self, const struct request_class *class,
                                            struct comm *comm, const void *site)
{
    struct request *request = self->requests->spare;

    if (unlikely(request == NULL))
        return NULL;
    self->requests->spare = request->next;
    request->object.is_freed = false;
    store_relaxed(&request->object.site, (uint32_t)(uintptr_t)site);
    request->class = class;
    request->comm = comm;
    request->site = site;
    request_hold_comm(self, comm);
    return request;
}

/* Under the guard: a spare request of a send that is done at once. It is of no communicator, and
 * how it ended stands there already. NULL: there is none. */
static inline struct request *request_reuse_send(struct rank *self, const void *site)
{
    struct request *request = load_relaxed(&self->requests->spare_sends);

    if (likely(request != NULL)) {
        store_relaxed(&self->requests->spare_sends, request->next);
        request->object.is_freed = false;
        request->site = site;
    }
    return request;
}

/* Under the guard: the request becomes a spare one. Law 1 holds already, but for comm and the
 * handle. Returns the communicator if the caller has to drop it, without the guard, or NULL. */
static inline struct comm *request_spare(struct rank *self, struct request *request)
{
    struct request_pool *pool = self->requests;
    struct comm *comm = request->comm;

    request->object.is_freed = true;
    if (comm == NULL) {
        request->next = load_relaxed(&pool->spare_sends);
        store_relaxed(&pool->spare_sends, request);
        return NULL;
    }
    request->next = pool->spare;
    pool->spare = request;
    return likely(request_leave_comm(self, comm)) ? NULL : comm;
}

static inline void request_recycle(struct rank *self, struct request *request)
{
    struct comm *comm;

    guard_enter(&self->guard);
    comm = request_spare(self, request);
    guard_leave(&self->guard);
    if (unlikely(comm != NULL))
        comm_drop(comm);
}

/* A request with a handle; holds comm (NULL: none). It is not done, not plain, and its status is an
 * empty one. NULL: no memory. */
struct request *request_create(struct rank *self, const struct request_class *class,
                               struct comm *comm);
/* Creates the request of an operation that is complete already. */
struct request *request_create_done(struct rank *self, const struct request_class *class);
/* Gives up a request that is done or inactive. */
void request_free(struct request *request);
/* The user has given up the handle: the request is freed now, or when it is done. Returns the error
 * class, with its sentence, of one that is done. */
int request_give_up(struct request *request);

/* Marks a request as done, and wakes a thread that may wait for it. */
void request_complete(struct request *request);
/* Marks a request as done, by the only thread that can wait for it. */
static inline void request_complete_own(struct request *request)
{
    store_release(&request->is_done, true); /* edge request.done */
}

static inline bool request_is_done(const struct request *request)
{
    return load_acquire(&request->is_done); /* edge request.done */
}

/* Does a request that is done have nothing to be returned but its status, and nothing to be given
 * up but comm? Then request_recycle ends it. */
static inline bool request_ends_plainly(const struct request *request)
{
    return likely(request->is_plain) && likely(!(request->is_persistent | request->is_cancelled)) &&
           likely(request->error == MPI_SUCCESS);
}

/* Would request_test say yes? Has no side effects. */
static inline bool request_is_ready(const struct request *request)
{
    return request_is_done(request) || request->is_inactive ||
           (request->class->is_ready != NULL && request->class->is_ready(request));
}

/* Is it done, or inactive? Moves it along as far as it can be without waiting. */
static inline bool request_test(struct request *request)
{
    return request_is_done(request) || request->is_inactive ||
           (request->class->advance != NULL && request->class->advance(request));
}

/* Another round of a persistent request. */
int request_restart(struct request *request);
void request_cancel(struct request *request);

/* The calling thread has learnt that the active request is done; is_last: the request ends with
 * that. For causal_is_there alone. */
void request_tell_order(const struct request *request, bool is_last);

/* The request's error class, with its sentence; MPI_SUCCESS when it ended well. */
int request_error(const struct request *request);

/* Fills in a status of it; MPI_ERROR is left alone. NULL or inactive: the empty status. Returns
 * 0, or the class that a generalized request's query function returned. */
int request_fill_status(struct request *request, MPI_Status *status);

/* In reports: what would complete the request ("a message from rank 1 with tag 7 on
 * MPI_COMM_WORLD"), and what would complete those of a set that are not done. */
void request_describe(const struct request *request, struct wait_report *wait_report);
void request_describe_set(int count, struct request *const requests[],
                          struct wait_report *wait_report);

/* The laws. Of the pool under the guard. */
void request_check(const struct request *request);
void request_pool_check(struct rank *self);

#endif
