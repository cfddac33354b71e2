/* SPDX-License-Identifier: MIT */
#include "p2p/parcel.h"

#include "base/knob.h"
#include "base/memory.h"
#include "p2p/buffer.h"
#include "rank/wait.h"

struct parcel *parcel_create(struct rank *sender, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);
    bool is_large = bytes >= SHARE_BYTES_MIN;
    struct parcel *parcel =
        memory_take(sizeof *parcel + (is_large ? sizeof *parcel->share : 0));

    if (parcel == NULL)
        return NULL;
    type_hold(data->type);
    parcel->share = is_large ? (struct share *)(parcel + 1) : NULL;
    parcel->bytes = bytes;
    parcel->data = parcel->from = *data;
    parcel->draft = NULL;
    parcel->sender = sender;
    parcel->buffer = NULL;
    parcel->segment = NULL;
    parcel->is_copy = false;
    store_relaxed(&parcel->state, PARCEL_OFFERED);
    return parcel;
}

struct parcel *parcel_create_copy(struct rank *sender, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);
    struct parcel *parcel = memory_take(sizeof *parcel + (size_t)bytes);

    if (parcel == NULL)
        return NULL;
    parcel->bytes = bytes;
    parcel->sender = sender;
    parcel->segment = NULL;
    parcel->share = NULL;
    parcel->is_copy = true;
    parcel->buffer = (unsigned char *)(parcel + 1);
    if (data_is_contiguous(data))
        copy_bytes(parcel->buffer, data_start(data), (size_t)bytes);
    else
        data_pack(data, 0, parcel->buffer, bytes);
    store_relaxed(&parcel->state, PARCEL_BUFFERED); /* its envelope publishes it */
    return parcel;
}

/* Room that is on the sender's account; NULL: there is none. */
static unsigned char *take_room(const struct parcel *parcel)
{
    _Atomic(int64_t) *buffered_bytes = &parcel->sender->buffered_bytes;
    unsigned char *room;

    if (load_relaxed(buffered_bytes) + parcel->bytes > knobs.buffered_total_kb_max * 1024)
        return NULL;
    room = memory_take((size_t)parcel->bytes);
    if (room != NULL)
        fetch_add_relaxed(buffered_bytes, parcel->bytes);
    return room;
}

static void return_room(const struct parcel *parcel, unsigned char *room)
{
    fetch_add_relaxed(&parcel->sender->buffered_bytes, -parcel->bytes);
    memory_give(room);
}

static void return_draft(struct parcel *parcel)
{
    if (parcel->draft == NULL)
        return;
    return_room(parcel, parcel->draft);
    parcel->draft = NULL;
}

void parcel_free(struct parcel *parcel)
{
    if (parcel == NULL)
        return;
    if (parcel->segment != NULL) {
        struct rank *sender = parcel->sender;

        segment_give(parcel->segment);
        rank_wake(sender); /* it may wait to detach the buffer */
    } else if (parcel->is_copy) {
        parcel->buffer = NULL; /* goes with the parcel */
    } else if (parcel->buffer != NULL) {
        return_room(parcel, parcel->buffer);
    } else {
        return_draft(parcel);
        type_drop(parcel->data.type);
    }
    memory_give(parcel);
}

void parcel_draft(struct parcel *parcel)
{
    parcel->draft = take_room(parcel);
    if (parcel->draft == NULL)
        return;
    data_pack(&parcel->data, 0, parcel->draft, parcel->bytes);
    parcel->from = (struct data){.buf = parcel->draft,
                                 .count = parcel->bytes,
                                 .type = type_predefined(MPI_BYTE)};
}

bool parcel_buffer(struct parcel *parcel)
{
    unsigned char *buffer;
    int expected = PARCEL_OFFERED;

    if (!parcel_is_offered(parcel))
        return false;
    buffer = parcel->buffer = take_room(parcel);
    if (buffer == NULL)
        return false;
    if (!compare_exchange_acq_rel(&parcel->state, &expected,
                                  PARCEL_BUFFERING)) { /* edge parcel.state */
        parcel->buffer = NULL;
        return_room(parcel, buffer);
        return false;
    }
    data_pack(&parcel->data, 0, buffer, parcel->bytes);
    type_drop(parcel->data.type);
    store_release(&parcel->state, PARCEL_BUFFERED); /* edge parcel.state */
    return true;
}

