/* SPDX-License-Identifier: MIT */
#include "check/diverted.h"

#include "base/memory.h"
#include "p2p/requests.h"
#include "request/completion.h"

/* A type whose data are far apart is received where it belongs. */
enum { GAPS_BYTES_MAX = 1 << 20 };

/* Not there in programs without AddressSanitizer. */
__attribute__((weak)) void __asan_poison_memory_region(void const volatile *start, size_t bytes);
__attribute__((weak)) void __asan_unpoison_memory_region(void const volatile *start, size_t bytes);

void diverted_open(struct diverted *diverted, struct data *arguments)
{
    MPI_Count bytes = data_bytes(arguments);
    struct room room;

    *diverted = (struct diverted){.data = *arguments};
    if (bytes == 0)
        return;
    room = data_room(arguments->type, arguments->count, 2 * bytes + GAPS_BYTES_MAX);
    if (room.count < arguments->count || room.bytes > 2 * bytes + GAPS_BYTES_MAX)
        return;
    diverted->memory = memory_take((size_t)room.bytes + ROOM_SPARE);
    if (diverted->memory != NULL)
        diverted->data.buf = arguments->buf = room_start(&room, diverted->memory);
}

static bool can_be_poisoned(const struct diverted *diverted, const struct data *buffer)
{
    return diverted->memory != NULL && __asan_poison_memory_region != NULL &&
           data_is_contiguous(buffer);
}

void diverted_poison(const struct diverted *diverted, const struct data *buffer)
{
    if (can_be_poisoned(diverted, buffer))
        __asan_poison_memory_region(data_start(buffer), (size_t)data_bytes(buffer));
}

void diverted_unpoison(const struct diverted *diverted, const struct data *buffer)
{
    if (can_be_poisoned(diverted, buffer))
        __asan_unpoison_memory_region(data_start(buffer), (size_t)data_bytes(buffer));
}

void diverted_close(struct diverted *diverted, const struct request *request,
                    const struct data *buffer)
{
    if (diverted->memory == NULL)
        return;
    if (request->bytes > 0)
        data_copy_range(&diverted->data, buffer, 0, request->bytes);
    memory_give(diverted->memory);
    diverted->memory = NULL;
}

void diverted_give_up(struct diverted *diverted, struct request *request,
                      const struct data *buffer)
{
    struct receive_request *receive = as_receive(request);
    bool is_posted;

    if (diverted->memory == NULL)
        return;
    guard_enter(&request->owner->guard);
    is_posted = receive->is_posted && !request_is_done(request);
    if (is_posted)
        receive->data.buf = buffer->buf;
    guard_leave(&request->owner->guard);
    if (is_posted) {
        memory_give(diverted->memory);
        diverted->memory = NULL;
        return;
    }
    request_wait(request);
    diverted_close(diverted, request, buffer);
}
