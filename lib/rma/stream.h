/* SPDX-License-Identifier: MIT */
/* Data as a stream of bytes, run by run. A stream of no data has no address, and the functions do
 * nothing with it. */
#ifndef RMA_STREAM_H
#define RMA_STREAM_H

#include "layout/cursor.h"
#include "type/data.h"

struct stream {
    struct cursor cursor;
    struct piece made;
    MPI_Count left; /* bytes */
    bool is_there;
};

/* The first `bytes` of the data, at least one; NULL: of none. */
void stream_open(struct stream *stream, const struct data *data, MPI_Count bytes);
void stream_close(struct stream *stream);

/* The address of the next byte; NULL: there are no data. */
static inline char *stream_at(const struct stream *stream)
{
    return stream->is_there ? stream->cursor.strip.at : NULL;
}

/* How many bytes from there on are neighbours, at most `most`. */
static inline MPI_Count stream_run(const struct stream *stream, MPI_Count most)
{
    return stream->is_there && stream->cursor.strip.left < most ? stream->cursor.strip.left : most;
}

void stream_advance(struct stream *stream, MPI_Count bytes);

#endif