void parcel_buffer_in(struct parcel *parcel, struct buffer_segment *segment, unsigned char *buffer)
{
    parcel->segment = segment;
    parcel->buffer = buffer;
    if (segment == NULL)
        fetch_add_relaxed(&parcel->sender->buffered_bytes, parcel->bytes);
    data_pack(&parcel->data, 0, buffer, parcel->bytes);
    type_drop(parcel->data.type);
    store_release(&parcel->state, PARCEL_BUFFERED); /* edge parcel.state */
}

bool parcel_call_off(struct parcel *parcel)
{
    int expected = PARCEL_OFFERED;

    return compare_exchange_acq_rel(&parcel->state, &expected,
                                    PARCEL_CALLED_OFF); /* edge parcel.state */
}

/* The sender may be in the middle of its copy. */
static void await_buffered(const struct parcel *parcel)
{
    while (load_acquire(&parcel->state) != PARCEL_BUFFERED) /* edge parcel.state */
        rank_pause(rank_self());
}

static MPI_Count receive_buffered(struct parcel *parcel, const struct data *to)
{
    MPI_Count room = data_bytes(to);
    MPI_Count bytes = parcel->bytes < room ? parcel->bytes : room;

    await_buffered(parcel);
    data_unpack(to, 0, parcel->buffer, bytes);
    parcel_free(parcel);
    return bytes;
}

bool parcel_claim(struct parcel *parcel)
{
    int expected = PARCEL_OFFERED;

    return load_relaxed(&parcel->state) == PARCEL_BUFFERED ||
           compare_exchange_acq_rel(&parcel->state, &expected,
                                    PARCEL_TAKEN) || /* edge parcel.state */
           expected != PARCEL_CALLED_OFF;
}

/* The share is the sender's memory: a helper that claims in vain when all has been copied, or even
 * delivered, touches what is its own. */
static void copy_together(struct parcel *parcel, const struct data *to, MPI_Count bytes)
{
    struct share *share = parcel->share;

    share_init(share, to, bytes);
    store_seq_cst(&parcel->state, PARCEL_SHARED); /* edge parcel.state */
    share_work(share, &parcel->from, SHARE_FRONT);
    while (!share_is_over(share))
        rank_pause(rank_self()); /* the sender is in the middle of its last chunk */
}

bool parcel_help(struct parcel *parcel)
{
    return share_work(parcel->share, &parcel->from, SHARE_BACK);
}

/* The parcel is the sender's again. The store does not wait for its line where who goes to sleep
 * fences for all. */
static void deliver(struct parcel *parcel)
{
    struct rank *sender = parcel->sender;

    if (likely(sender->world->has_fenced_sleep)) {
        store_release(&parcel->state, PARCEL_DELIVERED); /* edge parcel.state */
        compiler_fence(); /* edge rank.asleep */
    } else {
        store_seq_cst(&parcel->state, PARCEL_DELIVERED); /* edge parcel.state */
    }
    rank_wake(sender);
}

MPI_Count parcel_receive(struct parcel *parcel, const struct data *to)
{
    MPI_Count room = data_bytes(to);
    MPI_Count bytes = parcel->bytes < room ? parcel->bytes : room;

    if (load_relaxed(&parcel->state) != PARCEL_TAKEN)
        return receive_buffered(parcel, to);
    if (parcel->share != NULL && bytes >= SHARE_BYTES_MIN)
        copy_together(parcel, to, bytes);
    else
        data_copy(&parcel->from, to);
    return_draft(parcel); /* by who has its lines in the cache, for a draft of his own */
    deliver(parcel);
    return bytes;
}

void parcel_abandon(struct parcel *parcel)
{
    if (!parcel_claim(parcel)) {
        parcel_free(parcel);
    } else if (load_relaxed(&parcel->state) == PARCEL_TAKEN) {
        deliver(parcel);
    } else {
        await_buffered(parcel);
        parcel_free(parcel);
    }
}
