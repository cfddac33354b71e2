/* SPDX-License-Identifier: MIT */
#include "p2p/rendezvous.h"

#include "base/knob.h"
#include "base/memory.h"
#include "base/must.h"
#include "p2p/buffer.h"
#include "rank/wait.h"

struct rendezvous *rendezvous_create(struct rank *sender, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);
    bool is_large = bytes >= COOPERATIVE_BYTES_MIN;
    struct rendezvous *rendezvous =
        memory_take(sizeof *rendezvous + (is_large ? sizeof *rendezvous->split_copy : 0));

    if (rendezvous == NULL)
        return NULL;
    type_hold(data->type);
    rendezvous->split_copy = is_large ? (struct split_copy *)(rendezvous + 1) : NULL;
    rendezvous->bytes = bytes;
    rendezvous->data = rendezvous->from = *data;
    rendezvous->packed = NULL;
    rendezvous->sender = sender;
    rendezvous->buffer = NULL;
    rendezvous->segment = NULL;
    rendezvous->is_copy = false;
    store_relaxed(&rendezvous->state, RENDEZVOUS_OFFERED);
    return rendezvous;
}

struct rendezvous *rendezvous_create_copy(struct rank *sender, const struct data *data)
{
    MPI_Count bytes = data_bytes(data);
    struct rendezvous *rendezvous = memory_take(sizeof *rendezvous + (size_t)bytes);

    if (rendezvous == NULL)
        return NULL;
    rendezvous->bytes = bytes;
    rendezvous->sender = sender;
    rendezvous->segment = NULL;
    rendezvous->split_copy = NULL;
    rendezvous->is_copy = true;
    rendezvous->buffer = (unsigned char *)(rendezvous + 1);
    if (data_is_contiguous(data))
        copy_bytes(rendezvous->buffer, data_start(data), (size_t)bytes);
    else
        data_pack(data, 0, rendezvous->buffer, bytes);
    store_relaxed(&rendezvous->state, RENDEZVOUS_BUFFERED); /* its envelope publishes it */
    return rendezvous;
}

/* Room that is on the sender's account; NULL: there is none. */
static unsigned char *take_room(const struct rendezvous *rendezvous)
{
    struct rank *sender = rendezvous->sender;
    _Atomic(int64_t) *buffered_bytes = &sender->buffered_bytes;
    int64_t most = (int64_t)load_relaxed(&sender->own.buffered_total_kb_max) * 1024;
    unsigned char *room;

    if (load_relaxed(buffered_bytes) + rendezvous->bytes > most)
        return NULL;
    room = memory_take((size_t)rendezvous->bytes);
    if (room != NULL)
        fetch_add_relaxed(buffered_bytes, rendezvous->bytes);
    return room;
}

static void return_room(const struct rendezvous *rendezvous, unsigned char *room)
{
    fetch_add_relaxed(&rendezvous->sender->buffered_bytes, -rendezvous->bytes);
    memory_give(room);
}

static void return_packed(struct rendezvous *rendezvous)
{
    if (rendezvous->packed == NULL)
        return;
    return_room(rendezvous, rendezvous->packed);
    rendezvous->packed = NULL;
}

static bool somebody_copies(int state)
{
    return state == RENDEZVOUS_CLAIMED || state == RENDEZVOUS_COOPERATIVE ||
           state == RENDEZVOUS_BUFFERING;
}

void rendezvous_check(const struct rendezvous *rendezvous)
{
    int state = load_acquire(&rendezvous->state); /* edge rendezvous.state */

    must(state >= RENDEZVOUS_OFFERED && state <= RENDEZVOUS_CANCELLED);
    must(state != RENDEZVOUS_COOPERATIVE || rendezvous->split_copy != NULL); /* law 3 */
    must(state != RENDEZVOUS_BUFFERED || rendezvous->buffer != NULL);        /* law 4 */
    must(!rendezvous->is_copy || state == RENDEZVOUS_BUFFERED);
    must(rendezvous->bytes >= 0 && rendezvous->sender != NULL);
}

void rendezvous_free(struct rendezvous *rendezvous)
{
    if (rendezvous == NULL)
        return;
    must(!somebody_copies(load_relaxed(&rendezvous->state))); /* law 2 */
    if (rendezvous->segment != NULL) {
        struct rank *sender = rendezvous->sender;

        segment_give(rendezvous->segment);
        rank_wake(sender); /* it may wait to detach the buffer */
    } else if (rendezvous->is_copy) {
        rendezvous->buffer = NULL; /* it goes with the descriptor */
    } else if (rendezvous->buffer != NULL) {
        return_room(rendezvous, rendezvous->buffer);
    } else {
        return_packed(rendezvous);
        type_drop(rendezvous->data.type);
    }
    memory_give(rendezvous);
}

void rendezvous_pack(struct rendezvous *rendezvous)
{
    must(rendezvous_is_offered(rendezvous));
    rendezvous->packed = take_room(rendezvous);
    if (rendezvous->packed == NULL)
        return;
    data_pack(&rendezvous->data, 0, rendezvous->packed, rendezvous->bytes);
    rendezvous->from = (struct data){
        .buf = rendezvous->packed, .count = rendezvous->bytes, .type = type_predefined(MPI_BYTE)};
}

