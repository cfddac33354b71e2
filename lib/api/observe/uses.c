/* SPDX-License-Identifier: MIT */
#include "api/observe/uses.h"

#include "base/memory.h"
#include "check/contents.h"
#include "coll/request.h"
#include "p2p/partitioned.h"
#include "p2p/receive.h"
#include "p2p/send.h"

/* ---- collective operations ------------------------------------------------------------------- */

enum { FEW_BLOCKS = 8 };

/* Both sides of a call; a side without blocks is not used. */
struct uses {
    struct data *memory; /* NULL: `few` has room for all blocks */
    struct data few[FEW_BLOCKS];
    struct buffer_used sent, received;
};

static bool sends(const struct coll_args *args)
{
    switch (args->kind) {
    case COLL_BCAST:
    case COLL_SCATTER:
        return args_are_roots(args);
    case COLL_GATHER:
    case COLL_REDUCE:
        return args_are_members(args) && !args->is_in_place;
    default:
        return !args->is_in_place;
    }
}

static bool receives(const struct coll_args *args)
{
    switch (args->kind) {
    case COLL_BCAST:
        return args_are_members(args) && !args_are_roots(args);
    case COLL_SCATTER:
        return args_are_members(args) && !args->is_in_place;
    case COLL_GATHER:
    case COLL_REDUCE:
        return args_are_roots(args);
    case COLL_EXSCAN:
        return args->comm->rank > 0;
    default:
        return true;
    }
}

/* How many blocks a side may have. */
static int blocks_sent(const struct coll_args *args)
{
    switch (args->kind) {
    case COLL_SCATTER:
    case COLL_ALLTOALL:
        return comm_peers(args->comm)->size;
    case COLL_NEIGHBOR_ALLTOALL:
        return args->neighbors->targets_count;
    default:
        return 1;
    }
}

static int blocks_received(const struct coll_args *args)
{
    switch (args->kind) {
    case COLL_GATHER:
    case COLL_ALLGATHER:
    case COLL_ALLTOALL:
        return comm_peers(args->comm)->size;
    case COLL_NEIGHBOR_ALLGATHER:
    case COLL_NEIGHBOR_ALLTOALL:
        return args->neighbors->sources_count;
    default:
        return 1;
    }
}

/* The blocks of a side, but for those of neighbours that are MPI_PROC_NULL. A side that is one
 * block is not copied. */
static void lay_out(struct buffer_used *used, struct data *blocks, const struct data *all,
                    const struct blocks *how, int count, const int *neighbors)
{
    int i;

    used->blocks = blocks;
    used->argument = all;
    used->count = neighbors == NULL && how == NULL;
    if (used->count == 1 && count == 1) {
        used->blocks = all;
        return;
    }
    if (used->count == 1) {
        blocks[0] = *all;
        blocks[0].count *= count;
        return;
    }
    for (i = 0; i < count; i++)
        if (neighbors == NULL || neighbors[i] != MPI_PROC_NULL)
            blocks[used->count++] = coll_block(all, how, i);
}

/* NULL: no memory. */
static struct data *find_room(struct uses *uses, size_t blocks)
{
    if (blocks <= FEW_BLOCKS)
        return uses->few;
    uses->memory = memory_take(blocks * sizeof *uses->memory);
    return uses->memory;
}

/* The argument that has the data: recvbuf has those that are sent in place, too. */
static const char *name_of_use(const struct coll_args *args, enum buffer_use use)
{
    if (args->kind == COLL_BCAST)
        return "buffer";
    return use == BUFFER_RECEIVED || args_receive_into_send(args) ? "recvbuf" : "sendbuf";
}

static struct buffer_used used_as(const struct coll_args *args, enum buffer_use use)
{
    const char *name = name_of_use(args, use);

    return (struct buffer_used){.name = name,
                                .pending_name = name,
                                .use = use,
                                .is_prepared = args->form == COLL_PERSISTENT};
}

