/* SPDX-License-Identifier: MIT */
#include "p2p/receive.h"

#include "base/memory.h"
#include "base/note.h"
#include "p2p/p2p.h"
#include "rank/wait.h"

void receive_deliver(struct request *request, const struct envelope *envelope)
{
    const struct data *to = &request->data;
    MPI_Count sent = envelope_bytes(envelope);
    MPI_Count room = data_bytes(to);

    request->source = envelope->key.source;
    request->tag = envelope->key.tag;
    request->sent_bytes = sent;
    request->bytes = sent < room ? sent : room;
    request->error = sent <= room ? MPI_SUCCESS : MPI_ERR_TRUNCATE;
    if (envelope->inline_bytes == IN_PARCEL)
        parcel_receive(envelope->parcel, to);
    else if (data_is_contiguous(to))
        copy_bytes(data_start(to), envelope->payload, (size_t)request->bytes);
    else
        data_unpack(to, 0, envelope->payload, request->bytes);
    request->is_done = true;
}

static struct match_key key_for(const struct comm *comm, int source, int tag)
{
    return (struct match_key){.context = comm->context->id, .source = source, .tag = tag};
}

/* What was kept before the receive was posted. */
static bool receive_kept(struct rank *self, struct request *request)
{
    struct match *match = &self->p2p->match;
    struct waiting *waiting = match_find(match, &request->key);

    if (waiting == NULL)
        return false;
    match_remove(match, waiting);
    receive_deliver(request, &waiting->envelope);
    memory_give(waiting);
    return true;
}

void receive_begin(struct rank *self, const struct receive *receive, struct request *request)
{
    request->error = MPI_SUCCESS;
    request->bytes = 0;
    request->source = MPI_PROC_NULL;
    request->tag = MPI_ANY_TAG;
    request->is_done = receive->source == MPI_PROC_NULL;
    if (request->is_done)
        return;
    request->data = receive->data;
    request->key = key_for(receive->comm, receive->source, receive->tag);
    if (!receive_kept(self, request))
        match_post(&self->p2p->match, request);
}

int receive_wait(struct rank *self, const struct receive *receive, MPI_Status *status)
{
    struct request request;

    request.kind = REQUEST_RECEIVE;
    receive_begin(self, receive, &request);
    request_wait(self, &request);
    if (status != NULL)
        request_fill_status(&request, status);
    return request_error(&request);
}

int receive_start(struct rank *self, const struct receive *receive, struct request **started)
{
    struct request *request = request_create(self, REQUEST_RECEIVE, receive->comm);

    if (request == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a request");
    /* The type's handle may be freed before the message comes. */
    type_hold(receive->data.type);
    receive_begin(self, receive, request);
    request->data.type = receive->data.type;
    *started = request;
    return MPI_SUCCESS;
}

bool receive_look(struct rank *self, struct comm *comm, int source, int tag, MPI_Status *status)
{
    struct match_key key = key_for(comm, source, tag);
    struct waiting *waiting;

    if (source == MPI_PROC_NULL) {
        if (status != NULL)
            status_fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return true;
    }
    waiting = match_find(&self->p2p->match, &key);
    if (waiting != NULL && status != NULL)
        status_fill(status, waiting->envelope.key.source, waiting->envelope.key.tag,
                    envelope_bytes(&waiting->envelope));
    return waiting != NULL;
}

struct look {
    struct rank *self;
    struct comm *comm;
    int source;
    int tag;
    MPI_Status *status;
};

static bool sees_nothing(void *subject)
{
    const struct look *look = subject;

    return !receive_look(look->self, look->comm, look->source, look->tag, look->status);
}

void receive_wait_look(struct rank *self, struct comm *comm, int source, int tag,
                       MPI_Status *status)
{
    struct look look = {self, comm, source, tag, status};

    rank_wait(self, sees_nothing, &look);
}
