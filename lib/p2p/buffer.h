/* SPDX-License-Identifier: MIT */
/* Attached buffers: memory that the user attaches for buffered sends to the rank, a communicator,
 * or a session.
 *
 * The memory is a row of segments, free or in use, each with its head in front. The search for a
 * free segment joins free neighbours. The owner takes segments; the receivers of the messages in
 * them give them back. A buffer of MPI_BUFFER_AUTOMATIC is the library's own memory, without a
 * limit; each of its segments is a piece of memory of its own.
 *
 * Edges
 *   buffer.segment  giving a segment back lets the owner use it again.
 *   buffer.drop     a drop publishes its holder's last use to the thread that frees the buffer. */
#ifndef P2P_BUFFER_H
#define P2P_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/container.h"
#include "mpi_types.h"

struct rank;

struct buffer_segment {
    _Atomic(bool) is_used;
    size_t bytes; /* the head's included */
    struct buffer *automatic; /* held by the segments of an automatic buffer; NULL in others */
};

static_assert(sizeof(struct buffer_segment) + alignof(max_align_t) <= MPI_BSEND_OVERHEAD,
              "the standard's overhead covers a segment's head and alignment");

struct buffer {
    _Atomic(int) references;
    void *memory; /* as the user gave it */
    MPI_Count bytes;
    bool is_automatic;
    _Atomic(int64_t) messages; /* automatic: in its segments */
    char *start; /* the first segment; NULL: none, or detached */
    char *end;
};

/* With one reference. NULL: no memory for the description. */
struct buffer *buffer_create(void *memory, MPI_Count bytes);
struct buffer *buffer_hold(struct buffer *buffer);
void buffer_drop(struct buffer *buffer); /* the last one frees; NULL is fine */
/* The memory is the user's again. A holder of the buffer finds it empty. */
void buffer_detach(struct buffer *buffer);

/* A segment with room for that many bytes, which start at *room; NULL: it is full, or there is no
 * memory. */
struct buffer_segment *buffer_take(struct buffer *buffer, MPI_Count bytes, unsigned char **room);
/* Gives the segment back. The rank that has received the message calls it. */
void segment_give(struct buffer_segment *segment);

/* Are all messages in it received? */
bool buffer_is_empty(struct buffer *buffer);

#endif
