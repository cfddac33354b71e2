/* SPDX-License-Identifier: MIT */
#include "p2p/flush.h"

#include "base/note.h"
#include "p2p/describe.h"
#include "rank/wait.h"

struct flush {
    struct rank *self;
    struct buffer *buffer;
};

/* Looking joins free segments, which only one thread at a time may do. */
static bool is_empty(struct rank *self, struct buffer *buffer)
{
    bool is_so;

    guard_enter(&self->guard);
    is_so = buffer_is_empty(buffer);
    guard_leave(&self->guard);
    return is_so;
}

static bool holds_messages(void *subject)
{
    const struct flush *flush = subject;

    return !is_empty(flush->self, flush->buffer);
}

static void describe_wait(void *subject, struct wait_report *wait_report)
{
    (void)subject;
    wait_report->needs_all = true;
    describe_buffered(wait_report);
}

static const struct wait empty = {.is_pending = holds_messages, .describe = describe_wait};

void flush_wait(struct rank *self, struct buffer *buffer)
{
    rank_wait(self, &empty, &(struct flush){self, buffer});
}

static bool is_flushed(const struct request *request)
{
    return is_empty(request->owner, request->extra);
}

static bool advance_flush(struct request *request)
{
    if (!is_flushed(request))
        return false;
    store_relaxed(&request->is_done, true);
    return true;
}

static void describe_flush(const struct request *request, struct wait_report *wait_report)
{
    (void)request;
    describe_buffered(wait_report);
}

static void release_flush(struct request *request)
{
    buffer_drop(request->extra);
}

static const struct request_class flush_class = {
    .is_ready = is_flushed,
    .advance = advance_flush,
    .describe = describe_flush,
    .release = release_flush,
};

int flush_start(struct rank *self, struct buffer *buffer, struct comm *comm,
                struct request **started)
{
    struct request *request = request_create(self, &flush_class, comm);

    if (request == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a request");
    request->extra = buffer_hold(buffer);
    *started = request;
    return MPI_SUCCESS;
}
