/* SPDX-License-Identifier: MIT */
/* The entries of pending operations (check/buffers.h), for the files that note and compare them. */
#ifndef CHECK_PENDING_H
#define CHECK_PENDING_H

#include <stdint.h>

#include "base/call.h"
#include "base/container.h"
#include "check/buffers.h"
#include "check/diverted.h"
#include "check/snapshot.h"

/* The longest sentence that a finding about a buffer has. */
enum { BUFFER_SENTENCE_BYTES = 1000 };

/* An entry, in a list of its rank's and in its request's chain. A spare one is written in place
 * and keeps the memory of its snapshot. */
struct pending_buffer {
    struct list link;
    struct pending_buffer *next; /* of the request, an older one; or the next spare one */
    struct request *request;
    struct call call;
    const char *name;
    struct diverted diverted;
    enum buffer_use use;
    bool is_followed; /* by buffers->follower */
    bool comes_back;  /* as of struct buffer_used */
    bool is_unlisted; /* its contents alone are compared, at the end (buffers_keep_sent) */
    char *change; /* in words, of a block that has been given back; NULL: none has changed */
    int count;
    struct snapshot snapshot; /* filled if the buffer must not change */
    struct address_range span;
    struct data blocks[]; /* with references to their types */
};

static inline struct pending_buffer *pending_of(struct list *link)
{
    return container_of(link, struct pending_buffer, link);
}

/* A rank needs the lock only if its threads may be in MPI at one time. That begins between two
 * calls of MPI, never inside one. */
static inline void buffers_enter(struct buffers *buffers)
{
    if (guard_is_shared(&rank_self()->guard))
        lock_take(&buffers->lock);
}

static inline void buffers_leave(struct buffers *buffers)
{
    if (guard_is_shared(&rank_self()->guard))
        lock_release(&buffers->lock);
}

/* Reports a violation, as the job's options say: 0, or MPI_ERR_BUFFER. */
int buffers_tell(const struct call *call, enum finding kind, const struct call *pending,
                 const char *sentence);

/* Report in that call a buffer that has changed, and one whose function has returned
 * (pending_tell.c). */
int pending_tell_change(const struct call *call, const struct pending_buffer *pending);
int pending_tell_end(const struct call *call, const struct pending_buffer *pending);

#endif
