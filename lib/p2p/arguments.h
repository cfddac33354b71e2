/* SPDX-License-Identifier: MIT */
/* The arguments of a send and a receive, checked. The entries of the fast path (api/entry/quick.h)
 * and all other callers fill in these structures alike. */
#ifndef P2P_ARGUMENTS_H
#define P2P_ARGUMENTS_H

#include "comm/comm.h"
#include "p2p/envelope.h"
#include "p2p/policy.h"
#include "type/data.h"

/* Functions of a message's fast path are parts of their entry, so that a struct send or a struct
 * receive stays in registers. */
#define FAST_PATH static inline __attribute__((always_inline))

/* dest MPI_PROC_NULL: nothing happens, at once. */
struct send {
    struct comm *comm;
    struct data data;
    int dest;
    int tag;
    const void *site; /* of the call; NULL: not known */
    enum send_mode mode;
};

/* source MPI_PROC_NULL: nothing is received, at once. */
struct receive {
    struct comm *comm;
    struct data data;
    int source;
    int tag;
    const void *site; /* of the call; NULL: not known */
};

/* Copies for what is rare and takes an address, so that the fast path's own stay in registers.
 * Field by field: what is written in one width and copied in another is slow to read. */
FAST_PATH struct data data_again(const struct data *data)
{
    return (struct data){.buf = data->buf, .count = data->count, .type = data->type};
}

FAST_PATH struct send send_again(const struct send *send)
{
    return (struct send){
        .comm = send->comm,
        .data = {.buf = send->data.buf, .count = send->data.count, .type = send->data.type},
        .dest = send->dest,
        .tag = send->tag,
        .site = send->site,
        .mode = send->mode,
    };
}

FAST_PATH struct receive receive_again(const struct receive *receive)
{
    return (struct receive){
        .comm = receive->comm,
        .data = {.buf = receive->data.buf,
                 .count = receive->data.count,
                 .type = receive->data.type},
        .source = receive->source,
        .tag = receive->tag,
        .site = receive->site,
    };
}

/* dest is no MPI_PROC_NULL. */
static inline struct rank *send_receiver(const struct send *send)
{
    return comm_peers(send->comm)->members[send->dest];
}

static inline struct match_key receive_key(const struct receive *receive)
{
    return (struct match_key){.context = receive->comm->context->id,
                              .source = receive->source,
                              .tag = receive->tag};
}

#endif