/* False: no memory, or no buffer. */
static bool find_uses(const struct coll_args *args, struct uses *uses)
{
    const struct neighbors *neighbors = args->neighbors;
    int sent = blocks_sent(args), received = blocks_received(args);
    bool is_reduced = coll_is_reduction(args->kind);
    struct data *blocks;

    uses->memory = NULL;
    uses->sent = used_as(args, BUFFER_SENT);
    uses->received = used_as(args, BUFFER_RECEIVED);
    if (args->kind == COLL_BARRIER)
        return false;
    blocks = find_room(uses, (size_t)sent + (size_t)received);
    if (blocks == NULL)
        return false;
    if (sends(args))
        lay_out(&uses->sent, blocks, &args->send, args->send_blocks, sent,
                args->kind == COLL_NEIGHBOR_ALLTOALL ? neighbors->targets : NULL);
    if (receives(args)) {
        bool is_send = args_receive_into_send(args);

        lay_out(&uses->received, blocks + sent,
                is_send ? &args->send : &args->recv,
                is_reduced || is_send ? NULL : args->recv_blocks, received,
                neighbors != NULL ? neighbors->sources : NULL);
    }
    return true;
}

/* One run of bytes on each side, of a named type. */
static bool is_simple(const struct coll_args *args)
{
    return likely(args->is_plain) && args->send_blocks == NULL && args->recv_blocks == NULL &&
           args->neighbors == NULL && likely(args->kind != COLL_BARRIER);
}

/* Finds the two sides of a simple call. A side that is not used has no bytes. */
static void find_simple(const struct coll_args *args, struct data *sent, struct data *received)
{
    bool is_received = receives(args);

    *sent = *received = args->send;
    if (is_received && !args_receive_into_send(args))
        *received = args->recv;
    sent->count *= sends(args) ? blocks_sent(args) : 0;
    received->count *= is_received ? blocks_received(args) : 0;
}

static bool has_simple_conflict(const struct coll_args *args)
{
    struct data sent, received;

    find_simple(args, &sent, &received);
    return buffers_conflict(&sent, BUFFER_SENT) || buffers_conflict(&received, BUFFER_RECEIVED) ||
           (unlikely(spans_meet(buffers_run(&sent), buffers_run(&received))) &&
            data_overlaps(&sent, &received));
}

int uses_compare(const struct call *call, const struct coll_args *args)
{
    struct uses uses;
    int err = MPI_SUCCESS;

    if ((is_simple(args) && !has_simple_conflict(args)) || !find_uses(args, &uses))
        return MPI_SUCCESS;
    if (uses.sent.count > 0)
        err = buffers_compare_blocks(call, &uses.sent);
    if (err == MPI_SUCCESS && uses.received.count > 0)
        err = buffers_compare_blocks(call, &uses.received);
    if (err == MPI_SUCCESS && uses.received.count > 0)
        err = buffers_compare_sides(call, &uses.sent, &uses.received);
    memory_give(uses.memory);
    return err;
}

static void note_blocks(const struct call *call, const struct uses *uses, struct request *request,
                        struct diverted *diverted)
{
    if (uses->sent.count > 0)
        buffers_note_blocks(call, request, &uses->sent);
    if (uses->received.count > 0)
        buffers_note_diverted(call, request, &uses->received, diverted);
}

static void note_array(const struct call *call, struct request *request, const char *name,
                       struct int_view view, int count)
{
    const MPI_Datatype type = view.narrow != NULL ? MPI_INT : MPI_COUNT;
    const struct data array = {.buf = (void *)(uintptr_t)view_start(view),
                               .count = view_is_null(view) ? 0 : count,
                               .type = type_predefined(type)};
    const struct buffer_used used = {
        .pending_name = name, .use = BUFFER_SENT, .count = 1, .blocks = &array};

    if (array.count > 0)
        buffers_note_blocks(call, request, &used);
}

