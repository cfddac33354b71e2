/* SPDX-License-Identifier: MIT */
/* Sending: a small message in its envelope, a larger one as a parcel. */
#ifndef P2P_SEND_H
#define P2P_SEND_H

#include "base/call.h"
#include "p2p/request.h"

enum send_mode {
    SEND_STANDARD,
    SEND_BUFFERED,
    SEND_SYNCHRONOUS,
    SEND_READY,
    SEND_COPIED, /* done at once: the library keeps a copy in memory of its own */
};

/* knobs.eager; above them it is a seed. */
enum { EAGER_BY_SIZE, EAGER_NEVER, EAGER_ALWAYS };

/* What is to be sent where. dest MPI_PROC_NULL: nothing happens, at once. Checked by the caller. */
struct send {
    struct comm *comm;
    struct data data;
    int dest;
    int tag;
    enum send_mode mode;
    const struct call *call;
};

/* All: 0, MPI_ERR_NO_MEM, MPI_ERR_BUFFER. */
int send_wait(struct rank *self, const struct send *send);
int send_start(struct rank *self, const struct send *send, struct request **started);
/* A persistent request, inactive. */
int send_prepare(struct rank *self, const struct send *send, struct request **prepared);
const struct send *send_prepared(const struct request *request);

/* What a request says of a send to that receiver, NULL: to nobody, until there is more to be said:
 * that it is done. */
static inline void send_aim(struct request *request, const struct comm *comm,
                            struct rank *receiver, int tag)
{
    request->source = MPI_ANY_SOURCE;
    request->tag = MPI_ANY_TAG;
    request->bytes = 0;
    request->sending.parcel = NULL;
    request->sending.receiver = receiver;
    request->sending.key.context = comm->context->id;
    request->sending.key.source = comm->rank;
    request->sending.key.tag = tag;
    store_relaxed(&request->is_done, true);
}

/* The first half, with a request of the caller's, which then waits for it. */
int send_begin(struct rank *self, const struct send *send, struct request *request);

/* All but is_behind and the payload. */
void send_write_envelope(struct envelope *envelope, const struct send *send, uint32_t bytes,
                         uint32_t serial);

extern const struct request_class send_class;

#endif
