/* SPDX-License-Identifier: MIT */
/* A promise: completed exactly once, awaited by its owner. The object behind an MPI_Request.
 *
 * Blocking operations use one on the stack. Everything here is the owner's alone; what other ranks
 * complete, they complete in the parcel. */
#ifndef P2P_REQUEST_H
#define P2P_REQUEST_H

#include <stdbool.h>

#include "base/list.h"
#include "comm/comm.h"
#include "object/object.h"
#include "p2p/envelope.h"
#include "type/data.h"

enum request_kind {
    REQUEST_SEND,
    REQUEST_RECEIVE,
};

struct request {
    struct object object;
    enum request_kind kind;
    bool is_done;
    struct comm *comm; /* held by requests that have a handle */

    /* How it ended. */
    int error;
    int source;
    int tag;
    MPI_Count bytes;      /* received */
    MPI_Count sent_bytes; /* of the message, for the sentence on truncation */

    /* Sends: the parcel while it is ours to wait for. */
    struct parcel *parcel;
    bool may_buffer;

    /* Receives. */
    struct data data;
    struct match_key key;
    uint64_t order;
    struct list posted;

    struct request *next_spare;
};

/* The rank's part of messaging: made by MPI_Init, owner only. */
struct p2p;

int p2p_open(struct rank *self); /* 0, MPI_ERR_NO_MEM */
void p2p_close(struct rank *self);

/* Moves the rank's messages along: for the world's table. */
progress_handler p2p_progress;

/* A request with a handle; holds comm. NULL: no memory. */
struct request *request_create(struct rank *self, enum request_kind kind, struct comm *comm);
/* Gives up a request that is done. */
void request_free(struct rank *self, struct request *request);

/* Is it done? Moves it along as far as it can be without waiting. */
bool request_test(struct request *request);
void request_wait(struct rank *self, struct request *request);
/* All of them; NULL elements are passed over. */
void request_wait_all(struct rank *self, int count, struct request *const requests[]);
bool request_test_all(int count, struct request *const requests[]);

/* The request's error class, with its sentence; MPI_SUCCESS when it ended well. */
int request_error(const struct request *request);

/* What a status tells of it; MPI_ERROR is left alone. NULL request: the empty status. */
void request_fill_status(const struct request *request, MPI_Status *status);
void status_fill(MPI_Status *status, int source, int tag, MPI_Count bytes);
MPI_Count status_bytes(const MPI_Status *status);

#endif