/* The operation has copies, and other libraries may not have. */
static void note_arrays(const struct call *call, struct request *request,
                        const struct blocks *blocks, int count)
{
    if (blocks == NULL)
        return;
    note_array(call, request, "an array of counts", blocks->counts, count);
    note_array(call, request, "an array of displacements", blocks->displacements, count);
}

static void note_all_arrays(const struct call *call, const struct coll_args *args,
                            struct request *request)
{
    note_arrays(call, request, args->send_blocks, coll_blocks_sent(args));
    note_arrays(call, request, args->recv_blocks, coll_blocks_received(args));
}

/* Watches an operation that is simple and receives where the user says. */
static void note_simple(const struct call *call, const struct coll_args *args,
                        struct request *request)
{
    struct data sent, received;

    find_simple(args, &sent, &received);
    buffers_note_as(call, request, name_of_use(args, BUFFER_SENT), &sent, BUFFER_SENT);
    buffers_note_as(call, request, name_of_use(args, BUFFER_RECEIVED), &received, BUFFER_RECEIVED);
}

/* Starts an operation. If what is received is diverted, it gets arguments that receive there. */
int uses_begin(const struct coll_args *args, coll_entry *entry, struct request **request)
{
    struct coll_args moved = *args;
    struct diverted diverted;
    struct uses uses;
    int err;

    if (is_simple(args) && !diverted_is_wanted()) {
        err = entry(args, request);
        if (err == MPI_SUCCESS)
            note_simple(args->call, args, *request);
        return err;
    }
    if (!find_uses(args, &uses)) {
        err = entry(args, request);
        if (err == MPI_SUCCESS)
            note_all_arrays(args->call, args, *request);
        return err;
    }
    diverted_open(&diverted, uses.received.blocks, uses.received.count);
    if (diverted.memory != NULL)
        args_move_received(&moved, diverted.shift);
    err = entry(&moved, request);
    if (err == MPI_SUCCESS) {
        note_blocks(args->call, &uses, *request, &diverted);
        note_all_arrays(args->call, args, *request);
    } else {
        memory_give(diverted.memory);
    }
    memory_give(uses.memory);
    return err;
}

/* ---- persistent requests ------------------------------------------------------------------- */

int uses_prepare(const struct call *call, const struct data *data)
{
    const struct buffer_used used = {.name = "buf", .count = 1, .blocks = data};

    return contents_compare(call, &used);
}

int uses_prepare_collective(const struct coll_args *args)
{
    struct uses uses;
    int err;

    if (!load_relaxed(&contents_are_known) || !find_uses(args, &uses))
        return MPI_SUCCESS;
    err = contents_compare(args->call, &uses.sent);
    if (err == MPI_SUCCESS)
        err = contents_compare(args->call, &uses.received);
    memory_give(uses.memory);
    return err;
}

/* Has the request receive elsewhere until it is complete; buffers_conclude takes that back. */
static int restart_elsewhere(struct request *request, struct diverted *diverted)
{
    int err;

    if (diverted->memory == NULL)
        return request_restart(request);
    request->class->move_buffer(request, diverted->shift);
    err = request_restart(request);
    if (err == MPI_SUCCESS)
        return MPI_SUCCESS;
    request->class->move_buffer(request, -diverted->shift);
    memory_give(diverted->memory);
    return err;
}

static int restart_receive(const struct call *call, struct request *request,
                           const struct buffer_used *used)
{
    struct diverted diverted;
    int err = buffers_compare_blocks(call, used);

    if (err != MPI_SUCCESS)
        return err;
    diverted_open(&diverted, used->blocks, used->count);
    err = restart_elsewhere(request, &diverted);
    if (err == MPI_SUCCESS)
        buffers_note_diverted(call, request, used, &diverted);
    return err;
}

/* A restart may move the request's own arguments, so the uses are those of a copy. */
static int start_collective(const struct call *call, const struct coll_args *own,
                            struct request *request)
{
    const struct coll_args args = *own;
    struct diverted diverted;
    struct uses uses;
    int err = uses_compare(call, &args);

