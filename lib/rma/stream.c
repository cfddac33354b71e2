/* SPDX-License-Identifier: MIT */
#include "rma/stream.h"

void stream_open(struct stream *stream, const struct data *data, MPI_Count bytes)
{
    stream->is_there = data != NULL;
    stream->left = bytes;
    if (stream->is_there)
        cursor_open(&stream->cursor, data->buf, data_layout(data, &stream->made),
                    data->type->depth + 1, 0);
}

void stream_close(struct stream *stream)
{
    if (stream->is_there)
        cursor_close(&stream->cursor);
}

void stream_advance(struct stream *stream, MPI_Count bytes)
{
    struct strip *strip = &stream->cursor.strip;

    if (!stream->is_there)
        return;
    stream->left -= bytes;
    while (bytes > 0) {
        MPI_Count some = bytes < strip->left ? bytes : strip->left;

        strip_advance(strip, some, 1);
        bytes -= some;
        if (strip->count == 0 && (bytes > 0 || stream->left > 0))
            cursor_next(&stream->cursor);
    }
}
