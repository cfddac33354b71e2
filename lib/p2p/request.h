/* SPDX-License-Identifier: MIT */
/* A promise: completed exactly once, awaited by its owner. The object behind an MPI_Request.
 *
 * What completes it is its class's affair: messages here, collective operations on the floor above.
 * Blocking operations use a request on the stack. A persistent request goes from inactive to active
 * by request_restart and back when its completion has been taken note of.
 *
 * Edges
 *   request.done  completion publishes the message and how it ended to whoever awaits it. */
#ifndef P2P_REQUEST_H
#define P2P_REQUEST_H

#include <stdbool.h>

#include "base/list.h"
#include "comm/comm.h"
#include "object/object.h"
#include "p2p/envelope.h"
#include "type/data.h"

struct request;
struct wait_report;

struct request_class {
    /* Could `advance` complete it now? For looks without side effects, of an active request that is
     * not done. NULL: only progress completes it. */
    bool (*is_ready)(const struct request *request);
    /* Does what can be done without waiting; true when the request is done. NULL: nothing. */
    bool (*advance)(struct request *request);
    /* Begins another round of a persistent request: 0 or a class with its note. */
    int (*restart)(struct request *request);
    /* Tries to cancel; the request is done when that succeeds. NULL: it cannot be cancelled. */
    void (*cancel)(struct request *request);
    /* Completes the status beyond source, tag, bytes; 0 or a class. NULL: nothing to add. */
    int (*query)(struct request *request, MPI_Status *status);
    /* Leaves the sentence about request->error. NULL: it is a message's. */
    void (*explain)(const struct request *request);
    /* For reports, by what it would be completed. NULL: it is a message's. */
    void (*describe)(const struct request *request, struct wait_report *wait_report);
    /* Gives up what the class holds. NULL: nothing. */
    void (*release)(struct request *request);
    bool has_to_be_completed; /* an active one's handle cannot be freed */
};

struct request {
    struct object object;
    const struct request_class *class;
    struct rank *owner;
    struct comm *comm; /* held by a request that has a handle; NULL: of no communicator */
    const void *site;  /* of the call that made it; NULL: not known */
    _Atomic(bool) is_done;
    bool is_persistent;
    bool is_inactive; /* persistent, and not started */
    bool is_orphan;   /* its handle was freed before it was done */
    bool is_cancelled;

    /* How it ended. */
    int error;
    int source;
    int tag;
    MPI_Count bytes;      /* received */
    MPI_Count sent_bytes; /* of the message, for what was wrong with it (mismatch.h) */
    uint32_t sent_sig_hash;
    uint32_t sent_site;

    union {
        /* A send: its parcel while that is ours to wait for. */
        struct {
            struct parcel *parcel;
            uint32_t serial;
            bool may_buffer;
            struct rank *receiver;
            struct match_key key; /* as its envelope has it */
        } sending;

        /* A receive: it stands in the matcher until its message comes. */
        struct {
            struct data data;
            struct match_key key;
            uint64_t order;
            struct list posted;
            bool is_posted;
        } receiving;

        /* Of another folder's class. */
        void *extra;
    };

    struct operation *operation; /* a persistent request's arguments; its class's */
    struct request *next;        /* among the spare ones, or the orphans */
};

/* A communicator is held by threads of its own rank only: no locked instruction for just one. */
static inline void request_hold_comm(const struct rank *self, struct comm *comm)
{
    if (guard_is_shared(&self->guard))
        object_hold(&comm->object);
    else
        store_relaxed(&comm->object.references, load_relaxed(&comm->object.references) + 1);
}

static inline void request_drop_comm(const struct rank *self, struct comm *comm)
{
    int references = load_relaxed(&comm->object.references);

    if (guard_is_shared(&self->guard) || references == 1)
        comm_drop(comm);
    else
        store_relaxed(&comm->object.references, references - 1);
}

/* A request with a handle; holds comm (NULL: none). It is not done, and its status is an empty one.
 * NULL: no memory. */
struct request *request_create(struct rank *self, const struct request_class *class,
                               struct comm *comm);
/* Gives up a request that is done or inactive. */
void request_free(struct request *request);
/* The user has given up the handle: now, or when it is done. The error class, with its sentence, of
 * one that is done. */
int request_give_up(struct request *request);

/* Marks a request as done, and wakes a thread that may wait for it. */
void request_complete(struct request *request);
/* The same by the only thread that can wait for it. */
static inline void request_complete_own(struct request *request)
{
    store_release(&request->is_done, true); /* edge request.done */
}

static inline bool request_is_done(const struct request *request)
{
    return load_acquire(&request->is_done); /* edge request.done */
}

/* Would request_test say yes? Looks only. */
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

void request_wait(struct request *request);
/* NULL and inactive elements are passed over. */
void request_wait_all(struct rank *self, int count, struct request *const requests[]);
bool request_test_all(int count, struct request *const requests[]);
/* The index of one that is done; MPI_UNDEFINED when none is (test) or all are NULL or inactive. */
int request_wait_any(struct rank *self, int count, struct request *const requests[]);
int request_test_any(int count, struct request *const requests[]);

/* Another round of a persistent request. */
int request_restart(struct request *request);
void request_cancel(struct request *request);

/* The request's error class, with its sentence; MPI_SUCCESS when it ended well. */
int request_error(const struct request *request);

/* What a status tells of it; MPI_ERROR is left alone. NULL or inactive: the empty status. Returns
 * 0, or the class that a generalized request's query function returned. */
int request_fill_status(struct request *request, MPI_Status *status);

#endif