    if (err != MPI_SUCCESS)
        return err;
    if (is_simple(&args) && !diverted_is_wanted()) {
        err = request_restart(request);
        if (err == MPI_SUCCESS)
            note_simple(call, &args, request);
        return err;
    }
    if (!find_uses(&args, &uses))
        return request_restart(request);
    diverted_open(&diverted, uses.received.blocks, uses.received.count);
    err = restart_elsewhere(request, &diverted);
    if (err == MPI_SUCCESS)
        note_blocks(call, &uses, request, &diverted);
    memory_give(uses.memory);
    return err;
}

static int start_send(const struct call *call, struct request *request)
{
    const struct data *data = &send_prepared(request)->data;
    const struct buffer_used used = {.name = buffers_unnamed,
                                     .use = BUFFER_SENT,
                                     .is_prepared = true,
                                     .count = 1,
                                     .blocks = data};
    int err = buffers_compare_blocks(call, &used);

    if (err == MPI_SUCCESS)
        err = request_restart(request);
    if (err == MPI_SUCCESS)
        buffers_note(call, request, data, BUFFER_SENT);
    return err;
}

static int start_receive(const struct call *call, struct request *request)
{
    const struct data buffer = receive_prepared(request)->data;
    const struct buffer_used used = {.name = buffers_unnamed,
                                     .use = BUFFER_RECEIVED,
                                     .is_prepared = true,
                                     .count = 1,
                                     .blocks = &buffer};

    return restart_receive(call, request, &used);
}

/* ---- partitioned operations ------------------------------------------------------------------ */

/* Each partition is a block: those of a send are given away one by one, and may be written until
 * then, and those of a receive come back one by one. */
static bool find_partitions(const struct request *request, int low, int high,
                            struct buffer_used *used)
{
    struct data *blocks = memory_take((size_t)(high - low) * sizeof *blocks);
    int i;

    for (i = low; blocks != NULL && i < high; i++)
        blocks[i - low] = partitioned_data(request, i);
    used->blocks = blocks;
    used->count = high - low;
    return blocks != NULL;
}

int uses_give(const struct call *call, struct request *request, int low, int high)
{
    struct buffer_used used = {
        .name = "the partition", .use = BUFFER_SENT, .is_prepared = true};
    int err;

    if (request->source == MPI_PROC_NULL || !find_partitions(request, low, high, &used))
        return MPI_SUCCESS;
    err = buffers_compare_blocks(call, &used);
    if (err == MPI_SUCCESS)
        buffers_note_blocks(call, request, &used);
    memory_give((void *)used.blocks);
    return err;
}

void uses_get(struct request *request, int partition)
{
    if (request->source != MPI_PROC_NULL && !request->is_inactive)
        buffers_release(request, partition);
}

static int start_to_receive(const struct call *call, struct request *request)
{
    struct buffer_used used = {.name = buffers_unnamed,
                               .use = BUFFER_RECEIVED,
                               .comes_back = true,
                               .is_prepared = true};
    int err;

    if (request->source == MPI_PROC_NULL ||
        !find_partitions(request, 0, partitioned_count(request), &used))
        return request_restart(request);
    err = restart_receive(call, request, &used);
    memory_give((void *)used.blocks);
    return err;
}

/* ---- every persistent request ---------------------------------------------------------------- */

int uses_start(const struct call *call, struct request *request)
{
    const struct coll_args *args = coll_of_request(request);

    if (args != NULL)
        return start_collective(call, args, request);
    if (request->class == &partitioned_receive_class)
        return start_to_receive(call, request);
    if (request->class == &send_class && send_prepared(request)->dest != MPI_PROC_NULL)
        return start_send(call, request);
    if (request->class == &receive_class && receive_prepared(request)->source != MPI_PROC_NULL)
        return start_receive(call, request);
    return request_restart(request);
}
