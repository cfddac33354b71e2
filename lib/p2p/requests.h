/* SPDX-License-Identifier: MIT */
/* The members that requests of messages have besides what all requests have. */
#ifndef P2P_REQUESTS_H
#define P2P_REQUESTS_H

#include "base/list.h"
#include "p2p/envelope.h"
#include "request/request.h"
#include "type/data.h"

extern const struct request_class send_class, receive_class;

struct send_request {
    struct request request;
    struct rendezvous *rendezvous; /* while the send waits for it; else NULL */
    uint32_t serial;       /* of the message (cancel.h); 0: a blocking send, not followed */
    bool is_local;         /* its wait needs no receive: it has been sent from a buffer of the
                            * user's (MPI_Ibsend), or cancelled, with or without success */
    bool may_buffer;       /* the send need not wait until it is delivered */
    bool is_synchronous;   /* of a send that has a rendezvous */
    struct rank *receiver; /* NULL: MPI_PROC_NULL */
    struct match_key key;  /* as its envelope has it */
};

/* A receive, which stands in the matcher until its message comes. */
struct receive_request {
    struct request request;
    struct data data;
    struct match_key key;
    uint64_t order; /* among the posted receives */
    struct list posted;
    bool is_posted;
    uint32_t nth; /* among the receives that its rank has begun, from 1 on */
    uint32_t number; /* in a journal (rank/journal.h), of a receive of any source */

    /* Facts of the message, for a report of what was wrong with it (mismatch.h). */
    uint32_t sent_sig_hash;
    uint32_t sent_site;
    uint32_t sent_serial; /* set where races are looked for (rank/observe/causal.h) */
    MPI_Count sent_bytes;
};

static_assert(sizeof(struct send_request) <= OBJECT_REQUEST_BYTES, "a send fits its slot");
static_assert(sizeof(struct receive_request) <= OBJECT_REQUEST_BYTES, "a receive fits its slot");

static inline struct send_request *as_send(const struct request *request)
{
    return container_of(request, struct send_request, request);
}

/* Also of a partitioned receive, which gets its message in the same way. */
static inline struct receive_request *as_receive(const struct request *request)
{
    return container_of(request, struct receive_request, request);
}

#endif
