/* SPDX-License-Identifier: MIT */
#include "p2p/partitioned.h"

#include "base/memory.h"
#include "base/note.h"
#include "p2p/channel.h"
#include "p2p/describe.h"
#include "p2p/mismatch.h"
#include "rank/observe/causal.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"

struct operation {
    struct channel *channel; /* NULL: to or from MPI_PROC_NULL */
    enum channel_side side;
    const struct rank *peer;
    MPI_Count bytes;
    const struct type *type; /* held */
    int partitions;
    int number, tag; /* the peer's, and of the message */
};

static int restart(struct request *request)
{
    const struct operation *operation = request->operation;

    if (operation->channel == NULL)
        store_relaxed(&request->is_done, true);
    else
        channel_start(operation->channel, operation->side);
    if (operation->channel != NULL && operation->side == CHANNEL_SENDER)
        observe(request->owner, .way = WAY_PARTITIONED, .peer = operation->peer,
                .bytes = operation->bytes, .site = request->site, .number = operation->number,
                .tag = operation->tag, .context = request->comm->context->id);
    return MPI_SUCCESS;
}

static void move_buffer(struct request *request, ptrdiff_t shift)
{
    struct operation *operation = request->operation;

    if (operation->channel != NULL)
        channel_move(operation->channel, operation->side, shift);
}

static void release(struct request *request)
{
    struct operation *operation = request->operation;

    if (operation == NULL)
        return;
    if (operation->channel != NULL)
        channel_leave(operation->channel);
    type_drop(operation->type);
    memory_give(operation);
}

static void explain(const struct request *request)
{
    mismatch_explain(as_receive(request));
}

void partitioned_tell_order(const struct request *request)
{
    if (request->operation->channel != NULL)
        causal_acquire(request->operation->channel);
}

static void tell_order_of_all(const struct request *request, bool is_last)
{
    (void)is_last;
    partitioned_tell_order(request);
}

static void describe_send_of(const struct request *request, struct wait_report *wait_report)
{
    describe_partitioned_send(request, channel_unmarked(request->operation->channel),
                              wait_report);
}

const struct request_class partitioned_send_class = {
    .restart = restart,
    .describe = describe_send_of,
    .release = release,
    .has_to_be_completed = true,
};
const struct request_class partitioned_receive_class = {
    .restart = restart,
    .move_buffer = move_buffer,
    .explain = explain,
    .describe = describe_partitioned_receive,
    .tell_order = tell_order_of_all,
    .release = release,
    .has_to_be_completed = true,
};

static int join_channel(struct rank *self, const struct partitioned *partitioned,
                        struct request *request)
{
    struct operation *operation = request->operation;
    struct rank *peer = comm_peers(partitioned->comm)->members[partitioned->peer];
    bool sends = operation->side == CHANNEL_SENDER;
    const struct channel_key key = {
        .context = partitioned->comm->context->id,
        .tag = partitioned->tag,
        .sender = sends ? self : peer,
        .receiver = sends ? peer : self,
    };
    const struct channel_end end = {
        .request = request,
        .data = partitioned->data,
        .partitions = partitioned->partitions,
        .bytes = data_bytes(&partitioned->data),
    };

    operation->peer = peer;
    operation->number = partitioned->peer;
    operation->tag = partitioned->tag;
    operation->bytes = end.bytes;
    operation->channel = channel_join(channel_registry_of(partitioned->comm->context->world),
                                      &key, operation->side, &end);
    return operation->channel != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static int prepare_partitioned(struct rank *self, const struct partitioned *partitioned,
                               const struct request_class *class, struct request **prepared)
{
    struct request *request = request_create(self, class, partitioned->comm);
    struct operation *operation =
        request != NULL ? memory_take_zeroed(sizeof *operation) : NULL;

    if (operation == NULL) {
        if (request != NULL)
            request_free(request);
        return note(MPI_ERR_NO_MEM, "no memory for a partitioned request");
    }
    type_hold(partitioned->data.type);
    operation->type = partitioned->data.type;
    operation->partitions = partitioned->partitions;
    operation->side = class == &partitioned_send_class ? CHANNEL_SENDER : CHANNEL_RECEIVER;
    request->operation = operation;
    request->site = partitioned->site;
    as_receive(request)->data = partitioned->data;
    request->source = partitioned->peer;
    request->tag = partitioned->peer == MPI_PROC_NULL ? MPI_ANY_TAG : partitioned->tag;
    request->bytes = 0;
    request->is_persistent = true;
    request->is_inactive = true;
    if (partitioned->peer != MPI_PROC_NULL &&
        join_channel(self, partitioned, request) != MPI_SUCCESS) {
        request_free(request);
        return note(MPI_ERR_NO_MEM, "no memory for a partitioned request");
    }
    *prepared = request;
    return MPI_SUCCESS;
}

int partitioned_prepare_send(struct rank *self, const struct partitioned *partitioned,
                             struct request **prepared)
{
    return prepare_partitioned(self, partitioned, &partitioned_send_class, prepared);
}

int partitioned_prepare_receive(struct rank *self, const struct partitioned *partitioned,
                                struct request **prepared)
{
    return prepare_partitioned(self, partitioned, &partitioned_receive_class, prepared);
}

int partitioned_count(const struct request *request)
{
    return request->operation->partitions;
}

struct data partitioned_data(const struct request *request, int partition)
{
    struct data data = as_receive(request)->data;

    data.count /= request->operation->partitions;
    data.buf = (char *)data.buf + partition * data.count * data.type->extent;
    return data;
}

int partitioned_mark(struct request *request, int low, int high)
{
    struct channel *channel = request->operation->channel;
    int marked;

    if (channel != NULL)
        causal_release(channel);
    if (channel == NULL || channel_mark(channel, low, high, &marked))
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "partition %d has been marked as ready before", marked);
}

bool partitioned_has_arrived(const struct request *request, int partition)
{
    return request_is_done(request) || request->is_inactive ||
           channel_has_arrived(request->operation->channel, partition);
}
