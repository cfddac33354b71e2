/* SPDX-License-Identifier: MIT */
#include "check/diverted.h"

#include "base/memory.h"
#include "p2p/requests.h"
#include "rank/world.h"
#include "request/completion.h"
#include "type/overlap.h"

/* Data that are far apart are received where they belong. */
enum { GAPS_BYTES_MAX = 1 << 20 };

/* The symbol is missing in programs without AddressSanitizer. */
__attribute__((weak)) void __asan_poison_memory_region(void const volatile *start, size_t bytes);
__attribute__((weak)) void __asan_unpoison_memory_region(void const volatile *start, size_t bytes);

/* The block that belongs to one of the buffer's. */
static struct data moved(const struct diverted *diverted, const struct data *block)
{
    struct data there = *block;

    diverted_move(diverted, &there);
    return there;
}

bool diverted_is_wanted(void)
{
    const struct rank *self = rank_self();

    return self->buffers != NULL && self->world->options.diverts;
}

void diverted_open(struct diverted *diverted, const struct data blocks[], int count)
{
    struct address_range span;
    MPI_Count bytes = 0;
    uintptr_t start;
    int i;

    *diverted = (struct diverted){.memory = NULL};
    if (!diverted_is_wanted())
        return;
    span = blocks_span(blocks, count);
    for (i = 0; i < count; i++)
        bytes += data_bytes(&blocks[i]);
    if (bytes == 0 || (MPI_Count)(span.high - span.low) > 2 * bytes + GAPS_BYTES_MAX)
        return;
    diverted->memory = memory_take(span.high - span.low + 2 * ROOM_SPARE);
    if (diverted->memory == NULL)
        return;
    /* Aligned as the buffer is. */
    start = (uintptr_t)diverted->memory + ROOM_SPARE - 1;
    start += span.low % ROOM_SPARE - start % ROOM_SPARE;
    diverted->shift = (ptrdiff_t)(start - span.low);
    for (i = 0; i < count; i++) {
        struct data there = moved(diverted, &blocks[i]);

        data_copy(&blocks[i], &there);
    }
}

void diverted_apply(struct diverted *diverted, struct data *arguments)
{
    diverted_open(diverted, arguments, 1);
    diverted_move(diverted, arguments);
}

static bool can_be_poisoned(const struct diverted *diverted, const struct data *block)
{
    return diverted->memory != NULL && __asan_poison_memory_region != NULL &&
           data_is_contiguous(block);
}

void diverted_poison(const struct diverted *diverted, const struct data blocks[], int count)
{
    int i;

    for (i = 0; i < count; i++)
        if (can_be_poisoned(diverted, &blocks[i]))
            __asan_poison_memory_region(data_start(&blocks[i]), (size_t)data_bytes(&blocks[i]));
}

void diverted_unpoison(const struct diverted *diverted, const struct data blocks[], int count)
{
    int i;

    for (i = 0; i < count; i++)
        if (can_be_poisoned(diverted, &blocks[i]))
            __asan_unpoison_memory_region(data_start(&blocks[i]), (size_t)data_bytes(&blocks[i]));
}

void diverted_deliver(const struct diverted *diverted, const struct data blocks[], int count)
{
    int i;

    for (i = 0; diverted->memory != NULL && i < count; i++) {
        struct data there = moved(diverted, &blocks[i]);

        data_copy(&there, &blocks[i]);
    }
}

void diverted_close(struct diverted *diverted, const struct data blocks[], int count)
{
    diverted_deliver(diverted, blocks, count);
    memory_give(diverted->memory);
    diverted->memory = NULL;
}

/* True if the receive of a message has not got it yet: then it will go to the buffer itself. */
static bool has_moved_back(struct request *request, const struct data *buffer)
{
    struct receive_request *receive = as_receive(request);
    bool is_posted;

    if (request->class != &receive_class)
        return false;
    guard_enter(&request->owner->guard);
    is_posted = receive->is_posted && !request_is_done(request);
    if (is_posted)
        receive->data.buf = buffer->buf;
    guard_leave(&request->owner->guard);
    return is_posted;
}

void diverted_give_up(struct diverted *diverted, struct request *request,
                      const struct data blocks[], int count)
{
    if (diverted->memory == NULL)
        return;
    if (has_moved_back(request, &blocks[0])) {
        memory_give(diverted->memory);
        diverted->memory = NULL;
        return;
    }
    request_wait(request);
    diverted_close(diverted, blocks, count);
}
