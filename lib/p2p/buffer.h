/* SPDX-License-Identifier: MIT */
/* Memory that the user attaches for buffered sends: to the rank, a communicator, or a session.
 *
 * The memory is a row of segments, each with its head in front, free or in use; neighbours that are
 * free are joined while one is looked for. The owner takes segments, the receivers of the messages
 * in them give them back. MPI_BUFFER_AUTOMATIC: the library's own memory, without a limit.
 *
 * Edges
 *   buffer.segment  giving a segment back lets the owner use it again. */
#ifndef P2P_BUFFER_H
#define P2P_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/atomic.h"
#include "base/container.h"
#include "mpi.h"

struct rank;

struct segment {
    _Atomic(bool) is_used;
    size_t bytes; /* the head's included */
};

static_assert(sizeof(struct segment) + alignof(max_align_t) <= MPI_BSEND_OVERHEAD,
              "the standard's overhead covers a segment's head and alignment");

struct buffer {
    void *memory; /* as the user gave it */
    MPI_Count bytes;
    bool is_automatic;
    char *start; /* the first segment */
    char *end;
};

/* NULL: no memory for the description. */
struct buffer *buffer_create(void *memory, MPI_Count bytes);
void buffer_destroy(struct buffer *buffer);

/* A segment with room for that many bytes, which start at *room; NULL: it is full. */
struct segment *buffer_take(struct buffer *buffer, MPI_Count bytes, unsigned char **room);
/* By whoever has received the message. */
void segment_give(struct segment *segment);

/* Are all messages in it received? */
bool buffer_is_empty(struct buffer *buffer);

#endif
