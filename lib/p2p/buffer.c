/* SPDX-License-Identifier: MIT */
#include "p2p/buffer.h"

#include <stdint.h>

#include "base/memory.h"

enum { ALIGNMENT = alignof(max_align_t) };

static size_t round_up(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

static const size_t head_bytes = (sizeof(struct buffer_segment) + ALIGNMENT - 1) & ~(ALIGNMENT - 1);

static struct buffer_segment *segment_at(char *place)
{
    return (struct buffer_segment *)(void *)place;
}

static bool is_free(const struct buffer_segment *segment)
{
    return !load_acquire(&segment->is_used); /* edge buffer.segment */
}

struct buffer *buffer_create(void *memory, MPI_Count bytes)
{
    struct buffer *buffer = memory_take_zeroed(sizeof *buffer);
    size_t skipped = -(uintptr_t)memory & (ALIGNMENT - 1);

    if (buffer == NULL)
        return NULL;
    store_relaxed(&buffer->references, 1);
    buffer->memory = memory;
    buffer->bytes = bytes;
    buffer->is_automatic = memory == MPI_BUFFER_AUTOMATIC;
    if (buffer->is_automatic || (size_t)bytes < skipped + 2 * head_bytes)
        return buffer;
    buffer->start = (char *)memory + skipped;
    buffer->end = buffer->start + (((size_t)bytes - skipped) & ~(size_t)(ALIGNMENT - 1));
    store_relaxed(&segment_at(buffer->start)->is_used, false);
    segment_at(buffer->start)->bytes = (size_t)(buffer->end - buffer->start);
    segment_at(buffer->start)->automatic = NULL;
    return buffer;
}

struct buffer *buffer_hold(struct buffer *buffer)
{
    fetch_add_relaxed(&buffer->references, 1);
    return buffer;
}

void buffer_drop(struct buffer *buffer)
{
    if (buffer != NULL && fetch_sub_acq_rel(&buffer->references, 1) == 1) /* edge buffer.drop */
        memory_give(buffer);
}

void buffer_detach(struct buffer *buffer)
{
    buffer->start = buffer->end = NULL;
}

/* Joins the free segments that follow. */
static void join_segments(const struct buffer *buffer, struct buffer_segment *segment)
{
    char *next = (char *)segment + segment->bytes;

    while (next < buffer->end && is_free(segment_at(next))) {
        segment->bytes += segment_at(next)->bytes;
        next = (char *)segment + segment->bytes;
    }
}

/* Uses the first part, and leaves the rest free if it is worth a segment. */
static void split(struct buffer_segment *segment, size_t bytes)
{
    if (segment->bytes >= bytes + 2 * head_bytes) {
        struct buffer_segment *rest = segment_at((char *)segment + bytes);

        rest->bytes = segment->bytes - bytes;
        rest->automatic = NULL;
        store_relaxed(&rest->is_used, false);
        segment->bytes = bytes;
    }
    store_relaxed(&segment->is_used, true);
}

static struct buffer_segment *take_memory(struct buffer *buffer, size_t bytes)
{
    struct buffer_segment *segment = memory_take(bytes);

    if (segment == NULL)
        return NULL;
    segment->bytes = bytes;
    segment->automatic = buffer_hold(buffer);
    fetch_add_relaxed(&buffer->messages, 1);
    return segment;
}

struct buffer_segment *buffer_take(struct buffer *buffer, MPI_Count bytes, unsigned char **room)
{
    size_t needed = head_bytes + round_up((size_t)bytes);
    char *place;

    if (buffer->is_automatic) {
        struct buffer_segment *segment = take_memory(buffer, needed);

        *room = (unsigned char *)segment + head_bytes;
        return segment;
    }
    for (place = buffer->start; place < buffer->end; place += segment_at(place)->bytes) {
        struct buffer_segment *segment = segment_at(place);

        if (!is_free(segment))
            continue;
        join_segments(buffer, segment);
        if (segment->bytes < needed)
            continue;
        split(segment, needed);
        *room = (unsigned char *)segment + head_bytes;
        return segment;
    }
    return NULL;
}

void segment_give(struct buffer_segment *segment)
{
    struct buffer *automatic = segment->automatic;

    if (automatic != NULL) {
        memory_give(segment);
        fetch_add_seq_cst(&automatic->messages, -1); /* edge buffer.segment */
        buffer_drop(automatic);
        return;
    }
    store_seq_cst(&segment->is_used, false); /* edge buffer.segment */
}

bool buffer_is_empty(struct buffer *buffer)
{
    if (buffer->is_automatic)
        return load_acquire(&buffer->messages) == 0; /* edge buffer.segment */
    if (buffer->start == NULL)
        return true;
    join_segments(buffer, segment_at(buffer->start));
    return is_free(segment_at(buffer->start)) &&
           segment_at(buffer->start)->bytes == (size_t)(buffer->end - buffer->start);
}