bool rendezvous_buffer(struct rendezvous *rendezvous)
{
    unsigned char *buffer;
    int expected = RENDEZVOUS_OFFERED;

    if (!rendezvous_is_offered(rendezvous))
        return false;
    buffer = rendezvous->buffer = take_room(rendezvous);
    if (buffer == NULL)
        return false;
    if (!compare_exchange_acq_rel(&rendezvous->state, &expected,
                                  RENDEZVOUS_BUFFERING)) { /* edge rendezvous.state */
        rendezvous->buffer = NULL;
        return_room(rendezvous, buffer);
        return false;
    }
    data_pack(&rendezvous->data, 0, buffer, rendezvous->bytes);
    type_drop(rendezvous->data.type);
    store_release(&rendezvous->state, RENDEZVOUS_BUFFERED); /* edge rendezvous.state */
    return true;
}

void rendezvous_buffer_in(struct rendezvous *rendezvous, struct buffer_segment *segment,
                          unsigned char *buffer)
{
    must(rendezvous_is_offered(rendezvous));
    rendezvous->segment = segment;
    rendezvous->buffer = buffer;
    if (segment == NULL)
        fetch_add_relaxed(&rendezvous->sender->buffered_bytes, rendezvous->bytes);
    data_pack(&rendezvous->data, 0, buffer, rendezvous->bytes);
    type_drop(rendezvous->data.type);
    store_release(&rendezvous->state, RENDEZVOUS_BUFFERED); /* edge rendezvous.state */
}

bool rendezvous_cancel(struct rendezvous *rendezvous)
{
    int expected = RENDEZVOUS_OFFERED;

    return compare_exchange_acq_rel(&rendezvous->state, &expected,
                                    RENDEZVOUS_CANCELLED); /* edge rendezvous.state */
}

/* The sender may be in the middle of its copy. */
static void await_buffered(const struct rendezvous *rendezvous)
{
    while (load_acquire(&rendezvous->state) != RENDEZVOUS_BUFFERED) /* edge rendezvous.state */
        rank_pause(rank_self());
}

static MPI_Count receive_buffered(struct rendezvous *rendezvous, const struct data *to)
{
    MPI_Count room = data_bytes(to);
    MPI_Count bytes = rendezvous->bytes < room ? rendezvous->bytes : room;

    await_buffered(rendezvous);
    data_unpack(to, 0, rendezvous->buffer, bytes);
    rendezvous_free(rendezvous);
    return bytes;
}

bool rendezvous_claim(struct rendezvous *rendezvous)
{
    int expected = RENDEZVOUS_OFFERED;

    return load_relaxed(&rendezvous->state) == RENDEZVOUS_BUFFERED ||
           compare_exchange_acq_rel(&rendezvous->state, &expected,
                                    RENDEZVOUS_CLAIMED) || /* edge rendezvous.state */
           expected != RENDEZVOUS_CANCELLED;
}

/* The split copy lies in the sender's memory: a sender that helps and claims in vain, when all has
 * been copied or even delivered, touches what is its own. */
static void copy_together(struct rendezvous *rendezvous, const struct data *to, MPI_Count bytes)
{
    struct split_copy *split_copy = rendezvous->split_copy;

    must(load_relaxed(&rendezvous->state) == RENDEZVOUS_CLAIMED && split_copy != NULL);
    split_copy_init(split_copy, to, bytes);
    store_release(&rendezvous->state, RENDEZVOUS_COOPERATIVE); /* edge rendezvous.state */
    split_copy_work(split_copy, &rendezvous->from, SPLIT_COPY_FRONT);
    while (!split_copy_is_over(split_copy))
        rank_pause(rank_self()); /* the sender is in the middle of its last chunk */
}

bool rendezvous_help(struct rendezvous *rendezvous)
{
    return split_copy_work(rendezvous->split_copy, &rendezvous->from, SPLIT_COPY_BACK);
}

/* The descriptor becomes the sender's again. The store need not wait for its cache line in a world
 * where a rank that goes to sleep fences for all. */
static void deliver_rendezvous(struct rendezvous *rendezvous)
{
    struct rank *sender = rendezvous->sender;
    int state = load_relaxed(&rendezvous->state);

    must(state == RENDEZVOUS_CLAIMED || state == RENDEZVOUS_COOPERATIVE); /* law 1 */

    if (likely(sender->world->has_fenced_sleep)) {
        store_release(&rendezvous->state, RENDEZVOUS_DELIVERED); /* edge rendezvous.state */
        compiler_fence(); /* edge rank.asleep */
    } else {
        store_seq_cst(&rendezvous->state, RENDEZVOUS_DELIVERED); /* edge rendezvous.state */
    }
    rank_wake(sender);
}

MPI_Count rendezvous_receive(struct rendezvous *rendezvous, const struct data *to)
{
    MPI_Count room = data_bytes(to);
    MPI_Count bytes = rendezvous->bytes < room ? rendezvous->bytes : room;

    if (load_relaxed(&rendezvous->state) != RENDEZVOUS_CLAIMED)
        return receive_buffered(rendezvous, to);
    if (rendezvous->split_copy != NULL && bytes >= COOPERATIVE_BYTES_MIN)
        copy_together(rendezvous, to, bytes);
    else
        data_copy(&rendezvous->from, to);
    return_packed(rendezvous); /* here, where its lines are in the cache */
    deliver_rendezvous(rendezvous);
    return bytes;
}

void rendezvous_abandon(struct rendezvous *rendezvous)
{
    if (!rendezvous_claim(rendezvous)) {
        rendezvous_free(rendezvous);
    } else if (load_relaxed(&rendezvous->state) == RENDEZVOUS_CLAIMED) {
        deliver_rendezvous(rendezvous);
    } else {
        await_buffered(rendezvous);
        rendezvous_free(rendezvous);
    }
}
